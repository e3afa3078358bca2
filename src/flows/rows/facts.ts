// What was noticed about a file, as sentences (threats T32, T34: the sheet, the delimiter, headers and hidden rows are named).
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import type { SheetsWorker } from '#services/sheets-worker.ts'
import * as say from '#words/flows/rows.ts'

type ReadResult = Awaited<ReturnType<SheetsWorker['readRows']>>
type ReadFacts = Extract<ReadResult, { ok: true }>['facts']

const delimiterNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const

export function readFactsToText(facts: ReadFacts): string[] {
  const {
    sheetName,
    otherSheets,
    delimiter,
    header,
    hiddenRows,
    formulas,
    ignoredLines,
    titleLines = 0,
    doneRows,
    encoding,
  } = facts
  return [
    sheetName === undefined
      ? undefined
      : otherSheets === 0
        ? say.sheetSheetName(sheetName)
        : say.sheetNotRead(sheetName, otherSheets),
    delimiter && say.fieldsSeparated(delimiterNames[delimiter]),
    encoding === 'windows-1252' ? say.textReadAsWindows1252Which : undefined,
    titleLines > 0 ? say.aboveHeadingsLeftOut(titleLines) : undefined,
    header && say.headerSkipped(header.map(maskCardNumbers).join(', ')),
    hiddenRows > 0 ? say.hiddenRowsAreIncluded(hiddenRows) : undefined,
    formulas > 0 ? say.readAsResultSavedInFile(formulas) : undefined,
    doneRows > 0 ? say.withVerdictDoneLeftOut(doneRows) : undefined,
    ignoredLines > 0 ? say.withOneShortFieldLeftOut(ignoredLines) : undefined,
  ].filter((fact) => fact !== undefined)
}

/** What a spreadsheet has ruined: the column, the count and the cure (threats T33). */
export const readFactsToDamage = ({ columnDamage }: ReadFacts): string[] =>
  columnDamage.map(({ column, count, what, cure }) => say.columnBySpreadsheet(column, count, damageWords[what], cure))

const damageWords = { rounded: 'rounded', zerosLost: 'shortened' } as const
