// Cleans single-line texts that were typed, pasted or read from a file. Finds and replaces two kinds of characters: hidden
// and misleading characters, and characters that not every machine can print.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { digitValue } from './digits.ts'

/** Scripts and pictograms in which a zero-width joiner changes the appearance. Between other characters, it is hidden. */
const JOINER_CONTEXT =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}' +
  '\\p{Extended_Pictographic}\\u{1f3fb}-\\u{1f3ff}\\ufe0f'
const JOINERS = '[\\u200c\\u200d]'
const JOINER_WITHOUT_CONTEXT_BEFORE = `(?<![${JOINER_CONTEXT}])${JOINERS}`
const JOINER_WITHOUT_CONTEXT_AFTER = `${JOINERS}(?![${JOINER_CONTEXT}])`

/** Pictograms and Han characters, which a variation selector can follow. */
const VARIANT_CONTEXT = '\\p{Extended_Pictographic}\\p{Script=Han}0-9#*'
const VARIATION_SELECTOR_WITHOUT_CONTEXT = `(?<![${VARIANT_CONTEXT}])[\\ufe00-\\ufe0f]`
/** Control characters, except tabs and line ends. */
const CONTROLS = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'
/** Letters and vowels of Hangul and Khmer that only fill a place. */
const FILLERS = '\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0'
/** A mark that keeps accents in order, Mongolian variation selectors, and operators of formulas that are not shown. */
const INVISIBLE_MARKS = '\\u034f\\u180b-\\u180d\\u180f\\u2061-\\u2065'
/** Marks of annotations, and tags. */
const ANNOTATIONS_AND_TAGS = '\\ufff9-\\ufffc\\u{e0000}-\\u{e00ff}'
const HIDDEN_CHARACTER = `[${CONTROLS}${FILLERS}${INVISIBLE_MARKS}${ANNOTATIONS_AND_TAGS}]`

interface OddCharacter {
  /** In the language of the reader (`textOf`). */
  readonly name: string
  /** Matches one or several characters of this type. */
  readonly pattern: RegExp
  /** The replacement with the same appearance. */
  readonly toPlain: (found: string) => string
}

const toNothing = () => ''
const toSpace = () => ' '
const toCompatible = (found: string) => found.normalize('NFKC')

/**
 * Hidden and misleading characters. Comparisons, searches and other systems treat 'REF-1' with one of these characters
 * as a different reference.
 */
const oddCharacters = withTexts<readonly OddCharacter[]>([
  { name: textOf(m.rows_lineBreaks), pattern: /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/gu, toPlain: toSpace },
  { name: textOf(m.rows_tabs), pattern: /\s*\t\s*/gu, toPlain: toSpace },
  { name: textOf(m.rows_softHyphens), pattern: /\u00ad/gu, toPlain: toNothing },
  { name: textOf(m.rows_zeroWidthSpaces), pattern: /[\u200b\u2060\ufeff\u180e]/gu, toPlain: toNothing },
  {
    name: textOf(m.rows_directionMarks),
    pattern: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/gu,
    toPlain: toNothing,
  },
  {
    name: textOf(m.rows_joiners),
    pattern: new RegExp(`${JOINER_WITHOUT_CONTEXT_BEFORE}|${JOINER_WITHOUT_CONTEXT_AFTER}`, 'gu'),
    toPlain: toNothing,
  },
  {
    name: textOf(m.rows_hiddenCharacters),
    pattern: new RegExp(`${VARIATION_SELECTOR_WITHOUT_CONTEXT}|${HIDDEN_CHARACTER}`, 'gu'),
    toPlain: toNothing,
  },
  { name: textOf(m.rows_otherSpaces), pattern: /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, toPlain: toSpace },
  {
    name: textOf(m.rows_fullWidth),
    pattern: /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu,
    toPlain: toCompatible,
  },
  // Digits of other scripts, without the full-width and mathematical digits above.
  {
    name: textOf(m.rows_otherDigits),
    pattern: /(?![0-9\uff10-\uff19\u{1d7ce}-\u{1d7ff}])\p{Nd}/gu,
    toPlain: (found) => String(digitValue(found)),
  },
  { name: textOf(m.rows_smartQuotes), pattern: /[‘’‚‛′´]/gu, toPlain: () => "'" },
  { name: textOf(m.rows_smartQuotes), pattern: /[“”„‟″]/gu, toPlain: () => '"' },
])

