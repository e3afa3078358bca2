// Corrects the quotation marks of a text file to RFC 4180 before it is divided into fields: spaces around quotes, lines
// that are quoted as a whole, and unclosed quotes.
import type { Delimiter } from './delimiter.ts'

/** Maximum line ends of a quoted field; with more, its closing quotation mark is missing. */
const MAX_LINE_ENDS = 50

/**
 * The lines without the quotes around them, if every line with a separator is quoted as a whole ('"4111…,5"'). A
 * spreadsheet program saves such lines if each row is in a single column. Undefined for any other file.
 */
export function unwrapLines(text: string): string | undefined {
  const firstSeparator = text.search(SEPARATOR)
  const start = text.lastIndexOf('\n', firstSeparator) + 1
  const end = text.indexOf('\n', firstSeparator)
  if (firstSeparator === -1 || unwrapLine(text.slice(start, end === -1 ? text.length : end)) === undefined)
    return undefined
  const plain: string[] = []
  for (const line of text.split('\n')) {
    const inner = unwrapLine(line)
    if (inner === undefined && SEPARATOR.test(line.replace(TRAILING, ''))) return undefined
    plain.push(inner ?? line)
  }
  return plain.join('\n')
}

/** The text of a line that is one quoted field with a separator in it; undefined for any other line. */
function unwrapLine(line: string): string | undefined {
  const field = line.replace(TRAILING, '').trimStart()
  if (field.length < 2 || !field.startsWith('"') || !field.endsWith('"')) return undefined
  const inner = field.slice(1, -1)
  if (inner.replaceAll('""', '').includes('"') || !SEPARATOR.test(inner)) return undefined
  return inner.replaceAll('""', '"')
}

const SEPARATOR = /[,;|\t]/
const TRAILING = /[\s,;|]+$/

/**
 * Corrects quotes to RFC 4180. A line with an unclosed quotation mark becomes one field, so that the lines after it
 * stay rows. `isPart`: the text is the beginning of a file, which can end within quotes.
 */
export function tidyQuotes(text: string, delimiter: Delimiter, isPart: boolean): string {
  if (!text.includes('"')) return text
  const pieces: string[] = []
  let copiedEnd = 0
  let lineStart = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n') lineStart = at + 1
    if (character !== '"') continue
    const start = skipSpacesBack(text, at)
    if (start > 0 && text.charAt(start - 1) !== '\n' && text.charAt(start - 1) !== delimiter) continue
    const close = closingQuote(text, at, delimiter)
    if (close !== undefined) {
      if (start < at) {
        pieces.push(text.slice(copiedEnd, start))
        copiedEnd = at
      }
      const afterSpaces = skipSpaces(text, close + 1)
      if (afterSpaces > close + 1) {
        pieces.push(text.slice(copiedEnd, close + 1))
        copiedEnd = afterSpaces
      }
      at = afterSpaces - 1
      continue
    }
    // The quotation mark is not closed, so the whole line becomes one quoted field.
    const end = text.indexOf('\n', at)
    if (end === -1 && isPart) break
    const lineEnd = end === -1 ? text.length : end
    pieces.push(text.slice(copiedEnd, Math.max(copiedEnd, lineStart)), '"')
    pieces.push(text.slice(Math.max(copiedEnd, lineStart), lineEnd).replaceAll('"', '""'), '"')
    copiedEnd = lineEnd
    at = lineEnd - 1
  }
  return pieces.join('') + text.slice(copiedEnd)
}

/** The position of the quotation mark that ends a field: only spaces follow it in the field. */
function closingQuote(text: string, open: number, delimiter: Delimiter): number | undefined {
  let lineEnds = 0
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n' && (lineEnds += 1) > MAX_LINE_ENDS) return undefined
    if (character !== '"') continue
    if (text.charAt(at + 1) === '"') {
      at += 1
      continue
    }
    const next = text.charAt(skipSpaces(text, at + 1))
    if (next === '' || next === '\n' || next === delimiter) return at
  }
  return undefined
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === ' ') at += 1
  return at
}

function skipSpacesBack(text: string, from: number): number {
  let at = from
  while (at > 0 && text.charAt(at - 1) === ' ') at -= 1
  return at
}
