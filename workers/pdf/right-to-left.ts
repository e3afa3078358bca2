// Prepares texts in Arabic for a PDF. A PDF shows letters from left to right and does not join them. So this module
// joins the letters, and brings them into the order in which they are seen.
import bidiFactory from 'bidi-js'
import { withoutDirectionMarks } from '#sheets/direction-marks.ts'

/**
 * The direction of the text. Returns `baseDirection` if it is given and the text contains a right-to-left letter.
 * Otherwise the first letter with a direction decides, like 'auto' in HTML.
 */
export function textDirection(text: string, baseDirection?: 'rtl'): 'ltr' | 'rtl' {
  if (baseDirection && RIGHT_TO_LEFT.test(text)) return baseDirection
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
}

/** False if a letter of Arabic script has no joined forms in Unicode, like some letters of rarer languages. */
export const canJoin = (text: string): boolean =>
  Array.from(text.normalize('NFC')).every((letter) => !ARABIC_LETTER.test(letter) || forms.has(letter))

/**
 * The letters in their joined forms, still in reading order. Vowel signs are left out, because the PDF library cannot
 * place them above and below their letters. Arabic is usually written without them.
 */
export function joinLetters(text: string): string {
  const letters = Array.from(text.normalize('NFC').replace(VOWEL_SIGNS, ''))
  let joined = ''
  let index = 0
  while (index < letters.length) {
    const letter = letters[index] ?? ''
    const nextLetter = letters[index + 1]
    const isJoinedToPrevious = joinsNext(letters[index - 1]) && joinsPrevious(letter)
    // Lam and alef are one sign, which joins only the letter before it.
    const ligature = nextLetter === undefined ? undefined : forms.get(letter + nextLetter)
    if (ligature) {
      joined += ligature[isJoinedToPrevious ? FINAL : ISOLATED]
      index += 2
      continue
    }
    const isJoinedToNext = joinsNext(letter) && joinsPrevious(nextLetter)
    const formBeforeNext = isJoinedToPrevious ? MEDIAL : INITIAL
    const formAtEnd = isJoinedToPrevious ? FINAL : ISOLATED
    const form = isJoinedToNext ? formBeforeNext : formAtEnd
    joined += forms.get(letter)?.[form] ?? letter
    index += 1
  }
  return joined
}

/**
 * The text in the order in which it is seen, from left to right, by the Unicode Bidirectional Algorithm. Brackets are
 * mirrored where the direction changes.
 */
export function toVisualOrder(text: string, baseDirection?: 'rtl'): string {
  // Marks of direction keep groups of digits in their order, as in a card number.
  const isolated = text.replace(DIGIT_GROUPS, '\u2066$&\u2069')
  const levels = bidi.getEmbeddingLevels(isolated, textDirection(text, baseDirection))
  return withoutDirectionMarks(bidi.getReorderedString(isolated, levels))
}

const bidi = bidiFactory()
/** Hebrew, Arabic and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ARABIC_LETTER = /(?=\p{L})\p{Script=Arabic}/u
const VOWEL_SIGNS = /[\u064b-\u0652\u0670]/g
const DIGIT_GROUPS = /[\d•]+(?: [\d•]+)+/g
const TATWEEL = '\u0640'

const [ISOLATED, FINAL, INITIAL, MEDIAL] = [0, 1, 2, 3] as const

/** The ranges of Unicode with the joined forms of Arabic letters. */
const FORM_RANGES = [
  [0xfb50, 0xfbb1],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfefc],
] as const

/**
 * The forms of each letter, in the order of Unicode: isolated, final, initial, medial. A letter with only two forms
 * joins only the letter before it.
 */
const forms = new Map<string, string[]>()
for (const [first, last] of FORM_RANGES) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCharCode(code)
    const letter = form.normalize('NFKC')
    forms.set(letter, [...(forms.get(letter) ?? []), form])
  }
}

const joinsNext = (letter = ''): boolean => letter === TATWEEL || forms.get(letter)?.length === 4
const joinsPrevious = (letter = ''): boolean => letter === TATWEEL || (forms.get(letter)?.length ?? 0) >= 2
