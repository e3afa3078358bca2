// Reads a file into checked rows, or returns the reason why the file is refused. This code runs in the worker, in tests
// and in the benchmark.
import type { SheetExtension } from '#domain/batch/types.ts'
import { headingWords } from '#domain/files/heading-words.ts'
import { amountQuestions } from '#domain/rows/column-amounts.ts'
import { withColumns } from '#domain/rows/column-map.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import { hasError } from '#domain/rows/findings.ts'
import { setKnownHeadings, containsHeadings, type ReadColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { ReadChoices } from '#domain/rows/reading.ts'
import type { FileToRead, ReadResult } from '#workers/sheets-api.ts'
import { refuse } from './rows-result.ts'
import { readCsvFile } from './read-csv-file.ts'
import { readWorkbookFile } from './read-workbook-file.ts'
import { refusals } from './refusals.ts'

setKnownHeadings(headingWords)

/**
 * Reads, checks and marks all rows of a file according to their row type. Whatever the file contains, the result is a
 * refusal instead of an error. This also applies if the disk fails.
 */
export async function readRows(knownType: RowType, request: FileToRead): Promise<ReadResult> {
  const rowType = request.isInFieldOrder ? { ...knownType, minFittingShare: 0 } : knownType
  const extension = nameToExtension(request.fileName)
  if (!extension || !request.accepts.includes(extension)) return refuse(refusals.wrongType(request.accepts))
  if (request.file.size === 0) return refuse(refusals.empty(rowType))
  try {
    const result = await readSheetOf(rowType, request, extension)
    const hasUserChosen = request.settings?.sheet !== undefined || request.columns !== undefined
    if (hasUserChosen || hasRowsOfType(rowType, result)) return result
    return await readFittingSheet(rowType, request, extension, result)
  } catch (error) {
    if (!isReadError(error)) throw error
    return refuse(error.name === 'AbortError' ? refusals.aborted() : refusals.failed())
  }
}

const readAs = (rowType: RowType, request: FileToRead, extension: SheetExtension): Promise<ReadResult> =>
  extension === 'csv' ? readCsvFile(rowType, request) : readWorkbookFile(rowType, request, extension)

/** Reads the sheet that the user chose, or the sheet that was open when the workbook was saved. */
async function readSheetOf(rowType: RowType, request: FileToRead, extension: SheetExtension): Promise<ReadResult> {
  const chosenType = request.columns ? withColumns(rowType, request.columns) : rowType
  const result = await readAs(chosenType, request, extension)
  if (result.ok || !result.refusal.columns) return result
  const columns = columnsByHeadings(rowType, result.refusal.columns)
  if (!columns) return result
  // How a cell is read depends on its field. Now that the fields are known, the file is read again.
  const resultByHeadings = await readAs(withColumns(rowType, columns), request, extension)
  return withHeadingsMark(resultByHeadings)
}

/** Skips sheets without rows of the type, such as empty sheets or instructions, if another sheet has such rows. */
async function readFittingSheet(
  rowType: RowType,
  request: FileToRead,
  extension: SheetExtension,
  firstResult: ReadResult,
): Promise<ReadResult> {
  const { sheet, sheets = [] } = choicesOf(firstResult)
  let skippedSheets: readonly string[] = sheet === undefined ? [] : [sheet]
  /** Returned if no sheet has such rows: the result of the first sheet that is not empty, or of the first sheet. */
  let bestResult = firstResult
  const otherSheets = sheets.filter((name) => name !== sheet).slice(0, MAX_SHEETS)
  for (const name of otherSheets) {
    const settings = { ...request.settings, sheet: name }
    const result = await readSheetOf(rowType, { ...request, settings }, extension)
    if (hasRowsOfType(rowType, result)) return withSkippedSheets(result, skippedSheets)
    if (isEmpty(bestResult) && !isEmpty(result)) bestResult = withSkippedSheets(result, skippedSheets)
    skippedSheets = [...skippedSheets, name]
  }
  return bestResult
}

/** The maximum number of other sheets that are searched for rows. */
const MAX_SHEETS = 12

const isEmpty = (result: ReadResult): boolean => !result.ok && result.refusal.code === 'noRows'

function withSkippedSheets(result: ReadResult, skippedSheets: readonly string[]): ReadResult {
  if (result.ok) return { ...result, facts: { ...result.facts, skippedSheets } }
  const { refusal } = result
  return { ...result, refusal: { ...refusal, choices: { ...refusal.choices, skippedSheets } } }
}

export function choicesOf(result: ReadResult): ReadChoices {
  if (!result.ok) return result.refusal.choices ?? {}
  const { sheetName: sheet, sheets, encodings } = result.facts
  return { sheet, sheets, encodings }
}

/** True if the sheet has rows of the type, or headings that name its columns. Other readable content is not enough. */
function hasRowsOfType(rowType: RowType, result: ReadResult): boolean {
  if (!result.ok) {
    const { code, columns } = result.refusal
    if (code === 'columnsNeeded') return containsHeadings(rowType.fields, columns?.headings ?? [])
    // Only missing rows are a reason to search another sheet. Any other refusal is shown.
    return code !== 'noRows'
  }
  const { header } = result.facts
  if (header && containsHeadings(rowType.fields, header)) return true
  // Only card numbers prove that rows without headings have the type. Almost any line can be an order.
  const hasCards = rowType.fields.some(({ value, use }) => value === 'identifier' && use === 'required')
  if (!hasCards) return false
  const { sets, findings, count } = result.packedRows
  const isValidSet = sets.map((set) => !hasError(set))
  const validCount = findings.filter((setIndex) => isValidSet[setIndex]).length
  return validCount > count / 2
}

/**
 * The columns, mapped by their headings. Undefined if the headings are not clear, or if a question is open.
 */
function columnsByHeadings(rowType: RowType, columns: ReadColumns): ReadColumns | undefined {
  if (columns.asksForHeadings || columns.marked) return undefined
  const { map, isCertain } = matchColumns(rowType, columns)
  const hasQuestions = amountQuestions(rowType, columns, map).length > 0
  return isCertain && !hasQuestions ? { ...columns, map } : undefined
}

function withHeadingsMark(result: ReadResult): ReadResult {
  if (!result.ok || !result.facts.columns) return result
  return { ...result, facts: { ...result.facts, columns: { ...result.facts.columns, by: 'headings' } } }
}

function nameToExtension(fileName: string): SheetExtension | undefined {
  const extension = /\.([^.]+)$/.exec(fileName.trim())?.[1]?.toLowerCase()
  return extensions.find((each) => each === extension)
}

const extensions = ['csv', 'xlsx', 'xls'] as const satisfies readonly SheetExtension[]

// The errors of Blob.arrayBuffer() if the file was deleted or changed, or cannot be read.
const isReadError = (error: unknown): error is DOMException => error instanceof DOMException
