// Deletes drafts that were not continued for the retention period, after a warning, so that card numbers do not stay on
// a shared computer forever.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { DAY_MS } from '#domain/units.ts'
import { notify } from '#services/notices.ts'
import { readText, writePreference } from '#services/device/preference.ts'
import { deleteDraftsBefore, type ListedDraft, listDrafts } from '#storage/drafts.ts'
import { isDraftKeyMissing } from '#storage/keys.ts'
import { readAllPendingChanges } from '../pending-changes/store.ts'
import { draftToExpiry, isWaiting } from './drafts.ts'

/** The number of days before the deletion of a draft when the warning begins. */
export const NOTICE_DAYS = 7

/**
 * Deletes drafts that are too old, and warns once a day about drafts that will be deleted soon. Keeps drafts that wait
 * for a response, because without the draft the outcome could never be found out. Deletes drafts of other users after
 * twice the retention period, because these users cannot be warned. Never fails.
 */
export async function expireDrafts(ownerUser: string, now: number): Promise<void> {
  const pendingSubjects = (await readAllPendingChanges(ownerUser)).map(({ subject }) => subject)
  const drafts = await listDrafts(ownerUser)
  // Without the key, the portal cannot tell which drafts wait for a response. It then deletes no drafts.
  if (isDraftKeyMissing(ownerUser)) return
  const idsToKeep = new Set([...pendingSubjects, ...drafts.filter(isWaiting).map(({ id }) => id)])
  const deletedCount = await deleteDraftsBefore({
    ownerUser,
    ownSavedBefore: now - client.draftDays * DAY_MS,
    othersSavedBefore: now - 2 * client.draftDays * DAY_MS,
    excludedIds: idsToKeep,
  })
  if (deletedCount > 0) notify({ kind: 'normal', text: toDeletedText(deletedCount), duration: 'untilClosed' })
  const expiresSoon = (draft: ListedDraft) => {
    const msLeft = draftToExpiry(draft) - now
    return msLeft >= 0 && msLeft < NOTICE_DAYS * DAY_MS
  }
  const expiringSoonCount = drafts.filter((draft) => !idsToKeep.has(draft.id) && expiresSoon(draft)).length
  const day = String(Math.floor(now / DAY_MS))
  const hasWarnedToday = readText(WARNED_DAY_KEY) === day
  if (expiringSoonCount === 0 || hasWarnedToday) return
  writePreference(WARNED_DAY_KEY, day)
  notify({ kind: 'normal', text: toExpiringText(expiringSoonCount), duration: 'untilClosed' })
}

const toDeletedText = (count: number): string => m.drafts_draftsDeleted({ count, draftDays: client.draftDays })

const toExpiringText = (count: number): string => m.drafts_draftsToBeDeleted({ count, noticeDays: NOTICE_DAYS })

const WARNED_DAY_KEY = 'drafts.told'
