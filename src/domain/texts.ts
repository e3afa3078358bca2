// Texts of one line as they are typed, pasted or read from a file: what of them nobody sees, what not every machine can print, and
// the same text without it.

/** Line ends, control characters, and what turns the direction of the text around it. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
/** Those of them that hold two words apart. */
const BREAKS = /\s*[\t\n\v\f\r\u0085\u2028\u2029]\s*/g

/** True where a text of one line has something in it that nobody sees. */
export const hasUnseen = (text: string): boolean => UNSEEN.test(text)

/** The text on one line: a space where a line ended, and nothing that cannot be seen. */
export const toOneLine = (text: string): string =>
  text.replaceAll(BREAKS, ' ').replaceAll(new RegExp(UNSEEN, 'g'), '').trim()

/** One printable character of ASCII, as a pattern's part: what QR codes of payment schemes hold (EMVCo, "ans"). */
export const PRINTABLE = '[\\x20-\\x7e]'

/** What is not printable ASCII in a text, and the same text without it, where there is such a text. */
export interface Unprintable {
  readonly characters: readonly string[]
  readonly plain: string | undefined
}

/** Letters with accents, other scripts, typographic signs; undefined where there are none. */
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
/** What no accent is taken off: letters of their own, and the signs that word processors put in place of others. */
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
