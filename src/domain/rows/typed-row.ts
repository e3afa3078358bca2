// Converts and checks a row that is typed into a form instead of read from a file.
import { usesDecimalComma } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { typedToDate } from '../dates.ts'
import { toPlainNumber } from '../texts/clean-text.ts'
import type { RowField } from './fields.ts'
import { type CheckedRow, checkRow, findingMessage, type RowType, toValues } from './row-type.ts'

/** The texts of the form's fields by field name; missing texts are empty. */
export type TypedTexts = Readonly<Record<string, string>>

/** Trims a typed text, writes a date as 'yyyy-mm-dd', and replaces commas by spaces if the field strips commas. */
export function typedTextToValue(field: RowField, text: string): string {
  const trimmed = text.trim()
  if (field.value === 'date') return typedToDate(trimmed) ?? trimmed
  // Accepts the digits of the user's keyboard, such as Arabic digits. In a file they are a finding.
  if (field.value === 'identifier') return toPlainNumber(trimmed)
  if (field.value === 'money') return typedToAmount(toPlainNumber(trimmed))
  const stripsCommas = field.value === 'text' && field.stripsCommas
  return stripsCommas ? trimmed.replace(/\s*,[\s,]*/g, ' ').trim() : trimmed
}

/**
 * In a language with decimal commas, '1,250' can mean 1,250.00 or 1.25. The text becomes '1.250', which is refused with a
 * message that names both amounts.
 */
function typedToAmount(text: string): string {
  const isAmbiguous = usesDecimalComma() && /^[0-9]{1,3},[0-9]{3}$/.test(text)
  return isAmbiguous ? text.replace(',', '.') : text
}

/** Converts typed texts to a row, with the checks of a row of a file. */
export function typedTextsToRow<Name extends string>(rowType: RowType<Name>, texts: TypedTexts): CheckedRow<Name> {
  const values = toValues(
    rowType,
    rowType.fields.map((field) => typedTextToValue(field, texts[field.name] ?? '')),
  )
  return checkRow(rowType, { rowNumber: 1, fieldCount: rowType.activeFields.length, values })
}

/** The error messages of a typed row, by field. Errors of the whole row are shown at its first field. */
export function typedRowErrors(rowType: RowType, texts: TypedTexts): Readonly<Record<string, string>> {
  const row = typedTextsToRow(rowType, texts)
  const errors: Record<string, string> = {}
  // 'or remove the row' is left out, since the user cannot remove a row that does not exist yet.
  const removalAdvice = new RegExp(`[,،，]?\\s*${m.rows_orRemoveRow()}`)
  const firstField = rowType.activeFields[0]?.name ?? ''
  for (const finding of row.findings) {
    if (finding.severity !== 'error') continue
    const field = finding.field === '' ? firstField : finding.field
    errors[field] ??= findingMessage(rowType, finding, row).replace(removalAdvice, '')
  }
  return errors
}

/** The required fields that are empty. */
export const emptyRequiredFields = ({ activeFields }: RowType, texts: TypedTexts): readonly RowField[] =>
  activeFields.filter(({ use, name }) => use === 'required' && (texts[name] ?? '').trim() === '')
