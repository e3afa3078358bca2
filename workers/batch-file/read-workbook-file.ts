// Reads one sheet of a workbook (xlsx, xls) into checked rows: the sheet that the user chose, or the sheet that was
// open when the workbook was saved.
import type { SheetExtension } from '#domain/batch/types.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { readXls } from '#sheets/read-xls.ts'
import { readXlsx } from '#sheets/read-xlsx.ts'
import type { RowSink } from '#sheets/sheet.ts'
import { isBinary, sniffBytes } from '#sheets/sniff.ts'
import type { FileToRead, ReadResult } from '#workers/sheets-api.ts'
import { rowsToResult, refuse } from './rows-result.ts'
import { createRowCollector } from './collect-rows.ts'
import { MAX_ROW_CELLS, maxRowText } from './limits.ts'
import { refusals } from './refusals.ts'
import { sheetProperties } from './sheet-properties.ts'

const MEBIBYTE = 1024 * 1024
const MAX_MEBIBYTES = 32
const MAX_INFLATED_MEBIBYTES = 32

export async function readWorkbookFile(
  rowType: RowType,
  { file, maxRows, settings }: FileToRead,
  extension: SheetExtension,
): Promise<ReadResult> {
  if (file.size > MAX_MEBIBYTES * MEBIBYTE) return refuse(refusals.tooLarge(MAX_MEBIBYTES))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sniffed = sniffBytes(bytes)
  const isBinaryText = sniffed === 'text' && isBinary(bytes)
  const content = isBinaryText ? 'binary' : sniffed
  // An xls is a compound file ('ole'), an xlsx is a zip.
  if (content !== 'zip' && content !== 'ole') return refuse(refusals.contentDiffersFromName(extension, content))
  if (content === 'ole' && extension !== 'xls') {
    if (isLockedPackage(bytes)) return refuse(refusals.encrypted())
    return refuse(refusals.contentDiffersFromName(extension, 'ole'))
  }
  if (content === 'zip' && extension === 'xls') return refuse(refusals.contentDiffersFromName(extension, 'xlsx'))

  const collector = createRowCollector(rowType, { maxRows, skipRows: settings?.skipRows })
  const sink: RowSink = (row) => collector.add(row.rowNumber, row.fields, row.marks)
  const limits = {
    maxInflatedBytes: MAX_INFLATED_MEBIBYTES * MEBIBYTE,
    maxCells: maxRows * MAX_ROW_CELLS,
    maxText: maxRows * maxRowText(rowType),
    canBeAmount: rowType.canBeAmount,
    sheet: settings?.sheet,
    currency: currencyOf(rowType),
  }
  const result = await (content === 'zip' ? readXlsx(bytes, sink, limits) : readXls(bytes, sink, limits))
  switch (result.kind) {
    case 'sheet': {
      const { sheetName, sheets, unreadSheetCount, formulas } = result
      const collected = collector.finish()
      return rowsToResult(rowType, collected, maxRows, {
        format: extension,
        sheetName,
        sheets,
        unreadSheetCount,
        formulas,
        ...('packedRows' in collected && sheetProperties(rowType, collected, result)),
      })
    }
    case 'otherFormat':
      return refuse(refusals.contentDiffersFromName(extension, result.format))
    case 'tooLarge':
      return refuse(refusals.farTooManyRows(maxRows))
    case 'encrypted':
      return refuse(refusals.encrypted())
    case 'macros':
      return refuse(refusals.macros())
    case 'noVisibleSheet':
      return refuse(refusals.noVisibleSheet())
    case 'broken':
      return refuse(refusals.brokenWorkbook())
  }
}

/**
 * True for a workbook with a password. It is a compound file with a stream of this name, whatever its extension
 * (MS-OFFCRYPTO 2.3.4.4).
 */
function isLockedPackage(bytes: Uint8Array): boolean {
  // In UTF-16, a zero follows each of these letters.
  const nameInUtf16 = 'EncryptedPackage'.replaceAll(/./g, '$&\0')
  return new TextDecoder('latin1').decode(bytes).includes(nameInUtf16)
}

/** The words for the programme's currency, from its money fields. */
const currencyOf = ({ fields }: RowType): readonly string[] =>
  fields.filter((field) => field.value === 'money').flatMap((field) => field.currency ?? [])
