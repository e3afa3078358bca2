// The warnings about rows of a batch, for the list, the details and the dialogs. A warning has the same sentence
// everywhere, and the filter of the rows that have the warning.
import { m } from '#words/messages.js'
import type { BatchLoadFile, RowWarnings } from '#contract/batches.ts'
import type { BatchSummary, SummaryRow } from '#domain/batch/summary.ts'
import { batchesToText, rowCountToText } from '#domain/batch/words.ts'
import type { RowFilter } from './details.ts'

export interface RowWarning {
  readonly kind: 'duplicates' | 'wholeBalances' | 'repeated' | 'changed'
  readonly title: string
  readonly filter: RowFilter
}

/** A warning names at most this many other batches. It only counts the rest. */
const MAX_NAMED_BATCHES = 3

export function rowWarningsOf(batch: BatchLoadFile, counts: RowWarnings): readonly RowWarning[] {
  const { duplicates, wholeBalances, repeated, repeatedIn, changed } = counts
  const countToText = (rows: number) => rowCountToText(rows, batch.LOADTYPE)
  const warnings: (RowWarning | false)[] = [
    duplicates > 0 && {
      kind: 'duplicates',
      title: m.batches_rowsRepeatCard({ loads: countToText(duplicates) }),
      filter: 'copies',
    },
    wholeBalances > 0 && {
      kind: 'wholeBalances',
      title: m.batches_loadsTakeWholeBalance({ loads: countToText(wholeBalances), count: wholeBalances }),
      filter: 'whole',
    },
    repeated > 0 && {
      kind: 'repeated',
      title: m.batches_loadsAlsoInBatches({
        loads: countToText(repeated),
        count: repeated,
        batches: batchesToText(repeatedIn, MAX_NAMED_BATCHES),
      }),
      filter: 'repeated',
    },
    changed > 0 && {
      kind: 'changed',
      title: batch.PROCESSED
        ? m.batches_wouldFailAgain({ loads: countToText(changed) })
        : m.batches_wouldFailNow({ loads: countToText(changed) }),
      filter: 'changed',
    },
  ]
  return warnings.filter((warning) => warning !== false)
}

export const summaryToCounts = (summary: BatchSummary<SummaryRow>): RowWarnings => ({
  duplicates: summary.duplicates.rows,
  wholeBalances: summary.wholeBalances.rows,
  repeated: summary.repeated.rows,
  repeatedIn: [...summary.repeated.batches],
  changed: summary.changed.rows,
})
