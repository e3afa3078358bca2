// Reads one sheet of a workbook (xlsx, xls) into checked rows: the sheet that the user chose, or the sheet that was open
// when the workbook was saved.
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
  const sniffedKind = sniffBytes(bytes)
  const kind = sniffedKind === 'text' && isBinary(bytes) ? 'binary' : sniffedKind
  if (kind !== 'zip' && kind !== 'ole') return refuse(refusals.contentDiffersFromName(extension, kind))
  if (kind === 'ole' && extension !== 'xls') {
    return refuse(isLockedPackage(bytes) ? refusals.encrypted() : refusals.contentDiffersFromName(extension, 'ole'))
  }
  if (kind === 'zip' && extension === 'xls') return refuse(refusals.contentDiffersFromName(extension, 'xlsx'))

  const collector = createRowCollector(rowType, maxRows, settings?.skipRows)
  const sink: RowSink = (row) => collector.add(row.rowNumber, row.fields, row.marks)
  const limits = {
    maxInflatedBytes: MAX_INFLATED_MEBIBYTES * MEBIBYTE,
    maxCells: maxRows * MAX_ROW_CELLS,
    maxText: maxRows * maxRowText(rowType),
    canBeAmount: rowType.canBeAmount,
    sheet: settings?.sheet,
    currency: currencyOf(rowType),
  }
  const result = await (kind === 'zip' ? readXlsx(bytes, sink, limits) : readXls(bytes, sink, limits))
  switch (result.kind) {
    case 'sheet': {
      const { sheetName, sheets, unreadSheetCount, formulas } = result
      const collected = collector.finish()
      const hasRows = typeof collected === 'object' && 'packedRows' in collected
      return rowsToResult(rowType, collected, maxRows, {
        format: extension,
        sheetName,
        sheets,
        unreadSheetCount,
        formulas,
        ...(hasRows && sheetProperties(rowType, collected, result)),
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

// A workbook with a password is a compound file with a stream of this name, whatever its extension (MS-OFFCRYPTO
// 2.3.4.4).
function isLockedPackage(bytes: Uint8Array): boolean {
  const name = Uint8Array.from('EncryptedPackage'.split('').flatMap((letter) => [letter.charCodeAt(0), 0]))
  for (let start = bytes.indexOf(name[0] ?? 0); start >= 0; start = bytes.indexOf(name[0] ?? 0, start + 1)) {
    if (name.every((byte, index) => bytes[start + index] === byte)) return true
  }
  return false
}

/** The words for the programme's currency, from its money fields. */
const currencyOf = ({ fields }: RowType): readonly string[] =>
  fields.flatMap((field) => (field.value === 'money' ? (field.currency ?? []) : []))
