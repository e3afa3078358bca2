// The rows of a batch with the findings that a run would have now, even though the rows passed at submission, and the
// available funds.
import { batchKinds } from '#domain/batch/kinds.ts'
import { judges } from '#domain/batch/judges.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { availableOf, type Funding, fundsFor, toFunding } from '#domain/funding.ts'
import { cents, sumCents } from '#domain/money.ts'
import { type FindingSet, hasFinding, NONE, withoutFindings } from '#domain/rows/findings.ts'
import type { Db } from '#server/operations/context.ts'
import { campaignRules, type CampaignRules, type CardFactsRow, rowToCard } from '#server/ledger/card-facts.ts'
import { fundingAccount, isFunded } from '#server/ledger/funding.ts'
import type { BatchFileRow } from './queries.ts'
import { type BatchDetailRow, batchDetails, batchTargets } from './row-queries.ts'

export interface CurrentRows {
  readonly rows: readonly BatchDetailRow[]
  /** The target cards of a transfer, in the order of the rows. Empty for other types. */
  readonly targets: readonly CardFactsRow[]
  /** In the order of the rows. No findings for rows that are done or will never run. */
  readonly findings: readonly FindingSet[]
  /** Undefined if the funding account does not pay, or if nothing is left to pay. */
  readonly funding: Funding | undefined
}

interface When {
  /** Today in the programme's time zone, for the expiry of cards. */
  readonly today: CalendarDate
  readonly now: number
}

export async function currentRows(db: Db, ownerId: number, file: BatchFileRow, when: When): Promise<CurrentRows> {
  const rows = await batchDetails(db, ownerId, file.id, when.today)
  const targets = batchKinds[file.kind].needsTarget ? await batchTargets(db, file.id, when.today) : []
  // A retry runs the failed rows again.
  const open = isOver(file)
    ? []
    : rows.flatMap((row, index) => (row.state === 'loaded' ? [] : [{ row, index, target: targets[index] }]))
  const findings: FindingSet[] = rows.map(() => NONE)
  if (open.length === 0) return { rows, targets, findings, funding: undefined }
  const funds = isFunded(file.kind)
    ? fundsFor(await fundingAccount(db, ownerId, file.currency), when.now, { kind: 'batch', id: file.id })
    : undefined
  const found = judgeOpen(file, open, await campaignRules(db, ownerId), funds && cents(Math.max(0, availableOf(funds))))
  open.forEach(({ index }, at) => (findings[index] = found[at] ?? NONE))
  return { rows, targets, findings, funding: funds && toFunding(funds, coverageOf(open, found)) }
}

/** True if none of its rows will be processed any more. */
export const isOver = (file: BatchFileRow): boolean =>
  file.rejected_at !== null || file.withdrawn_at !== null || file.closed_at !== null

/** The findings, except insufficient funds. */
export const apartFromFunds = (findings: FindingSet): FindingSet => withoutFindings(findings, FUNDS_SHORT)

const FUNDS_SHORT = 'fundsShort'

interface OpenRow {
  readonly row: BatchDetailRow
  readonly index: number
  readonly target: CardFactsRow | undefined
}

function judgeOpen(
  file: BatchFileRow,
  open: readonly OpenRow[],
  campaigns: ReadonlyMap<number, CampaignRules>,
  fundsCents: ReturnType<typeof cents> | undefined,
): readonly FindingSet[] {
  const { needsTarget } = batchKinds[file.kind]
  const judgements = judges[file.kind](
    open.map(({ row, index, target }) => ({
      source: rowToCard(row, campaigns, `row ${index}`),
      target: needsTarget ? rowToCard(target, campaigns, `target ${index}`) : undefined,
      amountCents: cents(row.amount_cents),
      targetBalanceCents: row.target_balance_cents === null ? undefined : cents(row.target_balance_cents),
      feeCents: cents(row.fee_cents),
      takesAll: false,
    })),
    { validation: file.additional_validation, retire: file.retire, fundsCents },
  )
  return judgements.map(({ findings }) => findings)
}

/** Only for rows without other findings. */
function coverageOf(open: readonly OpenRow[], found: readonly FindingSet[]) {
  const checked = open.filter((_, at) => apartFromFunds(found[at] ?? NONE).length === 0)
  return {
    neededCents: sumCents(checked.map(({ row }) => cents(row.amount_cents + row.fee_cents))),
    failingRows: found.filter((findings) => hasFinding(findings, FUNDS_SHORT)).length,
  }
}
