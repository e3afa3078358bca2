// The database of the device as a session uses it, with what is told of its troubles. Loaded when it is needed first.
import { currentNotices, notify } from '#services/notices.ts'
import { onStorageTrouble } from '#storage/db.ts'
import { forgetKeptAnswers, keepAnswer, readAnswer } from '#storage/kept.ts'
import * as say from '#words/flows/device-storage.ts'
import { noStorage } from '#words/flows/access.ts'

export const deviceStorage = { forgetKeptAnswers, keepAnswer, readAnswer }

// The portal goes on in memory, and the user is told what that means.
const troubles = {
  unavailable: noStorage,
  full: say.storageFull,
  outdated: say.newerVersionOpen,
} as const

/** The list of notices is kept on the device as well: without a pause, one about its trouble would lead to the next for ever. */
const AGAIN_MS = 60_000
onStorageTrouble((trouble) => {
  const text = troubles[trouble]
  const isTold = currentNotices().history.some((notice) => notice.text === text && Date.now() - notice.at < AGAIN_MS)
  if (!isTold) notify({ kind: 'normal', text, lasts: 'untilClosed' })
})
