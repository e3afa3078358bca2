// The words of pages/shared/rows.
import { counted, number } from '#words/figures.ts'

export const addRows = 'Add rows'
export const theyFollowRowsThatAreThere = 'They are added after the existing rows and checked in the same way.'
export const close = 'Close'
export const addedRows = 'Added rows'
export const rowsWereAdded = (count: number): string => `${counted(count, 'row was', 'rows were')} added.`
export const value = 'Value'
export const forEachOfThem = (label: string, rows: number): string => (rows === 1 ? label : `${label} for each of them`)
export const enterAmountAboveZeroSuch = 'Enter an amount of more than zero, such as 12.50.'
export const setOf = (label: string, rows: string): string => `Set the ${label} of ${rows}`
export const replacesValues = (label: string): string =>
  `Replaces the current values with one ${label}. You can undo this.`
export const setRows = (rows: string): string => `Set ${rows}`
export const removeWithAgain = (rows: string, what: string): string => `Remove ${rows} with a repeated ${what}`
export const firstRowOfEachStaysLater = (what: string): string =>
  `The first row of each ${what} stays; the later ones are removed. You can undo this.`
export const removeRows = (rows: string): string => `Remove ${rows}`
export const stripSpacesAndDashes = (rows: string): string => `Remove spaces and dashes from ${rows}`
export const noDigitChanges = 'Only spaces and dashes between digits are removed; no digit changes. You can undo this.'
export const changeRows = (rows: string): string => `Change ${rows}`
export const writeDateOfAsYearMonth = (rows: string): string => `Write the date of ${rows} as year-month-day`
export const eachDateStaysSameDay =
  'Each date stays the same day and is written in the format used here. You can undo this.'
export const rewriteRows = (rows: string): string => `Rewrite ${rows}`
export const writeWithoutCurrency = (rows: string): string => `Write the amounts of ${rows} without the currency`
export const amountsStaySame = 'Each amount stays the same; anything written with it is removed. You can undo this.'
export const writePointInAmounts = (rows: string): string => `Write the amounts of ${rows} with a decimal point`
export const checkEachNewAmount =
  'Check each new amount: commas and points are read in the usual way. You can undo this.'
export const writeOnOneLine = (rows: string): string => `Write ${rows} in plain characters, on one line`
export const lineBreaksBecomeSpaces =
  'Hidden characters are removed, line breaks and wide spaces become spaces, and digits, letters and quotation marks become plain ones. You can undo this.'
export const writeInPlainLetters = (rows: string): string => `Write ${rows} in plain letters`
export const accentsAreDropped = 'Letters lose their accents; each name stays as it is read. You can undo this.'
export const writeCodesOfInForm = (rows: string): string => `Write the codes of ${rows} in the required format`
export const codesStaySame =
  'Each code stays the same one: a currency by its digits, a country by its three letters. You can undo this.'
export const removeNamingCardAgain = (rows: string): string => `Remove ${rows} with a repeated card`
export const firstRowOfEachCardStays =
  'The first row of each card stays, with its amount; the later ones are removed. You can undo this.'
export const removeFoundInListAlready = (rows: string): string => `Remove ${rows} already in the list`
export const nothingChangesInList = 'Nothing changes in the list. You can undo this.'
export const removeEqualToEarlier = (rows: string): string => `Remove ${rows} that repeat an earlier one`
export const earlierRowStaysItCan = 'The earlier row stays. You can undo this.'
export const removeWithErrors = (rows: string): string => `Remove ${rows} with errors`
export const saveThemFirst =
  'Removed rows are not submitted. Save them as CSV first if you need them later. You can undo this.'
export const removeThese = (rows: string, count: number): string =>
  count === 1 ? 'Remove this row' : `Remove these ${rows}`
export const removedRowsAreNotSubmitted = 'Removed rows are not submitted. You can undo this.'
export const removeInAnother = (rows: string, what: string): string => `Remove ${rows} also found in another ${what}`
export const nothingChangesInOther = (what: string): string =>
  `Nothing changes in the other ${what}. You can undo this.`
