// The home page: what this user has to do, and what happened recently. Each section needs its permission.
import { m } from '#words/messages.js'
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import { forecastToText, runResultToText } from '#domain/batch/words.ts'
import { shortageToApi } from '#domain/funding/forecast.ts'
import { readForecast } from '#server/funding/forecast.ts'
import { cents } from '#domain/money.ts'
import { cardCountToText, issueResultToText } from '#domain/order/words.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS } from '#domain/dates.ts'
import type { Handler } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { feedDifferencesQuery, feedFilesQuery, unappliedEventsQuery } from './feed-queries.ts'
import { paymentsToConfirmQuery } from './funding-queries.ts'
import {
  RECENT_EVENTS,
  type BatchesToDecide,
  type BatchEvent,
  batchesToDecideQuery,
  batchEventsQuery,
  blockedBatchesQuery,
  currencyQuery,
  loadsByDayQuery,
  ownBatchesQuery,
  type OverviewFilter,
} from './queries.ts'
import {
  type OrderEvent,
  blockedOrdersQuery,
  cancellableOrdersQuery,
  groupsToStateCounts,
  orderEventsQuery,
  ordersToDecideQuery,
  ownOrdersQuery,
  waitingFilesQuery,
} from './order-queries.ts'
import { readSections, sectionTimeToApi } from './sections.ts'

const VOLUME_DAYS = 14

