// Reads an xlsx into rows. Its parts share one budget of inflated bytes, and are read as XML events without a tree in
// memory.
import { limitText } from './limit-text.ts'
import type { RowSink, WorkbookOptions, WorkbookResult } from './sheet.ts'
import { planXlsx } from './xlsx-parts.ts'
import { readSheet, readStrings } from './xlsx-rows.ts'
import { BrokenFileError, inflatePieces, readZipDirectory, refuseOnError, TooLargeError, type ZipEntry } from './zip.ts'

/** Passes the rows of the sheet to the sink, until the sink needs no more. Never throws, whatever the file contains. */
export const readXlsx = (
  bytes: Uint8Array<ArrayBuffer>,
  sink: RowSink,
  options: WorkbookOptions,
): Promise<WorkbookResult> =>
  refuseOnError(async () => {
    const parts = readZipDirectory(bytes)
    return otherFormat(parts) ?? readParts(parts, sink, options)
  })

async function readParts(
  parts: ReadonlyMap<string, ZipEntry>,
  sink: RowSink,
  options: WorkbookOptions,
): Promise<WorkbookResult> {
  const budget = { left: options.maxInflatedBytes }
  const plan = await planXlsx(parts, budget, options.sheet)
  if (plan === 'noVisibleSheet') return { kind: 'noVisibleSheet' }
  const strings = plan.strings ? await readStrings(inflatePieces(plan.strings, budget)) : []
  const { rows, isCut, ...facts } = await readSheet(inflatePieces(plan.sheet, budget), plan, strings, options)
  const limitedSink = limitText(sink, options)
  const sortedRows = rows.toSorted((a, b) => a.rowNumber - b.rowNumber)
  const hasEqualNumbers = sortedRows.some((row, index) => row.rowNumber === sortedRows[index + 1]?.rowNumber)
  if (hasEqualNumbers) throw new BrokenFileError('two rows have the same number')
  // `every` passes rows until the sink needs no more. In that case, it does not matter that there are too many cells.
  const wantsMoreRows = sortedRows.every(limitedSink)
  if (wantsMoreRows && isCut) throw new TooLargeError('more cells than any batch has')
  const { sheetName, sheets, unreadSheetCount } = plan
  return { kind: 'sheet', sheetName, sheets, unreadSheetCount, ...facts }
}

/** The result for a zip with another format. Undefined for an xlsx. */
function otherFormat(parts: ReadonlyMap<string, ZipEntry>): WorkbookResult | undefined {
  const names = [...parts.keys()]
  if (names.some((name) => name.endsWith('vbaproject.bin'))) return { kind: 'macros' }
  if (parts.has('xl/workbook.xml')) return undefined
  if (parts.has('xl/workbook.bin')) return { kind: 'otherFormat', format: 'xlsb' }
  if (parts.has('mimetype') && parts.has('content.xml')) return { kind: 'otherFormat', format: 'ods' }
  // The workbook of an xlsx can be in any folder, because the relations of the package lead to it.
  const canBeXlsx = names.some((name) => name.startsWith('xl/') || /(?:^|\/)workbook\.xml$/.test(name))
  const isPackage = parts.has('[content_types].xml')
  return isPackage && canBeXlsx ? undefined : { kind: 'otherFormat', format: 'zip' }
}
