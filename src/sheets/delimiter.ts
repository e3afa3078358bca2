// Finds the character that separates the fields of a text file: once for the whole file, never line by line. A decimal comma beside
// semicolons is not a separator.

export type Delimiter = ',' | ';' | '\t'

export const delimiterNames: Readonly<Record<Delimiter, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

export interface Sighting {
  readonly delimiter: Delimiter
  readonly row: number
}

/**
 * The delimiter that every line with one has: TAB before semicolon before comma, since amounts can contain commas. If
 * there is no such character, returns the two lines that contradict each other. A file of single fields counts as
 * comma. `text` has only LF line ends.
 */
export function findDelimiter(text: string): { delimiter: Delimiter } | { mixed: readonly [Sighting, Sighting] } {
  let lines = 0
  let tabs = 0
  let semicolons = 0
  let firstTab = 0
  let firstSemicolon = 0
  let firstWithoutTab = 0
  let firstWithoutSemicolon = 0
  let row = 1
  let seen = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? LF : text.charCodeAt(at)
    if (quoted && at < text.length) {
      if (code !== QUOTE) continue
      if (text.charCodeAt(at + 1) === QUOTE) at += 1
      else quoted = false
    } else if (code === QUOTE && isFieldStart(text, at)) quoted = true
    else if (code === COMMA) seen |= 1
    else if (code === SEMICOLON) seen |= 2
    else if (code === TAB) seen |= 4
    else if (code === LF) {
      if (seen !== 0) {
        lines += 1
        if (seen & 2) {
          semicolons += 1
          firstSemicolon ||= row
        } else firstWithoutSemicolon ||= row
        if (seen & 4) {
          tabs += 1
          firstTab ||= row
        } else firstWithoutTab ||= row
      }
      seen = 0
      row += 1
    }
  }
  if (tabs === lines && lines > 0) return { delimiter: '\t' }
  if (semicolons === lines && lines > 0) return { delimiter: ';' }
  if (tabs === 0 && semicolons === 0) return { delimiter: ',' }
  // The most common one first.
  const sightings: Sighting[] =
    tabs > 0
      ? [
          { delimiter: '\t', row: firstTab },
          { delimiter: firstWithoutTab === firstSemicolon ? ';' : ',', row: firstWithoutTab },
        ]
      : [
          { delimiter: ';', row: firstSemicolon },
          { delimiter: ',', row: firstWithoutSemicolon },
        ]
  const isRegular = (tabs > 0 ? tabs : semicolons) * 2 > lines
  const [first, second] = sightings as [Sighting, Sighting]
  return { mixed: isRegular ? [first, second] : [second, first] }
}

// Only a quotation mark that opens a field quotes anything (RFC 4180).
const isFieldStart = (text: string, at: number): boolean => at === 0 || '\n,;\t'.includes(text.charAt(at - 1))

const LF = 10
const QUOTE = 34
const COMMA = 44
const SEMICOLON = 59
const TAB = 9
