// The fast reader: one pass over the bytes of a plain comma file that finds the fields, without a string or an object per
// row. Whatever is not plain (quotes, other delimiters, other than ASCII) it leaves to the general reader; generated files
// prove that both give the same rows.
import { type CheckRules, MAX_AMOUNT_LENGTH, MIN_LONE_IDENTIFIER, isHeader, trimFields } from '#domain/batch/rows.ts' // prettier-ignore
import type { Collected } from './collect-rows.ts'
import { fieldsBeforeVerdict } from '#domain/batch/verdict-columns.ts'
import { createRowStore, toText } from './row-store.ts'

/**
 * The checked rows of a plain comma file; undefined where another reader is needed.
 * @param isPart the bytes are only the file's beginning: its last line, which may be cut, is left out
 */
export function scanCsv(
  bytes: Uint8Array<ArrayBuffer>,
  rules: CheckRules,
  maxRows: number,
  isPart = false,
): Collected | 'tooManyRows' | undefined {
  const store = createRowStore(rules, maxRows)
  const starts = new Int32Array(3)
  const ends = new Int32Array(3)
  const size = bytes.length
  let header: readonly string[] | undefined
  let isFirst = true
  let ignoredLines = 0
  let rowNumber = 0
  let at = hasBom(bytes) ? 3 : 0
  if (isPreset(bytes, at)) return undefined

  while (at < size) {
    rowNumber += 1
    const lineStart = at
    let fields = 0 // up to the last one that is not empty
    let field = 0
    let fieldStart = at
    let lineEnd = -1
    while (lineEnd < 0) {
      const kind = at === size ? LINE_END : (kinds[bytes[at]!] as number)
      if (kind === PLAIN) {
        at += 1
        continue
      }
      if (kind === OTHER) return undefined
      let start = fieldStart
      let end = at
      while (start < end && bytes[start] === SPACE) start += 1
      while (end > start && bytes[end - 1] === SPACE) end -= 1
      if (end > start) fields = field + 1
      if (field < 3) {
        starts[field] = start
        ends[field] = end
      }
      field += 1
      if (kind === FIELD_END) {
        at += 1
        fieldStart = at
        continue
      }
      lineEnd = at
      if (kind === RETURN && bytes[at + 1] !== LF) return undefined
      at += kind === RETURN ? 2 : 1
    }
    if (isPart && at > size) break
    if (fields === 0) continue

    const idStart = starts[0]!
    const idEnd = ends[0]!
    if (isFirst) {
      isFirst = false
      if (isHeader(toText(bytes, idStart, idEnd))) {
        header = trimFields(toText(bytes, lineStart, lineEnd).split(','))
        if (fieldsBeforeVerdict(header) !== undefined) return undefined
        continue
      }
    }
    if (fields === 1 && idEnd - idStart <= MIN_LONE_IDENTIFIER) {
      ignoredLines += 1
      continue
    }
    if (store.count === maxRows) return 'tooManyRows'

    // batches §5: which field is what.
    const isTarget = fields === 2 && ends[1]! - starts[1]! > MAX_AMOUNT_LENGTH
    const hasTarget = fields >= 3 || isTarget
    const toStart = hasTarget ? starts[1]! : idEnd
    const toEnd = hasTarget ? ends[1]! : idEnd
    const amountField = fields >= 3 ? 2 : fields === 2 && !isTarget ? 1 : 0
    const amountStart = amountField === 0 ? idEnd : starts[amountField]!
    const amountEnd = ends[amountField]!
    store.add(bytes, rowNumber, fields, idStart, idEnd, toStart, toEnd, amountStart, amountEnd)
  }
  return { columns: store.finish(bytes), header, ignoredLines }
}

const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

// `sep=;` in the first line: the general reader knows what to do.
const isPreset = (bytes: Uint8Array, at: number): boolean => /^sep=/i.test(toText(bytes, at, Math.min(at + 4, bytes.length))) // prettier-ignore

const LF = 10
const SPACE = 32

// What a byte means to the scanner.
const PLAIN = 0
const FIELD_END = 1
const LINE_END = 2
const RETURN = 3
const OTHER = 4
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 44) return FIELD_END
  if (byte === LF) return LINE_END
  if (byte === 13) return RETURN
  return byte < SPACE || byte > 126 || byte === 34 || byte === 59 ? OTHER : PLAIN
})
