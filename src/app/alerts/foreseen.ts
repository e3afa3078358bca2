// What speaks against a scheduled run is said to its maker and to whoever may decide about it while there is time to act, wherever
// in the portal they are: once in a tab, and not after the run.
import type { Result } from '#contract/operations.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'
import * as say from '#words/app/signed-in.ts'

type Activity = Result<'overview'>['recentActivity']

/** A run is looked at some hours ahead (decision 129); what is older has been run or put off. */
const FRESH_MS = DAY_MS
const TOLD = 'portal.foreseen'

export function tellForeseen(activity: Activity, now: number): void {
  const told = readTold()
  for (const event of activity) {
    const { at, what, batchLoadFileID: id, isForeseen } = event
    const key = `${id} ${at}`
    const isOver = activity.some((other) => other.batchLoadFileID === id && other.at > at)
    if (isForeseen !== true || isOver || told.has(key) || now - Date.parse(at) > FRESH_MS) continue
    told.add(key)
    notify({ kind: 'error', text: what, about: say.batchIsScheduled(id) })
  }
  writeTold(told)
}

function readTold(): Set<string> {
  try {
    return new Set((sessionStorage.getItem(TOLD) ?? '').split(',').filter((key) => key !== ''))
  } catch {
    return inMemory
  }
}

function writeTold(told: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(TOLD, [...told].join(','))
  } catch {
    // Storage is switched off: it is said once for each page that is loaded.
  }
}
const inMemory = new Set<string>()
