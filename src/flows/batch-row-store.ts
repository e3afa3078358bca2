// Rows ⇄ chunks of a draft. The stored form is its own: plain tuples by chunk, with findings by name, so that it outlives
// changes of the portal. What comes out of a store is looked at before it is believed (threats T51).
import { type RowColumns, SPANS } from '#domain/batch/columns.ts'
import { findingBit, findingCodes, findingsToSet, type FindingCode, setToFindings } from '#domain/batch/findings.ts'
import { type CheckedRow, checkRow, duplicateFinding, findDuplicates } from '#domain/batch/rows.ts'
import { type BatchRows, CHUNK_ROWS, createBatchRows, type HostFacts, type RowRules } from './batch-rows.ts'
import { breathe } from '#services/breathe.ts'

/** The file's values, then what happened to the row. `0` stands for nothing. */
type StoredRow = readonly [
  rowNumber: number,
  identifier: string,
  identifierTo: string,
  amountText: string,
  fieldCount: number,
  removed: 0 | 1,
  edit: 0 | readonly [identifier: string, amountText: string, identifierTo?: string],
  host:
    | 0
    | readonly [
        at: number,
        feeCents: number,
        findings: readonly string[],
        facts: 0 | HostFacts,
        currency: string,
        wholeCents?: number,
      ],
]

/** One chunk as it is stored. */
export function rowsToChunk(rows: BatchRows, chunk: number): StoredRow[] {
  const stored: StoredRow[] = []
  const currency = rows.currency() ?? ''
  const end = Math.min(rows.count, (chunk + 1) * CHUNK_ROWS)
  for (let id = chunk * CHUNK_ROWS; id < end; id += 1) {
    const row = rows.row(id)
    const file = row.original ? rows.fileRow(id) : row
    stored.push([
      row.rowNumber,
      file.identifier,
      file.identifierTo,
      file.amountText,
      file.fieldCount,
      row.isRemoved ? 1 : 0,
      row.original ? [row.identifier, row.amountText, row.identifierTo] : 0,
      row.checkedAt === undefined
        ? 0
        : [
            row.checkedAt,
            row.feeCents,
            setToFindings(row.findings),
            row.facts ?? 0,
            currency,
            ...(row.wholeCents === undefined ? ([] as const) : ([row.wholeCents] as const)),
          ],
    ])
  }
  return stored
}

/**
 * The rows of stored chunks, checked again on this machine with today's rules, or undefined where a chunk is missing or of
 * another form. Lets the page breathe between chunks.
 */
export async function chunksToRows(
  chunks: readonly unknown[],
  rules: RowRules,
  content: number,
): Promise<BatchRows | undefined> {
  const stored: StoredRow[] = []
  const inFile: CheckedRow[] = []
  for (const chunk of chunks) {
    if (!Array.isArray(chunk) || !chunk.every(isStoredRow)) return undefined
    for (const row of chunk) {
      const [rowNumber, identifier, identifierTo, amountText, fieldCount] = row
      stored.push(row)
      inFile.push(checkRow({ rowNumber, identifier, identifierTo, amountText, fieldCount }, rules))
    }
    await breathe()
  }
  const rows = createBatchRows(rowsToColumns(markCopies(inFile, stored, rules)), rules, content)
  stored.forEach(([, , , , , removed], id) => removed && rows.setRemoved(id, true))
  stored.forEach(([, , , , , , edit, host], id) => {
    if (edit) rows.write(id, { identifier: edit[0], amountText: edit[1], identifierTo: edit[2] ?? '' })
    if (!host) return
    const [checkedAt, feeCents, findings, facts, currency, wholeCents] = host
    const codes = findings.filter((code): code is FindingCode => findingCodes.includes(code as FindingCode))
    const answer = { findings: findingsToSet(codes), feeCents, checkedAt, currency, facts: facts || undefined }
    rows.setAnswer(id, wholeCents === undefined ? answer : { ...answer, wholeCents })
  })
  rows.takeDirtyChunks()
  return rows
}

/** The values of stored rows for saving them elsewhere, whatever version wrote them; rows not understood are left out. */
export function chunksToTable(chunks: readonly unknown[]): string[][] {
  const table: string[][] = []
  for (const chunk of chunks) {
    for (const row of Array.isArray(chunk) ? (chunk as unknown[]) : []) {
      if (!isStoredRow(row) || row[5] === 1) continue
      const [, fileIdentifier, fileTarget, fileAmount, , , edit] = row
      const [identifier, amount, target = ''] = edit || [fileIdentifier, fileAmount, fileTarget]
      table.push(target === '' ? [identifier, amount] : [identifier, target, amount])
    }
  }
  return table
}

/** Checked rows as the typed columns that the rows' store reads. */
export function rowsToColumns(rows: readonly CheckedRow[]): RowColumns {
  const fields = rows.flatMap((row) => [row.identifier, row.identifierTo, row.amountText])
  const encoder = new TextEncoder()
  const text = encoder.encode(fields.join(''))
  const spans = new Uint32Array(rows.length * SPANS)
  let at = 0
  fields.forEach((field, index) => {
    spans[index * 2] = at
    at += isAscii(field) ? field.length : encoder.encode(field).length
    spans[index * 2 + 1] = at
  })
  return {
    count: rows.length,
    text,
    spans,
    rowNumbers: Uint32Array.from(rows, (row) => row.rowNumber),
    fieldCounts: Uint8Array.from(rows, (row) => row.fieldCount),
    amountCents: Float64Array.from(rows, (row) => row.amountCents),
    findings: Uint32Array.from(rows, (row) => row.findings),
  }
}

function markCopies(rows: readonly CheckedRow[], stored: readonly StoredRow[], { type }: RowRules): CheckedRow[] {
  const copies = findDuplicates(rows.map((row, id) => (stored[id]?.[5] === 1 ? '' : row.identifier)))
  return rows.map((row, id) =>
    copies.has(id) ? { ...row, findings: row.findings | findingBit(duplicateFinding(type)) } : row,
  )
}

// oxlint-disable-next-line no-control-regex -- ASCII is meant, all of it
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

function isStoredRow(value: unknown): value is StoredRow {
  if (!Array.isArray(value) || value.length !== 8) return false
  const [rowNumber, identifier, identifierTo, amountText, fieldCount, removed, edit, host] = value as unknown[]
  return (
    typeof rowNumber === 'number' &&
    [identifier, identifierTo, amountText].every((field) => typeof field === 'string') &&
    typeof fieldCount === 'number' &&
    (removed === 0 || removed === 1) &&
    (edit === 0 ||
      (Array.isArray(edit) &&
        (edit.length === 2 || edit.length === 3) &&
        edit.every((field) => typeof field === 'string'))) &&
    (host === 0 ||
      (Array.isArray(host) &&
        (host.length === 5 || (host.length === 6 && typeof host[5] === 'number')) &&
        typeof host[0] === 'number' &&
        typeof host[1] === 'number' &&
        Array.isArray(host[2])))
  )
}
