// The sentences that state machines and drafts name by their codes, with parameters: every export is a code.
import { cannotConnectToServer } from '#words/domain.ts'
import { textHoldsCardNumberLeave } from '#words/domain/cards.ts'
import { counted, listAnd, listOr, number, rowList } from '#words/figures.ts'

/** What the server says about a request. */
export const answered = (text: string): string => text
export const noConnection = cannotConnectToServer

export const referenceBlank = "the load reference can't be blank or the file format is incorrect"
export const descriptionBlank = 'The batch description is required'
export const invalidFormat = 'Invalid input format'
export const oddCharacters = (names: readonly string[]): string =>
  `The text has ${listAnd(names)}. Delete it and type the text again in plain characters.`
export const cardNumberInText = textHoldsCardNumberLeave
export const targetBalance = 'Enter the target balance as an amount, like 200.00, or leave it blank'
export const campaignFirst = 'Select a campaign first.'
export const quotationNumberFirst = 'Enter a valid quotation number first.'
export const shortenPlasticId = 'Shorten the plastic ID first.'
export const shortenDesignId = 'Shorten the design ID first.'

export const oneFileOnly = 'Only one file can be uploaded at a time. Drop a single file.'
export const fileFirst = 'Choose a file first.'
export const allRowsRemoved = 'Every row has been removed. Restore rows or choose another file.'
export const checkFirst = 'Check the rows first.'
export const fixRowsFirst = (rows: number): string => `Fix or remove ${counted(rows, 'row', 'rows')} first.`
export const noRowToSubmit = 'No row can be submitted yet. Fix at least one.'
export const rowsUnchecked = (rows: number): string => `${counted(rows, 'row has', 'rows have')} not been checked yet.`
export const noRowToCheck = 'No row can be checked yet. Fix at least one.'
export const errorsFound = (rows: number): string => `The check found ${counted(rows, 'row', 'rows')} with errors`
export const errorsLeftOut = 'Rows with errors are left out. Fix them, or continue without them.'
export const reasonTooShort = (least: number): string => `Give a reason of at least ${least} characters.`
export const reasonTooLong = (most: number): string => `The reason can have at most ${most} characters.`
export const answerForgotten = (itemName: string): string =>
  `This ${itemName} was sent more than a day ago and no answer arrived. We will check the rows again and show what got through before you submit.`

export const fileAborted = 'File upload aborted'
export const fileFailed = 'File upload failed'
export const fileInvalid = 'Invalid file content'
export const tryFileAgain =
  'The file could not be read. Check that it still exists and is not open elsewhere, and choose it again.'
export const readingStopped =
  'Reading the file stopped unexpectedly. Choose the file again; if it happens twice, save it as csv first.'
export const readingTookTooLong =
  'Reading the file took too long. Save it as csv, or remove everything but the rows, and choose it again.'
export const wrongFileType = (accepts: readonly string[]): string =>
  `Only ${listOr(accepts)} files can be read here. Save the file as one of these and choose it again.`
export const contentDiffers = (ending: string, content: keyof typeof contents): string =>
  `The file's name ends in .${ending}, but it contains ${contents[content]}. ${renaming[content] ?? 'Open it in a spreadsheet program, save it as .xlsx and choose it again.'}`
const contents = {
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
  binary: 'something that is not text',
} as const
const renaming: Readonly<Partial<Record<keyof typeof contents, string>>> = {
  xlsx: 'Rename it to .xlsx, or save it in the format of its name, and choose it again.',
  ole: 'Rename it to .xls, or save it in the format of its name, and choose it again.',
  text: 'Rename it to .csv, or save it in the format of its name, and choose it again.',
}
const columnNames = (columns: readonly string[]): string => listAnd(columns.map((column) => column.toLowerCase()))
export const fileEmpty = (columns: readonly string[]): string =>
  `The file is empty. Choose a file with ${columnNames(columns)} in each row.`
export const noRowFound = (columns: readonly string[]): string =>
  `No row was found. Each row needs ${columnNames(columns)}, in this order.`
export const nothingLeftToDo = (rows: number): string =>
  `The Verdict column says that nothing is left to do in ${rows === 1 ? 'the only row' : `any of the ${number(rows)} rows`}. Clear the verdict of any row you want to run again.`
export const columnsUncertain = 'We cannot tell which column is which.'
export const chooseColumns = 'Choose the columns, or name them as in the template and choose the file again.'
export const encodingUnknown = 'The encoding of the text is not known.'
export const chooseEncoding = 'Choose the one in which the names can be read.'
export const tooManyRows = (maxRows: number): string =>
  `The file has more than ${number(maxRows)} rows. Split it into files of at most ${number(maxRows)} rows.`
export const farTooManyRows = (maxRows: number): string =>
  `The file has far more content than ${number(maxRows)} rows need. Copy the rows into a new file and choose that one.`
export const fileTooLarge = (maxMebibytes: number): string =>
  `The file has more than ${maxMebibytes} MB. Remove everything but the rows, or split it, and choose it again.`
export const workbookProtected =
  'The workbook is protected by a password. Remove the password in the spreadsheet program, save the file and choose it again.'
export const workbookHasMacros =
  'The workbook contains macros. Save it as a workbook without macros (.xlsx) and choose it again.'
export const workbookDamaged =
  'The workbook is damaged and cannot be opened. Open it in the spreadsheet program, save it again and choose it again.'
