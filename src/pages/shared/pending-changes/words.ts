// Shared texts about pending changes.
import { m } from '#words/messages.js'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'

/** The label of a button that is enabled offline too: a retry is safe, and shows whether the server can be reached. */
export const CHECK_AGAIN = m.common_checkAgain()
export const WAITING_FOR_RESPONSE = m.common_waitingForAnswer()

export const pendingChangeTitle = ({ done }: Pick<PendingChange, 'done'>): string => m.pending_outcomeUnknown({ done })