export const takeAllThatCardsOfHold = (rows: string): string => `Take the whole balance for ${rows}`
export const nothingLeftOnCards = 'The amounts are removed, so that nothing is left on the cards. You can undo this.'
export const takeAll = (rows: string): string => `Take the whole balance for ${rows}`
export const leaveOtherFieldsOut = (rows: string): string => `Remove the other fields of ${rows}`
export const eachRowKeepsWhatItNeeds =
  'Each row keeps the fields that it needs here; the others are removed. You can undo this.'
export const writeInPlainCharacters = 'Write in plain characters…'
export const writeAsSheetShows = 'Write as the sheet shows…'
export const sayWhichDay = 'Choose the day…'
export const howAreDatesWritten = 'How are these dates written?'
export const whichDaysAreMeant = 'Which days are meant?'
export const chooseOne = 'Choose one'
export const writeAmountsInPlainDigits = (rows: string): string => `Write the amounts of ${rows} in plain digits`
export const writeNumbersInPlainDigits = (rows: string): string => `Write the numbers of ${rows} in plain digits`
export const sameDigitsInPlainForm =
  'The digits stay the same; hidden characters and quotation marks are removed. You can undo this.'
export const setAmountsAsShown = (rows: string): string => `Write the amounts of ${rows} as the sheet shows them`
export const eachAmountAsSheetShows = 'Each amount gets the two decimals that the sheet shows. You can undo this.'
export const newSum = (exact: string, sum: string, total: string): string =>
  `These amounts add up to ${exact} in the cells and to ${sum} as shown. All valid rows then have ${total}.`
export const chooseDayOf = (rows: string): string => `Choose which day is meant in ${rows}`
export const onePartOrderForAll = 'One answer for the whole column. You can undo this.'
export const datesAndTextsAreMixed =
  'The column has both dates and text, so the spreadsheet has probably swapped day and month of some. You can undo this.'
export const fixRows = (rows: string): string => `Fix ${rows}`
export const row = 'Row'
export const now = 'Now'
export const after = 'After'
export const andMore = (count: number): string => `and ${number(count)} more.`
export const chooseColumns = 'Choose the columns'
export const columnsOf = 'The columns of'
export const areNotAllNamedAsExpected = 'are not all named as expected. Check what each column contains.'
export const canBeReadInTwoWays = 'are known, but its amounts can be read in two ways. Choose below which is meant.'
export const lineWithHeadings = 'Line with the headings'
export const noLineHasHeadings = 'None: every line is a row'
export const lineOfFile = (rowNumber: number, text: string): string => `Line ${number(rowNumber)}: ${text}`
export const linesAboveLeftOut = (lines: number): string =>
  `${counted(lines, 'line', 'lines')} above it will be left out.`
export const wholeUnits = 'whole units of the currency'
export const minorUnits = 'cents (minor units)'
export const tenths = 'tenths'
export const hundreds = 'hundreds'
export const thousands = 'thousands'
export const tenThousands = 'ten thousands'
export const millions = 'millions'
export const percentages = 'percent'
export const headingSaysAmountsAreIn = (title: string, unit: string): string =>
  `“${title}” names ${unit}. What are its numbers in?`
export const sheetShowsAmountsIn = (title: string, unit: string): string =>
  `The sheet shows the numbers of “${title}” in ${unit}. Which amounts are meant?`
export const amountsAreInUnit = (unit: string): string => `In ${unit}`
export const amountsAreInCurrency = (currency: string): string => `In ${currency}, as the numbers are`
export const amountsAreAsShown = 'As the sheet shows them'
export const sumWouldBe = (sample: readonly [string, string] | undefined, sum: string): string =>
  `${sample === undefined ? '' : `${sample[0]} is ${sample[1]}. `}Sum: ${sum}`
export const headingNamesCurrency = (title: string, currency: string, own: string): string =>
  `“${title}” names ${currency}, but amounts here are in ${own}. Which is right?`
