// What people cannot see, taken off texts that are a number otherwise: the apostrophe by which they told a spreadsheet program
// to keep the digits, and characters without width that come along from web pages. Names keep them: there they may mean something.

/** The text of a field as it is meant. */
export function tidyText(text: string): string {
  if (!ODD.test(text)) return text
  const plain = text.replace(INVISIBLE, '').replace(/^\s*'/, '')
  return NUMBER.test(plain) ? plain : text
}

/** Whether a piece of XML has any of these characters, so that most are asked once and not text by text. */
export const mayNeedTidying = (xml: string): boolean =>
  IN_XML.some((sign) => xml.includes(sign)) || BEYOND_LATIN_1.test(xml)

// One by one: for signs that are rare an engine looks many bytes at once, which it does for no pattern.
const IN_XML = ["'", '\u00ad', '&#', '&apos;']

// Soft hyphen, spaces without width, marks of writing direction, joiners, the byte order mark.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const ODD = /['\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const BEYOND_LATIN_1 = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const NUMBER = /^\s*-?[0-9][0-9\s.,-]*$/
