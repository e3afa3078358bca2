// Reads the rows of batches with the findings that a run of the batch would produce now, and the available funds. Rows
// that were valid at the submission can have findings now.
import { batchTypes } from '#domain/batch/types.ts'
import { rowValidators } from '#domain/batch/row-validators.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import {
  availableFunds,
  type Funding,
  type FundingAccount,
  type Funds,
  fundsFor,
  toFunding,
} from '#domain/funding/funds.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import { type FindingSet, hasFinding, NO_FINDINGS, withoutFindings } from '#domain/rows/findings.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { readCampaignRules, type CampaignRules, type CardFactsRow, rowToCard } from '#server/ledger/card-facts.ts'
import { readFundingAccount, isFunded } from '#server/ledger/funding.ts'
import type { StoredBatch } from './queries.ts'
import { type BatchDetailRow, findBatchDetails, findBatchTargets } from './row-queries.ts'

export interface CurrentRows {
  readonly batch: StoredBatch
  readonly rows: readonly BatchDetailRow[]
  /** The target cards of a transfer, in the order of the rows. Empty for other types. */
  readonly targets: readonly CardFactsRow[]
  /** In the order of the rows. NO_FINDINGS for a row that is already loaded or will never be processed. */
  readonly findings: readonly FindingSet[]
  /** Undefined if the funding account does not pay for the batch, or if nothing is left to pay. */
  readonly funding: Funding | undefined
}

interface CheckTime {
  /** Today in the programme's time zone, for the expiry of cards. */
  readonly today: CalendarDate
  readonly now: number
}

export const programmeCheckTime = ({ now, client }: SessionContext): CheckTime => ({
  today: instantToDate(now(), client.timeZone),
  now: now(),
})

export async function readCurrentRows(
  db: Db,
  ownerId: number,
  batch: StoredBatch,
  checkTime: CheckTime,
): Promise<CurrentRows> {
  const [currentRows] = await readCurrentRowsOfBatches(db, ownerId, [batch], checkTime)
  if (!currentRows) throw new Error(`no rows were read for batch ${batch.id}`)
  return currentRows
}

/**
 * The current rows of several batches, in the order of the batches. The number of SQL statements does not depend on the
 * number of batches. `account`: the owner's funding account, if the caller has already read it.
 */
export async function readCurrentRowsOfBatches(
  db: Db,
  ownerId: number,
  batches: readonly StoredBatch[],
  checkTime: CheckTime,
  account?: FundingAccount,
): Promise<readonly CurrentRows[]> {
  const toIds = (someBatches: readonly StoredBatch[]) => someBatches.map(({ id }) => id)
  const rowsByBatch = await findBatchDetails(db, ownerId, toIds(batches), checkTime.today)
  const transfers = batches.filter(({ kind }) => batchTypes[kind].needsTarget)
  const targetsByBatch = await findBatchTargets(db, toIds(transfers), checkTime.today)
  const storedRows = batches.map((batch): StoredRows => {
    const rows = rowsByBatch.get(batch.id) ?? []
    const targets = targetsByBatch.get(batch.id) ?? []
    return { batch, rows, targets, openRows: toOpenRows(batch, rows, targets) }
  })
  const openBatches = storedRows.filter(({ openRows }) => openRows.length > 0).map(({ batch }) => batch)
  const campaigns = openBatches.length > 0 ? await readCampaignRules(db, ownerId) : new Map<number, CampaignRules>()
  const payingAccount = account ?? (await readPayingAccount(db, ownerId, openBatches))
  return storedRows.map((rowsOfBatch) => {
    const { id, kind } = rowsOfBatch.batch
    const isPaidByAccount = payingAccount !== undefined && isFunded(kind)
    const funds = isPaidByAccount ? fundsFor(payingAccount, checkTime.now, { kind: 'batch', id }) : undefined
    return toCurrentRows(rowsOfBatch, campaigns, funds)
  })
}

