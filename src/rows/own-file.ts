// Builds the own file: the rows with the user's edits, and the columns Verdict and Reason. Card numbers are not masked,
// because the file is the user's own. If the file is uploaded again, only changed rows are applied.
import { m } from '#words/messages.js'
import { type RowField, textColumns } from '#domain/rows/fields.ts'
import { matchHeading, plainHeading } from '#domain/rows/headings.ts'
import { checkVerdicts, VERDICT_HEADERS } from '#domain/rows/verdict-columns.ts'
import type { Row, Rows } from './rows.ts'

export interface OwnFile {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns (from 0) that a spreadsheet must treat as text. */
  readonly textColumns: readonly number[]
}

/**
 * Builds the file.
 * @param reasonOf the text in the column Reason
 * @param includes true for rows to include
 */
export function rowsToOwnFile<Name extends string>(
  rows: Rows<Name>,
  reasonOf: (row: Row<Name>) => string,
  includes: (row: Row<Name>) => boolean,
): OwnFile {
  const includedRows: Row<Name>[] = []
  for (let id = 0; id < rows.count; id += 1) {
    const row = rows.row(id)
    if (includes(row)) includedRows.push(row)
  }
  // A value that this row type does not use is an error of the row. It stays in the file until the user corrects it.
  const hasValues = (name: Name) => includedRows.some(({ values }) => values[name] !== '')
  const fields = rows.rowType().fields.filter(({ name, use }) => use !== 'unused' || hasValues(name))
  const extra = rows.extraColumns.map((heading) =>
    isReserved(heading, fields) ? m.rows_headingInFile({ heading }) : heading,
  )
  return {
    header: [...fields.map(({ label }) => label), ...extra, ...VERDICT_HEADERS],
    rows: includedRows.map((row) => [
      ...fields.map(({ name }) => row.values[name]),
      ...rows.extraColumns.map((_, index) => rows.extraCells(row.id)[index] ?? ''),
      verdictOf(row),
      row.isRemoved ? '' : reasonOf(row),
    ]),
    textColumns: [...textColumns(fields), ...extra.map((_, index) => fields.length + index)],
  }
}

/** True for a heading that the next upload of the file would read as a field or as verdicts. */
function isReserved(heading: string, fields: readonly RowField[]): boolean {
  const isFieldName = fields.some((field) => matchHeading(field, heading) !== undefined)
  const isVerdictName = VERDICT_HEADERS.some((verdict) => plainHeading(verdict) === plainHeading(heading))
  return isFieldName || isVerdictName
}

function verdictOf(row: Row): string {
  if (row.isRemoved) return checkVerdicts.removed
  if (row.isFaulty) return checkVerdicts.faulty
  if (row.isSkipped) return checkVerdicts.skipped
  return row.findings.length === 0 ? checkVerdicts.valid : checkVerdicts.check
}
