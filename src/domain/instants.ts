// Formats instants for users, in the programme's time zone.
import { m } from '#words/messages.js'
import { dateToShortText, offsetAt, textToDate } from './calendar.ts'

/** The programme's time zone, in which every time is shown, and its name. */
export interface Zone {
  readonly timeZone: string
  readonly timeZoneLabel: string
}

/** '2026-03-04T02:42:00Z' → '04 Mar 2026, 10:42 SGT'. Any other text is returned unchanged. */
export function instantToText(iso: string, zone: Zone): string {
  const local = instantToLocal(iso, zone)
  return local ? dateAndTime(dateToShortText(local.date), `${local.time} ${zone.timeZoneLabel}`) : iso
}

/** '04 Mar 2026' and '10:42' → '04 Mar 2026, 10:42' */
export const dateAndTime = (date: string, time: string): string => m.dates_dateAndTime({ date, time })

/**
 * '2026-03-04T02:42:07.300Z' → '2026-03-04T10:42:07+08:00': ISO 8601 in the programme's time zone, so that other
 * programs can sort and parse it. Any other text is returned unchanged.
 */
export function instantToIso(iso: string, { timeZone }: Zone): string {
  const epochMs = textToEpochMs(iso)
  if (epochMs === undefined) return iso
  const offsetMinutes = Math.round(offsetAt(epochMs, timeZone) / 60_000)
  const localIso = new Date(epochMs + offsetMinutes * 60_000).toISOString()
  const sign = offsetMinutes < 0 ? '-' : '+'
  const hours = Math.floor(Math.abs(offsetMinutes) / 60)
  const minutes = Math.abs(offsetMinutes) % 60
  const offset = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${localIso.slice(0, -'.000Z'.length)}${sign}${offset}`
}

/** Undefined for a text that is no instant, and for an instant that `Date` cannot show in every time zone. */
function textToEpochMs(iso: string): number | undefined {
  const epochMs = Date.parse(iso)
  if (Number.isNaN(epochMs)) return undefined
  return Math.abs(epochMs) < MAX_EPOCH_MS ? epochMs : undefined
}

/** In the year 33658, well within the range of `Date`. */
const MAX_EPOCH_MS = 1e15

/** The local date, time ('HH:mm') and minutes since midnight in the zone. Undefined for a text that is no instant. */
export function instantToLocal(iso: string, { timeZone }: Zone) {
  const epochMs = textToEpochMs(iso)
  if (epochMs === undefined) return undefined
  const localIso = new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString()
  const date = textToDate(localIso.slice(0, 10))
  const time = localIso.slice(11, 16)
  return date && { date, time, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}