export const overview: Handler<'overview'> = async (context) => {
  const { db, viewer, client } = context
  const hasAny = (...permissions: Permission[]) =>
    permissions.some((permission) => hasPermission(viewer.permissions, permission))
  const makesBatches = hasAny('Batch.load', 'Batch.redeem')
  const approvesBatches = hasAny('Batch.approve')
  const seesAllBatches = hasAny('Batch.approve', 'Report.read')
  const seesVolume = hasAny('Batch.load', 'Batch.approve', 'Report.read')
  const makesOrders = hasAny('Card.write', 'Card.order')
  const approvesOrders = hasAny('Card.approve')
  const seesAllOrders = hasAny('Card.approve', 'Report.read')
  const seesFunds = hasAny('Batch.load', 'Batch.approve', 'Card.write', 'Card.order', 'Card.approve', 'Funding.read')
  const handlesFeed = hasAny('Feed.write')
  const isAdministrator = hasAny('User.write')
  const seesAllCampaigns = viewer.campaignIds === undefined
  const now = context.now()
  const today = instantToDate(now, client.timeZone)
  const overviewFilter: OverviewFilter = {
    ownerId: viewer.ownerId,
    campaignIds: viewer.campaignIds,
    userId: viewer.userId,
    timeZone: client.timeZone,
    since: addDays(today, -MAX_SEARCH_DAYS),
    seesAll: seesAllBatches,
  }
  const seesBatchEvents = makesBatches || seesAllBatches
  const seesOrderEvents = makesOrders || seesAllOrders
  // Administrators see all blocked batches and orders, because they can change who signs.
  const seesAllBlockedBatches = seesAllBatches || isAdministrator
  const seesAllBlockedOrders = approvesOrders || isAdministrator
  const seesBlockedBatches = makesBatches || seesAllBlockedBatches
  const seesBlockedOrders = makesOrders || seesAllBlockedOrders
  // The last of VOLUME_DAYS days is today.
  const firstVolumeDay = addDays(today, 1 - VOLUME_DAYS)
  const sections = await readSections(db, {
    batchesToDecide: approvesBatches && batchesToDecideQuery(overviewFilter),
    ownBatches: makesBatches && ownBatchesQuery(overviewFilter),
    loadsByDay: seesVolume && loadsByDayQuery(overviewFilter, firstVolumeDay, today),
    batchEvents: seesBatchEvents && batchEventsQuery(overviewFilter),
    blockedBatches: seesBlockedBatches && blockedBatchesQuery({ ...overviewFilter, seesAll: seesAllBlockedBatches }),
    virtualToDecide: approvesOrders && ordersToDecideQuery(overviewFilter, 'virtual'),
    physicalToDecide: approvesOrders && ordersToDecideQuery(overviewFilter, 'physical'),
    cancellableOrders: approvesOrders && cancellableOrdersQuery(overviewFilter, now),
    ownOrders: makesOrders && ownOrdersQuery(overviewFilter, now),
    orderEvents: seesOrderEvents && orderEventsQuery({ ...overviewFilter, seesAll: seesAllOrders }),
    blockedOrders: seesBlockedOrders && blockedOrdersQuery({ ...overviewFilter, seesAll: seesAllBlockedOrders }),
    paymentsToConfirm: hasAny('Funding.confirm') && paymentsToConfirmQuery(overviewFilter),
    feedDifferences: handlesFeed && feedDifferencesQuery(overviewFilter),
    feedFiles: handlesFeed && seesAllCampaigns && feedFilesQuery(viewer),
    unappliedEvents: handlesFeed && unappliedEventsQuery(overviewFilter),
    waitingFiles: hasAny('Card.produce') && waitingFilesQuery(overviewFilter),
    currency: currencyQuery(viewer.ownerId),
  })
  const funds = seesFunds
    ? await readForecast(db, { ownerId: viewer.ownerId, now, timeZone: client.timeZone })
    : undefined
  const { batchesToDecide, loadsByDay, batchEvents = [], ownOrders, orderEvents = [] } = sections
  const [ownBatches] = sections.ownBatches ?? []
  const [virtualToDecide] = sections.virtualToDecide ?? []
  const [physicalToDecide] = sections.physicalToDecide ?? []
  const [cancellableOrders] = sections.cancellableOrders ?? []
  const [paymentsToConfirm] = sections.paymentsToConfirm ?? []
  const [feedDifferences] = sections.feedDifferences ?? []
  const [feedFiles] = sections.feedFiles ?? []
  const [unappliedEvents] = sections.unappliedEvents ?? []
  const [waitingFiles] = sections.waitingFiles ?? []
  const blockedBatches = sections.blockedBatches?.[0]?.count ?? 0
  const blockedOrders = sections.blockedOrders?.[0]?.count ?? 0
  const hasBlocked = blockedBatches + blockedOrders > 0
  return {
    ...(funds && {
      fundingAccount: {
        balance: moneyToApi(funds.balanceCents),
        reserved: moneyToApi(funds.balanceCents - funds.availableCents),
        ...(funds.shortage && { shortage: shortageToApi(funds.shortage) }),
        ...(funds.isLow && { low: moneyToApi(funds.thresholdCents ?? 0) }),
      },
    }),
    ...(batchesToDecide && {
      batchesToApprove: batchesToApproveToApi(batchesToDecide),
    }),
    ...(paymentsToConfirm && {
      paymentsToConfirm: {
        count: paymentsToConfirm.count,
        amount: moneyToApi(paymentsToConfirm.amount_cents),
        oldestRecordedAt: sectionTimeToApi(paymentsToConfirm.oldest),
      },
    }),
    ...(feedDifferences && {
      feedDifferences: { count: feedDifferences.count, oldestDay: feedDifferences.oldest },
    }),
    ...(feedFiles && {
      feedFilesToConfirm: { count: feedFiles.count, oldestUploadedAt: sectionTimeToApi(feedFiles.oldest) },
    }),
    ...(unappliedEvents && {
      unappliedEvents: { count: unappliedEvents.count, oldestFoundAt: sectionTimeToApi(unappliedEvents.oldest) },
    }),
    ...(ownBatches && { ownBatches }),
    ...(virtualToDecide && {
      ordersToApprove: {
        count: virtualToDecide.count,
        cards: virtualToDecide.cards,
        amount: moneyToApi(virtualToDecide.amount_cents),
        oldestOrderedAt: sectionTimeToApi(virtualToDecide.oldest),
      },
    }),
    ...(cancellableOrders && {
      physicalOrders: {
        count: cancellableOrders.count,
        cards: cancellableOrders.cards,
        amount: moneyToApi(cancellableOrders.amount_cents),
        firstFinalAt: sectionTimeToApi(cancellableOrders.first_final),
        toApprove: physicalToDecide?.count ?? 0,
      },
    }),
    ...(hasBlocked && { blocked: { batches: blockedBatches, orders: blockedOrders } }),
    ...(waitingFiles && {
      producerFiles: {
        count: waitingFiles.count,
        cards: waitingFiles.cards,
        oldestReadyAt: sectionTimeToApi(waitingFiles.oldest),
      },
    }),
    ...(ownOrders && { ownOrders: groupsToStateCounts(ownOrders) }),
    ...(loadsByDay && {
      loadVolume: loadsByDay.map((day) => ({
        date: day.date,
        amount: moneyToApi(day.amount_cents),
        count: day.count,
      })),
    }),
    recentActivity: takeNewest([
      ...batchEvents.map((event) => ({
        ...eventFields(event),
        what: batchEventToText(event),
        batchLoadFileID: String(event.id),
        ...(event.event === 'checked' && { isForeseen: true }),
      })),
      ...orderEvents.map((event) => ({
        ...eventFields(event),
        what: orderEventToText(event),
        batchLoadFileID: null,
        orderId: String(event.id),
        orderKind: event.kind,
        isOwnOrder: event.is_own,
      })),
    ]),
    currency: sections.currency[0]?.currency ?? '',
  }
}

