// Reads a text file into checked rows. Reads the beginning of a long file first, which is enough to detect that the
// file has too many rows.
import type { RowType } from '#domain/rows/row-type.ts'
import { isUnmarkedUtf16 } from '#sheets/decode-text.ts'
import { isBlankLine, hasDelimiterOrQuote } from '#sheets/delimiter.ts'
import { decimalCommaToPoint } from '#sheets/decimal-comma.ts'
import { readCsv } from '#sheets/read-csv.ts'
import { isBinary, sniffBytes } from '#sheets/sniff.ts'
import type { FileToRead, ReadResult } from '#workers/sheets-api.ts'
import { rowsToResult, refuse } from './rows-result.ts'
import { createRowCollector } from './collect-rows.ts'
import { MAX_ROW_FIELDS, maxRowText } from './limits.ts'
import { refusals } from './refusals.ts'

const HEAD_BYTES = 512 * 1024

export async function readCsvFile(rowType: RowType, request: FileToRead): Promise<ReadResult> {
  const { file, maxRows, settings } = request
  const isLong = file.size > HEAD_BYTES
  // A file that is read in parts can have any number of rows.
  const isReadInParts = settings?.skipRows !== undefined
  if (isLong && !isReadInParts) {
    const head = await bytesOf(file.slice(0, HEAD_BYTES))
    const headResult = bytesToResult(rowType, head, { maxRows, settings, isPart: true })
    if (!headResult.ok && FINAL_CODES.has(headResult.refusal.code)) return headResult
  }
  const isTooLarge = file.size > maxRows * maxRowText(rowType)
  if (isLong && isTooLarge) return refuse(refusals.farTooManyRows(maxRows))
  return bytesToResult(rowType, await bytesOf(file), { maxRows, settings, isPart: false })
}

/** The codes of refusals for which the beginning of a file is enough. */
const FINAL_CODES: ReadonlySet<string> = new Set(['tooManyRows', 'contentDiffersFromName'])

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer())

interface BytesToRead extends Pick<FileToRead, 'maxRows' | 'settings'> {
  /** True if the bytes are only the beginning of the file. */
  readonly isPart: boolean
}

export function bytesToResult(
  rowType: RowType,
  bytes: Uint8Array<ArrayBuffer>,
  { maxRows, settings, isPart }: BytesToRead,
): ReadResult {
  const content = sniffBytes(bytes)
  if (content !== 'text') return refuse(refusals.contentDiffersFromName('csv', content))
  if (isBinary(bytes) && !isUnmarkedUtf16(bytes)) return refuse(refusals.contentDiffersFromName('csv', 'binary'))
  const csv = readCsv(bytes, { isPart, maxFields: maxRows * MAX_ROW_FIELDS, encoding: settings?.encoding })
  if (csv.kind === 'encodingUnsure') return refuse(refusals.encodingNeeded(csv.samples))
  if (csv.kind === 'unreadable') return refuse(refusals.unreadableText())
  if (csv.kind === 'tooLarge') return refuse(refusals.farTooManyRows(maxRows))
  const { records, delimiter, encoding, samples } = csv
  const collector = createRowCollector(rowType, { maxRows, skipRows: settings?.skipRows })
  let blankLines = 0
  const isTable = records.some(({ length }) => length > 1)
  const hasCommas = delimiter === ','
  for (const [index, fields] of records.entries()) {
    if (isBlankLine(fields)) {
      blankLines += 1
      continue
    }
    // A line that the delimiter of the file does not divide, although it contains another delimiter.
    const isUndivided = isTable && fields.length === 1 && hasDelimiterOrQuote(fields[0] ?? '')
    const mayHaveDecimalCommas = !hasCommas && !isUndivided
    const rowFields = mayHaveDecimalCommas ? decimalCommaToPoint(fields, rowType.canBeAmount) : fields
    const needsMore = collector.add(index + 1, rowFields, { isUndivided, hasCommas })
    if (!needsMore) break
  }
  const collected = collector.finish({ isUnterminated: csv.isUnterminated && !isPart })
  const facts = { format: 'csv', encoding, delimiter, ...(samples.length > 0 && { encodings: samples }) } as const
  if (!('lines' in collected)) return rowsToResult(rowType, collected, maxRows, facts)
  const blank = collected.lines.blank + blankLines
  const lines = { ...collected.lines, read: csv.lines, blank, inCells: csv.linesInCells }
  return rowsToResult(rowType, collected, maxRows, { ...facts, lines })
}
