// Deletes drafts that were not continued for a month, after a warning, so that card numbers do not stay on a shared
// computer forever.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'
import { readText, writePreference } from '#services/device/preference.ts'
import { deleteDraftsBefore, listDrafts } from '#storage/drafts.ts'
import { isDraftKeyMissing } from '#storage/keys.ts'
import { readAllPendingChanges } from '../pending-changes/store.ts'
import { draftToEnd, isWaiting } from './drafts.ts'

/** A draft shows a warning this many days before its deletion. */
export const NOTICE_DAYS = 7

/**
 * Deletes drafts that are too old, and warns once a day about those that will be deleted soon. Drafts that wait for a
 * response are kept, because without them the outcome could never be found out. Drafts of other users are deleted after
 * twice the retention period, because these users cannot be warned. Never fails.
 */
export async function expireDrafts(ownerUser: string, now: number): Promise<void> {
  const pendingChanges = (await readAllPendingChanges(ownerUser)).map(({ subject }) => subject)
  const drafts = await listDrafts(ownerUser)
  // Without the key, drafts that wait for a response cannot be recognized. They are checked again another day.
  if (isDraftKeyMissing(ownerUser)) return
  const stored = new Set([...pendingChanges, ...drafts.filter(isWaiting).map(({ id }) => id)])
  const removed = await deleteDraftsBefore({
    ownerUser,
    userLimit: now - client.draftDays * DAY_MS,
    othersLimit: now - 2 * client.draftDays * DAY_MS,
    excludedIds: stored,
  })
  if (removed > 0) notify({ kind: 'normal', text: toGone(removed), duration: 'untilClosed' })
  const left = drafts.filter((draft) => !stored.has(draft.id)).map((draft) => draftToEnd(draft) - now)
  const soon = left.filter((ms) => ms >= 0 && ms < NOTICE_DAYS * DAY_MS)
  const day = String(Math.floor(now / DAY_MS))
  if (soon.length === 0 || readText(SAID) === day) return
  writePreference(SAID, day)
  notify({ kind: 'normal', text: toSoon(soon.length), duration: 'untilClosed' })
}

const toGone = (count: number): string => m.drafts_draftsDeleted({ count, draftDays: client.draftDays })

const toSoon = (count: number): string => m.drafts_draftsToBeDeleted({ count, noticeDays: NOTICE_DAYS })

const SAID = 'drafts.told'