/** Sums the waiting batches of all types. Each type has one row. */
function batchesToApproveToApi(batchTypes: readonly BatchesToDecide[]) {
  const totalCents = batchTypes.reduce((sum, { amount_cents: amount }) => sum + amount, 0)
  const [oldestUploadedAt = null] = batchTypes.map(({ oldest }) => sectionTimeToApi(oldest)).toSorted()
  return {
    count: batchTypes.reduce((sum, { count }) => sum + count, 0),
    amount: moneyToApi(totalCents),
    amounts: batchTypes.map(({ kind, amount_cents: amount }) => ({ type: kind, amount: moneyToApi(amount) })),
    oldestUploadedAt,
  }
}

const eventFields = ({ at, who }: { readonly at: string; readonly who: string | null }) => ({
  at: sectionTimeToApi(at),
  who: who ?? m.common_systemActor(),
})

interface WithInstant {
  readonly at: string
}

/** The newest events of both lists together, at most as many as each list can have. */
const takeNewest = <Event extends WithInstant>(events: readonly Event[]): Event[] =>
  events.toSorted(compareNewestFirst).slice(0, RECENT_EVENTS)

function compareNewestFirst(first: WithInstant, second: WithInstant): number {
  if (first.at === second.at) return 0
  return first.at < second.at ? 1 : -1
}

/**
 * 'Approved order 7 (12 virtual cards)'. Issued orders include the result: 'Issued order 7: 10 issued, 2 not issued'.
 */
function orderEventToText({ event, id, kind, row_count, issued_count, failed_count }: OrderEvent): string {
  if (event === 'fetched') return m.home_producerFileDownloaded({ id, cards: cardCountToText(issued_count, kind) })
  if (event !== 'issued') return orderEventMessages[event](id, cardCountToText(row_count, kind))
  const result = issueResultToText({
    issued: issued_count,
    failed: failed_count,
    isFileWaiting: kind === 'physical',
  })
  return m.home_orderResult({ id, result })
}

const orderEventMessages = {
  submitted: (id: number, cards: string) => m.home_orderSubmitted({ id, cards }),
  approved: (id: number, cards: string) => m.home_orderApproved({ id, cards }),
  rejected: (id: number, cards: string) => m.home_orderRejected({ id, cards }),
  cancelled: (id: number, cards: string) => m.home_orderCancelled({ id, cards }),
} as const

/** 'Approved March'. A run includes its result: 'Processed March: 4,810 loaded, 2 failed'. */
function batchEventToText(batch: BatchEvent): string {
  const { event, kind, reference, row_count, loaded_count } = batch
  if (event === 'checked') {
    const { preflight_failing: failing, preflight_short_cents: short, currency } = batch
    const shortCents = cents(short ?? 0)
    const forecast = { type: kind, rowCount: row_count, failing: failing ?? 0, shortCents, currency }
    return m.home_batchChecked({ reference, foreseen: forecastToText(forecast) })
  }
  if (event === 'processed')
    return m.home_batchProcessed({ reference, result: runResultToText(kind, row_count, loaded_count) })
  return batchEventMessages[event](reference)
}

const batchEventMessages = {
  uploaded: (reference: string) => m.home_batchUploaded({ reference }),
  approved: (reference: string) => m.home_batchApproved({ reference }),
  rejected: (reference: string) => m.home_batchRejected({ reference }),
  withdrawn: (reference: string) => m.home_batchWithdrawn({ reference }),
  closed: (reference: string) => m.home_batchClosed({ reference }),
} as const
