// Orders of virtual cards in the demo programme: two that the checker amir can decide, and one that was rejected.
import { sql } from 'kysely'
import { cents, sumCents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import { orderFingerprint } from '#server/db/fingerprint.ts'
import { insertOrder } from '#server/db/insert-order.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { demoCampaigns, VOYAGER } from './campaigns.ts'
import { createRandom } from './random.ts'

interface DemoOrder {
  readonly originalName: string
  readonly maker: 'olive' | 'ada'
  readonly daysAgo: number
  readonly label: string
  readonly cards: number
  readonly department: string
  /** Only for a rejected order. */
  readonly rejectReason?: string
}

const orders: readonly DemoOrder[] = [
  {
    originalName: 'fair-booth.xlsx',
    maker: 'olive',
    daysAgo: 6,
    label: 'Fair booth',
    cards: 8,
    department: 'Events',
    rejectReason: 'The fair was moved to March; please order again then.',
  },
  { originalName: 'new-starters.csv', maker: 'olive', daysAgo: 2, label: 'Travel', cards: 24, department: 'Sales' },
  {
    originalName: 'subscriptions.xlsx',
    maker: 'ada',
    daysAgo: 1,
    label: 'Software subscriptions',
    cards: 12,
    department: 'IT',
  },
]

const firstnames = ['Mei', 'Arun', 'Siti', 'Daniel', 'Hui', 'Farah', 'Ravi', 'Grace'] as const
const surnames = ['Lee', 'Nair', 'Ismail', 'Wong', 'Teo', 'Singh', 'Ong'] as const

/** An offset for the seeds, as explained in random.ts. */
const SEED_OFFSET = 47_000_003

/** Inserts the orders. The same code as for any other order inserts them, with the clock set back. */
export async function insertDemoOrders(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  userIds: ReadonlyMap<string, number>,
  midnight: Date,
): Promise<void> {
  const campaign = demoCampaigns.find(({ virtual, ownerId }) => virtual && ownerId === VOYAGER)
  if (!campaign) throw new Error('the demo programme has no virtual campaign')
  for (const [index, order] of orders.entries()) {
    const random = createRandom(index + SEED_OFFSET)
    const orderedAt = new Date(midnight.getTime() - order.daysAgo * DAY_MS + 3 * HOUR_MS)
    const rows = Array.from({ length: order.cards }, (_, at) => ({
      fields: {
        customerReference: `${firstnames[at % firstnames.length]} ${surnames[at % surnames.length]} ${at + 1}`,
        cardLabel: order.label,
        notificationNumber: `+65 8${String(random.integer(0, 9_999_999)).padStart(7, '0')}`,
        expiryDate: '',
        tagName: 'department',
        tagValue: order.department,
      },
      // From 20.00 to 300.00, in steps of 10.00.
      loadCents: cents(random.integer(2, 30) * 1_000),
      feeCents: cents(0),
    }))
    const fingerprintRows = rows.map(({ fields, loadCents, feeCents }) => [
      ...Object.values(fields),
      loadCents,
      feeCents,
    ])
    const id = await insertOrder(db, {
      ownerId: VOYAGER,
      kind: 'virtual',
      campaignId: campaign.id,
      quotationNumber: '',
      plasticId: '',
      designId: '',
      originalName: order.originalName,
      fingerprint: orderFingerprint(secrets, 'virtual', campaign.id, fingerprintRows),
      duplicateReason: null,
      amountCents: sumCents(rows.map(({ loadCents }) => loadCents)),
      feeCents: cents(0),
      issueFeeCents: cents(campaign.issueFeeCents),
      orderedBy: userIds.get(order.maker) ?? 0,
      orderedAt,
      rows,
    })
    if (order.rejectReason === undefined) continue
    const rejectedAt = new Date(orderedAt.getTime() + 4 * HOUR_MS)
    await sql`
      UPDATE card_order SET rejected_by = ${userIds.get('amir')}, rejected_at = ${rejectedAt},
        reject_reason = ${order.rejectReason} WHERE id = ${id}`.execute(db)
    await sql`UPDATE card_order_row SET state = 'cancelled' WHERE order_id = ${id}`.execute(db)
  }
}
