// Words that the screens about unanswered changes share.
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import * as say from '#words/pages/shared/unanswered.ts'

/** Never barred for want of a line: it is safe, and it is how one finds out. */
export const AGAIN = say.checkAgain
export const WAITING = say.waitingForAnswer

export const titleOf = ({ done }: Pick<Unanswered, 'done'>): string => say.weCannotTellWhether(done)
