// Texts of one line as typed, pasted or read from a file: invisible characters, characters that not every machine can
// print, and the text without them.

/** Line ends, control characters, and characters that change the direction of the text around them. */
// oxlint-disable-next-line no-control-regex -- control characters are searched for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
/** Those of them that separate two words. */
const BREAKS = /\s*[\t\n\v\f\r\u0085\u2028\u2029]\s*/g

/** True if a text of one line contains invisible characters. */
export const hasUnseen = (text: string): boolean => UNSEEN.test(text)

/** The text on one line: a space in place of a line end, and no invisible characters. */
export const toOneLine = (text: string): string =>
  text.replaceAll(BREAKS, ' ').replaceAll(new RegExp(UNSEEN, 'g'), '').trim()

/**
 * One printable character of ASCII, as a part of a pattern: what QR codes of payment schemes contain (EMVCo, "ans").
 */
export const PRINTABLE = '[\\x20-\\x7e]'

/** The characters of a text that are not printable ASCII, and the text without them, if there is one. */
export interface Unprintable {
  readonly characters: readonly string[]
  readonly plain: string | undefined
}

/** Letters with accents, other scripts, typographic signs; undefined if there are none. */
export function unprintableOf(text: string): Unprintable | undefined {
  const characters = [...new Set(text.trim())].filter((character) => !PRINTABLE_CHARACTER.test(character))
  if (characters.length === 0) return undefined
  const plain = text
    .trim()
    .replaceAll(/[^\x20-\x7e]/gu, (character) => PLAIN_LETTERS[character] ?? character)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  return { characters, plain: /^[\x20-\x7e]*$/.test(plain) ? plain : undefined }
}

const PRINTABLE_CHARACTER = new RegExp(`^${PRINTABLE}$`)
/** Letters that are not a base letter with an accent, and the typographic signs of word processors. */
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
