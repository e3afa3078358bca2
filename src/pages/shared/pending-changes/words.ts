// Shared texts about pending changes.
import { m } from '#words/messages.js'
import type { PendingChange } from '#flows/pending-changes/kinds.ts'

/** Enabled offline, too: a retry is safe, and shows whether the server can be reached again. */
export const AGAIN = m.common_checkAgain()
export const WAITING = m.common_waitingForAnswer()

export const titleOf = ({ done }: Pick<PendingChange, 'done'>): string => m.pending_weCannotTellWhether({ done })
