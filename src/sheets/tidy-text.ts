// Removes invisible characters from texts that are a number otherwise: the apostrophe that makes a spreadsheet program keep the
// digits, and characters without width that are copied from web pages. Names keep them: there they can mean something.

/** The text of a field without them. */
export function tidyText(text: string): string {
  if (!ODD.test(text)) return text
  const plain = text.replace(INVISIBLE, '').replace(/^\s*'/, '')
  return NUMBER.test(plain) ? plain : text
}

// Soft hyphen, spaces without width, marks of writing direction, joiners, the byte order mark.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const ODD = /['\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const NUMBER = /^\s*-?[0-9][0-9\s.,-]*$/
