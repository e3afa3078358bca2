// A row that is typed into a form instead of standing in a file: what is made of its texts, and what is said at each field.
import { typedToDate } from '../dates.ts'
import type { RowField } from './fields.ts'
import { type CheckedRow, checkRow, findingWords, type RowKind, toValues } from './kind.ts'

/** What stands in the form's fields, by their names; those left out are empty. */
export type TypedTexts = Readonly<Record<string, string>>

/**
 * What is taken of a typed text: without space around it, a date in its one form, and without commas where the field strips them
 * (batches §5). A space stands where a comma held two words apart.
 */
export function typedValue(field: RowField, text: string): string {
  const trimmed = text.trim()
  if (field.value === 'date') return typedToDate(trimmed) ?? trimmed
  if (field.value !== 'text' || !field.stripsCommas) return trimmed
  return trimmed.replace(/\s*,[\s,]*/g, ' ').trim()
}

/** The typed texts as a row, checked as a row of a file is. */
export function typedRow<Name extends string>(kind: RowKind<Name>, texts: TypedTexts): CheckedRow<Name> {
  const values = toValues(
    kind,
    kind.fields.map((field) => typedValue(field, texts[field.name] ?? '')),
  )
  return checkRow(kind, { rowNumber: 1, fieldCount: kind.wanted.length, values })
}

/** The errors of a typed row in words, by field; what is about the row as a whole is said at its first field. */
export function typedErrors(kind: RowKind, texts: TypedTexts): TypedTexts {
  const row = typedRow(kind, texts)
  const errors: Record<string, string> = {}
  for (const finding of row.findings) {
    if (finding.severity !== 'error') continue
    const field = finding.field || (kind.wanted[0]?.name ?? '')
    // Nothing can be removed that is not there yet.
    errors[field] ??= findingWords(kind, finding, row).replace(/,? or remove the row/, '')
  }
  return errors
}

/** The fields that must be filled and are empty. */
export const emptyFields = ({ wanted }: RowKind, texts: TypedTexts): readonly RowField[] =>
  wanted.filter(({ use, name }) => use === 'required' && (texts[name] ?? '').trim() === '')
