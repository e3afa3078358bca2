// Counts the rows of listed batches that an approver should look at. The list warns about the same rows as the details
// of a batch.
import type { RowWarnings } from '#contract/batches.ts'
import { hasChangedSinceUpload } from '#domain/batch/summary.ts'
import type { FundingAccount } from '#domain/funding/funds.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { type CurrentRows, programmeCheckTime, readCurrentRowsOfBatches } from './current-rows.ts'
import type { StoredBatch } from './queries.ts'
import { findOtherBatchesOfEach, type OtherBatchesByRow } from './repeated-rows.ts'
import { rowToIdentifier } from './row-queries.ts'

/** The most rows that are checked for one list, so that a list takes no longer than the details of one large batch. */
const MAX_ROWS = 10_000

/**
 * The warnings by the batch's id. Batches that would exceed `MAX_ROWS` are not checked and have no entry. A checked
 * batch has an entry even if there is nothing to warn about. The number of SQL statements does not depend on the number
 * of batches. `account`: the funding account, or undefined if it pays for none of the batches.
 */
export async function readRowWarnings(
  context: SessionContext,
  batches: readonly StoredBatch[],
  account: FundingAccount | undefined,
): Promise<ReadonlyMap<number, RowWarnings>> {
  let rowsLeft = MAX_ROWS
  const checkedBatches: StoredBatch[] = []
  for (const batch of batches) {
    if (batch.row_count > rowsLeft) continue
    rowsLeft -= batch.row_count
    checkedBatches.push(batch)
  }
  if (checkedBatches.length === 0) return new Map()
  const { db, viewer } = context
  const checkTime = programmeCheckTime(context)
  const currentRows = await readCurrentRowsOfBatches(db, viewer.ownerId, checkedBatches, checkTime, account)
  const otherBatchesByBatchId = await findOtherBatchesOfEach(context, currentRows)
  const warnings = new Map<number, RowWarnings>()
  for (const rowsOfBatch of currentRows) {
    const { id } = rowsOfBatch.batch
    warnings.set(id, toWarnings(context, rowsOfBatch, otherBatchesByBatchId.get(id) ?? new Map()))
  }
  return warnings
}

function toWarnings(
  context: SessionContext,
  { rows, findings }: CurrentRows,
  otherBatchesByRow: OtherBatchesByRow,
): RowWarnings {
  const otherBatchIds = new Set([...otherBatchesByRow.values()].flat())
  const newestIdsFirst = [...otherBatchIds].toSorted((a, b) => b - a)
  return {
    duplicates: countRowsWithRepeatedCard(context, rows),
    wholeBalances: rows.filter((row) => row.whole_balance).length,
    repeated: otherBatchesByRow.size,
    repeatedIn: newestIdsFirst.map(String),
    changed: findings.filter((findingsNow) => hasChangedSinceUpload({ findingsNow })).length,
  }
}

/** The number of rows whose card is in the batch more than once. */
function countRowsWithRepeatedCard({ secrets }: SessionContext, rows: CurrentRows['rows']): number {
  const identifiers = rows.map((row) => rowToIdentifier(secrets, row))
  const rowCounts = new Map<string, number>()
  for (const identifier of identifiers) rowCounts.set(identifier, (rowCounts.get(identifier) ?? 0) + 1)
  return identifiers.filter((identifier) => (rowCounts.get(identifier) ?? 0) > 1).length
}
