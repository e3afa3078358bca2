// Moments as people read them, by the clock of the programme's zone.
import { dateToShortText, offsetAt, textToDate } from './calendar.ts'

/** The programme's zone, which every time is shown in and named with. */
export interface Zone {
  readonly timeZone: string
  readonly timeZoneLabel: string
}

/** '2026-03-04T02:42:00Z' → '04 Mar 2026, 10:42 SGT'. A text that is no instant comes back unchanged. */
export function instantToText(iso: string, zone: Zone): string {
  const local = instantToLocal(iso, zone)
  return local ? `${dateToShortText(local.date)}, ${local.time} ${zone.timeZoneLabel}` : iso
}

/** What a clock of the zone shows at that moment. */
export function instantToLocal(iso: string, { timeZone }: Zone) {
  const epochMs = Date.parse(iso)
  // Also false for what is no moment; past it dates end.
  if (!(Math.abs(epochMs) < 1e15)) return undefined
  const shown = new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString()
  const [date, time] = [textToDate(shown.slice(0, 10)), shown.slice(11, 16)]
  return date && { date, time, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}
