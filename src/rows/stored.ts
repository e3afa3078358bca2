// Converts rows to chunks of a draft and back. The stored form does not depend on other types: it consists of plain
// tuples by chunk, with values in file order and findings by name, so that newer versions of the portal can read it.
// Stored values are validated before they are used.
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import { type Finding, findingsToSet, type ServerValues } from '#domain/rows/findings.ts'
import { type CheckedRow, checkRow, type RowType, toValues } from '#domain/rows/row-type.ts'
import { packCells } from '#domain/rows/extra-columns.ts'
import { CHUNK_ROWS, createRows, type Rows } from './rows.ts'

/** A row: its values in the file, then its state. `0` stands for a missing edit, check or facts. */
type StoredRow = readonly [
  rowNumber: number,
  values: readonly string[],
  fieldCount: number,
  removed: 0 | 1,
  edit: 0 | readonly string[],
  server:
    | 0
    | readonly [
        checkedAt: number,
        feeCents: number,
        findings: readonly string[],
        facts: 0 | ServerValues,
        currency: string,
        wholeCents?: number,
      ],
  /** The cells of the extra columns, if the file has any; the draft's head names these columns. */
  extraCells?: readonly string[],
]

/** One chunk as it is stored. */
export function rowsToChunk<Name extends string>(rows: Rows<Name>, chunk: number): StoredRow[] {
  const storedRows: StoredRow[] = []
  const rowType = rows.kind()
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
      row.checkedAt === undefined
        ? 0
        : [
            row.checkedAt,
            row.feeCents,
            row.findings.map((finding) => findingToName(rowType, finding)),
            row.facts ?? 0,
            currency,
            ...(row.wholeCents === undefined ? ([] as const) : ([row.wholeCents] as const)),
          ],
      ...(extra.length === 0 ? ([] as const) : ([extra] as const)),
    ])
  }
  return storedRows
}

/**
 * The rows of stored chunks, checked again on this device with the current rules, or undefined if a chunk is missing or
 * malformed. Awaits `yieldToEvents` between chunks, so that the page stays responsive.
 */
export async function chunksToRows<Name extends string, Kind extends RowType<Name>>(
  kind: Kind & RowType<Name>,
  chunks: readonly unknown[],
  contentVersion: number,
  yieldToEvents: () => Promise<unknown>,
  extraColumns: readonly string[] = [],
): Promise<Rows<Name, Kind> | undefined> {
  const storedRows: StoredRow[] = []
  const rowsInFile: CheckedRow<Name>[] = []
  for (const chunk of chunks) {
    const chunkRows = readChunk(chunk)
    if (!chunkRows) return undefined
    for (const row of chunkRows) {
      const [rowNumber, values, fieldCount] = row
      storedRows.push(row)
      rowsInFile.push(checkRow(kind, { rowNumber, values: toValues(kind, values), fieldCount }))
    }
    await yieldToEvents()
  }
  const removedIds = new Set(storedRows.flatMap(([, , , isRemoved], id) => (isRemoved ? [id] : [])))
  const markedRows = markDuplicates(kind, rowsInFile, removedIds)
  const packedRows = packRows(kind, markedRows, (text) => new TextEncoder().encode(text))
  const extra = extraColumns.length > 0 && {
    headings: extraColumns,
    text: packCells(storedRows.map(([, , , , , , cells = []]) => cells)),
  }
  const rows = createRows<Name, Kind>(extra ? { ...packedRows, extra } : packedRows, kind, contentVersion)
  for (const id of removedIds) rows.remove(id)
  storedRows.forEach(([, , , , edit, server], id) => {
    if (edit) rows.write(id, toValues(kind, edit))
    if (!server) return
    const [checkedAt, feeCents, names, facts, currency, wholeCents] = server
    const findings = findingsToSet(names.flatMap((name) => nameToFinding(kind, name) ?? []))
    const result = { findings, feeCents, checkedAt, currency, facts: facts || undefined }
    rows.setResult(id, wholeCents === undefined ? result : { ...result, wholeCents })
  })
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
    for (const value of Array.isArray(chunk) ? (chunk as unknown[]) : []) {
      const row = readRow(value)
      if (!row) continue
      const [, fileValues, , isRemoved, edit] = row
      if (isRemoved === 1) continue
      const values = toValues(rowType, edit || fileValues)
      // Values that this row type does not use are included if not empty, since the user may look for them.
      table.push(
        rowType.fields.flatMap(({ name, use }) =>
          use === 'unused' && values[name] === '' ? [] : [values[name] ?? ''],
        ),
      )
    }
  }
  return table
}

// 'cardStopped', or 'textTooLong address1' if several fields can have the finding.
const findingToName = (rowType: RowType, { code, field }: Finding): string =>
  (rowType.findings[code]?.field ?? '') === field ? code : `${code} ${field}`

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
  if (row.length !== 6 && row.length !== 7) return undefined
  const [rowNumber, values, fieldCount, removed, edit, server, extra = []] = row
  const isValid =
    typeof rowNumber === 'number' &&
    isTexts(values) &&
    typeof fieldCount === 'number' &&
    (removed === 0 || removed === 1) &&
    (edit === 0 || isTexts(edit)) &&
    (server === 0 || isServerPart(server)) &&
    isTexts(extra)
  return isValid ? (row as unknown as StoredRow) : undefined
}

/** The extra columns in a draft's head; undefined if they are not valid. */
export const toExtraColumns = (value: unknown): readonly string[] | undefined => (isTexts(value) ? value : undefined)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

function isServerPart(server: unknown): boolean {
  if (!Array.isArray(server) || (server.length !== 5 && server.length !== 6)) return false
  const [checkedAt, feeCents, findings, , , wholeCents = 0] = server as unknown[]
  return [checkedAt, feeCents, wholeCents].every((value) => typeof value === 'number') && isTexts(findings)
}
