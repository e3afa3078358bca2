// Batches of the demo programme: some that the checker amir can decide, and earlier batches in every state.
import { sql } from 'kysely'
import { cents, centsToDecimal, sumCents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { batchFingerprint } from '#server/db/fingerprint.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import type { Db } from '#server/operations/context.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { VOYAGER } from './campaigns.ts'
import { type DemoCard, demoCard } from './cards.ts'
import { createRandom } from './random.ts'

interface DemoBatch {
  readonly reference: string
  readonly originalName: string
  readonly uploader: 'olive' | 'ada'
  readonly daysAgo: number
  readonly outcome: 'awaiting' | 'processed' | 'rejected' | 'closed'
  /** The share of all cards that the batch loads. */
  readonly share: number
  /** The minimum number of rows, whatever the share. */
  readonly minRows: number
  /** True if the batch has some stopped cards, so that their rows fail. */
  readonly hasStoppedCards?: true
  readonly identifierType: 1 | 2
}

const batches: readonly DemoBatch[] = [
  {
    reference: 'Travel allowances, first half',
    originalName: 'allowances-h1.xlsx',
    uploader: 'olive',
    daysAgo: 11,
    outcome: 'processed',
    share: 0.02,
    minRows: 24,
    identifierType: 1,
  },
  {
    reference: 'Roadshow team',
    originalName: 'roadshow.csv',
    uploader: 'olive',
    daysAgo: 9,
    outcome: 'processed',
    share: 0.003,
    minRows: 12,
    hasStoppedCards: true,
    identifierType: 2,
  },
  {
    reference: 'Guest gift cards',
    originalName: 'gifts.csv',
    uploader: 'ada',
    daysAgo: 8,
    outcome: 'closed',
    share: 0.002,
    minRows: 8,
    identifierType: 1,
  },
  {
    reference: 'Hotel deposits',
    originalName: 'hotel-deposits.xlsx',
    uploader: 'olive',
    daysAgo: 6,
    outcome: 'rejected',
    share: 0.004,
    minRows: 10,
    identifierType: 1,
  },
  {
    reference: 'Crew per diem, week 1',
    originalName: 'per-diem-1.csv',
    uploader: 'olive',
    daysAgo: 5,
    outcome: 'processed',
    share: 0.01,
    minRows: 16,
    identifierType: 1,
  },
  {
    reference: 'Event staff',
    originalName: 'event-staff.xlsx',
    uploader: 'ada',
    daysAgo: 3,
    outcome: 'awaiting',
    share: 0.005,
    minRows: 14,
    identifierType: 1,
  },
  {
    reference: 'Crew per diem, week 2',
    originalName: 'per-diem-2.csv',
    uploader: 'olive',
    daysAgo: 2,
    outcome: 'awaiting',
    share: 0.01,
    minRows: 16,
    identifierType: 1,
  },
  {
    reference: 'Conference vouchers',
    originalName: 'vouchers.xlsx',
    uploader: 'olive',
    daysAgo: 1,
    outcome: 'awaiting',
    share: 0.004,
    minRows: 10,
    identifierType: 2,
  },
]

interface SeedServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly timeZone: string
}

const MAX_ROWS = 400
/** An offset for the seeds, as explained in random.ts. */
const SEED_OFFSET = 31_000_007

interface BatchSeeder {
  readonly insertBatchesOfDay: (daysAgo: number) => Promise<void>
}

