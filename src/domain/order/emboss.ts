// Converts a cardholder's name to its embossed form. It has at most 26 characters (the length of a line in ISO/IEC 7813),
// and only characters that embossing machines have.
import { m } from '#words/messages.js'

export const MAX_EMBOSSED = 26

/** Letters that do not consist of a base letter and an accent, in the spelling of passports (ICAO 9303 part 3). */
const letterSpellings: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  ß: 'SS',
  ẞ: 'SS',
  Þ: 'TH',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ħ: 'H',
  Ŧ: 'T',
  ı: 'I',
  Ŋ: 'N',
  ĸ: 'K',
  ſ: 'S',
  Ə: 'E',
}

/** Punctuation that has several variants. */
const punctuationSpellings: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '.': ' ',
  ',': ' ',
  '/': ' ',
}

/** Converts a text to capital Latin letters without accents. Undefined if a character has no such form. */
function toEmbossable(text: string): string | undefined {
  // Letters are respelled twice: small letters such as 'ı' before `toUpperCase`, and capitals after it.
  const capital = text
    .normalize('NFC')
    .replace(/./gu, (letter) => letterSpellings[letter] ?? letter)
    .toUpperCase()
  const plain = capital
    // Separates letters from their accents.
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (letter) => letterSpellings[letter] ?? punctuationSpellings[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
  return /^[A-Z0-9 '&-]*$/.test(plain) ? plain : undefined
}

/**
 * The text on the card: name and surname. If the text is too long, as many given names as needed become initials. A text
 * that is still too long is cut. Undefined for a name that is empty or cannot be written in Latin letters.
 */
export function nameToEmboss(name: string, surname: string): string | undefined {
  const givenNames = toEmbossable(name)
  const familyName = toEmbossable(surname)
  if (givenNames === undefined || familyName === undefined) return undefined
  const hasLetter = /[A-Z]/.test(givenNames + familyName)
  if (!hasLetter) return undefined
  const names = givenNames.split(' ').filter(Boolean)
  for (let initialCount = 0; initialCount <= names.length; initialCount += 1) {
    // Initials replace the last given names, since the first given name is usually the name in use.
    const fullCount = names.length - initialCount
    const fullNames = names.slice(0, fullCount)
    const initials = names.slice(fullCount).map((givenName) => givenName.charAt(0))
    const line = [...fullNames, ...initials, familyName].join(' ').trim()
    if (line.length <= MAX_EMBOSSED) return line
  }
  // Too long even with initials: only the first initial is kept, and the surname is cut.
  const initial = names[0]?.charAt(0) ?? ''
  return [initial, familyName].filter(Boolean).join(' ').slice(0, MAX_EMBOSSED).trimEnd()
}

/** Why a name cannot be embossed. Undefined if it can. */
export const embossedNameRefusal = (name: string, surname: string): string | undefined =>
  nameToEmboss(name, surname) === undefined ? m.orders_nameCannotBePrinted() : undefined