export const headingIsWrong = (own: string): string => `The amounts are in ${own}`
export const amountsAreForeign = (currency: string): string => `The amounts are in ${currency}`
export const foreignAmountsAreErrors = (own: string): string =>
  `Nothing is converted: each amount is an error until you enter it in ${own}.`
export const sayWhatAmountsAreIn = 'Choose first what the amounts are in'
export const looksLikeFileFor = (title: string): string => `This looks like a file for ${title}`
export const openItThere = (title: string): string => `Open it in ${title}`
export const rowsFitThere = (sound: number, rows: number): string =>
  `${number(sound)} of ${counted(rows, 'row', 'rows')} would be valid there. Nothing has been sent.`
export const columnsOfFile = 'Columns of the file'
export const field = 'Field'
export const columnOfFile = 'Column of the file'
export const requiredInText = 'required'
export const optionalInText = 'optional'
export const firstValues = 'First values'
export const columnFor = (label: string): string => `Column for ${label}`
export const chooseColumn = 'Choose a column'
export const notInFile = 'Not in the file'
export const empty = 'Empty'
export const columnsOfFileThatWill = 'Other columns of the file, not submitted'
export const rememberedForHeadings =
  'Files with these headings will be read this way from now on. You can change it each time.'
export const hasSharedColumns = (name: string): string => `${name} has shared columns for these headings`
export const useShared = 'Use them'
export const doNotUseShared = 'Do not use them'
export const ownChoiceWins = 'Your own choice is remembered on this computer and is used instead from now on.'
export const shareWithColleagues = 'Share with colleagues'
export const whatIsShared =
  'Their files with these headings are then read this way too. The headings and your choices are stored on the server, never the rows.'
export const changeColumns = 'Change columns'
export const chooseAnotherFile = 'Choose another file'
export const useTheseColumns = 'Use these columns'
export const chooseColumnForFirst = (missing: string): string => `Choose a column for ${missing} first`
export const columnUsedTwice = 'A column is used twice. Choose another for one of the two'
export const hiddenDigitsDiffer = (then: string): string => `${then} (hidden digits differ)`
export const changedAddedRemoved = (count: string, count2: string, count3: string): string =>
  `${count} changed, ${count2} added, ${count3} removed`
export const fileChangesNothing = 'The file changes nothing'
export const applyFigures = (figures: string): string => `Apply ${figures}`
export const allOfStandHereWithSame = (same: string, fileName: string): string =>
  `All ${same} of ${fileName} are already here with the same values.`
export const areSameAndKeepTheirChecks = (same: string): string =>
  `${same} are the same and keep their checks. You can undo this.`
export const goOn = 'Continue'
export const applyCount = (count: string): string => `Apply ${count}`
export const goOnWithItHere = 'Continue here'
export const file = 'File'
export const rowsAsFile = 'The rows as a file'
export const saveMyFileWithVerdict = (ending: string): string => `Save my file with Verdict and Reason (${ending})`
export const uploadCorrectedFile = 'Upload a corrected file…'
export const addRowsEllipsis = 'Add rows…'
export const correctedFile = 'Corrected file'
export const whatWasFound = 'What was found'
export const removeTheseCount = (count: number): string =>
  count === 1 ? 'Remove this row…' : `Remove these ${number(count)}…`
export const showAllRowsAgain = 'Show all rows again'
export const showTheseRowsOnly = (words: string): string => `${words}: show these rows only`
export const moreFor = (words: string): string => `More for: ${words}`
export const fewerReasons = 'Fewer reasons'
export const countMore = (count: number): string => `${number(count)} more`
export const reasonsInText = (count: number): string => (count === 1 ? 'reason' : 'reasons')
export const rowsWithErrors = 'Rows with errors'
export const allRowsWithErrors = 'All rows with errors'
export const saveAsCsvWithReasons = 'Save as CSV with reasons'
export const removeAll = (toFix: number): string => `Remove all ${number(toFix)}…`
export const removeSpacesAndDashes = 'Remove spaces and dashes…'
export const writeAsRequired = 'Use the required format…'
export const writeWithDecimalPoint = 'Write with a decimal point…'
export const writeAsYyyyMmDd = 'Write as yyyy-mm-dd…'
export const writePlainEllipsis = 'Write in plain letters…'
export const removeLaterDuplicates = 'Remove later copies…'
export const setAll = (count: number): string => (count === 1 ? 'Set it…' : 'Set all…')
export const leaveOthersOut = 'Remove the other fields…'
export const takeAllTheyHold = (count: number): string =>
  count === 1 ? 'Take the whole balance…' : 'Take the whole balances…'
