// An xlsx as rows. It inflates no more than it needs, and reads the XML twice at most: as nearly all programs write it, and, where
// something in it is unusual, turned into that form first.
import { createPlainer } from './plain-xml.ts'
import { giveFields } from './give-fields.ts'
import type { RowSink, WorkbookLimits, WorkbookResult } from './sheet.ts'
import { planXlsx } from './xlsx-parts.ts'
import { type RawRow, createSheetScanner } from './xlsx-scan.ts'
import { type SharedStrings, openStrings } from './xlsx-strings.ts'
import { createXmlDecoder } from './xml-text.ts'
import { UnusualError } from './xml.ts'
import { BrokenFileError, type Budget, TooLargeError, type ZipEntry, inflatePieces, readZipDirectory } from './zip.ts'

/**
 * Gives the rows of the first visible sheet to a sink. `begin` makes a sink for each attempt, since the second one starts over.
 * Stops as soon as the sink has enough. Throws nothing that a file can cause.
 */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  begin: () => RowSink,
  limits: WorkbookLimits,
): Promise<WorkbookResult> {
  try {
    const parts = readZipDirectory(bytes)
    const other = otherKind(parts)
    if (other) return other
    try {
      return await readParts(parts, begin(), limits, true)
    } catch (error) {
      if (!(error instanceof UnusualError)) throw error
      return await readParts(parts, begin(), limits, false)
    }
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge' }
    if (error instanceof BrokenFileError || error instanceof UnusualError) return { kind: 'broken' }
    throw error
  }
}

/** @param isUsual false turns all XML into the usual form first, and takes rows in any order */
export async function readParts(
  parts: ReadonlyMap<string, ZipEntry>,
  sink: RowSink,
  limits: WorkbookLimits,
  isUsual: boolean,
): Promise<WorkbookResult> {
  // Turning costs some times as much as reading what is written as usual.
  const budget = { left: isUsual ? limits.maxInflatedBytes : limits.maxInflatedBytes / 3 }
  let strings: SharedStrings | undefined
  try {
    const plan = await planXlsx(parts, budget)
    if (plan === 'noVisibleSheet') return { kind: 'noVisibleSheet' }
    const { sheet, sheetName, otherSheets, is1904, dateStyles } = plan
    strings = openStrings(plan.strings && xmlPieces(plan.strings, budget, isUsual), isUsual)
    const scanner = createSheetScanner({ is1904, dateStyles, mayBeMoney: limits.mayBeMoney }, isUsual)
    const give = giveFields(sink, limits)
    let waiting: RawRow[] = []
    let hiddenRows = 0
    let formulas = 0
    let cells = 0
    for await (const xml of xmlPieces(sheet, budget, isUsual)) {
      for (const row of scanner.take(xml)) {
        if (row.isHidden) hiddenRows += 1
        if (row.cells.length === 0) continue
        waiting.push(row)
        formulas += row.formulas
        cells += row.cells.length
      }
      const isTooMuch = cells > limits.maxCells
      if (!isTooMuch && (waiting.length < limits.rowsAtOnce || !isUsual)) continue
      // Too many rows are told before too many cells.
      if (!(await giveRows(waiting, strings, give)))
        return { kind: 'sheet', sheetName, otherSheets, hiddenRows, formulas }
      if (isTooMuch) throw new TooLargeError('more cells than a batch can mean')
      waiting = []
    }
    scanner.finish()
    const isEnough = !(await giveRows(isUsual ? waiting : inOrder(waiting), strings, give))
    // Only the end of a part tells whether what was read of it is what was written.
    if (!isEnough) await strings.finish()
    return { kind: 'sheet', sheetName, otherSheets, hiddenRows, formulas }
  } finally {
    await strings?.close()
  }
}

async function* xmlPieces(entry: ZipEntry, budget: Budget, isUsual: boolean): AsyncGenerator<string, void> {
  const decode = createXmlDecoder()
  const plainer = isUsual ? undefined : createPlainer()
  for await (const piece of inflatePieces(entry, budget)) {
    const xml = decode(piece)
    yield plainer ? plainer.take(xml) : xml
  }
}

function inOrder(rows: readonly RawRow[]): RawRow[] {
  const sorted = [...rows].sort((a, b) => a.rowNumber - b.rowNumber)
  if (sorted.some((row, index) => row.rowNumber === sorted[index + 1]?.rowNumber))
    throw new BrokenFileError('a row stands twice')
  return sorted
}

/** Gives rows on, asking for no more strings than they need; false once the sink has enough. */
async function giveRows(rows: readonly RawRow[], strings: SharedStrings, give: RowSink): Promise<boolean> {
  let needed = 0
  for (const { cells } of rows)
    for (const cell of cells) if (typeof cell === 'number' && cell >= needed) needed = cell + 1
  await strings.readTo(needed)
  for (const { rowNumber, cells } of rows) {
    const fields = cells.map((cell) => {
      if (typeof cell === 'string') return cell
      const text = strings.at(cell)
      if (text === undefined) throw new BrokenFileError('a shared string is missing')
      return text
    })
    if (!give({ rowNumber, fields })) return false
  }
  return true
}

function otherKind(parts: ReadonlyMap<string, ZipEntry>): WorkbookResult | undefined {
  const names = [...parts.keys()]
  if (names.some((name) => name.endsWith('vbaproject.bin'))) return { kind: 'macros' }
  if (parts.has('xl/workbook.xml')) return undefined
  if (parts.has('xl/workbook.bin')) return { kind: 'otherFormat', format: 'xlsb' }
  if (parts.has('mimetype') && parts.has('content.xml')) return { kind: 'otherFormat', format: 'ods' }
  return parts.has('[content_types].xml') && names.some((name) => name.startsWith('xl/'))
    ? undefined
    : { kind: 'otherFormat', format: 'zip' }
}
