// Warnings about a batch: the funds are missing, the file was uploaded before, other batches contain the same rows, or
// cards have changed since the upload.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { type BatchSummary, findingToStatement } from '#domain/batch/summary.ts'
import type { Funding } from '#domain/funding/funds.ts'
import { centsToText } from '#domain/money.ts'
import { ApprovalNote } from '#pages/shared/ApprovalNote.tsx'
import { FundingBalance, FundingNote, failingLoadsText } from '#pages/shared/Funding.tsx'
import { CheckingRows, NotCheckedBanner, NoProblems } from '#pages/shared/freshness.tsx'
import { ShowRowsButton } from '#pages/shared/decision-list/ShowRowsButton.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type DetailRow, isUndecided, type RowFilter } from './details.ts'
import { HoldNote } from './HoldNote.tsx'
import { moneyFormatOf } from './rows.ts'
import type { FreshBatch } from './useFreshBatch.ts'
import { type RowWarning, rowWarningsOf, summaryToCounts } from './warnings.ts'

interface DialogNotesProps {
  readonly batch: BatchLoadFile
  readonly freshBatch: FreshBatch
  /** True if the decision moves money, so that the dialog says what is left in the funding account. */
  readonly movesMoney: boolean
}

/** The warnings for a dialog. Without loaded rows, says that the rows are loading or could not be loaded. */
export function DialogNotes({ batch, freshBatch, movesMoney }: DialogNotesProps) {
  const { query, summary, funding } = freshBatch
  if (query.failure) return <NotCheckedBanner query={query} />
  if (!summary) return <CheckingRows />
  return (
    <div>
      <BatchNotes batch={batch} summary={summary} funding={funding} />
      {/* Visible only if there are no warnings, since `BatchNotes` is then an empty element (`peer-empty`). */}
      <NoProblems />
      {movesMoney && <FundingBalance funding={funding} formatMoney={moneyFormatOf(batch.CURRENCY)} />}
    </div>
  )
}

interface BatchNotesProps {
  readonly batch: BatchLoadFile
  readonly summary: BatchSummary<DetailRow>
  readonly funding: Funding | undefined
  /** Filters the rows of the details. Undefined in a dialog, which shows no rows. */
  readonly onShowRows?: (filter: RowFilter) => void
}

export function BatchNotes({ batch, summary, funding, onShowRows }: BatchNotesProps) {
  return (
    <div className="peer grid gap-3 empty:hidden">
      <ApprovalNote approval={batch.APPROVAL} />
      <HoldNote batch={batch} />
      <FundingNote
        funding={funding}
        formatMoney={moneyFormatOf(batch.CURRENCY)}
        failText={(failing) => failingLoadsText(failing, { total: summary.notLoaded.rows, type: batch.LOADTYPE })}
      >
        {isUndecided(batch) ? m.batches_topUpOrRetry() : m.batches_topUpBeforeProcessing()}
      </FundingNote>
      {warningsOf(batch, summary).map(({ title, text, filter }) => (
        <Banner
          key={title}
          kind="warning"
          title={title}
          actions={filter && onShowRows && <ShowRowsButton warningTitle={title} onClick={() => onShowRows(filter)} />}
        >
          {text}
        </Banner>
      ))}
    </div>
  )
}

interface Warning {
  readonly title: string
  readonly text: ReactNode
  /** The filter of the rows with this warning; undefined if the warning is about the whole batch. */
  readonly filter: RowFilter | undefined
}

/** The warnings about the batch and its rows. Missing funds are not among them, since `FundingNote` shows them. */
export function warningsOf(batch: BatchLoadFile, summary: BatchSummary<DetailRow>): readonly Warning[] {
  const rowWarnings = rowWarningsOf(batch, summaryToCounts(summary)).map(({ kind, title, filter }) => ({
    title,
    text: textsOfRowWarnings[kind](summary),
    filter,
  }))
  if (batch.DUPLICATEREASON === null) return rowWarnings
  const duplicateWarning: Warning = {
    title: m.batches_uploadedBefore(),
    text: m.batches_uploadersReason({ reason: batch.DUPLICATEREASON }),
    filter: undefined,
  }
  return [duplicateWarning, ...rowWarnings]
}

const textsOfRowWarnings: Readonly<Record<RowWarning['kind'], (summary: BatchSummary<DetailRow>) => ReactNode>> = {
  duplicates: () => m.batches_eachRowProcessed(),
  wholeBalances: ({ wholeBalances }) => m.batches_blankAmountsTotal({ amount: centsToText(wholeBalances.amountCents) }),
  repeated: () => m.batches_alsoInBatchesHint(),
  changed: ({ changed }) => (
    <ul>
      {changed.reasons.map(({ finding, rows }) => (
        <li key={finding.code}>{m.batches_findingWithCount({ finding: findingToStatement(finding), count: rows })}</li>
      ))}
    </ul>
  ),
}