/** The same code as for any other batch inserts and processes the demo batches, with the clock set back. */
export function createBatchSeeder(
  services: SeedServices,
  userIds: ReadonlyMap<string, number>,
  cardCount: number,
  midnight: Date,
): BatchSeeder {
  const allCards = Array.from({ length: cardCount }, (_, index) => demoCard(index))
  const voyagerCards = allCards.filter((card) => card.campaign.ownerId === VOYAGER)
  const loadableCards = voyagerCards.filter((card) => card.state === 'active')
  const stoppedCards = voyagerCards.filter((card) => card.state === 'stopped')
  const insertBatchAt = async (index: number, batch: DemoBatch) => {
    const random = createRandom(index + SEED_OFFSET)
    const wantedRows = Math.max(Math.round(cardCount * batch.share), batch.minRows)
    const count = Math.min(wantedRows, MAX_ROWS, loadableCards.length)
    const from = random.integer(0, loadableCards.length - count)
    const cards = loadableCards.slice(from, from + count)
    if (batch.hasStoppedCards) cards.splice(3, 0, ...stoppedCards.slice(0, 2))
    // At about 2 o'clock, each batch at another minute.
    const startOfDay = midnight.getTime() - batch.daysAgo * DAY_MS
    const uploadedAt = new Date(startOfDay + 2 * HOUR_MS + index * 7 * MINUTE_MS)
    // From 20.00 to 200.00, in steps of 5.00.
    const loads = cards.map((card) => ({ card, amountCents: random.integer(4, 40) * 500 }))
    const uploadedBy = userIds.get(batch.uploader) ?? 0
    const id = await upload(services, batch, { loads, uploadedBy, uploadedAt })
    const decidedAt = new Date(uploadedAt.getTime() + 3 * HOUR_MS)
    await decide(services, batch, { id, checker: userIds.get('amir') ?? 0, decidedAt })
  }
  return {
    insertBatchesOfDay: async (daysAgo) => {
      for (const [index, batch] of batches.entries()) {
        if (batch.daysAgo === daysAgo) await insertBatchAt(index, batch)
      }
    },
  }
}

interface Upload {
  readonly loads: readonly { readonly card: DemoCard; readonly amountCents: number }[]
  readonly uploadedBy: number
  readonly uploadedAt: Date
}

/** Inserts a batch, and returns its id. */
async function upload(
  { db, secrets }: SeedServices,
  batch: DemoBatch,
  { loads, uploadedBy, uploadedAt }: Upload,
): Promise<number> {
  const rows = loads.map(({ card, amountCents }) => ({
    identifier: batch.identifierType === 1 ? card.pan : card.trackingNumber,
    cardId: card.id,
    amountCents: cents(amountCents),
    feeCents: cents(card.campaign.batchFeeCents),
  }))
  const rowsForFingerprint = rows.map((row) => ({ ...row, amount: centsToDecimal(row.amountCents) }))
  const { id } = await insertBatch(db, secrets, {
    ownerId: VOYAGER,
    kind: 'load',
    identifierType: batch.identifierType,
    reference: batch.reference,
    originalName: batch.originalName,
    fingerprint: batchFingerprint(secrets, 'load', batch.identifierType, rowsForFingerprint),
    duplicateReason: null,
    options: [],
    validation: ['loadlimit'],
    amountCents: sumCents(rows.map((row) => row.amountCents)),
    feeCents: sumCents(rows.map((row) => row.feeCents)),
    uploadedBy,
    uploaderCampaignIds: undefined,
    uploadedAt,
    rows,
  })
  return id
}

interface Decision {
  readonly id: number
  readonly checker: number
  readonly decidedAt: Date
}

/** Brings the batch to its outcome: decides, processes and closes it, as far as the outcome requires. */
async function decide(
  services: SeedServices,
  { outcome }: DemoBatch,
  { id, checker, decidedAt: at }: Decision,
): Promise<void> {
  if (outcome === 'awaiting') return
  if (outcome === 'rejected') {
    const reason = 'The amounts are those of last month; please upload the corrected sheet.'
    await sql`
      UPDATE batch_file SET rejected_by = ${checker}, rejected_at = ${at}, reject_reason = ${reason} WHERE id = ${id}
    `.execute(services.db)
    return
  }
  await sql`UPDATE batch_file SET approved_by = ${checker}, approved_at = ${at} WHERE id = ${id}`.execute(services.db)
  const processedAt = at.getTime() + MINUTE_MS
  await processBatch({ ...services, now: () => processedAt }, id)
  if (outcome === 'closed') {
    const closedAt = new Date(processedAt + DAY_MS)
    await sql`
      UPDATE batch_file SET closed_by = ${checker}, closed_at = ${closedAt}, closed_comments = 'Event is over' WHERE id = ${id}
    `.execute(services.db)
  }
}
