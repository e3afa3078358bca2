// Removes the programme's own currency from amounts ('SGD 10' becomes '10'), in open rows and in rows that are added to
// them. The amounts stay the same.
import { type CheckedRow, checkRow, type RowType, toValues } from '#domain/rows/row-type.ts'
import { fieldsChangedByFix, TOO_MANY_FIELDS } from '#domain/rows/value-findings.ts'
import { idsWithFinding, withoutExtraFields } from './edits.ts'
import type { Rows } from './rows.ts'

const FINDING_CODE = 'amountWithCurrency'

/** Removes the currency from the amounts of open rows, and returns the number of changed rows. */
export function stripCurrencies(rows: Rows): number {
  const ids = withoutExtraFields(rows, idsWithFinding(rows, { code: FINDING_CODE }))
  for (const id of ids) rows.write(id, plainValues(rows.rowType(), rows.row(id)))
  return ids.length
}

/** Returns the row with its amount without the currency. */
export function withoutCurrencies(rowType: RowType, row: CheckedRow): CheckedRow {
  const codes = row.findings.map(({ code }) => code)
  if (!codes.includes(FINDING_CODE) || codes.includes(TOO_MANY_FIELDS)) return row
  const changedValues = plainValues(rowType, row)
  const texts = rowType.fields.map(({ name, use }) => {
    // A long amount can have been read as the number of a target card, which this row type does not use.
    if (use === 'unused') return ''
    return changedValues[name] ?? row.values[name] ?? ''
  })
  const values = toValues(rowType, texts)
  return checkRow(rowType, { ...row, values, fieldCount: rowType.activeFields.length })
}

/** The values of the fields that change. */
function plainValues(rowType: RowType, { values }: Pick<CheckedRow, 'values'>): Record<string, string> {
  const changedFields = fieldsChangedByFix(rowType, values, FINDING_CODE)
  return Object.fromEntries(changedFields.map(({ field, after }) => [field.name, after]))
}
