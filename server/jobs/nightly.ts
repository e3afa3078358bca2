// Decides when the nightly proofs are due.
import { instantToDate, localToInstant } from '#domain/dates.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { Services } from '#server/operations/context.ts'

/** Less than a day, so that a proof can start early in the night after a proof that started late. */
const MIN_INTERVAL_MS = 20 * HOUR_MS
const NIGHT_START = '01:00'
const NIGHT_END = '05:00'

/** True if it is night in the programme's time zone, and the last proof did not run in this night. */
export function isDueTonight(
  { client, now }: Pick<Services, 'client' | 'now'>,
  lastProofTime: Date | undefined,
): boolean {
  const day = instantToDate(now(), client.timeZone)
  const nightStart = localToInstant(day, NIGHT_START, client.timeZone)
  const nightEnd = localToInstant(day, NIGHT_END, client.timeZone)
  // Undefined if the clocks skip this time. Then no proof is due in this night.
  if (nightStart === undefined || nightEnd === undefined) return false
  const isNight = now() >= nightStart && now() < nightEnd
  const isFirstOfNight = lastProofTime === undefined || now() - lastProofTime.getTime() > MIN_INTERVAL_MS
  return isNight && isFirstOfNight
}
