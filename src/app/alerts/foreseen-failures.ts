// Warns the maker and the approvers of a scheduled batch about rows that would fail, as long as they can still act. The
// warning appears on any page, but only once in each tab, and only before the batch runs.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'

type Activity = Result<'overview'>['recentActivity']

/**
 * The server checks a batch some hours before its run (decision 355). If a warning is older than this, the run has
 * ended or its time was changed.
 */
const FRESH_MS = DAY_MS
const STORAGE_KEY = 'portal.foreseen'

export function notifyForeseenFailures(activity: Activity, now: number): void {
  const notifiedKeys = readNotifiedKeys()
  for (const { at, what, batchLoadFileID: id, isForeseen } of activity) {
    if (!isForeseen) continue
    // After a later event, such as the run, the warning no longer applies.
    const hasLaterEvent = activity.some((other) => other.batchLoadFileID === id && other.at > at)
    const isFresh = now - Date.parse(at) <= FRESH_MS
    if (hasLaterEvent || !isFresh) continue
    const key = `${id} ${at}`
    if (notifiedKeys.has(key)) continue
    notifiedKeys.add(key)
    notify({ kind: 'error', text: what, about: m.app_batchNotRunYet({ id: id ?? '' }) })
  }
  writeNotifiedKeys(notifiedKeys)
}

/** Used instead of sessionStorage while storage is turned off. */
const keysInMemory = new Set<string>()

function readNotifiedKeys(): Set<string> {
  try {
    const storedKeys = sessionStorage.getItem(STORAGE_KEY)
    return new Set(storedKeys ? storedKeys.split(',') : [])
  } catch {
    return keysInMemory
  }
}

function writeNotifiedKeys(keys: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, [...keys].join(','))
  } catch {
    // Storage is turned off, so the warning appears again after a reload.
  }
}
