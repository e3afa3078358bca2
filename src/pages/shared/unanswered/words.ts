// Texts that the screens about pending changes share.
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import * as say from '#words/pages/shared/unanswered.ts'

/** Never disabled without a connection: it is safe, and the way to find out. */
export const AGAIN = say.checkAgain
export const WAITING = say.waitingForAnswer

export const titleOf = ({ done }: Pick<Unanswered, 'done'>): string => say.weCannotTellWhether(done)
