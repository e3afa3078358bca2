// Finds texts that other programs have damaged: letters read in a wrong encoding, escape sequences, lost letters, rounded
// numbers, errors of formulas, and words that programs write in place of an empty value.

/** The characters of windows-1252 between 0x80 and 0x9f, which have other code points in Unicode. */
export const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * UTF-8 sequences that were read as windows-1252: two bytes, three bytes or four bytes. Covers the scripts that our users
 * write, typographic punctuation and pictograms. A capital before a closing quotation mark (0xbb), as in «VÄ», is no such
 * sequence.
 */
const TWO_BYTES = 'Ã[\\u0080-\\u00bf]|[ÂÄÅÐÑØÙÚÛ][\\u0080-\\u00ba\\u00bc-\\u00bf]'
const THREE_BYTES = '[àâãäåæçèéêëìíîï][\\u0080-\\u00bf]{2}'
const FOUR_BYTES = 'ð[\\u0080-\\u00bf]{3}'
const MISREAD = new RegExp(`${TWO_BYTES}|${THREE_BYTES}|${FOUR_BYTES}`, 'g')

/** '&#252;', '&#xfc;' or '&uuml;'. */
const ENTITY = /&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ...namedLetters(
    'agrave:à aacute:á acirc:â atilde:ã auml:ä aring:å aelig:æ ccedil:ç egrave:è eacute:é ecirc:ê euml:ë ' +
      'igrave:ì iacute:í icirc:î iuml:ï ntilde:ñ ograve:ò oacute:ó ocirc:ô otilde:õ ouml:ö oslash:ø ' +
      'ugrave:ù uacute:ú ucirc:û uuml:ü yacute:ý szlig:ß rsquo:’ lsquo:‘ ndash:– mdash:—',
  ),
}

/** Parses 'name:letter name:letter'. */
function namedLetters(pairs: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split(':') as [string, string]))
}

/** True for a text that is certainly damaged. */
export function isGarbled(text: string): boolean {
  if (PLAIN_TEXT.test(text)) return false
  return hasLostLetters(text) || restoreText(text) !== text
}

/** Printable ASCII except &, ? and the backslash. Nearly all texts match, so this is checked first. */
const PLAIN_TEXT = /^[\x20-\x25\x27-\x3e\x40-\x5b\x5d-\x7e]*$/

/** True if letters cannot be restored: the text has a replacement character, or consists of several question marks. */
const hasLostLetters = (text: string): boolean => text.includes('\ufffd') || ONLY_QUESTION_MARKS.test(text)

const ONLY_QUESTION_MARKS = /^[?\s]*\?[?\s]*\?[?\s]*$/

/** The text as it was before the damage. Unchanged if it is not damaged, or if letters are lost. */
export function restoreText(text: string): string {
  if (hasLostLetters(text)) return text
  let restored = text
  // A text can have been damaged several times.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = toLetters(restored)
    if (next === restored) break
    restored = next
  }
  return restored
}

const MAX_ROUNDS = 4

function toLetters(text: string): string {
  const decoded = text
    .replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return nameToLetter(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return isCharacter(code) ? String.fromCodePoint(code) : whole
    })
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const canBeMisread = /[\u0080-\uffff]{2}/.test(decoded)
  return canBeMisread ? misreadToLetters(decoded) : decoded
}

/** 'ouml' → 'ö', 'Ouml' → 'Ö'. */
function nameToLetter(name: string): string | undefined {
  const letter = ENTITIES[name.toLowerCase()]
  const isCapital = /^[A-Z]/.test(name)
  return isCapital ? letter?.toUpperCase() : letter
}

function isCharacter(code: number): boolean {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 31 && code <= 0x10ffff && !isSurrogate
}

