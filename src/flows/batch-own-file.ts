// The operator's own file back: its columns as they stand now, with a Verdict and a Reason for each row. Card numbers are
// whole, since it is the operator's file; uploaded again, only what differs is taken.
import { VERDICT_HEADERS } from '#domain/batch/verdict-columns.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import type { BatchRow, BatchRows } from './batch-rows.ts'

export interface OwnFile {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Columns (from 0) of identifiers, which a spreadsheet must keep as text. */
  readonly textColumns: readonly number[]
}

export type Verdict = 'Valid' | 'Check' | 'To fix' | 'Removed'

/** `reasonOf`: the words of a row's findings; `keeps`: which rows are wanted. */
export function rowsToOwnFile(
  rows: BatchRows,
  reasonOf: (row: BatchRow) => string,
  keeps: (row: BatchRow) => boolean,
): OwnFile {
  const { type, identifierType } = rows.rules()
  const { needsTarget, amount } = batchKinds[type]
  const { label } = identifierKinds[identifierType]
  const fields = (row: { identifier: string; identifierTo: string; amountText: string }) => [
    row.identifier,
    ...(needsTarget ? [row.identifierTo] : []),
    ...(amount === 'none' ? [] : [row.amountText]),
  ]
  const header = fields({ identifier: label, identifierTo: `Target ${label}`, amountText: 'Amount' })
  const table: string[][] = []
  for (let id = 0; id < rows.count; id += 1) {
    const row = rows.row(id)
    if (keeps(row)) table.push([...fields(row), verdictOf(row), row.isRemoved ? '' : reasonOf(row)])
  }
  return { header: [...header, ...VERDICT_HEADERS], rows: table, textColumns: needsTarget ? [0, 1] : [0] }
}

const verdictOf = (row: BatchRow): Verdict =>
  row.isRemoved ? 'Removed' : row.isFaulty ? 'To fix' : row.findings === 0 ? 'Valid' : 'Check'
