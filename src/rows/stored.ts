// Converts rows to chunks of a draft and back. A chunk consists of plain tuples, with values in file order and findings
// by name. This form does not depend on other types of the portal, so that newer versions can read it. Stored values are
// validated before they are used.
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import { type Finding, findingsToSet, type ServerValues } from '#domain/rows/findings.ts'
import { type CheckedRow, checkRow, type RowType, toValues } from '#domain/rows/row-type.ts'
import { packCells } from '#domain/rows/extra-columns.ts'
import { CHUNK_ROWS, createRows, type Row, type Rows } from './rows.ts'

/** A row: its values in the file, then its state. `0` stands for a missing edit, check or fact. */
type StoredRow = readonly [
  rowNumber: number,
  values: readonly string[],
  fieldCount: number,
  removed: 0 | 1,
  edit: 0 | readonly string[],
  check: StoredCheck,
  /** The cells of the extra columns, if the file has any; the draft's head names these columns. */
  extraCells?: readonly string[],
]

/** The result of the server's last check of a row. */
type StoredCheck =
  | 0
  | readonly [
      checkedAt: number,
      feeCents: number,
      findings: readonly string[],
      facts: 0 | ServerValues,
      currency: string,
      calculatedCents?: number,
    ]

/** The state of a stored row that is not in its file. */
interface StoredState {
  readonly isRemoved: boolean
  /** The values in file order, if the user has edited them. */
  readonly edit: readonly string[] | undefined
  readonly check: Exclude<StoredCheck, 0> | undefined
  readonly extraCells: readonly string[]
}

function toStoredState([, , , removed, edit, check, extraCells = []]: StoredRow): StoredState {
  return { isRemoved: removed === 1, edit: edit || undefined, check: check || undefined, extraCells }
}

/** One chunk as it is stored. */
export function rowsToChunk<Name extends string>(rows: Rows<Name>, chunk: number): StoredRow[] {
  const storedRows: StoredRow[] = []
  const rowType = rows.rowType()
  const currency = rows.currency() ?? ''
  const toOrderedTexts = (values: RowValues<Name>) => rowType.fields.map(({ name }) => values[name])
  const end = Math.min(rows.count, (chunk + 1) * CHUNK_ROWS)
  for (let id = chunk * CHUNK_ROWS; id < end; id += 1) {
    const row = rows.row(id)
    const fileRow = row.original ? rows.fileRow(id) : row
    const extra = rows.extraCells(id)
    storedRows.push([
      row.rowNumber,
      toOrderedTexts(fileRow.values),
      fileRow.fieldCount,
      row.isRemoved ? 1 : 0,
      row.original ? toOrderedTexts(row.values) : 0,
      toStoredCheck(rowType, row, currency),
      ...optional(extra.length === 0 ? undefined : extra),
    ])
  }
  return storedRows
}

function toStoredCheck<Name extends string>(rowType: RowType<Name>, row: Row<Name>, currency: string): StoredCheck {
  if (row.checkedAt === undefined) return 0
  const findings = row.findings.map((finding) => findingToName(rowType, finding))
  return [row.checkedAt, row.feeCents, findings, row.facts ?? 0, currency, ...optional(row.calculatedCents)]
}

/** For `...optional(value)` at the end of a tuple: no element if the value is undefined. */
const optional = <Value>(value: Value | undefined): readonly [] | readonly [Value] =>
  value === undefined ? [] : [value]

interface StoredRowsOptions {
  readonly contentVersion: number
  readonly yieldToEvents: () => Promise<unknown>
  /** The headings of the extra columns. */
  readonly extraColumns?: readonly string[] | undefined
}

/**
 * The rows of stored chunks, checked again on this device with the current rules. Undefined if a chunk is missing or
 * malformed. Awaits `yieldToEvents` between chunks, so that the page stays responsive.
 */
