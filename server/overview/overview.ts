// The home page: what waits for this user. Each section needs its permission.
import { m } from '#words/messages.js'
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import { foreseenToWords, runToWords } from '#domain/batch/words.ts'
import { fundsFor } from '#domain/funding.ts'
import { cents } from '#domain/money.ts'
import { cardsToWords, issueToWords } from '#domain/order/words.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS } from '#domain/dates.ts'
import { fundingAccount } from '#server/ledger/funding.ts'
import type { Handler } from '#server/operations/context.ts'
import { instantToApi, moneyToApi } from '#server/operations/to-api.ts'
import {
  RECENT_EVENTS,
  type BatchEvent,
  batchesToDecide,
  currencyOf,
  loadsByDay,
  ownBatchesByState,
  recentBatchEvents,
  type Viewed,
} from './queries.ts'
import {
  filesWaiting,
  type OrderEvent,
  ordersPlaced,
  ordersToDecide,
  ownOrdersByState,
  recentOrderEvents,
} from './order-queries.ts'

const VOLUME_DAYS = 14

export const overview: Handler<'overview'> = async (context) => {
  const { db, viewer, client } = context
  const may = (...any: Permission[]) => any.some((permission) => hasPermission(viewer.permissions, permission))
  const today = instantToDate(context.now(), client.timeZone)
  const seen: Viewed = {
    ownerId: viewer.ownerId,
    campaignIds: viewer.campaignIds,
    userId: viewer.userId,
    timeZone: client.timeZone,
    since: addDays(today, -MAX_SEARCH_DAYS),
    seesAll: may('Batch.approve', 'Report.read'),
  }
  const toDecide = may('Batch.approve') ? await batchesToDecide(db, seen) : undefined
  const own = may('Batch.load', 'Batch.redeem') ? await ownBatchesByState(db, seen) : undefined
  const volume = may('Batch.load', 'Batch.approve', 'Report.read')
    ? await loadsByDay(db, seen, addDays(today, 1 - VOLUME_DAYS), today)
    : undefined
  const events = may('Batch.load', 'Batch.redeem', 'Batch.approve', 'Report.read')
    ? await recentBatchEvents(db, seen)
    : []
  const ordersWaiting = may('Card.approve') ? await ordersToDecide(db, seen) : undefined
  const placed = may('Card.approve') ? await ordersPlaced(db, seen, context.now()) : undefined
  const files = may('Card.produce') ? await filesWaiting(db, seen) : undefined
  const ownOrders = may('Card.write', 'Card.order') ? await ownOrdersByState(db, seen, context.now()) : undefined
  const orderEvents = may('Card.write', 'Card.order', 'Card.approve', 'Report.read')
    ? await recentOrderEvents(db, { ...seen, seesAll: may('Card.approve', 'Report.read') })
    : []
  const currency = await currencyOf(db, viewer.ownerId)
  const funds = may('Batch.load', 'Batch.approve', 'Card.write', 'Card.order', 'Card.approve')
    ? fundsFor(await fundingAccount(db, viewer.ownerId, currency), context.now())
    : undefined
  return {
    ...(funds && {
      fundingAccount: { balance: moneyToApi(funds.balanceCents), reserved: moneyToApi(funds.reservedCents) },
    }),
    ...(toDecide && {
      batchesToApprove: {
        count: toDecide.count,
        amount: moneyToApi(toDecide.amount_cents),
        oldestUploadedAt: instantToApi(toDecide.oldest),
      },
    }),
    ...(own && { ownBatches: own }),
    ...(ordersWaiting && {
      ordersToApprove: {
        count: ordersWaiting.count,
        cards: ordersWaiting.cards,
        amount: moneyToApi(ordersWaiting.amount_cents),
        oldestOrderedAt: instantToApi(ordersWaiting.oldest),
      },
    }),
    ...(placed && {
      physicalOrders: {
        count: placed.count,
        cards: placed.cards,
        amount: moneyToApi(placed.amount_cents),
        firstFinalAt: instantToApi(placed.first_final),
      },
    }),
    ...(files && {
      producerFiles: { count: files.count, cards: files.cards, oldestReadyAt: instantToApi(files.oldest) },
    }),
    ...(ownOrders && { ownOrders }),
    ...(volume && {
      loadVolume: volume.map((day) => ({
        date: day.date,
        amount: moneyToApi(day.amount_cents),
        count: day.count,
      })),
    }),
    recentActivity: latest([
      ...events.map((event) => ({
        ...eventFields(event),
        what: eventToWords(event),
        batchLoadFileID: String(event.id),
        ...(event.event === 'checked' && { isForeseen: true }),
      })),
      ...orderEvents.map((event) => ({
        ...eventFields(event),
        what: orderEventToWords(event),
        batchLoadFileID: null,
        orderId: String(event.id),
        orderKind: event.kind,
        isOwnOrder: event.is_own,
      })),
    ]),
    currency,
  }
}

const eventFields = ({ at, who }: { readonly at: Date; readonly who: string | null }) => ({
  at: at.toISOString(),
  who: who ?? m.common_system(),
})

/** The newest events of both lists, up to the maximum of one list. */
const latest = <Event extends { readonly at: string }>(events: readonly Event[]): Event[] =>
  [...events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, RECENT_EVENTS)

/**
 * 'Approved order 7 (12 virtual cards)'. Issued orders include the result: 'Issued order 7: 10 issued, 2 not issued'.
 */
function orderEventToWords({ event, id, kind, row_count, issued_count, failed_count }: OrderEvent): string {
  if (event === 'fetched') return m.home_orderFetched({ id, cards: cardsToWords(issued_count, kind) })
  if (event !== 'issued') return orderWords[event](id, cardsToWords(row_count, kind))
  const isToBeMade = kind === 'physical' && issued_count > 0
  const result = issueToWords(issued_count, failed_count, isToBeMade)
  return isToBeMade ? m.home_orderReady({ id, result }) : m.home_orderReady({ id, result })
}

const orderWords = {
  submitted: (id: number, cards: string) => m.home_orderSubmitted({ id, cards }),
  approved: (id: number, cards: string) => m.home_orderApproved({ id, cards }),
  rejected: (id: number, cards: string) => m.home_orderRejected({ id, cards }),
  cancelled: (id: number, cards: string) => m.home_orderCancelled({ id, cards }),
} as const

/** 'Approved March'. A run includes its result: 'Processed March: 4,810 loaded, 2 failed'. */
function eventToWords(batch: BatchEvent): string {
  const { event, kind, reference, row_count, loaded_count } = batch
  if (event === 'checked') {
    const { preflight_failing: failing, preflight_short_cents: short, currency } = batch
    const foreseen = { type: kind, rowCount: row_count, failing: failing ?? 0, shortCents: cents(short ?? 0), currency }
    return m.home_batchChecked({ reference, foreseen: foreseenToWords(foreseen) })
  }
  if (event === 'processed')
    return m.home_batchProcessed({ reference, result: runToWords(kind, row_count, loaded_count) })
  return batchWords[event](reference)
}

const batchWords = {
  uploaded: (reference: string) => m.home_batchUploaded({ reference }),
  approved: (reference: string) => m.home_batchApproved({ reference }),
  rejected: (reference: string) => m.home_batchRejected({ reference }),
  withdrawn: (reference: string) => m.home_batchWithdrawn({ reference }),
  closed: (reference: string) => m.home_batchClosed({ reference }),
} as const