export const removedNotSubmitted = 'Removed; it will not be submitted.'
export const checking = 'Checking…'
export const changedCheckedHereOnly = 'Changed; checked on this device only'
/** In front of what is wrong, for those who hear it. */
export const errorInFront = 'Error: '
export const warningInFront = 'Warning: '
export const checkedOnThisDevice = 'Checked on this device'
export const checkedByServer = (checkedAt: string): string => `Checked by the server ${checkedAt}`
export const edited = '· edited'
export const addedEnterNextOne = (kind: string): string => `Added: ${kind}. Enter the next one.`
export const cancel = 'Cancel'
export const addAndAnother = 'Add and another'
export const whatYouTypedBeforeIsStill = 'What you typed before is still here.'
export const clearAll = 'Clear all'
export const enter = 'Enter'
export const adds = 'adds.'
export const shiftEnter = 'Shift+Enter'
export const addsAndKeepsFormOpen = 'adds and keeps the form open for another.'
export const commasWillBeLeftOut = 'Commas will be left out.'
export const separateSeveral = 'Separate several with |'
export const withoutCents = 'Without cents'
export const blankWhenEmpty = (whenEmpty: string): string => `Blank = ${whenEmpty}`
export const writtenAs = (after: string): string => `Written as ${after}.`
export const commasWereRemoved = 'Commas were removed.'
export const onlyCharactersFit = (maxLength: number, over: number): string =>
  `Only ${number(maxLength)} characters fit. The last ${over === 1 ? 'character' : `${number(over)} characters`} of what you pasted ${over === 1 ? 'was' : 'were'} left out.`
export const enterFirst = (map: string): string => `Enter ${map} first`
export const rowsOf = (subject: string): string => `Rows of the ${subject}`
export const rowRowNumber = (rowNumber: number): string => `Row ${rowNumber}:`
export const newBadge = 'New'
export const checks = 'Checks'
export const actions = 'Actions'
export const putRowBack = (rowNumber: number): string => `Restore row ${rowNumber}`
export const returnRowToFilesValues = (rowNumber: number): string => `Reset row ${rowNumber} to the file’s values`
export const removeRow = (rowNumber: number): string => `Remove row ${rowNumber}`
export const balanceNow = 'Balance'
export const toLoad = 'To load'
export const fee = 'Fee'
export const rowsShown = 'Rows shown'
export const allRows = 'All rows'
export const errorsFirst = 'Errors first'
export const errorsOnly = 'Errors only'
export const editedBadge = 'Edited'
export const removed = 'Removed'
export const searchRows = 'Search the rows'
export const foundFound = (found: number): string => `${number(found)} found`
export const nextError = 'Next error'
export const writeNewRow = 'Add a row'
export const undoUndoWords = (undoWords: string): string => `Undo: ${undoWords}`
export const redoRedoWords = (redoWords: string): string => `Redo: ${redoWords}`
export const rowsFurtherApart = 'Normal rows'
export const rowsCloserTogether = 'Compact rows'
export const savedAt = (at: string): string => `Saved ${at}`
export const saving = 'Saving…'
export const notSaved = 'Not saved'
export const draftsCannotBeKept = 'Drafts cannot be kept on this device'
export const noStorageSubmitFirst =
  'This browser does not let the portal store anything. You can continue, but submit before you close or reload this page.'
export const thisDeviceHasNoRoomLeft = 'This device has no room left for drafts'
export const youCanGoOnButSubmit =
  'You can continue, but submit before you close or reload this page, or free some space.'
