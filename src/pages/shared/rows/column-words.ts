// How problems with the columns of a file are put into words.
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type ColumnProblem, columnTitle } from '#domain/rows/column-map.ts'
import type { RowField, ValueKind } from '#domain/rows/fields.ts'
import type { FileColumns } from '#domain/rows/headings.ts'

const SHOWN = 3

/** 'Ann · Bo · Cy': the first values of a column, card numbers masked. */
export const sampleText = (values: readonly string[]): string =>
  values.slice(0, SHOWN).map((value) => maskCardNumbers(value.replace(/\s+/g, ' '))).join(' · ') // prettier-ignore

/** What is wrong with the column of a field and what to do. */
export function problemWords(
  problem: Exclude<ColumnProblem, { kind: 'unused' }>,
  columns: FileColumns,
  hasHeadings: boolean,
): string {
  switch (problem.kind) {
    case 'missing':
      return `Choose the column with the ${lower(problem.field)}. If the file has none, add it and choose the file again.`
    case 'twice':
      return `“${columnTitle(columns, problem.cell, hasHeadings)}” is already used for ${problem.other.label}. Choose another column.`
    case 'misfit':
      return `“${maskCardNumbers(problem.sample)}” is not ${noun[problem.field.value]}. Check the column.`
  }
}

const lower = ({ label }: RowField): string => label.toLowerCase()

const noun: Readonly<Record<ValueKind, string>> = {
  money: 'an amount',
  date: 'a date',
  identifier: 'a number',
  text: 'a text',
  list: 'a list',
}
