// Shared texts about pending changes.
import type { PendingChange } from '#flows/pending-changes/kinds.ts'
import * as say from '#words/pages/shared/pending-changes.ts'

/** Enabled offline, too: a retry is safe, and shows whether the server can be reached again. */
export const AGAIN = say.checkAgain
export const WAITING = say.waitingForAnswer

export const titleOf = ({ done }: Pick<PendingChange, 'done'>): string => say.weCannotTellWhether(done)
