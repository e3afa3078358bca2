// Removes the characters of numbers that a spreadsheet program does not show. An apostrophe makes the program keep all
// digits. Zero-width characters were copied from web pages. Names keep these characters, because they can have a meaning
// there.

/** True if `tidyText` can change a field of the text. */
export const isUntidy = (text: string): boolean => UNTIDY.test(text)

/** The text of a field without invisible characters. */
export function tidyText(text: string): string {
  if (!isUntidy(text)) return text
  const plain = text.replace(INVISIBLE, '').replace(/^\s*'/, '')
  return NUMBER.test(plain) ? plain : text
}

// Soft hyphen, zero-width spaces, marks of writing direction, joiners, the byte order mark.
const INVISIBLE_CHARACTERS = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff'
const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'g')
const UNTIDY = new RegExp(`['${INVISIBLE_CHARACTERS}]`)
const NUMBER = /^\s*-?[0-9][0-9\s.,-]*$/
