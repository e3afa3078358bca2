// Warns the maker and the approvers of a scheduled batch about rows that would fail, while there is still time to act:
// on any page, once per tab, and only before the run.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'

type Activity = Result<'overview'>['recentActivity']

/** Runs are checked some hours ahead (decision 355). An older warning is about a run that has ended or was moved. */
const FRESH_MS = DAY_MS
const STORAGE_KEY = 'portal.foreseen'

export function notifyPreflightFailures(activity: Activity, now: number): void {
  const notifiedKeys = readNotifiedKeys()
  for (const event of activity) {
    const { at, what, batchLoadFileID: id, isForeseen } = event
    const key = `${id} ${at}`
    const hasLaterEvent = activity.some((otherEvent) => otherEvent.batchLoadFileID === id && otherEvent.at > at)
    if (isForeseen !== true || hasLaterEvent || notifiedKeys.has(key) || now - Date.parse(at) > FRESH_MS) continue
    notifiedKeys.add(key)
    notify({ kind: 'error', text: what, about: m.app_batchNotRunYet({ id: id ?? '' }) })
  }
  writeNotifiedKeys(notifiedKeys)
}

function readNotifiedKeys(): Set<string> {
  try {
    return new Set((sessionStorage.getItem(STORAGE_KEY) ?? '').split(',').filter((key) => key !== ''))
  } catch {
    return keysInMemory
  }
}

function writeNotifiedKeys(keys: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, [...keys].join(','))
  } catch {
    // Storage is turned off, so the warning appears once per page load.
  }
}

/** The keys while storage is turned off. */
const keysInMemory = new Set<string>()
