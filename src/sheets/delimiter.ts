// Finds the character that separates the fields of a text file. All lines are considered, so that a
// single odd line does not decide.

export type Delimiter = ',' | ';' | '\t' | '|'

/**
 * The delimiters in order of preference, if several fit equally well: amounts can contain commas, and texts can contain
 * lists with bars.
 */
const DELIMITERS = ['\t', ';', ',', '|'] as const satisfies readonly Delimiter[]

/**
 * The delimiter that divides most lines into the same number of fields; a comma for a file of single fields. `text` has
 * only LF line ends. Quoted text is ignored.
 */
export function findDelimiter(text: string): Delimiter {
  // Nearly all files contain only one delimiter, and searching for it is much faster than counting.
  const [candidate = ',', ...otherCandidates] = DELIMITERS.filter((delimiter) => text.includes(delimiter))
  const canBeQuoted = candidate !== ',' && text.includes('"')
  if (otherCandidates.length === 0 && !canBeQuoted) return candidate
  const counts = countByLine(text)
  const usesDecimalCommas = hasDecimalCommas(text)
  let best: Delimiter = ','
  let bestScore = 0
  DELIMITERS.forEach((delimiter, index) => {
    const score = scoreOf(counts, index) - (delimiter === ',' && usesDecimalCommas ? DECIMAL_COMMA_PENALTY : 0)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  })
  return best
}

/** True for a field that contains any delimiter or a quotation mark, and so may be a line that was not divided. */
export const hasDelimiterOrQuote = (field: string): boolean => /[,;|\t"]/.test(field)

/** True for a line of only delimiters, which counts as blank. */
export const isBlankLine = (fields: readonly string[]): boolean => fields.every((field) => !/[^\s,;|]/.test(field))

/** Counts lines by how many of each delimiter they have; lines without delimiters are left out. */
type LineCounts = ReadonlyMap<string, { readonly counts: readonly number[]; lines: number }>

/** The index in DELIMITERS; -1 for any other character. */
function delimiterIndex(code: number): number {
  switch (code) {
    case TAB:
      return 0
    case SEMICOLON:
      return 1
    case COMMA:
      return 2
    case BAR:
      return 3
    default:
      return -1
  }
}

function countByLine(text: string): LineCounts {
  const linesByCounts = new Map<string, { counts: readonly number[]; lines: number }>()
  let counts = [0, 0, 0, 0]
  let isQuoted = false
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? LF : text.charCodeAt(at)
    if (isQuoted && at < text.length) {
      if (code !== QUOTE) continue
      if (text.charCodeAt(at + 1) === QUOTE) at += 1
      else isQuoted = false
    } else if (code === QUOTE && isFieldStart(text, at)) isQuoted = true
    else if (code === LF) {
      if (counts.some(Boolean)) {
        const key = counts.join()
        const sameCounts = linesByCounts.get(key)
        if (sameCounts) sameCounts.lines += 1
        else linesByCounts.set(key, { counts, lines: 1 })
        counts = [0, 0, 0, 0]
      }
    } else {
      const index = delimiterIndex(code)
      if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  return linesByCounts
}

/** The share of lines with the most frequent count of the delimiter per line. Counts of 0 are ignored. */
function scoreOf(lines: LineCounts, index: number): number {
  const byCount = new Map<number, number>()
  let total = 0
  for (const { counts, lines: lineCount } of lines.values()) {
    const count = counts[index] ?? 0
    total += lineCount
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + lineCount)
  }
  return total === 0 ? 0 : Math.max(0, ...byCount.values()) / total
}

/** True if all commas outside quotes are between digits, and the text has another delimiter: '9000|12,50'. */
const hasDecimalCommas = (text: string): boolean =>
  /[|;\t]/.test(text) && !/(?:^|[^0-9]),|,(?:$|[^0-9])/m.test(text.slice(0, SAMPLE_LENGTH))
/** Decides only between delimiters that fit equally well. */
const DECIMAL_COMMA_PENALTY = 0.001
/** The number of characters that are checked for the use of commas. */
const SAMPLE_LENGTH = 64 * 1024

/**
 * True at the start of a field or after spaces there: only then does a quotation mark begin a quoted text (RFC 4180).
 */
function isFieldStart(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text.charAt(before) === ' ') before -= 1
  return before < 0 || '\n,;\t|'.includes(text.charAt(before))
}

const LF = 10
const QUOTE = 34
const COMMA = 44
const SEMICOLON = 59
const TAB = 9
const BAR = 124