/** An owner has one currency, so one account pays for all batches. Undefined if it pays for none of the batches. */
async function readPayingAccount(
  db: Db,
  ownerId: number,
  openBatches: readonly StoredBatch[],
): Promise<FundingAccount | undefined> {
  const fundedBatch = openBatches.find(({ kind }) => isFunded(kind))
  return fundedBatch && readFundingAccount(db, ownerId, fundedBatch.currency)
}

interface StoredRows extends Pick<CurrentRows, 'batch' | 'rows' | 'targets'> {
  /** The rows that can still be processed. Failed rows are included, because a retry runs them again. */
  readonly openRows: readonly OpenRow[]
}

function toOpenRows(
  batch: StoredBatch,
  rows: readonly BatchDetailRow[],
  targets: readonly CardFactsRow[],
): readonly OpenRow[] {
  if (isFinished(batch)) return []
  return rows
    .map((row, rowIndex) => ({ row, rowIndex, target: targets[rowIndex] }))
    .filter(({ row }) => row.state !== 'loaded')
}

function toCurrentRows(
  { batch, rows, targets, openRows }: StoredRows,
  campaigns: ReadonlyMap<number, CampaignRules>,
  /** Undefined if the funding account does not pay for the batch. */
  funds: Funds | undefined,
): CurrentRows {
  const findings: FindingSet[] = rows.map(() => NO_FINDINGS)
  if (openRows.length === 0) return { batch, rows, targets, findings, funding: undefined }
  const fundsCents = funds && cents(Math.max(0, availableFunds(funds)))
  const validatedRows = validateOpenRows(batch, openRows, campaigns, fundsCents)
  for (const { rowIndex, findings: findingsNow } of validatedRows) findings[rowIndex] = findingsNow
  return { batch, rows, targets, findings, funding: funds && toFunding(funds, toCoverage(validatedRows)) }
}

/** True if no row of the batch will be processed any more. */
export const isFinished = (batch: StoredBatch): boolean =>
  batch.rejected_at !== null || batch.withdrawn_at !== null || batch.closed_at !== null

/** The findings, except insufficient funds. */
export const withoutFundsFindings = (findings: FindingSet): FindingSet => withoutFindings(findings, FUNDS_SHORT)

const FUNDS_SHORT = 'fundsShort'

interface OpenRow {
  readonly row: BatchDetailRow
  /** The position of the row among all rows of the batch. */
  readonly rowIndex: number
  readonly target: CardFactsRow | undefined
}

interface ValidatedOpenRow extends OpenRow {
  readonly findings: FindingSet
}

function validateOpenRows(
  batch: StoredBatch,
  openRows: readonly OpenRow[],
  campaigns: ReadonlyMap<number, CampaignRules>,
  fundsCents: Cents | undefined,
): readonly ValidatedOpenRow[] {
  const { needsTarget } = batchTypes[batch.kind]
  const results = rowValidators[batch.kind](
    openRows.map(({ row, rowIndex, target }) => ({
      // The texts are the keys of rows without a card, so that no two such rows count as the same card.
      source: rowToCard(row, campaigns, `row ${rowIndex}`),
      target: needsTarget ? rowToCard(target, campaigns, `target ${rowIndex}`) : undefined,
      amountCents: cents(row.amount_cents),
      targetBalanceCents: row.target_balance_cents === null ? undefined : cents(row.target_balance_cents),
      feeCents: cents(row.fee_cents),
      movesWholeBalance: false,
    })),
    { validation: batch.additional_validation, retire: batch.retire, fundsCents },
  )
  return openRows.map((openRow, index) => ({ ...openRow, findings: results[index]?.findings ?? NO_FINDINGS }))
}

/** The funds that all valid rows need, and the number of rows for which there are not enough funds. */
function toCoverage(validatedRows: readonly ValidatedOpenRow[]) {
  // A row counts as valid if insufficient funds are its only finding.
  const validRows = validatedRows.filter(({ findings }) => withoutFundsFindings(findings).length === 0)
  return {
    neededCents: sumCents(validRows.map(({ row }) => cents(row.amount_cents + row.fee_cents))),
    failingRows: validatedRows.filter(({ findings }) => hasFinding(findings, FUNDS_SHORT)).length,
  }
}
