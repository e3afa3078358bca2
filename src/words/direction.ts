// The direction of the language's script.
import { getLocale } from '#words/runtime.js'

/** True if lines begin at the right, and columns are therefore mirrored. */
export const isRightToLeft = (): boolean => getLocale() === 'ar'
