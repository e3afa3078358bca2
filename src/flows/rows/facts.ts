// Facts about a file as sentences: the sheet, the delimiter, the headings. What was assumed is in ./assumptions.ts.
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { namesColumns } from '#domain/rows/headings.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { SheetsWorker } from '#services/files/sheets-worker.ts'
import * as say from '#words/flows/rows.ts'

type ReadResult = Awaited<ReturnType<SheetsWorker['readRows']>>
export type ReadFacts = Extract<ReadResult, { ok: true }>['facts']

const delimiterNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

export function readFactsToText(kind: RowKind, facts: ReadFacts): string[] {
  const { sheetName, delimiter, header, formulas } = facts
  return [
    sheetName === undefined ? undefined : say.sheetSheetName(sheetName),
    delimiter && say.fieldsSeparated(delimiterNames[delimiter]),
    header && namesColumns(kind.fields, header) ? say.headerSkipped(header.map(maskCardNumbers).join(', ')) : undefined,
    formulas > 0 ? say.readAsResultSavedInFile(formulas) : undefined,
  ].filter((fact) => fact !== undefined)
}

/**
 * What a file contains that became no row, as sentences. Leaving out known headings loses nothing; other words in their
 * place can have been a row.
 */
export function leftOutToText(kind: RowKind, facts: ReadFacts): string[] {
  const { header, titleLines = 0 } = facts
  return [
    titleLines > 0 ? say.aboveHeadingsLeftOut(titleLines) : undefined,
    header && !namesColumns(kind.fields, header)
      ? say.headerSkipped(header.map(maskCardNumbers).join(', '))
      : undefined,
    ...linesLeftOut(facts),
  ].filter((fact) => fact !== undefined)
}

const linesLeftOut = ({ doneRows, ignoredLines }: ReadFacts): (string | undefined)[] => [
  doneRows > 0 ? say.withVerdictDoneLeftOut(doneRows) : undefined,
  ignoredLines > 0 ? say.withOneShortFieldLeftOut(ignoredLines) : undefined,
]

/** What a spreadsheet has damaged: the column, the count and the fix. */
export const readFactsToDamage = ({ columnDamage }: ReadFacts): string[] =>
  columnDamage.map(({ column, count, what, cure }) => say.columnBySpreadsheet(column, count, damageWords[what], cure))

const damageWords = { rounded: 'rounded', zerosLost: 'shortened' } as const
