// The viewer's campaigns: the options for an order, and the rules for its rows.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type OrderableCampaign, campaignTypeRefusal, closedCampaignRefusal } from '#domain/order/campaign-rules.ts'
import type { OrderType } from '#domain/order/types.ts'
import {
  type Db,
  type Handler,
  refuse,
  type Refusal,
  type SessionContext,
  checkRule,
} from '#server/operations/context.ts'
import { CARD_ISSUE_FEE } from '#server/ledger/fee-types.ts'
import { campaignsInScope, type Scope } from '#server/operations/scope.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'

/** The number of leading digits that a masked card number shows. These digits of a prefix are no secret. */
const VISIBLE_DIGITS = 6

export const getCampaigns: Handler<'getCampaigns'> = async ({ db, viewer }) => {
  const { rows } = await sql<{
    id: number
    name: string
    symbol: string
    currency: string
    ica: string
    virtual: boolean
    closed: boolean
    card_prefix: string | null
  }>`
    SELECT c.id, c.name, c.symbol, c.currency, c.ica, c.virtual, c.closed_at IS NOT NULL AS closed, c.card_prefix FROM campaign c
    WHERE ${campaignsInScope(viewer, 'c')} ORDER BY c.name, c.id
  `.execute(db)
  return {
    campaigns: rows.map((row) => ({
      CampaignID: String(row.id),
      CampaignName: row.name,
      CampaignCurrencySymbol: row.symbol,
      CampaignCurrency: row.currency,
      CampaignCardICA: row.ica,
      VIRTUAL: row.virtual,
      CLOSED: row.closed,
      ...(row.card_prefix !== null && { CARDPREFIX: row.card_prefix.slice(0, VISIBLE_DIGITS) }),
    })),
    // Without a list of ids, the viewer has all campaigns.
    ...(viewer.campaignIds !== undefined && { LIMITED: true }),
  }
}

export const getCampaignFees: Handler<'getCampaignFees'> = async ({ db, viewer }, { campaignID }) => {
  // The result has one row with nulls for a campaign without fees, and no row if there is no such campaign.
  const { rows } = await sql<{ fee_type_id: number | null; charge_cents: number | null }>`
    SELECT f.fee_type_id, f.charge_cents FROM campaign c LEFT JOIN campaign_fee f ON f.campaign_id = c.id
    WHERE ${campaignsInScope(viewer, 'c')} AND c.id = ${campaignID} ORDER BY f.fee_type_id
  `.execute(db)
  if (rows.length === 0) return refuse(codes.notFound, m.common_thereIsNoSuchCampaign)
  const fees = []
  for (const { fee_type_id: feeTypeId, charge_cents: chargeCents } of rows) {
    if (feeTypeId === null || chargeCents === null) continue
    fees.push({
      CAMPAIGNID: campaignID,
      TRANSACTIONFEETYPEID: feeTypeId,
      CAMPAIGNTRANSACTIONFEECHARGE: moneyToApi(chargeCents),
    })
  }
  return { fees }
}

export interface OrderCampaign extends OrderableCampaign {
  readonly id: number
  /** The currency code: 'SGD'. */
  readonly currency: string
  /** The fee for each issued card. 0 if the campaign charges none. */
  readonly issueFeeCents: Cents
}

/** Undefined if the scope has no campaign with this id. */
export const findOrderCampaign = async (db: Db, scope: Scope, id: number): Promise<OrderCampaign | undefined> =>
  (await findOrderCampaigns(db, scope, [id])).get(id)

/** The campaigns with these ids, by id. Campaigns outside the scope are left out. */
export async function findOrderCampaigns(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OrderCampaign>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    name: string
    currency: string
    symbol: string
    virtual: boolean
    closed: boolean
    kyc_required: boolean
    load_min_cents: number
    load_max_cents: number
    voucher_max_cents: number
    fee_cents: number
  }>`
    SELECT c.id, c.name, c.currency, c.symbol, c.virtual, c.closed_at IS NOT NULL AS closed, c.kyc_required,
           c.load_min_cents, c.load_max_cents, c.voucher_max_cents, coalesce(f.charge_cents, 0) AS fee_cents
    FROM campaign c LEFT JOIN campaign_fee f ON f.campaign_id = c.id AND f.fee_type_id = ${CARD_ISSUE_FEE}
    WHERE ${campaignsInScope(scope, 'c')} AND c.id = ANY (${ids}::bigint[])
  `.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        currency: row.currency,
        symbol: row.symbol,
        isVirtual: row.virtual,
        isClosed: row.closed,
        kycRequired: row.kyc_required,
        loadMinCents: cents(row.load_min_cents),
        loadMaxCents: cents(row.load_max_cents),
        voucherMaxCents: cents(row.voucher_max_cents),
        issueFeeCents: cents(row.fee_cents),
      },
    ]),
  )
}

/**
 * Refuses a campaign that does not exist, is closed, or has cards of the other type. `parameter` has the campaign's id
 * as sent, and the path of the parameter for the refusal.
 */
export async function findCampaignForOrder(
  { db, viewer }: SessionContext,
  type: OrderType,
  parameter: { readonly id: string; readonly path: string },
): Promise<OrderCampaign | Refusal> {
  const campaign = await findOrderCampaign(db, viewer, Number(parameter.id))
  if (!campaign) return refuse(codes.notFound, m.common_thereIsNoSuchCampaign)
  const closedRefusal = checkRule(codes.refusedState, () => closedCampaignRefusal(campaign))
  if (closedRefusal) return closedRefusal
  const typeRefusal = checkParameter(parameter.path, () => campaignTypeRefusal(type, campaign))
  return typeRefusal ?? campaign
}
