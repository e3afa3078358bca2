// Builds the worker's result, and lists the buffers to transfer with it.
import { columnLetter } from '#domain/rows/column-map.ts'
import type { PackedRows } from '#domain/rows/packed-rows.ts'
import { type IdentifierType, identifierKinds } from '#domain/cards/identifiers.ts'
import { validateIdentifier } from '#domain/rows/fields.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { ColumnDamage, ReadFacts, ReadRefusal, ReadResult } from '#workers/sheets-api.ts'
import type { CollectedRows, OtherColumns } from './collect-rows.ts'
import { refusals } from './refusals.ts'

export const refuse = (refusal: ReadRefusal): ReadResult => ({ ok: false, refusal })

/** The rows with the facts about their file. Refuses a file without rows, or with too many. */
export function rowsToResult(
  kind: RowKind,
  collected: CollectedRows | OtherColumns | 'tooManyRows',
  maxRows: number,
  facts: Pick<ReadFacts, 'format' | 'encoding' | 'delimiter' | 'sheetName'> & Partial<ReadFacts>,
): ReadResult {
  const refuseWithChoices = (refusal: ReadRefusal) => refuse({ ...refusal, choices })
  const { sheetName: sheet, sheets, encodings, otherSheetCount } = facts
  const choices = { sheet, sheets, encodings, otherSheetCount }
  if (collected === 'tooManyRows') return refuseWithChoices(refusals.tooManyRows(maxRows))
  if (!('columns' in collected)) return refuseWithChoices(refusals.columnsNeeded(collected.fileColumns))
  const { columns, header, ignoredLines, titleLines, doneRows, totalRows, moreRows, rounded, fileColumns } = collected
  if (columns.count === totalRows.length)
    return refuseWithChoices(doneRows > 0 ? refusals.allRowsDone(doneRows) : refusals.noRows(kind))
  const columnDamage = findDamage(kind, columns, header)
  const mapping = fileColumns && { columns: { ...fileColumns, by: 'choice' as const } }
  const fileFacts = {
    header,
    ignoredLines,
    titleLines,
    doneRows,
    totalRows,
    moreRows,
    rounded,
    columnDamage,
    ...mapping,
  }
  return { ok: true, columns, facts: { ...defaultFacts, ...facts, ...fileFacts } }
}

const defaultFacts = { otherSheetCount: 0, hiddenRows: [], hiddenColumns: [], merged: [], formulas: 0 } as const

/** The buffers that are transferred to the page instead of copied. */
export const buffersOf = (result: ReadResult): Transferable[] =>
  result.ok
    ? [
        result.columns.text.buffer,
        result.columns.spans.buffer,
        result.columns.rowNumbers.buffer,
        result.columns.fieldCounts.buffer,
        result.columns.cents.buffer,
        result.columns.findings.buffer,
      ].filter((buffer) => buffer instanceof ArrayBuffer)
    : []

/** Finds the columns whose identifiers a spreadsheet has damaged. */
function findDamage(kind: RowKind, columns: PackedRows, header: readonly string[] | undefined): ColumnDamage[] {
  return kind.fields.flatMap((field, index) => {
    if (field.value !== 'identifier' || field.use === 'unused') return []
    const cell = kind.columns?.map[index] ?? index
    const column = header?.[cell] ?? columnLetter(cell)
    const rounded = rowsWith(columns, 'identifierDamaged', field.name).length
    const misfits = rowsWith(columns, 'identifierLength', field.name).map((row) => fieldText(kind, columns, row, index))
    const shortenedCount = misfits.filter((identifier) => hasLostZeros(identifier, field.type)).length
    return [
      ...(rounded > 0 ? [{ column, count: rounded, damage: 'rounded' as const }] : []),
      // One number in ten of the wrong length passes the check by chance.
      ...(shortenedCount > misfits.length / 2 ? [{ column, count: shortenedCount, damage: 'zerosLost' as const }] : []),
    ]
  })
}

/** Positions of the rows with a finding about a field. */
function rowsWith({ sets, findings }: PackedRows, findingCode: string, fieldName: string): number[] {
  const isMatchingSet = sets.map((set) => set.some(({ code, field }) => code === findingCode && field === fieldName))
  if (!isMatchingSet.includes(true)) return []
  return Array.from(findings.keys()).filter((row) => isMatchingSet[findings[row] ?? 0])
}

function fieldText(kind: RowKind, { text, spans }: PackedRows, row: number, field: number): string {
  const at = (row * kind.fields.length + field) * 2
  return new TextDecoder().decode(text.subarray(spans[at] ?? 0, spans[at + 1] ?? 0))
}

/** True for a number that would be valid with leading zeros. Only a check digit can show this. */
function hasLostZeros(identifier: string, type: IdentifierType): boolean {
  const { length, hasCheckDigit } = identifierKinds[type]
  return (
    hasCheckDigit &&
    identifier.length < length &&
    validateIdentifier(identifier.padStart(length, '0'), type) === undefined
  )
}
