// Reads a text file into checked rows. Reads the beginning first, which is enough to detect a file with too many rows.
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
  const readAll = async () => bytesToResult(rowType, await bytesOf(file), request)
  if (file.size <= HEAD_BYTES) return readAll()
  if (file.size > maxRows * maxRowText(rowType) && settings?.skipRows !== undefined)
    return refuse(refusals.farTooManyRows(maxRows))
  if (settings?.skipRows !== undefined) return readAll()
  const head = await bytesOf(file.slice(0, HEAD_BYTES))
  const headResult = bytesToResult(rowType, head, request, true)
  if (!headResult.ok && FINAL_CODES.has(headResult.refusal.code)) return headResult
  if (file.size > maxRows * maxRowText(rowType)) return refuse(refusals.farTooManyRows(maxRows))
  return readAll()
}

/** Refusals that the beginning of a file is enough to decide. */
const FINAL_CODES: ReadonlySet<string> = new Set(['tooManyRows', 'contentDiffersFromName'])

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer())

/** @param isPart the bytes are only the file's beginning */
export function bytesToResult(
  rowType: RowType,
  bytes: Uint8Array<ArrayBuffer>,
  { maxRows, settings }: Pick<FileToRead, 'maxRows' | 'settings'>,
  isPart = false,
): ReadResult {
  const content = sniffBytes(bytes)
  if (content !== 'text') return refuse(refusals.contentDiffersFromName('csv', content))
  if (isBinary(bytes) && !isUnmarkedUtf16(bytes)) return refuse(refusals.contentDiffersFromName('csv', 'binary'))
  const csv = readCsv(bytes, isPart, maxRows * MAX_ROW_FIELDS, settings?.encoding)
  if (csv.kind === 'encodingUnsure') return refuse(refusals.encodingNeeded(csv.samples))
  if (csv.kind === 'unreadable') return refuse(refusals.unreadableText())
  if (csv.kind === 'tooLarge') return refuse(refusals.farTooManyRows(maxRows))
  const { records, delimiter, encoding, samples } = csv
  const collector = createRowCollector(rowType, maxRows, settings?.skipRows)
  let blankLines = 0
  const isTable = records.some(({ length }) => length > 1)
  for (let index = 0; index < records.length; index++) {
    const fields = records[index] ?? []
    if (isBlankLine(fields)) {
      blankLines += 1
      continue
    }
    const isLineUndivided = isTable && fields.length === 1 && hasDelimiterOrQuote(fields[0] ?? '')
    const rowFields = delimiter === ',' || isLineUndivided ? fields : decimalCommaToPoint(fields, rowType.canBeAmount)
    if (!collector.add(index + 1, rowFields, { isUndivided: isLineUndivided, hasCommas: delimiter === ',' })) break
  }
  const collected = collector.finish(csv.isUnterminated && !isPart)
  return rowsToResult(rowType, collected, maxRows, {
    ...(typeof collected === 'object' &&
      'lines' in collected && {
        lines: {
          ...collected.lines,
          read: csv.lines,
          blank: collected.lines.blank + blankLines,
          inCells: csv.linesInCells,
        },
      }),
    format: 'csv',
    encoding,
    delimiter,
    ...(samples.length > 0 && { encodings: samples }),
  })
}
