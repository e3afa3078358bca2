// Counts the rows of listed batches that an approver should look at, so that the list warns about the same rows as the
// details of a batch.
import type { RowWarnings } from '#contract/batches.ts'
import { hasChanged } from '#domain/batch/summary.ts'
import { NO_FINDINGS } from '#domain/rows/findings.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { type CurrentRows, programmeCheckTime, readCurrentRows } from './current-rows.ts'
import type { StoredBatch } from './queries.ts'
import { findOtherBatchesByRow } from './repeated-rows.ts'
import { rowToIdentifier } from './row-queries.ts'

/** The number of rows that one list checks: so many that the answer of the list takes no longer than one large batch. */
const MAX_ROWS = 10_000

/**
 * The warnings by the batch's id. Null for a batch whose rows exceed what is left of `MAX_ROWS`: it has not been checked,
 * which is not the same as no warnings.
 */
export async function readRowWarnings(
  context: SessionContext,
  batches: readonly StoredBatch[],
): Promise<ReadonlyMap<number, RowWarnings | null>> {
  const warnings = new Map<number, RowWarnings | null>()
  let rowsLeft = MAX_ROWS
  for (const batch of batches) {
    const isChecked = batch.row_count <= rowsLeft
    if (isChecked) rowsLeft -= batch.row_count
    warnings.set(batch.id, isChecked ? await warningsOfBatch(context, batch) : null)
  }
  return warnings
}

async function warningsOfBatch(context: SessionContext, batch: StoredBatch): Promise<RowWarnings> {
  const { db, viewer } = context
  const { rows, targets, findings } = await readCurrentRows(db, viewer.ownerId, batch, programmeCheckTime(context))
  const otherBatches = [...(await findOtherBatchesByRow(context, batch, rows, targets)).values()]
  return {
    duplicates: countDuplicates(context, rows),
    wholeBalances: rows.filter((row) => row.whole_balance).length,
    repeated: otherBatches.length,
    repeatedIn: [...new Set(otherBatches.flat())].toSorted((a, b) => b - a).map(String),
    changed: rows.filter((_, index) => hasChanged({ findingsNow: findings[index] ?? NO_FINDINGS })).length,
  }
}

function countDuplicates({ secrets }: SessionContext, rows: CurrentRows['rows']): number {
  const rowCounts = new Map<string, number>()
  for (const row of rows) {
    const identifier = rowToIdentifier(secrets, row)
    rowCounts.set(identifier, (rowCounts.get(identifier) ?? 0) + 1)
  }
  return [...rowCounts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0)
}
