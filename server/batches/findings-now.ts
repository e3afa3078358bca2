// What stands against the rows of a batch now, though they passed at the upload: what a run would find at this moment.
import { batchKinds } from '#domain/batch/kinds.ts'
import { judges } from '#domain/batch/judges.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { cents } from '#domain/money.ts'
import { type FindingSet, NONE } from '#domain/rows/findings.ts'
import type { Db } from '#server/context.ts'
import { campaignRules, type CampaignRules, type CardFactsRow, rowToCard } from '#server/ledger/card-facts.ts'
import type { BatchFileRow } from './queries.ts'
import { type BatchDetailRow, batchDetails, batchTargets } from './row-queries.ts'

export interface JudgedNow {
  readonly rows: readonly BatchDetailRow[]
  /** The cards that a transfer pays, in the rows' order; none in other kinds. */
  readonly targets: readonly CardFactsRow[]
  /** By the rows' order; nothing against rows that are done or will not be. */
  readonly findings: readonly FindingSet[]
}

/** The rows of a batch with what stands against each; `today` is the programme's day, which cards expire by. */
export async function judgeNow(db: Db, ownerId: number, file: BatchFileRow, today: CalendarDate): Promise<JudgedNow> {
  const rows = await batchDetails(db, ownerId, file.id, today)
  const targets = batchKinds[file.kind].needsTarget ? await batchTargets(db, file.id, today) : []
  return { rows, targets, findings: findingsNow(file, rows, targets, await campaignRules(db, ownerId)) }
}

/** Nothing more will be done of it. */
export const isOver = (file: BatchFileRow): boolean =>
  file.rejected_at !== null || file.withdrawn_at !== null || file.closed_at !== null

function findingsNow(
  file: BatchFileRow,
  rows: readonly BatchDetailRow[],
  targets: readonly CardFactsRow[],
  campaigns: ReadonlyMap<number, CampaignRules>,
): FindingSet[] {
  const findings = rows.map(() => NONE)
  if (isOver(file)) return findings
  const { needsTarget } = batchKinds[file.kind]
  // Rows that failed run again with a retry.
  const open = rows.flatMap((row, index) => (row.state === 'loaded' ? [] : [{ row, index, target: targets[index] }]))
  const judgements = judges[file.kind](
    open.map(({ row, index, target }) => ({
      source: rowToCard(row, campaigns, `row ${index}`),
      target: needsTarget ? rowToCard(target, campaigns, `target ${index}`) : undefined,
      amountCents: cents(row.amount_cents),
      feeCents: cents(row.fee_cents),
      takesAll: false,
    })),
    { validation: file.additional_validation, retire: file.retire },
  )
  open.forEach(({ index }, at) => (findings[index] = judgements[at]?.findings ?? NONE))
  return findings
}
