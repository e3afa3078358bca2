// The home page's figures: what waits for this user. Each part only with its permission (contract "Beyond the specification").
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS } from '#domain/dates.ts'
import { cents, centsToWire } from '#domain/money.ts'
import type { Handler } from '#server/context.ts'
import {
  batchesToDecide,
  currencyOf,
  loadsByDay,
  ownBatchesByState,
  recentBatchEvents,
  type Viewed,
} from './queries.ts'

const VOLUME_DAYS = 14

export const overview: Handler<'overview'> = async (context) => {
  const { db, viewer, client } = context
  const may = (...any: Permission[]) => any.some((permission) => hasPermission(viewer.permissions, permission))
  const today = instantToDate(context.now(), client.timeZone)
  const seen: Viewed = {
    ownerId: viewer.ownerId,
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
  return {
    ...(toDecide && {
      batchesToApprove: {
        count: toDecide.count,
        amount: centsToWire(cents(toDecide.amount_cents)),
        oldestUploadedAt: toDecide.oldest?.toISOString() ?? null,
      },
    }),
    ...(own && { ownBatches: own }),
    ...(volume && {
      loadVolume: volume.map((day) => ({
        date: day.date,
        amount: centsToWire(cents(day.amount_cents)),
        count: day.count,
      })),
    }),
    recentActivity: events.map((event) => ({
      at: event.at.toISOString(),
      who: event.who,
      what: event.what,
      batchLoadFileID: String(event.id),
    })),
    currency: await currencyOf(db, viewer.ownerId),
  }
}
