// The size and margins of a page, and its start side: the left, or the right in a language from right to left.
import { getLocale } from '#words/runtime.js'
import { writingDirection } from '#domain/texts/languages.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 36 }

/** True if the lines of the language begin at the right. Columns are then mirrored. */
export const isRightToLeft = (): boolean => writingDirection(getLocale()) === 'rtl'

/** The left edge of an element of this width. `x` is the element's distance from the start side. */
export const leftEdge = (x: number, width: number): number => (isRightToLeft() ? PAGE.width - x - width : x)
