// Prepares texts in Arabic for a PDF, which shows letters from left to right and unjoined: joins the letters, then
// brings them into the order in which they are seen.
import bidiFactory from 'bidi-js'
import { withoutDirectionMarks } from '#sheets/direction-marks.ts'

/**
 * The direction of the text: that of its first letter that has one, like 'auto' in HTML. If `base` is given and the
 * text contains any right-to-left letter, it is `base`.
 */
export function textDirection(text: string, base?: 'rtl'): 'ltr' | 'rtl' {
  if (base && RIGHT_TO_LEFT.test(text)) return base
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
}

/** False if a letter of Arabic script has no joined forms in Unicode, like some letters of rarer languages. */
export const canJoin = (text: string): boolean =>
  Array.from(text.normalize('NFC')).every((letter) => !ARABIC_LETTER.test(letter) || forms.has(letter))

/**
 * The letters in their joined forms, still in reading order. Vowel signs are left out, as Arabic is usually written:
 * the PDF library cannot place them above and below their letters.
 */
export function joinLetters(text: string): string {
  const letters = Array.from(text.normalize('NFC').replace(VOWEL_SIGNS, ''))
  let joined = ''
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index] ?? ''
    const isJoinedToPrevious = joinsNext(letters[index - 1]) && joinsBefore(letter)
    // Lam and alef are one sign, which joins only the letter before it.
    const ligature = forms.get(letter + (letters[index + 1] ?? ''))
    if (ligature && index + 1 < letters.length) {
      joined += ligature[isJoinedToPrevious ? FINAL : ISOLATED]
      index++
      continue
    }
    const isJoinedToNext = joinsNext(letter) && joinsBefore(letters[index + 1])
    const formBeforeNext = isJoinedToPrevious ? MEDIAL : INITIAL
    const formAtEnd = isJoinedToPrevious ? FINAL : ISOLATED
    const form = isJoinedToNext ? formBeforeNext : formAtEnd
    joined += forms.get(letter)?.[form] ?? letter
  }
  return joined
}

/**
 * The text in the order in which it is seen, from left to right, by the Unicode Bidirectional Algorithm. Brackets are
 * mirrored where the direction changes.
 */
export function toVisualOrder(text: string, base?: 'rtl'): string {
  // Groups of digits, as of a card number, keep their order.
  const isolated = text.replace(DIGIT_GROUPS, '\u2066$&\u2069')
  return withoutDirectionMarks(
    bidi.getReorderedString(isolated, bidi.getEmbeddingLevels(isolated, textDirection(text, base))),
  )
}

const bidi = bidiFactory()
/** Hebrew, Arabic and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ARABIC_LETTER = /(?=\p{L})\p{Script=Arabic}/u
const VOWEL_SIGNS = /[\u064b-\u0652\u0670]/g
const DIGIT_GROUPS = /[\d•]+(?: [\d•]+)+/g
const TATWEEL = '\u0640'

const [ISOLATED, FINAL, INITIAL, MEDIAL] = [0, 1, 2, 3] as const

/**
 * The forms of each letter, in the order of Unicode: isolated, final, initial, medial. A letter with two forms joins
 * only the letter before it.
 */
const forms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfb50, 0xfbb1],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfefc],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCharCode(code)
    const letter = form.normalize('NFKC')
    forms.set(letter, [...(forms.get(letter) ?? []), form])
  }
}

const joinsNext = (letter = ''): boolean => letter === TATWEEL || forms.get(letter)?.length === 4
const joinsBefore = (letter = ''): boolean => letter === TATWEEL || (forms.get(letter)?.length ?? 0) >= 2