export const noVisibleSheet =
  'The workbook has no visible sheet. Show the sheet with the rows, save the file and choose it again.'
export const charactersUnreadable = "The file's characters cannot be read. Save it as CSV UTF-8 and choose it again."

export const sheetName = (sheet: string): string => `Sheet “${sheet}”`
export const fieldsSeparated = (delimiter: keyof typeof delimiters): string =>
  `Fields separated by ${delimiters[delimiter]}`
const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
export const headerSkipped = (header: string): string => `Header row skipped: ${header}`
export const formulasRead = (formulas: number): string =>
  `${counted(formulas, 'cell has a formula', 'cells have formulas')}, read as the result saved in the file`
export const doneRowsLeftOut = (rows: number): string =>
  `${counted(rows, 'row', 'rows')} with the verdict Done left out`
export const shortLinesLeftOut = (lines: number): string =>
  `${counted(lines, 'line', 'lines')} with one short field left out`
export const titleLinesLeftOut = (lines: number): string =>
  `${counted(lines, 'line', 'lines')} above the headings left out`
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')
export const sheetsPassedOver = (sheet: string, others: readonly string[]): string =>
  `Sheet “${sheet}” was read; ${quoted(others)} ${others.length === 1 ? 'has' : 'have'} no matching rows`
export const sheetsNotRead = (sheet: string, others: readonly string[]): string =>
  `Sheet “${sheet}” was read; ${quoted(others)} ${others.length === 1 ? 'was' : 'were'} not`
export const hiddenSheetsNotRead = (sheets: number): string =>
  `${counted(sheets, 'hidden sheet was', 'hidden sheets were')} not read`
export const textReadAsGuess = (encoding: string, sample: string): string =>
  `The text was read as ${encoding}, which is a guess: “${sample}”`
export const textReadAsChosen = (encoding: string, sample: string): string =>
  `The text was read as ${encoding}, as you chose: “${sample}”`
export const columnsHidden = (titles: readonly string[]): string =>
  `${titles.length === 1 ? 'A column is' : `${number(titles.length)} columns are`} hidden in the sheet: ${titles.join(', ')}`
export const cellsMergedAcross = (rows: readonly number[]): string =>
  `Cells are merged over several columns in ${rows.length === 1 ? 'row' : 'rows'} ${rowList(rows)}: only the first column has their value`
export const hiddenRowsIncluded = (rows: readonly number[]): string =>
  `${counted(rows.length, 'row that is', 'rows that are')} hidden in the sheet ${rows.length === 1 ? 'is' : 'are'} included: row ${rowList(rows)}`
export const totalRowsLeftOut = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'A row with totals was' : `${number(rows.length)} rows with totals were`} left out: row ${rowList(rows)}`
export const amountsShownRounded = (
  count: number,
  { exact, shown }: { readonly exact: string; readonly shown: string },
  difference: string,
): string =>
  `${counted(count, 'amount has', 'amounts have')} decimals that the sheet does not show, such as ${exact} shown as ${shown}. Amounts are taken in full, ${difference.startsWith('-') ? `${difference.slice(1)} less` : `${difference} more`} in total than the sheet shows`
export const amountsWithoutCurrency = (amounts: number): string =>
  counted(amounts, 'amount was read without its currency', 'amounts were read without their currency')
export const cardsIdentifiedBy = (label: string): string => `Cards are identified by ${label} in this file`
export const numbersRounded = (column: string, count: number): string =>
  `Column ${column}: ${counted(count, 'identifier', 'identifiers')} rounded by a spreadsheet. A spreadsheet keeps 15 digits of a number and has lost the last ones. Format the column as Text in the source file, export it again and choose that file.`
export const numbersShortened = (column: string, count: number): string =>
  `Column ${column}: ${counted(count, 'identifier', 'identifiers')} shortened by a spreadsheet. A spreadsheet leaves out zeros at the beginning of a number. Format the column as Text in the source file, export it again and choose that file.`
export const moreRowsKept = (taken: number, rest: number): string =>
  `The first ${number(taken)} rows were taken. The other ${number(rest)} are kept as a draft`
export const moreRowsNotKept = (taken: number, rest: number): string =>
  `The first ${number(taken)} rows were taken. The other ${number(rest)} could not be kept on this device: they are only in your file`
export const fileNotKept =
  'The file is larger than 4 MB and will not be kept with the batch; you can download the rows as submitted'

export const columnsByHeadings = 'Columns were found by their headings'
export const columnsAsRemembered = 'Columns are as you chose for an earlier file with these headings'
export const columnsAsChosen = 'Columns are as you chose'
export const columnsMissing = (labels: readonly string[]): string => `The file has no column for ${labels.join(', ')}`
/** They are not submitted. */
export const columnsBeside = (titles: readonly string[]): string =>
  `Columns kept beside the rows, not submitted: ${titles.join(', ')}`
export const columnsNotUsed = (titles: readonly string[]): string => `Columns not used: ${titles.join(', ')}`
export const amountsDivided = (by: number): string => `Amounts were divided by ${number(by)}, as you chose`
export const amountsMultiplied = (by: number): string => `Amounts were multiplied by ${number(by)}, as you chose`
export const amountsInOwnCurrency = (own: string, title: string): string =>
  `Amounts were taken as ${own}, as you chose, although “${title}” names another currency`
export const currencyColumn = (title: string): string => `Currency of each row: ${title}`
