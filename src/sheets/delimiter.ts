// Finds the character that separates the fields of a text file. All lines count, so that a single odd line does not
// decide.

export type Delimiter = ',' | ';' | '\t' | '|'

/**
 * If several delimiters fit equally well, the first of these is preferred. A comma may be part of amounts, and a bar
 * may be part of lists in texts.
 */
const DELIMITERS = ['\t', ';', ',', '|'] as const satisfies readonly Delimiter[]

/**
 * The delimiter that divides most lines into the same number of fields. A comma if no line is divided. `text` has only
 * LF line ends. Quoted text is ignored.
 */
export function findDelimiter(text: string): Delimiter {
  // Nearly all files contain only one delimiter. Searching for it is much faster than counting.
  const candidates = DELIMITERS.filter((delimiter) => text.includes(delimiter))
  const [first = ','] = candidates
  const isOnlyCandidate = candidates.length < 2
  // All occurrences of another delimiter than a comma may be inside quoted text. The result is then a comma.
  const canBeQuoted = first !== ',' && text.includes('"')
  if (isOnlyCandidate && !canBeQuoted) return first
  const lines = withoutQuotedFields(text)
    .split('\n')
    .filter((line) => DELIMITER.test(line))
  const commaPenalty = hasDecimalCommas(text) ? DECIMAL_COMMA_PENALTY * lines.length : 0
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of candidates) {
    const { times } = mostFrequent(lines.map((line) => line.split(delimiter).length - 1))
    const score = delimiter === ',' ? times - commaPenalty : times
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

/** The most frequent number except 0, and how often it occurs. Of several equally frequent numbers, the first. */
export function mostFrequent(numbers: readonly number[]): { readonly number: number; readonly times: number } {
  const frequencies = new Map<number, number>()
  for (const number of numbers.filter((each) => each !== 0)) {
    frequencies.set(number, (frequencies.get(number) ?? 0) + 1)
  }
  let best = { number: 0, times: 0 }
  for (const [number, times] of frequencies) {
    if (times > best.times) best = { number, times }
  }
  return best
}

export const DELIMITER = /[,;|\t]/

/** True for a field that contains a delimiter or a quotation mark. Such a field may be a line that was not divided. */
export const hasDelimiterOrQuote = (field: string): boolean => /[,;|\t"]/.test(field)

/** True for a line of only delimiters, which counts as blank. */
export const isBlankLine = (fields: readonly string[]): boolean => fields.every((field) => /^[\s,;|]*$/.test(field))

/** The text without its quoted fields. A quotation mark within a field is part of its text (RFC 4180). */
function withoutQuotedFields(text: string): string {
  let plain = ''
  let isQuoted = false
  // Doubled marks are part of a quoted text.
  const partsBetweenMarks = text.replaceAll('""', '').split('"')
  for (const [index, part] of partsBetweenMarks.entries()) {
    if (!isQuoted) plain += part
    // A mark begins a quoted text only at the beginning of a field. The first part begins a field, too.
    const isBeforeField = /[\n,;\t|] *$/.test(index === 0 ? `\n${part}` : part)
    isQuoted = !isQuoted && isBeforeField
  }
  return plain
}

/** True if all commas outside quotes are between digits, and the text has another delimiter: '9000|12,50'. */
function hasDecimalCommas(text: string): boolean {
  const hasOtherDelimiter = /[|;\t]/.test(text)
  const sample = text.slice(0, SAMPLE_LENGTH)
  const lacksDigitBefore = /(?:^|[^0-9]),/m.test(sample)
  const lacksDigitAfter = /,(?:$|[^0-9])/m.test(sample)
  return hasOtherDelimiter && !lacksDigitBefore && !lacksDigitAfter
}
/** So small that it decides only between delimiters that fit equally well. */
const DECIMAL_COMMA_PENALTY = 0.001
/** The number of characters that are checked for the use of commas. */
const SAMPLE_LENGTH = 64 * 1024
