// The demo programme's owners, campaigns, fees and other small tables (contract "Demo programme").
import type { Db } from '#server/context.ts'
import { sql } from 'kysely'
import { BATCH_LOAD_FEE, CARD_ISSUE_FEE, FOREX_FEE } from '#server/ledger/fee-types.ts'

export interface DemoCampaign {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly ica: string
  readonly virtual: boolean
  /** 0 where the campaign asks for no PIN. */
  readonly pinLength: number
  readonly kycRequired: boolean
  readonly loadMinCents: number
  readonly loadMaxCents: number
  readonly voucherMaxCents: number
  /** Fee type 14: what one row of a batch load costs. */
  readonly batchFeeCents: number
  /** Fee type 5: what each card that is issued costs its owner. */
  readonly issueFeeCents: number
  /** How long a new card is valid. */
  readonly validityMonths: number
}

/** The first digits of all demo cards: no issuer has them. */
export const DEMO_PREFIX = '900001'

export const VOYAGER = 3
export const HARBOUR = 1

/** Its own number for each account, from the owner's first one on. */
export const ownerAccountKinds = ['funding', 'fee', 'settlement', 'float'] as const

export const demoOwners = [
  { id: VOYAGER, name: 'Voyager', currency: 'SGD', symbol: 'S$', firstAccountId: 1 },
  { id: HARBOUR, name: 'Harbour', currency: 'SGD', symbol: 'S$', firstAccountId: 5 },
] as const

export function ownerAccountId(ownerId: number, kind: (typeof ownerAccountKinds)[number]): number {
  const first = demoOwners.find((owner) => owner.id === ownerId)?.firstAccountId ?? 0
  return first + ownerAccountKinds.indexOf(kind)
}

export const demoCampaigns: readonly DemoCampaign[] = [
  campaign(1, VOYAGER, 'Voyager Travel Card', '4101', { batchFeeCents: 50 }),
  campaign(2, VOYAGER, 'Voyager Corporate Card', '4102', { pinLength: 6, kycRequired: true, batchFeeCents: 75, loadMaxCents: 1_000_000, voucherMaxCents: 2_500_000 }), // prettier-ignore
  campaign(3, VOYAGER, 'Voyager Virtual Card', '4103', { virtual: true, validityMonths: 24, loadMaxCents: 200_000, voucherMaxCents: 400_000, issueFeeCents: 100 }), // prettier-ignore
  campaign(4, VOYAGER, 'Voyager Gift Card', '4104', { loadMinCents: 500, loadMaxCents: 50_000, voucherMaxCents: 100_000, batchFeeCents: 25 }), // prettier-ignore
  campaign(5, HARBOUR, 'Harbour Staff Card', '4201', { batchFeeCents: 40 }),
]

function campaign(id: number, ownerId: number, name: string, ica: string, own: Partial<DemoCampaign>): DemoCampaign {
  return {
    id,
    ownerId,
    name,
    ica,
    virtual: false,
    pinLength: 0,
    kycRequired: false,
    loadMinCents: 100,
    loadMaxCents: 500_000,
    voucherMaxCents: 1_000_000,
    batchFeeCents: 0,
    issueFeeCents: 0,
    validityMonths: 36,
    ...own,
  }
}

const feeTypes = [
  [1, 'Card Replacement Fee', 1_000],
  [2, 'Monthly Maintenance Fee', 150],
  [3, 'Balance Enquiry Fee', 50],
  [4, 'Cash Withdrawal Fee', 300],
  [CARD_ISSUE_FEE, 'Card Issue Fee', 100],
  [FOREX_FEE, 'Foreign Exchange Fee', 100],
  [BATCH_LOAD_FEE, 'Batch Load Fee', 50],
] as const

const stopReasons = [
  [1, 'Lost'],
  [2, 'Stolen'],
  [3, 'Damaged'],
  [4, 'Suspected fraud'],
  [5, 'Requested by cardholder'],
] as const

export const cardTags = ['bookingId', 'department', 'tripName'] as const

export async function insertProgramme(db: Db): Promise<void> {
  for (const owner of demoOwners) {
    await db.insertInto('owner').values({ id: owner.id, name: owner.name }).execute()
    await db
      .insertInto('programme')
      .values({ owner_id: owner.id, currency: owner.currency, symbol: owner.symbol })
      .execute()
    await db
      .insertInto('account')
      .values(
        ownerAccountKinds.map((kind, index) => ({
          id: owner.firstAccountId + index,
          owner_id: owner.id,
          currency: owner.currency,
          kind,
          allow_negative: kind === 'float',
        })),
      )
      .execute()
    await db
      .insertInto('card_tag')
      .values(cardTags.map((name) => ({ owner_id: owner.id, name })))
      .execute()
  }
  await db
    .insertInto('fee_type')
    .values(feeTypes.map(([id, name, charge]) => ({ id, name, charge_cents: charge })))
    .execute()
  await db
    .insertInto('stop_reason')
    .values(stopReasons.map(([id, short]) => ({ id, short })))
    .execute()
  await db
    .insertInto('campaign')
    .values(
      demoCampaigns.map((one) => ({
        id: one.id,
        owner_id: one.ownerId,
        name: one.name,
        currency: 'SGD',
        symbol: 'S$',
        ica: one.ica,
        virtual: one.virtual,
        requires_pin: one.pinLength > 0,
        pin_length: one.pinLength,
        kyc_required: one.kycRequired,
        load_min_cents: one.loadMinCents,
        load_max_cents: one.loadMaxCents,
        voucher_max_cents: one.voucherMaxCents,
        card_prefix: DEMO_PREFIX,
        validity_months: one.validityMonths,
      })),
    )
    .execute()
  await db
    .insertInto('campaign_fee')
    .values(
      demoCampaigns.flatMap((one) => [
        { campaign_id: one.id, fee_type_id: 2, charge_cents: 150 },
        { campaign_id: one.id, fee_type_id: 5, charge_cents: one.issueFeeCents },
        { campaign_id: one.id, fee_type_id: 14, charge_cents: one.batchFeeCents },
      ]),
    )
    .execute()
}

/** After rows with ids of their own: the next id comes after them. */
export async function moveSequences(db: Db, tables: readonly ('campaign' | 'card' | 'account')[]): Promise<void> {
  for (const table of tables) {
    const last = sql`SELECT coalesce(max(id), 1) FROM ${sql.table(table)}`
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (${last}))`.execute(db)
  }
}
