// What was noticed about a file, as sentences (threats T32, T34: the sheet, the delimiter, headers and hidden rows are named).
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { counted } from '#domain/units.ts'
import type { SheetsWorker } from '#services/sheets-worker.ts'

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
        ? `Sheet “${sheetName}”`
        : `Sheet “${sheetName}”; ${counted(otherSheets, 'other sheet was', 'other sheets were')} not read`,
    delimiter && `Fields separated by ${delimiterNames[delimiter]}`,
    encoding === 'windows-1252' ? 'Text read as Windows-1252, which is a guess' : undefined,
    titleLines > 0 ? `${counted(titleLines, 'line', 'lines')} above the headings left out` : undefined,
    header && `Header left out: ${header.map(maskCardNumbers).join(', ')}`,
    hiddenRows > 0 ? `${counted(hiddenRows, 'hidden row is', 'hidden rows are')} included` : undefined,
    formulas > 0
      ? `${counted(formulas, 'cell holds a formula', 'cells hold formulas')}, read as the result saved in the file`
      : undefined,
    doneRows > 0 ? `${counted(doneRows, 'row', 'rows')} with the verdict Done left out` : undefined,
    ignoredLines > 0 ? `${counted(ignoredLines, 'line', 'lines')} with one short field left out` : undefined,
  ].filter((fact) => fact !== undefined)
}

/** What a spreadsheet has ruined: the column, the count and the cure (threats T33). */
export const readFactsToDamage = ({ columnDamage }: ReadFacts): string[] =>
  columnDamage.map(
    ({ column, count, what, cure }) =>
      `Column ${column}: ${counted(count, 'identifier', 'identifiers')} ${damageWords[what]} by a spreadsheet. ${cure}`,
  )

const damageWords = { rounded: 'rounded', zerosLost: 'shortened' } as const
