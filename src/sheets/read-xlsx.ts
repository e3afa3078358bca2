// An xlsx as rows: a lean reader that inflates no more than it needs, and SheetJS for what the lean one does not know.
import { packStored } from './pack-zip.ts'
import { readWithSheetJs } from './read-with-sheetjs.ts'
import type { RowSink, WorkbookLimits, WorkbookResult } from './sheet.ts'
import { planXlsx } from './xlsx-parts.ts'
import { type RawRow, createSheetScanner } from './xlsx-scan.ts'
import { type SharedStrings, openStrings } from './xlsx-strings.ts'
import { UnusualError } from './xml.ts'
import { BrokenZipError, type Budget, TooLargeError, type ZipEntry, inflatePieces, inflateWhole, readZipDirectory } from './zip.ts' // prettier-ignore

/**
 * Gives the rows of the first visible sheet to a sink. `begin` makes a sink for each attempt, since the second reader starts
 * over. Stops as soon as the sink has enough. Throws nothing that a file can cause.
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
    return (await readLeanly(parts, begin(), limits)) ?? (await readGenerally(parts, begin(), limits))
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge' }
    if (error instanceof BrokenZipError) return { kind: 'broken' }
    throw error
  }
}

/** The lean reader; undefined where it meets something that it does not know. */
export async function readLeanly(
  parts: ReadonlyMap<string, ZipEntry>,
  sink: RowSink,
  limits: WorkbookLimits,
): Promise<WorkbookResult | undefined> {
  const budget = { left: limits.maxInflatedBytes }
  let strings: SharedStrings | undefined
  try {
    const plan = await planXlsx(parts, budget)
    if (plan === 'noVisibleSheet') return { kind: 'noVisibleSheet' }
    const { sheet, sheetName, otherSheets, is1904, dateStyles } = plan
    strings = openStrings(plan.strings, budget)
    const scanner = createSheetScanner({ is1904, dateStyles })
    const decoder = new TextDecoder()
    let waiting: RawRow[] = []
    let hiddenRows = 0
    for await (const piece of inflatePieces(sheet, budget)) {
      const xml = decoder.decode(piece, { stream: true })
      for (const row of scanner.take(xml)) {
        if (row.isHidden) hiddenRows += 1
        if (row.cells.length > 0) waiting.push(row)
      }
      if (waiting.length < limits.rowsAtOnce) continue
      if (!(await giveRows(waiting, strings, sink))) return { kind: 'sheet', sheetName, otherSheets, hiddenRows }
      waiting = []
    }
    scanner.finish()
    await giveRows(waiting, strings, sink)
    return { kind: 'sheet', sheetName, otherSheets, hiddenRows }
  } catch (error) {
    if (error instanceof UnusualError) return undefined
    throw error
  } finally {
    await strings?.close()
  }
}

// SheetJS is handed only the parts that it needs, inflated by us: so no size in the file can mislead it. None of them is
// binary, as the parts of an xlsb are.
async function readGenerally(
  parts: ReadonlyMap<string, ZipEntry>,
  sink: RowSink,
  limits: WorkbookLimits,
): Promise<WorkbookResult> {
  const budget: Budget = { left: limits.maxInflatedBytes }
  const needed = [...parts.values()].filter(({ name }) => !/\.bin$/i.test(name) && /^(\[Content_Types\]\.xml|_rels\/|xl\/(_rels\/|worksheets\/|chartsheets\/|[^/]+\.xml$))/i.test(name)) // prettier-ignore
  const inflated = []
  for (const entry of needed)
    inflated.push({ name: entry.name, bytes: withoutSpans(await inflateWhole(entry, budget)) })
  return readWithSheetJs(packStored(inflated), sink)
}

// Elements that stand for a span of columns or cells, each of which SheetJS makes an object of, however many a file claims
// (threats T29). They are renamed, so that it does not know them.
function withoutSpans(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const xml = new TextDecoder().decode(bytes)
  // Two bytes a character are read by SheetJS, but by nothing here.
  if (xml.includes('\0')) throw new BrokenZipError('a part is no UTF-8')
  const without = xml.replace(/<((?:\w+:)?)(?:col|hyperlink)\b/g, '<$1left-out')
  return without === xml ? bytes : new TextEncoder().encode(without)
}

/** Gives rows to the sink, asking for no more strings than they need; false once it has enough. */
async function giveRows(rows: readonly RawRow[], strings: SharedStrings, sink: RowSink): Promise<boolean> {
  let needed = 0
  for (const { cells } of rows)
    for (const cell of cells) if (typeof cell === 'number' && cell >= needed) needed = cell + 1
  await strings.readTo(needed)
  for (const { rowNumber, cells } of rows) {
    const fields = cells.map((cell) => {
      if (typeof cell === 'string') return cell
      const text = strings.at(cell)
      if (text === undefined) throw new UnusualError('a shared string is missing')
      return text
    })
    if (!sink({ rowNumber, fields })) return false
  }
  return true
}

function otherKind(parts: ReadonlyMap<string, ZipEntry>): WorkbookResult | undefined {
  const names = [...parts.keys()]
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) return { kind: 'macros' }
  if (names.some((name) => /^xl\/workbook\.xml$/i.test(name))) return undefined
  if (names.some((name) => /^xl\/workbook\.bin$/i.test(name))) return { kind: 'otherFormat', format: 'xlsb' }
  if (parts.has('mimetype') && parts.has('content.xml')) return { kind: 'otherFormat', format: 'ods' }
  return parts.has('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'))
    ? undefined
    : { kind: 'otherFormat', format: 'zip' }
}
