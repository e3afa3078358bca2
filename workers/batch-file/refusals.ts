// The words for every file that is not taken: what is wrong and what to do about it.
import type { ReadRefusal } from '#workers/sheets-api.ts'
import { INVALID_CONTENT, UPLOAD_ABORTED, UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { BytesKind } from '#sheets/sniff.ts'

/** 'card number and amount'. */
function columnsOf({ wanted }: RowKind): string {
  const labels = wanted.map(({ label }) => label.toLowerCase())
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' and ')
}

const count = (value: number): string => value.toLocaleString('en')

export const refusals = {
  wrongType: (accepts: readonly SheetEnding[]): ReadRefusal => ({
    code: 'wrongType',
    text: `Only ${listOr(accepts)} files can be read here. Save the file as one of these and choose it again.`,
  }),
  notWhatItSays: (ending: SheetEnding, kind: BytesKind): ReadRefusal => ({
    code: 'notWhatItSays',
    text: `The file's name ends in .${ending}, but it holds ${kindWords[kind]}. ${cureOf(kind)}`,
  }),
  empty: (kind: RowKind): ReadRefusal => ({
    code: 'empty',
    text: INVALID_CONTENT,
    hint: `The file is empty. Choose a file with ${columnsOf(kind)} in each row.`,
  }),
  noRows: (kind: RowKind): ReadRefusal => ({
    code: 'noRows',
    text: INVALID_CONTENT,
    hint: `No row was found. Each row needs ${columnsOf(kind)}, in this order.`,
  }),
  columnsNeeded: (columns: ReadColumns): ReadRefusal => ({
    code: 'columnsNeeded',
    text: 'It is not certain which column of the file is which.',
    hint: 'Choose the columns, or name them as in the template and choose the file again.',
    columns,
  }),
  allDone: (rows: number): ReadRefusal => ({
    code: 'noRows',
    text: INVALID_CONTENT,
    hint:
      `The Verdict column says of ${rows === 1 ? 'its only row' : `all its ${count(rows)} rows`} that nothing is left to do. ` +
      'Empty the verdict of a row that is meant to run once more.',
  }),
  tooManyRows: (maxRows: number): ReadRefusal => ({
    code: 'tooManyRows',
    text: `The file has more than ${count(maxRows)} rows. Split it into files of ${count(maxRows)} rows at most.`,
  }),
  encrypted: (): ReadRefusal => ({
    code: 'encrypted',
    text: 'The workbook is protected by a password. Remove the password in the spreadsheet program, save the file and choose it again.',
  }),
  macros: (): ReadRefusal => ({
    code: 'macros',
    text: 'The workbook contains macros. Save it as a workbook without macros (.xlsx) and choose it again.',
  }),
  brokenWorkbook: (): ReadRefusal => ({
    code: 'brokenWorkbook',
    text: 'The workbook is damaged and cannot be opened. Open it in the spreadsheet program, save it again and choose it again.',
  }),
  noVisibleSheet: (): ReadRefusal => ({
    code: 'noVisibleSheet',
    text: 'The workbook has no visible sheet. Show the sheet with the rows, save the file and choose it again.',
  }),
  mixedDelimiters: (usual: { name: string; row: number }, other: { name: string; row: number }): ReadRefusal => ({
    code: 'mixedDelimiters',
    text:
      `The file mixes its separators: row ${usual.row} uses ${usual.name}, row ${other.row} uses ${other.name}. ` +
      'Save it with one separator throughout and choose it again.',
  }),
  brokenQuotes: (row: number): ReadRefusal => ({
    code: 'brokenQuotes',
    text: `A quotation mark in row ${row} is not closed, so the fields after it cannot be told apart. Correct the row and choose the file again.`,
  }),
  unreadableText: (): ReadRefusal => ({
    code: 'unreadableText',
    text: "The file's characters cannot be read. Save it as CSV UTF-8 and choose it again.",
  }),
  tooLarge: (maxMebibytes: number): ReadRefusal => ({
    code: 'tooLarge',
    text: `The file holds more than ${maxMebibytes} MB. Remove everything but the rows, or split it, and choose it again.`,
  }),
  tooMuch: (maxRows: number): ReadRefusal => ({
    code: 'tooLarge',
    text:
      `The file holds far more than ${count(maxRows)} rows can need: text, cells or blank lines besides them. ` +
      'Copy the rows into a new file and choose that one.',
  }),
  /** batches §5: read errors. */
  aborted: (): ReadRefusal => ({ code: 'aborted', text: UPLOAD_ABORTED }),
  failed: (hint?: string): ReadRefusal => ({
    code: 'failed',
    text: UPLOAD_FAILED,
    hint:
      hint ?? 'The file could not be read. Check that it still exists and is not open elsewhere, and choose it again.',
  }),
}

const kindWords: Readonly<Record<BytesKind, string>> = {
  text: 'plain text',
  zip: 'an archive or a newer workbook',
  xlsx: 'an .xlsx workbook',
  xlsb: 'a binary workbook (.xlsb)',
  ods: 'an OpenDocument spreadsheet (.ods)',
  ole: 'an .xls workbook',
  html: 'a web page (HTML)',
  xml: 'XML',
  pdf: 'a PDF document',
  image: 'an image',
  binary: 'something that is no text',
}

function cureOf(kind: BytesKind): string {
  if (kind === 'xlsx') return 'Rename it to .xlsx, or save it in the format of its name, and choose it again.'
  if (kind === 'ole') return 'Rename it to .xls, or save it in the format of its name, and choose it again.'
  if (kind === 'text') return 'Rename it to .csv, or save it in the format of its name, and choose it again.'
  return 'Open it in a spreadsheet program, save it as .xlsx and choose it again.'
}

function listOr(accepts: readonly SheetEnding[]): string {
  if (accepts.length < 2) return accepts.join('')
  return `${accepts.slice(0, -1).join(', ')} or ${accepts[accepts.length - 1] ?? ''}`
}
