// Warns the maker and the approvers of a scheduled batch about rows that would fail, while there is time to act:
// anywhere in the portal, once per tab, and not after the run.
import type { Result } from '#contract/operations.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'
import * as say from '#words/app/signed-in.ts'

type Activity = Result<'overview'>['recentActivity']

/** A run is checked some hours ahead (decision 129); an older warning is about a run that has ended or was moved. */
const FRESH_MS = DAY_MS
const TOLD = 'portal.foreseen'

export function notifyExpired(activity: Activity, now: number): void {
  const notified = readTold()
  for (const event of activity) {
    const { at, what, batchLoadFileID: id, isForeseen } = event
    const key = `${id} ${at}`
    const isOver = activity.some((other) => other.batchLoadFileID === id && other.at > at)
    if (isForeseen !== true || isOver || notified.has(key) || now - Date.parse(at) > FRESH_MS) continue
    notified.add(key)
    notify({ kind: 'error', text: what, about: say.batchIsScheduled(id) })
  }
  writeTold(notified)
}

function readTold(): Set<string> {
  try {
    return new Set((sessionStorage.getItem(TOLD) ?? '').split(',').filter((key) => key !== ''))
  } catch {
    return inMemory
  }
}

function writeTold(notified: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(TOLD, [...notified].join(','))
  } catch {
    // Storage is turned off: the warning appears once per page load.
  }
}
const inMemory = new Set<string>()
