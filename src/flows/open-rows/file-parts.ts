// What all wizards that read files have in common: which decision a refused file needs, what happens to lines with
// totals, and how rows beyond the limit are read.
import type { AnyRowType } from '#domain/row-types.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import type { ReadResult } from '#services/files/sheets-worker.ts'

/** 'loads.csv' → 'loads (part 2).csv'. */
export const partName = (name: string, part: number): string =>
  name.replace(/(\.[^.]*)?$/, (extension) => ` (part ${part})${extension}`)

/** For each code of a refusal, what the user must decide before the file can be read. */
export const neededDecisions: Readonly<Partial<Record<string, 'encoding' | 'split'>>> = {
  encodingNeeded: 'encoding',
  tooManyRows: 'split',
}

type ReadRows = Extract<ReadResult, { readonly ok: true }>

export const factsToChoices = ({ sheetName: sheet, sheets, encodings }: ReadRows['facts']) => ({
  sheet,
  sheets,
  encodings,
})

/** Removes rows with totals. They stay visible, so that one click restores them. */
export function removeTotalRows(rows: AnyRows, { packedRows, facts }: ReadRows): void {
  for (const rowNumber of facts.totalsRowNumbers) rows.remove(packedRows.rowNumbers.indexOf(rowNumber))
}

/** The rows beyond the limit, in parts. */
export async function readRemainingRows(
  rowType: AnyRowType,
  maxRows: number,
  readPart: (skipRows: number) => Promise<ReadResult>,
): Promise<AnyRows[]> {
  const parts: AnyRows[] = []
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const readResult = await readPart(part * maxRows)
    if (!readResult.ok) break
    const rows = createRows<string, AnyRowType>(readResult.packedRows, rowType)
    removeTotalRows(rows, readResult)
    parts.push(rows)
    if (readResult.facts.moreRows === 0) break
  }
  return parts
}
/** Far more parts than the largest readable file can have. */
const MAX_PARTS = 20
