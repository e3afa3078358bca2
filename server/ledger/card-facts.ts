// Converts database rows to the facts about cards that the checks need. Shared by verification, upload and posting.
import { sql } from 'kysely'
import type { CardToValidate } from '#domain/batch/load-validation.ts'
import type { CardFacts } from '#domain/batch/load-checks.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { BATCH_LOAD_FEE } from './fee-types.ts'

/** The columns that every query for card facts selects. All are null if the card does not exist. */
export interface CardFactsRow {
  readonly card_id: number | null
  readonly campaign_id: number | null
  readonly active: boolean | null
  readonly stopped: boolean | null
  readonly retired: boolean | null
  readonly expired: boolean | null
  readonly kyc_passed: boolean | null
  readonly balance_cents: number | null
  readonly held_cents: number | null
}

/** The load rules of a campaign. Amounts are in minor units. */
export interface CampaignRules {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly kycRequired: boolean
  readonly loadMinCents: Cents
  readonly loadMaxCents: Cents
  readonly voucherMaxCents: Cents
  /** The charge of fee type 14. 0 if the campaign has none. */
  readonly batchFeeCents: Cents
}

/**
 * The owner's campaigns by id. An owner has few campaigns, so they are read separately. Otherwise the query for 5,000
 * cards would repeat their columns in each row.
 */
export async function readCampaignRules(db: Db, ownerId: number): Promise<ReadonlyMap<number, CampaignRules>> {
  const { rows } = await sql<{
    id: number
    name: string
    currency: string
    kyc_required: boolean
    load_min_cents: number
    load_max_cents: number
    voucher_max_cents: number
    fee_cents: number | null
  }>`
    SELECT c.id, c.name, c.currency, c.kyc_required, c.load_min_cents, c.load_max_cents, c.voucher_max_cents,
           f.charge_cents AS fee_cents
    FROM campaign c LEFT JOIN campaign_fee f ON f.campaign_id = c.id AND f.fee_type_id = ${BATCH_LOAD_FEE}
    WHERE c.owner_id = ${ownerId}
  `.execute(db)
  const campaigns = rows.map((row): CampaignRules => ({
    id: row.id,
    name: row.name,
    currency: row.currency,
    kycRequired: row.kyc_required,
    loadMinCents: cents(row.load_min_cents),
    loadMaxCents: cents(row.load_max_cents),
    voucherMaxCents: cents(row.voucher_max_cents),
    batchFeeCents: cents(row.fee_cents ?? 0),
  }))
  return new Map(campaigns.map((campaign) => [campaign.id, campaign]))
}

/** Converts a row to the form that the domain's checks read. */
export function rowToCardFacts(
  row: CardFactsRow | undefined,
  campaigns: ReadonlyMap<number, CampaignRules>,
): CardFacts {
  if (!row || row.campaign_id === null) return UNKNOWN_CARD
  const campaign = campaigns.get(row.campaign_id)
  if (!campaign) return UNKNOWN_CARD
  const isIdentified = !campaign.kycRequired || row.kyc_passed === true
  return {
    exists: true,
    active: row.active === true,
    stopped: row.stopped === true,
    retired: row.retired === true,
    expired: row.expired === true,
    isIdentified,
    balanceCents: (row.balance_cents ?? 0) as Cents,
    loadMinCents: campaign.loadMinCents,
    loadMaxCents: campaign.loadMaxCents,
    voucherMaxCents: campaign.voucherMaxCents,
  }
}

/**
 * A row's card in the form that the checks read. If the row has no card, the facts are those of an unknown card, and
 * the key is `keyWithoutCard`. This key must be different for each row.
 */
export const rowToCard = (
  row: CardFactsRow | undefined,
  campaigns: ReadonlyMap<number, CampaignRules>,
  keyWithoutCard: string,
): CardToValidate => ({
  key: row?.card_id ?? keyWithoutCard,
  facts: rowToCardFacts(row, campaigns),
  heldCents: cents(row?.held_cents ?? 0),
})

const NO_AMOUNT = 0 as Cents
export const UNKNOWN_CARD: CardFacts = {
  exists: false,
  active: false,
  stopped: false,
  retired: false,
  expired: false,
  isIdentified: false,
  balanceCents: NO_AMOUNT,
  loadMinCents: NO_AMOUNT,
  loadMaxCents: NO_AMOUNT,
  voucherMaxCents: NO_AMOUNT,
}
