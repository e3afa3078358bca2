// Words that the screens about unanswered changes share.
import type { Unanswered } from '#flows/unanswered/kinds.ts'

/** Never barred for want of a line: it is safe, and it is how one finds out. */
export const AGAIN = 'Check again'
export const WAITING = 'Waiting for the answer'

export const titleOf = ({ done }: Pick<Unanswered, 'done'>): string => `We cannot tell whether ${done}`