export async function chunksToRows<Name extends string, Type extends RowType<Name>>(
  rowType: Type & RowType<Name>,
  chunks: readonly unknown[],
  { contentVersion, yieldToEvents, extraColumns = [] }: StoredRowsOptions,
): Promise<Rows<Name, Type> | undefined> {
  const states: StoredState[] = []
  const rowsInFile: CheckedRow<Name>[] = []
  for (const chunk of chunks) {
    const chunkRows = readChunk(chunk)
    if (!chunkRows) return undefined
    for (const row of chunkRows) {
      const [rowNumber, values, fieldCount] = row
      states.push(toStoredState(row))
      rowsInFile.push(checkRow(rowType, { rowNumber, values: toValues(rowType, values), fieldCount }))
    }
    await yieldToEvents()
  }
  const removedIds = new Set([...states.keys()].filter((id) => states[id]?.isRemoved))
  const markedRows = markDuplicates(rowType, rowsInFile, removedIds)
  const packedRows = packRows(rowType, markedRows, (text) => new TextEncoder().encode(text))
  const extra = { headings: extraColumns, text: packCells(states.map(({ extraCells }) => extraCells)) }
  const rows = createRows<Name, Type>({ ...packedRows, extra }, rowType, contentVersion)
  for (const id of removedIds) rows.remove(id)
  for (const [id, { edit, check }] of states.entries()) {
    if (edit) rows.write(id, toValues(rowType, edit))
    if (!check) continue
    const [checkedAt, feeCents, names, facts, currency, calculatedCents] = check
    const knownFindings = names.map((name) => nameToFinding(rowType, name)).filter((finding) => finding !== undefined)
    const findings = findingsToSet(knownFindings)
    rows.setResult(id, { findings, feeCents, checkedAt, currency, facts: facts || undefined, calculatedCents })
  }
  rows.takeDirtyChunks()
  return rows
}

/**
 * The values of stored rows, whatever version wrote them, for saving them to a file. Removed and unreadable rows are
 * left out.
 */
export function chunksToTable(rowType: RowType, chunks: readonly unknown[]): string[][] {
  const table: string[][] = []
  for (const chunk of chunks) {
    const storedRows: unknown[] = Array.isArray(chunk) ? chunk : []
    for (const value of storedRows) {
      const row = readRow(value)
      if (!row) continue
      const [, valuesInFile] = row
      const { isRemoved, edit } = toStoredState(row)
      if (isRemoved) continue
      const values = toValues(rowType, edit ?? valuesInFile)
      // Values that this row type does not use are included unless they are empty, since the user may look for them.
      const shownFields = rowType.fields.filter(({ name, use }) => use !== 'unused' || values[name] !== '')
      table.push(shownFields.map(({ name }) => values[name] ?? ''))
    }
  }
  return table
}

/** 'cardStopped', or 'textTooLong address1' if several fields can have the finding. */
function findingToName(rowType: RowType, { code, field }: Finding): string {
  const usualField = rowType.findings[code]?.field ?? ''
  return field === usualField ? code : `${code} ${field}`
}

function nameToFinding(rowType: RowType, name: string): Finding | undefined {
  const [code = '', field] = name.split(' ')
  return rowType.knownFinding(code, field)
}

function readChunk(chunk: unknown): StoredRow[] | undefined {
  if (!Array.isArray(chunk)) return undefined
  const rows = chunk.map(readRow)
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function readRow(value: unknown): StoredRow | undefined {
  if (!Array.isArray(value)) return undefined
  const row = value as unknown[]
  // The last element is optional.
  if (row.length !== 6 && row.length !== 7) return undefined
  const [rowNumber, values, fieldCount, removed, edit, check, extraCells = []] = row
  const isFileRowValid = typeof rowNumber === 'number' && isTexts(values) && typeof fieldCount === 'number'
  const isRemovedValid = removed === 0 || removed === 1
  const isEditValid = edit === 0 || isTexts(edit)
  const isCheckValid = check === 0 || isStoredCheck(check)
  const isValid = isFileRowValid && isRemovedValid && isEditValid && isCheckValid && isTexts(extraCells)
  return isValid ? (row as unknown as StoredRow) : undefined
}

/** The extra columns in a draft's head. Undefined if they are not valid. */
export const toExtraColumns = (value: unknown): readonly string[] | undefined => (isTexts(value) ? value : undefined)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

function isStoredCheck(check: unknown): boolean {
  // The last element is optional.
  if (!Array.isArray(check) || ![5, 6].includes(check.length)) return false
  const [checkedAt, feeCents, findings, , , calculatedCents = 0] = check as unknown[]
  return [checkedAt, feeCents, calculatedCents].every((value) => typeof value === 'number') && isTexts(findings)
}
