// The database of the device as a session uses it, with what is told of its troubles. Loaded when it is needed first.
import { notify } from '#services/notices.ts'
import { onDatabaseCleared, onStorageTrouble } from '#storage/db.ts'
import { forgetKeptAnswers, keepAnswer, readAnswer } from '#storage/kept.ts'
import { destroyDraftKeys, keepDraftKeys, storeDraftKey } from '#storage/keys.ts'
import * as say from '#words/flows/device-storage.ts'
import { noStorage } from '#words/flows/access.ts'

export const deviceStorage = { destroyDraftKeys, storeDraftKey, forgetKeptAnswers, keepAnswer, readAnswer }

// threats T53: the portal goes on in memory, and the user is told what that means.
const troubles = {
  unavailable: noStorage,
  full: say.storageFull,
  outdated: say.newerVersionOpen,
} as const

onDatabaseCleared(() => void keepDraftKeys())
onStorageTrouble((trouble) => void notify({ kind: 'normal', text: troubles[trouble], lasts: 'untilClosed' }))