export const newerVersionOfPortalIsOpen = 'A newer version of the portal is open in another tab'
export const noLongerSaves =
  'This page no longer saves. Submit here, or reload it to continue with the draft as it was last saved.'
export const draftsAreLocked = 'What you do here is not saved yet'
export const savedWhenServerAnswers =
  'This page was opened without a connection. You can work, and your rows are saved on this device as soon as the server answers. Keep this page open until then.'
export const excelWorkbookXlsx = 'Excel workbook (xlsx)'
export const commaSeparatedCsv = 'Comma separated (csv)'
export const addRow = 'Add row'
export const rowsCopiedInSpreadsheetCan = 'Rows copied in a spreadsheet can be pasted here as they are.'
export const typeOrPasteRows = 'Type or paste rows'
export const labelEmptyWhenEmpty = (label: string, whenEmpty: string): string => `${label} (blank = ${whenEmpty})`
export const thisDraftWasSavedByAnother = 'This draft was saved by another version of the portal'
export const noRowOfItCan = 'None of its rows can be read'
export const saveItsRowsAsCsv = (count: number): string => `Save its ${number(count)} rows as CSV`
export const discardItAndStartAnew = 'Delete it and start again'
export const itCannotBeOpenedHereSave =
  'It cannot be opened here. Save its rows as a file and upload that file again; nothing has been submitted.'
export const chooseColumnWithIfFile = (field: string): string =>
  `Choose the column with the ${field}. If the file has none, add it and choose the file again.`
export const columnAlreadyUsed = (columns: string, label: string): string =>
  `“${columns}” is already used for ${label}. Choose another column.`
export const isNotCheckColumn = (sample: string, item: string): string =>
  `“${sample}” is not ${item}. Check the column.`
export const anAmount = 'an amount'
export const aDate = 'a date'
export const aNumber = 'a number'
export const aText = 'a text'
export const aList = 'a list'
export const identifier = 'Identifier'
export const target = 'Target'
export const amount = 'Amount'
/** In place of a value that the file lacks. */
export const noValue = '(no value)'
export const thisIsOpenInAnotherTab = (subject: string): string => `This ${subject} is open in another tab`
export const allCentsToText = (centsToText: string): string => `all ${centsToText}`
export const noRowIsLeftToFix = 'No row is left to fix'
export const noRowHasBeenEdited = 'No row has been edited'
export const noRowHasBeenRemoved = 'No row has been removed'
export const noRowHasThisFindingAny = 'No row has this reason now'
export const everyRowHasBeenRemoved = 'Every row has been removed'
export const howFileWasRead = 'Check how the file was read'
export const assumedAboutFile = 'This was assumed when the file was read. Go back if something is not as you meant it.'
export const sheetToRead = 'Sheet to read'
export const encodingOfText = 'Encoding in which the names can be read'
export const chooseEncodingFirst = 'Choose an encoding first'
export const readWithEncoding = (name: string): string => `Read the file as ${name}`
export const chooseAnotherEncoding = 'Choose another encoding'
export const takeFirstRows = (rows: number): string => `Take the first ${number(rows)}, keep the rest as a second draft`
export const hiddenInSheet = 'Hidden in the sheet'
export const ownColumns = 'Other columns'
export const shownBesideRows = 'Shown beside the rows'
export const ownColumnsStayHere =
  'They help you tell rows apart. They are in the file that you download, and are not submitted.'
export const ownColumnsAreReadOnly =
  'Nothing was pasted: this column comes from your file and cannot be changed here. Choose a cell of another column.'

/** Into the file that was opened with the installed portal. */
export const saveInto = (fileName: string): string => `Save into ${fileName}, with verdicts`
export const savedInto = (fileName: string): string => `Saved into ${fileName}`
export const fileHasChanged = (fileName: string): string =>
  `${fileName} was changed by another program since it was read. It was left as it is, and the rows are saved as a download.`
export const fileNotWritten = (fileName: string): string =>
  `${fileName} could not be written, and was left as it is. The rows are saved as a download.`
export const cardholder = 'Cardholder'
