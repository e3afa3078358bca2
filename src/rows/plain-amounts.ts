// Amounts with nothing but the programme's currency beside them can be meant in one way only, so they are taken so: in rows that are
// open, and in those that come to them.
import { type CheckedRow, checkRow, type RowKind, toValues } from '#domain/rows/kind.ts'
import { mendedFields } from '#domain/rows/value-fixes.ts'
import { TOO_MANY_FIELDS } from '#domain/rows/value-findings.ts'
import { idsWith, withoutExtraFields } from './edits.ts'
import type { Rows } from './rows.ts'

const CODE = 'amountWithCurrency'

/** Writes such amounts plainly into their rows; gives in how many. */
export function takePlainAmounts(rows: Rows): number {
  const ids = withoutExtraFields(rows, idsWith(rows, { code: CODE }))
  for (const id of ids) rows.write(id, plainValues(rows.kind(), rows.row(id)))
  return ids.length
}

/** The row with such an amount written plainly. */
export function withPlainAmounts(kind: RowKind, row: CheckedRow): CheckedRow {
  const codes = row.findings.map(({ code }) => code)
  if (!codes.includes(CODE) || codes.includes(TOO_MANY_FIELDS)) return row
  // A long amount was read where another card would stand.
  const plain = plainValues(kind, row)
  const texts = kind.fields.map(({ name, use }) => (use === 'unwanted' ? '' : (plain[name] ?? row.values[name] ?? '')))
  const values = toValues(kind, texts)
  return checkRow(kind, { ...row, values, fieldCount: kind.wanted.length })
}

const plainValues = (kind: RowKind, { values }: Pick<CheckedRow, 'values'>): Record<string, string> =>
  Object.fromEntries(mendedFields(kind, values, CODE).map(({ field, after }) => [field.name, after]))
