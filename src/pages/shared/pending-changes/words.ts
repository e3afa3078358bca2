// Texts that the screens about pending changes share.
import type { PendingChange } from '#flows/pending-changes/kinds.ts'
import * as say from '#words/pages/shared/pending-changes.ts'

/** Never disabled without a connection: it is safe, and the way to find out. */
export const AGAIN = say.checkAgain
export const WAITING = say.waitingForAnswer

export const titleOf = ({ done }: Pick<PendingChange, 'done'>): string => say.weCannotTellWhether(done)
