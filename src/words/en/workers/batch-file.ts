// The words of workers/batch-file.

export const only15DigitsKept =
  'A spreadsheet keeps 15 digits of a number and has lost the last ones. Format the column as Text in the source file, export it again and choose that file.'
export const zerosLeftOut =
  'A spreadsheet leaves out zeros at the beginning of a number. Format the column as Text in the source file, export it again and choose that file.'
export const onlyFilesCanBeReadHere = (accepts: string): string =>
  `Only ${accepts} files can be read here. Save the file as one of these and choose it again.`
export const filesNameEndsInBut = (ending: string, item: string, kind: string): string =>
  `The file's name ends in .${ending}, but it contains ${item}. ${kind}`
export const fileIsEmptyChooseFile = (kind: string): string =>
  `The file is empty. Choose a file with ${kind} in each row.`
export const noRowWasFoundEachRow = (kind: string): string => `No row was found. Each row needs ${kind}, in this order.`
export const itIsNotCertainWhichColumn = 'We cannot tell which column is which.'
export const chooseColumnsOrNameThem = 'Choose the columns, or name them as in the template and choose the file again.'
export const encodingIsUncertain = 'The encoding of the text is not known.'
export const chooseEncoding = 'Choose the one in which the names can be read.'
export const verdictsLeaveNothing = (rows: number, rows2: string): string =>
  `The Verdict column says that nothing is left to do in ${rows === 1 ? 'the only row' : `any of the ${rows2} rows`}. Clear the verdict of any row you want to run again.`
export const tooManyRows = (maxRows: string): string =>
  `The file has more than ${maxRows} rows. Split it into files of at most ${maxRows} rows.`
export const workbookProtected =
  'The workbook is protected by a password. Remove the password in the spreadsheet program, save the file and choose it again.'
export const workbookHasMacros =
  'The workbook contains macros. Save it as a workbook without macros (.xlsx) and choose it again.'
export const workbookDamaged =
  'The workbook is damaged and cannot be opened. Open it in the spreadsheet program, save it again and choose it again.'
export const noVisibleSheet =
  'The workbook has no visible sheet. Show the sheet with the rows, save the file and choose it again.'
export const charactersCannotBeRead = "The file's characters cannot be read. Save it as CSV UTF-8 and choose it again."
export const fileHoldsMoreThanMbRemove = (maxMebibytes: number): string =>
  `The file has more than ${maxMebibytes} MB. Remove everything but the rows, or split it, and choose it again.`
export const farTooManyRows = (maxRows: string): string =>
  `The file has far more content than ${maxRows} rows need. Copy the rows into a new file and choose that one.`
export const fileCouldNotBeReadCheck =
  'The file could not be read. Check that it still exists and is not open elsewhere, and choose it again.'
export const plainText = 'plain text'
export const archiveOrNewerWorkbook = 'an archive or a newer workbook'
export const xlsxWorkbook = 'an .xlsx workbook'
export const binaryWorkbookXlsb = 'a binary workbook (.xlsb)'
export const opendocumentSpreadsheetOds = 'an OpenDocument spreadsheet (.ods)'
export const xlsWorkbook = 'an .xls workbook'
export const webPageHtml = 'a web page (HTML)'
export const pdfDocument = 'a PDF document'
export const anImage = 'an image'
export const somethingThatIsNoText = 'something that is not text'
export const renameItToXlsxOrSave = 'Rename it to .xlsx, or save it in the format of its name, and choose it again.'
export const renameItToXlsOrSave = 'Rename it to .xls, or save it in the format of its name, and choose it again.'
export const renameItToCsvOrSave = 'Rename it to .csv, or save it in the format of its name, and choose it again.'
export const saveItAsXlsx = 'Open it in a spreadsheet program, save it as .xlsx and choose it again.'
