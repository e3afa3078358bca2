// The forecast of the funding account and its threshold of low funds. Rules: docs/rules/funding.md, "Low funds".
import { sql } from 'kysely'
import {
  type Forecast,
  forecastFunds,
  type ForecastStep,
  shortageToApi,
  thresholdRefusal,
} from '#domain/funding/forecast.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/types.ts'
import { money } from '#server/audit/audit-fields.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import type { Db, Handler } from '#server/operations/context.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { toCents } from './amounts.ts'
import { readCurrency } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

/** The maximum number of listed items, more than any user reads. The items that run first are listed. */
const MAX_ITEMS = 200

export interface ForecastOfOwner extends Forecast {
  readonly currency: string
  readonly thresholdCents: Cents | undefined
}

interface ForecastTarget {
  readonly ownerId: number
  readonly now: number
  /** The time zone in which days are counted. */
  readonly timeZone: string
}

export async function readForecast(db: Db, { ownerId, now, timeZone }: ForecastTarget): Promise<ForecastOfOwner> {
  const programme = await db
    .selectFrom('programme')
    .leftJoin('funding_watch', 'funding_watch.owner_id', 'programme.owner_id')
    .select(['programme.currency', 'funding_watch.threshold_cents'])
    .where('programme.owner_id', '=', ownerId)
    .executeTakeFirst()
  // A new database has no programme before its first set-up.
  const currency = programme?.currency ?? ''
  const storedThreshold = programme?.threshold_cents ?? undefined
  const thresholdCents = storedThreshold === undefined ? undefined : cents(storedThreshold)
  const account = await readFundingAccount(db, ownerId, currency)
  const toDay = (instant: number) => instantToDate(instant, timeZone)
  return { currency, thresholdCents, ...forecastFunds(account, { thresholdCents, now, toDay }) }
}

export const fundingForecast: Handler<'fundingForecast'> = async (context) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer, client, now } = context
  const { currency, thresholdCents, availableCents, isLow, shortage, steps } = await readForecast(db, {
    ownerId: viewer.ownerId,
    now: now(),
    timeZone: client.timeZone,
  })
  const listedSteps = steps.slice(0, MAX_ITEMS)
  const items = await findItems(db, listedSteps)
  return {
    currency,
    threshold: thresholdCents === undefined ? null : moneyToApi(thresholdCents),
    available: moneyToApi(availableCents),
    isLow,
    shortage: shortage ? shortageToApi(shortage) : null,
    items: listedSteps.map((step) => ({
      ...stepToNames(step, items),
      runsAt: step.runsAt === undefined ? null : new Date(step.runsAt).toISOString(),
      amount: moneyToApi(step.cents),
      balance: moneyToApi(step.balanceCents),
    })),
    total: steps.length,
  }
}

export const setFundingThreshold: Handler<'setFundingThreshold'> = async (context, { threshold }) => {
  const viewerRefusal = refuseLimitedViewer(context)
  if (viewerRefusal) return viewerRefusal
  const refusal = threshold === null ? undefined : checkParameter('threshold', () => thresholdRefusal(threshold))
  if (refusal) return refusal
  const { db, viewer } = context
  const currency = await readCurrency(db, viewer.ownerId)
  const newCents = threshold === null ? null : toCents(threshold)
  await db
    .insertInto('funding_watch')
    .values({ owner_id: viewer.ownerId, currency, threshold_cents: null })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute()
  const { threshold_cents: previousCents } = await db
    .selectFrom('funding_watch')
    .select('threshold_cents')
    .where('owner_id', '=', viewer.ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('funding_watch')
    .set({ threshold_cents: newCents })
    .where('owner_id', '=', viewer.ownerId)
    .execute()
  const toValue = (amount: number | null) => (amount === null ? null : money(amount, currency))
  context.recordChange({
    before: { fundingThreshold: toValue(previousCents) },
    after: { fundingThreshold: toValue(newCents) },
  })
  return {}
}

/** A batch or an order in the forecast. */
interface Item {
  readonly kind: ForecastStep['kind']
  readonly id: number
  /** The reference of the batch, or the campaign of the order. */
  readonly name: string
  /** Null for a batch. */
  readonly order_kind: OrderType | null
}

/** The batches and orders of the steps. A key is the kind and the id: 'batch 43'. */
async function findItems(db: Db, steps: readonly ForecastStep[]): Promise<ReadonlyMap<string, Item>> {
  const idsOf = (kind: ForecastStep['kind']) => steps.filter((step) => step.kind === kind).map(({ id }) => id)
  const { rows } = await sql<Item>`
    SELECT 'batch' AS kind, id, reference AS name, NULL AS order_kind FROM batch_file
    WHERE id = ANY (${idsOf('batch')}::bigint[])
    UNION ALL
    SELECT 'order', o.id, c.name, o.kind FROM card_order o JOIN campaign c ON c.id = o.campaign_id
    WHERE o.id = ANY (${idsOf('order')}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
}

function stepToNames({ kind, id }: ForecastStep, items: ReadonlyMap<string, Item>) {
  const item = items.get(`${kind} ${id}`)
  const reference = item?.name ?? ''
  if (kind === 'batch') return { reference, batchId: String(id) }
  return { reference, orderId: String(id), ...(item?.order_kind && { orderKind: item.order_kind }) }
}
