// The messages for refused files: the problem and its solution.
import type { ReadRefusal } from '#workers/sheets-api.ts'
import { INVALID_CONTENT, UPLOAD_ABORTED, UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { EncodingSample } from '#domain/rows/reading.ts'
import type { BytesKind } from '#sheets/sniff.ts'
import { listAnd, listOr, number } from '#words/figures.ts'
import * as say from '#words/workers/batch-file.ts'

/** For example 'card number and amount'. */
const columnsOf = ({ activeFields }: RowKind): string => listAnd(activeFields.map(({ label }) => label.toLowerCase()))

export const refusals = {
  wrongType: (accepts: readonly SheetEnding[]): ReadRefusal => ({
    code: 'wrongType',
    text: say.onlyFilesCanBeReadHere(listOr(accepts)),
  }),
  contentDiffersFromName: (ending: SheetEnding, kind: BytesKind): ReadRefusal => ({
    code: 'contentDiffersFromName',
    text: say.filesNameEndsInBut(ending, kindWords[kind], cureOf(kind)),
  }),
  empty: (kind: RowKind): ReadRefusal => ({
    code: 'empty',
    text: INVALID_CONTENT,
    hint: say.fileIsEmptyChooseFile(columnsOf(kind)),
  }),
  noRows: (kind: RowKind): ReadRefusal => ({
    code: 'noRows',
    text: INVALID_CONTENT,
    hint: say.noRowWasFoundEachRow(columnsOf(kind)),
  }),
  columnsNeeded: (columns: ReadColumns): ReadRefusal => ({
    code: 'columnsNeeded',
    text: say.itIsNotCertainWhichColumn,
    hint: say.chooseColumnsOrNameThem,
    columns,
  }),
  encodingNeeded: (encodings: readonly EncodingSample[]): ReadRefusal => ({
    code: 'encodingNeeded',
    text: say.encodingIsUncertain,
    hint: say.chooseEncoding,
    choices: { encodings },
  }),
  allDone: (rows: number): ReadRefusal => ({
    code: 'noRows',
    text: INVALID_CONTENT,
    hint: say.verdictsLeaveNothing(rows, number(rows)),
  }),
  tooManyRows: (maxRows: number): ReadRefusal => ({
    code: 'tooManyRows',
    text: say.tooManyRows(number(maxRows)),
  }),
  encrypted: (): ReadRefusal => ({
    code: 'encrypted',
    text: say.workbookProtected,
  }),
  macros: (): ReadRefusal => ({
    code: 'macros',
    text: say.workbookHasMacros,
  }),
  brokenWorkbook: (): ReadRefusal => ({
    code: 'brokenWorkbook',
    text: say.workbookDamaged,
  }),
  noVisibleSheet: (): ReadRefusal => ({
    code: 'noVisibleSheet',
    text: say.noVisibleSheet,
  }),
  unreadableText: (): ReadRefusal => ({
    code: 'unreadableText',
    text: say.charactersCannotBeRead,
  }),
  tooLarge: (maxMebibytes: number): ReadRefusal => ({
    code: 'tooLarge',
    text: say.fileHoldsMoreThanMbRemove(maxMebibytes),
  }),
  tooMuch: (maxRows: number): ReadRefusal => ({
    code: 'tooLarge',
    text: say.farTooManyRows(number(maxRows)),
  }),
  aborted: (): ReadRefusal => ({ code: 'aborted', text: UPLOAD_ABORTED }),
  failed: (hint?: string): ReadRefusal => ({
    code: 'failed',
    text: UPLOAD_FAILED,
    hint: hint ?? say.fileCouldNotBeReadCheck,
  }),
}

const kindWords: Readonly<Record<BytesKind, string>> = {
  text: say.plainText,
  zip: say.archiveOrNewerWorkbook,
  xlsx: say.xlsxWorkbook,
  xlsb: say.binaryWorkbookXlsb,
  ods: say.opendocumentSpreadsheetOds,
  ole: say.xlsWorkbook,
  html: say.webPageHtml,
  xml: 'XML',
  pdf: say.pdfDocument,
  image: say.anImage,
  binary: say.somethingThatIsNoText,
}

function cureOf(kind: BytesKind): string {
  if (kind === 'xlsx') return say.renameItToXlsxOrSave
  if (kind === 'ole') return say.renameItToXlsOrSave
  if (kind === 'text') return say.renameItToCsvOrSave
  return say.saveItAsXlsx
}