/** Nearly all texts have only these characters, so this is checked first. */
const PLAIN_TEXT = /^[\x20-\x7e]*$/

/** The names of the hidden and misleading characters in a text; none for a plain text. */
export function findOddCharacters(text: string): readonly string[] {
  if (PLAIN_TEXT.test(text)) return []
  const found = oddCharacters.filter(({ pattern }) => text.search(pattern) >= 0)
  return [...new Set(found.map(({ name }) => name))]
}

/** True if a single-line text contains hidden or misleading characters. */
export const hasOddCharacters = (text: string): boolean => !PLAIN_TEXT.test(text) && ODD_CHARACTER.test(text)

const ODD_CHARACTER = new RegExp(oddCharacters.map(({ pattern }) => pattern.source).join('|'), 'u')

/** The text on one line in plain characters: line ends become spaces, hidden characters are removed. */
export function toOneLine(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.trim()
  let plain = text
  for (const { pattern, toPlain } of oddCharacters) plain = plain.replaceAll(pattern, toPlain)
  return plain.trim()
}

/**
 * A number or a date in plain characters. Unlike `toOneLine`, also replaces full-width punctuation, and
 * characters that look like a minus, a point, a comma or a percent sign.
 */
export function toPlainNumber(text: string): string {
  if (PLAIN_TEXT.test(text)) return text
  return toOneLine(text)
    .replaceAll(/[\uff01-\uff5e]/g, toCompatible)
    .replaceAll(/[−–—‐‑﹣]/g, '-')
    .replaceAll('٫', '.')
    .replaceAll(/[٬،]/g, ',')
    .replaceAll('٪', '%')
}

/** The text cut to a length, between two characters as readers see them: not within a pictogram or before an accent. */
export function cutText(text: string, maxLength = Infinity): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !isBetweenCharacters(text, end)) end -= 1
  return text.slice(0, end)
}

/** A mark, a joiner or a skin tone, which belong to the character before them. */
const CONTINUES_CHARACTER = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u
/** The second of the two code units of a character beyond 16 bits. */
const SECOND_HALF = /^[\udc00-\udfff]/

function isBetweenCharacters(text: string, at: number): boolean {
  // A joiner connects the characters before and after it.
  const isAfterJoiner = text[at - 1] === '\u200d'
  const rest = text.slice(at)
  return !isAfterJoiner && !CONTINUES_CHARACTER.test(rest) && !SECOND_HALF.test(rest)
}

/** True if a text has half of a character that needs two code units, which no database stores. */
export const hasHalfCharacter = (text: string): boolean => /\p{Cs}/u.test(text)

/** A pattern for one printable ASCII character, the character set of QR codes of payment schemes (EMVCo, "ans"). */
export const PRINTABLE = '[\\x20-\\x7e]'

/** The characters of a text that are not printable ASCII. */
export interface Unprintable {
  readonly characters: readonly string[]
  /** The text in printable ASCII. Undefined if a character has no similar printable one. */
  readonly plain: string | undefined
}

/** Finds letters with accents, other scripts and typographic punctuation. Undefined if there are none. */
export function findUnprintable(text: string): Unprintable | undefined {
  const characters = [...new Set(text.trim())].filter((character) => !PRINTABLE_CHARACTER.test(character))
  if (characters.length === 0) return undefined
  const plain = Array.from(text.trim(), (character) => PLAIN_LETTERS[character] ?? character)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  return { characters, plain: PLAIN_TEXT.test(plain) ? plain : undefined }
}

const PRINTABLE_CHARACTER = new RegExp(`^${PRINTABLE}$`)
/** Letters that do not consist of a base letter and an accent, and typographic punctuation of word processors. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
}

/** The letters of a word in alphabetical order. */
export const sortLetters = (text: string): string => text.split('').toSorted().join('')

/**
 * Levenshtein distance: the number of letters to change, insert or remove. `row[j]` is the distance from the first `i`
 * letters of `first` to the first `j` letters of `second`.
 */
export function editDistance(first: string, second: string): number {
  let previousRow = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= second.length; j += 1) {
      const isSameLetter = first[i - 1] === second[j - 1]
      const replacing = (previousRow[j - 1] ?? 0) + (isSameLetter ? 0 : 1)
      const removing = (previousRow[j] ?? 0) + 1
      const inserting = (row[j - 1] ?? 0) + 1
      row.push(Math.min(replacing, removing, inserting))
    }
    previousRow = row
  }
  return previousRow[second.length] ?? 0
}
