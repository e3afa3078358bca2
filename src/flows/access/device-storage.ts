// The functions of the local database that a session uses, and notices about storage problems. Loaded when first
// needed.
import { m } from '#words/messages.js'
import { currentNotices, notify } from '#services/notices.ts'
import { onStorageProblem } from '#storage/db.ts'
import { deleteStoredResponses, storeResponse, readStoredResponse } from '#storage/stored-responses.ts'
import { destroyDraftKeys, reportDraftKeyUnavailable, hasDraftKey, storeDraftKey } from '#storage/keys.ts'
import { renewOfflineUnlock } from '#storage/offline-unlock.ts'

export const deviceStorage = {
  destroyDraftKeys,
  reportDraftKeyUnavailable,
  storeDraftKey,
  renewOfflineUnlock,
  deleteStoredResponses,
  storeResponse,
  readStoredResponse,
  /** Stores the key unless this page has one already. */
  storeMissingDraftKey: async (ownerUser: string, key: string) => {
    renewOfflineUnlock(ownerUser)
    return hasDraftKey(ownerUser) || (await storeDraftKey(ownerUser, key))
  },
}

// If storage fails, the portal continues in memory, and a notice explains the consequences.
const problemTexts = {
  unavailable: m.access_noStorage(),
  full: m.device_storageFull(),
  outdated: m.device_newerVersionOpen(),
} as const

/**
 * Notices are stored in the database too. Without this pause, a notice about a storage failure would itself fail to be
 * stored and trigger another notice, endlessly.
 */
const REPEAT_MS = 60_000
onStorageProblem((problem) => {
  const text = problemTexts[problem]
  const isRepeated = currentNotices().history.some(
    (notice) => notice.text === text && Date.now() - notice.at < REPEAT_MS,
  )
  if (!isRepeated) notify({ kind: 'normal', text, duration: 'untilClosed' })
})
