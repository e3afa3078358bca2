// Builds the worker's result, and lists the buffers to transfer with it.
import { columnLetter } from '#domain/rows/column-map.ts'
import type { PackedRows } from '#domain/rows/packed-rows.ts'
import { type IdentifierType, identifierTypes } from '#domain/cards/identifiers.ts'
import { validateIdentifier } from '#domain/rows/fields.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { ColumnDamage, FileProperties, ReadRefusal, ReadResult } from '#workers/sheets-api.ts'
import type { CollectedRows, OtherColumns, TooManyRows } from './collect-rows.ts'
import { refusals } from './refusals.ts'

export const refuse = (refusal: ReadRefusal): ReadResult => ({ ok: false, refusal })

/** What the reader of a file knows about the file, in addition to its rows. */
interface ReaderFacts extends Partial<FileProperties> {
  readonly format: FileProperties['format']
}

/** The rows with the facts about their file. Refuses a file that has no rows, too many rows or unclear columns. */
export function rowsToResult(
  rowType: RowType,
  collected: CollectedRows | OtherColumns | TooManyRows,
  maxRows: number,
  facts: ReaderFacts,
): ReadResult {
  const { sheetName: sheet, sheets, encodings, unreadSheetCount } = facts
  const choices = { sheet, sheets, encodings, unreadSheetCount }
  const refuseWithChoices = (refusal: ReadRefusal) => refuse({ ...refusal, choices })
  if ('exceedsLimit' in collected) return refuseWithChoices(refusals.tooManyRows(maxRows))
  if (!('packedRows' in collected)) return refuseWithChoices(refusals.columnsNeeded(collected.fileColumns))
  const {
    packedRows,
    lines,
    marked,
    header,
    ignoredLines,
    titleLines,
    doneRows,
    totalsRowNumbers,
    moreRows,
    rounded,
    fileColumns,
  } = collected
  const hasRows = packedRows.count > totalsRowNumbers.length
  if (!hasRows) return refuseWithChoices(doneRows > 0 ? refusals.allRowsDone(doneRows) : refusals.noRows(rowType))
  const columnDamage = findDamage(rowType, packedRows, header)
  const mapping = fileColumns && { columns: { ...fileColumns, by: 'choice' as const } }
  const fileProperties = {
    header,
    ignoredLines,
    titleLines,
    doneRows,
    totalsRowNumbers,
    moreRows,
    rounded,
    columnDamage,
    marked,
    ...mapping,
  }
  return { ok: true, packedRows, facts: { ...defaultProperties, lines, ...facts, ...fileProperties } }
}

const defaultProperties = { unreadSheetCount: 0, hiddenRows: [], hiddenColumns: [], merged: [], formulas: 0 } as const

/** The buffers that are transferred to the page instead of copied. */
export function buffersOf(result: ReadResult): ArrayBuffer[] {
  if (!result.ok) return []
  const { text, spans, rowNumbers, fieldCounts, cents, findings } = result.packedRows
  const buffers = [text, spans, rowNumbers, fieldCounts, cents, findings].map(({ buffer }) => buffer)
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer)
}

/** Finds the columns whose identifiers a spreadsheet has damaged. */
function findDamage(rowType: RowType, packedRows: PackedRows, header: readonly string[] | undefined): ColumnDamage[] {
  const damages: ColumnDamage[] = []
  for (const [index, field] of rowType.fields.entries()) {
    if (field.value !== 'identifier' || field.use === 'unused') continue
    const cell = rowType.columns?.map[index] ?? index
    const column = header?.[cell] ?? columnLetter(cell)
    const roundedCount = rowsWith(packedRows, 'identifierDamaged', field.name).length
    if (roundedCount > 0) damages.push({ column, count: roundedCount, damage: 'rounded' })
    const rowsOfWrongLength = rowsWith(packedRows, 'identifierLength', field.name)
    const identifiers = rowsOfWrongLength.map((row) => fieldText(rowType, packedRows, row, index))
    const shortenedCount = identifiers.filter((identifier) => hasLostZeros(identifier, field.type)).length
    // A single identifier proves nothing: with zeros in front, one in ten wrong numbers has a valid check digit.
    const haveMostLostZeros = shortenedCount > identifiers.length / 2
    if (haveMostLostZeros) damages.push({ column, count: shortenedCount, damage: 'zerosLost' })
  }
  return damages
}

/** The indexes of the rows with a finding about a field. */
function rowsWith({ sets, findings }: PackedRows, findingCode: string, fieldName: string): number[] {
  const isMatchingSet = sets.map((set) => set.some(({ code, field }) => code === findingCode && field === fieldName))
  if (!isMatchingSet.includes(true)) return []
  return Array.from(findings.keys()).filter((row) => isMatchingSet[findings[row] ?? 0])
}

function fieldText(rowType: RowType, { text, spans }: PackedRows, row: number, field: number): string {
  // Each field has two entries in `spans`: where its text begins and ends.
  const spanIndex = (row * rowType.fields.length + field) * 2
  return new TextDecoder().decode(text.subarray(spans[spanIndex] ?? 0, spans[spanIndex + 1] ?? 0))
}

/** True for a number that would be valid with leading zeros. Always false for identifiers without a check digit. */
function hasLostZeros(identifier: string, type: IdentifierType): boolean {
  const { length, hasCheckDigit } = identifierTypes[type]
  if (!hasCheckDigit || identifier.length >= length) return false
  const problem = validateIdentifier(identifier.padStart(length, '0'), type)
  return problem === undefined
}
