// The rules for the time at which an approved batch runs. Date and time are given together, in the programme's time zone,
// and are not in the past. Rules: docs/rules/batches.md, "Schedule".
import { m } from '#words/messages.js'
import { textToDate } from '#domain/calendar.ts'
import { localToInstant } from '#domain/dates.ts'
import { instantToLocal, type Zone } from '#domain/instants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts'
import { batchTypes, type StoredBatchType } from './types.ts'

/** How many days ahead a batch can be scheduled. A later date is a typing error. */
export const MAX_SCHEDULE_DAYS = 366

/** A scheduled batch is checked again this long before its run, or later if it is scheduled at short notice. */
const LOOK_AHEAD_MS = 6 * HOUR_MS

/**
 * The time of the check before the run: 6 hours before the run, or halfway between `now` and the run if halfway is later.
 * Milliseconds since 1970.
 */
export function preflightAt(scheduledAt: number, now: number): number {
  const untilRunMs = Math.max(0, scheduledAt - now)
  return scheduledAt - Math.min(LOOK_AHEAD_MS, untilRunMs / 2)
}

/** The longest hold that can be set, in minutes. */
export const MAX_HOLD_MINUTES = 1440

/**
 * The earliest time at which a batch that is approved now can be posted, in milliseconds since 1970. Taking money from
 * cards cannot be undone, so such a batch waits `minutes`, during which it can be cancelled. Undefined for a batch that
 * does not wait.
 */
export function holdUntil(type: StoredBatchType, minutes: number, now: number): number | undefined {
  const takesFromCards = batchTypes[type].moves.from === 'card'
  if (!takesFromCards || minutes === 0) return undefined
  return now + minutes * MINUTE_MS
}

/** The scheduled date in the API's form 'date time:00'; `time` is 'HH:mm'. */
export const scheduleToText = (date: string, time: string): string => `${date} ${time}:00`

/**
 * Splits 'yyyy-mm-dd HH:mm:00' into date and 'HH:mm'. A missing half is empty. `time` keeps all unexpected text, so that
 * `scheduleRefusal` refuses it.
 */
export function textToSchedule(text: string): { readonly date: string; readonly time: string } {
  const [date = '', ...timeParts] = text.trim().split(' ')
  const time = timeParts.join(' ')
  const hasMoreText = timeParts.length > 1
  // `scheduleRefusal` checks whether the five characters are a time.
  const isWholeMinute = /^.{5}:00$/.test(time) && !hasMoreText
  return { date, time: isWholeMinute ? time.slice(0, 'HH:mm'.length) : time }
}

/**
 * The instant (ISO 8601) of a time in the API's form. Undefined if date or time is missing or incomplete, or if the
 * time is in the hour that the clocks skip in spring.
 */
export function scheduleToInstant(text: string, timeZone: string): string | undefined {
  const { date, time } = textToSchedule(text)
  const day = textToDate(date)
  const isCompleteTime = time.length === 'HH:mm'.length
  if (day === undefined || !isCompleteTime) return undefined
  const at = localToInstant(day, time, timeZone)
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** An instant (ISO 8601) in the API's form. Undefined for any other text. */
export function instantToSchedule(instant: string, zone: Zone): string | undefined {
  const local = instantToLocal(instant, zone)
  return local && scheduleToText(local.date, local.time)
}

/** Why a batch cannot be scheduled for this time. Undefined if it can. `now` is milliseconds since 1970. */
export function scheduleRefusal(date: string, time: string, timeZone: string, now: number): string | undefined {
  if (date === '' || time === '') return m.batches_dateAndTimeTogether()
  const day = textToDate(date)
  const isTime = /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(time)
  if (day === undefined || !isTime) return m.common_invalidInputFormat()
  const at = localToInstant(day, time, timeZone)
  if (at === undefined) return m.batches_timeDoesNotExist()
  if (at <= now) return m.batches_thisDateAndTimeHavePassed()
  if (at > now + MAX_SCHEDULE_DAYS * DAY_MS) return m.batches_dateTooFarAhead()
  return undefined
}
