// The home page's figures: what waits for this user. Each part only with its permission (contract "Beyond the specification").
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import { capital, foreseenToWords, runToWords } from '#domain/batch/words.ts'
import { cents } from '#domain/money.ts'
import { addDays, instantToDate, MAX_SEARCH_DAYS } from '#domain/dates.ts'
import type { Handler } from '#server/context.ts'
import { instantToWire, moneyToWire } from '#server/to-wire.ts'
import {
  type BatchEvent,
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
        amount: moneyToWire(toDecide.amount_cents),
        oldestUploadedAt: instantToWire(toDecide.oldest),
      },
    }),
    ...(own && { ownBatches: own }),
    ...(volume && {
      loadVolume: volume.map((day) => ({
        date: day.date,
        amount: moneyToWire(day.amount_cents),
        count: day.count,
      })),
    }),
    recentActivity: events.map((event) => ({
      at: event.at.toISOString(),
      who: event.who,
      what: eventToWords(event),
      batchLoadFileID: String(event.id),
    })),
    currency: await currencyOf(db, viewer.ownerId),
  }
}

/** 'Approved March'; of a run with what came of it: 'Processed March: 4,810 loaded, 2 failed'. */
function eventToWords(batch: BatchEvent): string {
  const { event, kind, reference, row_count, loaded_count } = batch
  const words = `${capital(event)} ${reference}`
  if (event === 'checked') {
    const { preflight_failing: failing, preflight_short_cents: short, currency } = batch
    const foreseen = { type: kind, rowCount: row_count, failing: failing ?? 0, shortCents: cents(short ?? 0), currency }
    return `${words}: ${foreseenToWords(foreseen)}`
  }
  return event === 'processed' ? `${words}: ${runToWords(kind, row_count, loaded_count)}` : words
}