function misreadToLetters(text: string): string {
  // Replaces each character of windows-1252 by the character whose code is its byte.
  const bytes = text.replace(/[\u0100-\uffff]/g, (character) => {
    const index = WINDOWS_1252.indexOf(character)
    return index === -1 ? character : String.fromCharCode(0x80 + index)
  })
  const letters = bytes.replace(MISREAD, bytesToLetters)
  if (letters === bytes) return text
  // The bytes that belong to no misread letter become characters of windows-1252 again.
  return letters.replace(/[\u0080-\u009f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? '')
}

/** Decodes bytes, one in each character, as UTF-8. Returns them unchanged if they are not valid UTF-8. */
function bytesToLetters(bytes: string): string {
  try {
    const escaped = bytes.replace(/./g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
    return decodeURIComponent(escaped)
  } catch {
    return bytes
  }
}

/** True for a text with a question mark in or directly after a word, which can replace a lost letter. */
export const hasDoubtfulLetters = (text: string): boolean => /\p{L}\?(?:\p{L}|$)|\?\p{L}/u.test(text)

/** True for a word that programs and people write in place of an empty value. */
export function isPlaceholder(text: string): boolean {
  if (text.length > MAX_PLACEHOLDER) return false
  return PLACEHOLDER.test(text) || text.split(/\s+/).every((word) => PLACEHOLDER.test(word))
}

const MAX_PLACEHOLDER = 40
const PLACEHOLDER_WORDS = [
  // Of programs.
  String.raw`null|nil|nan|none|undefined|\\n`,
  // English.
  String.raw`n\.?[/.]?\s?a\.?|tb[acd]|blank|empty|missing|unknown|not (?:available|applicable|provided)`,
  'no[_ -]?(?:phone|code|name|email|e-mail|mail|address|value|data|number)',
  // German, Malay, Chinese, Arabic.
  String.raw`k\.\s?a\.?|keine|entfällt`,
  'tiada|tidak ada',
  '无|無|空|没有|沒有|暂无',
  'لا يوجد|غير متوفر',
].join('|')
const ONLY_SIGNS = String.raw`[-–—._*/\\]+`
/** A word, also in brackets, or only signs. */
const PLACEHOLDER = new RegExp(String.raw`^[<([{]?(?:${PLACEHOLDER_WORDS})[>)\]}]?$|^${ONLY_SIGNS}$`, 'iu')

/** A whole number that a program has written with a point: '6591234567.0'. Short numbers can be versions. */
export const hasDecimalTail = (text: string): boolean => /^\+?[0-9]{3,}\.0+$/.test(text)

export const withoutDecimalTail = (text: string): string => (hasDecimalTail(text) ? text.replace(/\.0+$/, '') : text)

/** The errors that spreadsheet programs show instead of a formula's result, in the languages of our users. */
const CELL_ERROR_NAMES = [
  'REF|N/A|VALUE|DIV/0|NAME|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|GETTING_DATA|UNKNOWN|ERROR',
  // German, French, Spanish, Portuguese, Dutch.
  'BEZUG|NV|WERT|ZAHL|ÜBERLAUF',
  'VALEUR|NOM|NOMBRE|NUL|N/D',
  '¡REF|¡VALOR|¡DIV/0|¿NOMBRE|¡NUM|¡NULO',
  'VALOR|NOME|NÚM|NULO',
  'VERW|N/B|WAARDE|DEEL/0|NAAM|GETAL|LEEG',
].join('|')
/** '#REF!', 'Err:502' of LibreOffice, or the number signs of a column that is too narrow. */
const CELL_ERROR = new RegExp(`^(?:#(?:${CELL_ERROR_NAMES})[!?]?|Err:[0-9]{3}|#{3,})$`, 'i')

/** What Google Sheets shows until a formula has its result. A file saved at that moment contains it. */
const UNFINISHED_CELL = 'Loading...'

/** True for cell errors such as '#REF!'. */
export function isCellError(text: string): boolean {
  if (text === UNFINISHED_CELL) return true
  // Nearly all texts have another beginning, so the beginning is checked first.
  const canBeError = text.startsWith('#') || text.startsWith('Err:')
  return canBeError && CELL_ERROR.test(text)
}

/**
 * True for a number in E notation ('4.12346E+15'): a spreadsheet has rounded it, and its last digits are lost. A
 * numeric cell of 16 digits or more is read in this form, since a spreadsheet stores only 15.
 */
export const isRoundedIdentifier = (identifier: string): boolean =>
  /^[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+$/.test(identifier)

/**
 * True for a text that a spreadsheet has rounded: one digit, a point and E+ ('6.59123E+09'). References such as
 * '219E0188' or '1E5' are not rounded.
 */
export const isRoundedText = (text: string): boolean => /^-?[1-9](?:[.,][0-9]+)?E\+[0-9]{1,3}$/i.test(text)
