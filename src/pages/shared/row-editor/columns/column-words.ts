// Texts about the columns of a file: their first values, and messages about problems.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type ColumnProblem, columnTitle } from '#domain/rows/column-map.ts'
import type { ValueType } from '#domain/rows/fields.ts'
import type { FileColumns } from '#domain/rows/headings.ts'

const MAX_SAMPLES = 3
const MAX_LINE_LENGTH = 80

/** The first values of a column, 'Ann · Bo · Cy', with card numbers masked. */
export const sampleText = (values: readonly string[]): string =>
  values.slice(0, MAX_SAMPLES).map(toMaskedLine).join(' · ')

/** A line of the file, 'Name, Amount, …', with card numbers masked. */
export function lineText(fields: readonly string[]): string {
  const text = fields.filter(Boolean).map(toMaskedLine).join(', ')
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text
}

const toMaskedLine = (text: string): string => maskCardNumbers(text.replace(/\s+/g, ' '))

/** A problem with the column of a field. Only the problem 'unused' is about columns without a field. */
export type FieldProblem = Exclude<ColumnProblem, { kind: 'unused' }>

/** The problem, and how to fix it. */
export function problemText(
  problem: FieldProblem,
  columns: FileColumns,
  { hasHeadings }: { readonly hasHeadings: boolean },
): string {
  switch (problem.kind) {
    case 'missing':
      return m.rows_chooseColumnWithField({ field: inSentence(problem.field.label) })
    case 'twice':
      return m.rows_columnAlreadyUsed({
        columns: columnTitle(columns, problem.column, { hasHeadings }),
        label: problem.other.label,
      })
    case 'misfit':
      return m.rows_sampleDoesNotFit({
        sample: maskCardNumbers(problem.sample),
        expected: valueNouns[problem.field.value],
      })
  }
}

const valueNouns: Readonly<Record<ValueType, string>> = {
  money: m.rows_anAmount(),
  date: m.rows_aDate(),
  identifier: m.rows_aNumber(),
  text: m.rows_aText(),
  list: m.rows_aList(),
}
