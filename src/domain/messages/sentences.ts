// The messages that state machines and drafts store as codes with parameters (message.ts).
import { inSentence, listAnd, listOr } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { commas, rowList } from '#words/lists.ts'

/** The names of delimiters in the messages. */
const DELIMITERS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '|': 'bar' }

export const sentences = {
  /** The server's message about a request. */
  serverMessage: (text: string) => text,
  noConnection: () => m.common_cannotConnectToServer(),
  referenceBlank: () => m.file_referenceBlank(),
  descriptionBlank: () => m.file_descriptionBlank(),
  invalidFormat: () => m.common_invalidInputFormat(),
  oddCharacters: (names: readonly string[]) => m.file_oddCharacters({ names: listAnd(names) }),
  cardNumberInText: () => m.common_removeCardNumber(),
  targetBalance: () => m.file_targetBalance(),
  campaignFirst: () => m.file_campaignFirst(),
  quotationNumberFirst: () => m.file_quotationNumberFirst(),
  shortenPlasticId: () => m.file_shortenPlasticId(),
  shortenDesignId: () => m.file_shortenDesignId(),
  oneFileOnly: () => m.file_oneFileOnly(),
  fileFirst: () => m.file_fileFirst(),
  allRowsRemoved: () => m.file_allRowsRemoved(),
  checkFirst: () => m.file_checkFirst(),
  fixRowsFirst: (rows: number) => m.file_fixRowsFirst({ rows }),
  noRowToSubmit: () => m.file_noRowToSubmit(),
  allAtTarget: () => m.file_allAtTarget(),
  rowsUnchecked: (rows: number) => m.file_rowsUnchecked({ rows }),
  noRowToCheck: () => m.file_noRowToCheck(),
  errorsFound: (rows: number) => m.file_errorsFound({ rows }),
  errorsLeftOut: () => m.file_errorsLeftOut(),
  reasonTooShort: (minLength: number) => m.file_reasonTooShort({ minLength }),
  reasonTooLong: (maxLength: number) => m.file_reasonTooLong({ maxLength }),
  responseExpired: (itemName: string) => m.file_responseExpired({ itemName }),
  fileAborted: () => m.file_fileAborted(),
  fileFailed: () => m.file_fileFailed(),
  fileInvalid: () => m.file_fileInvalid(),
  tryFileAgain: () => m.file_tryFileAgain(),
  readingStopped: () => m.file_readingStopped(),
  readingTookTooLong: () => m.file_readingTookTooLong(),
  wrongFileType: (accepts: readonly string[]) => m.file_wrongFileType({ accepts: listOr(accepts) }),
  contentDiffers: (extension: string, content: string) => m.file_contentDiffers({ content, ending: extension }),
  fileEmpty: (columns: readonly string[]) =>
    m.file_fileEmpty({ columns: listInSentence(columns), count: columns.length }),
  noRowFound: (columns: readonly string[]) =>
    m.file_noRowFound({ columns: listInSentence(columns), count: columns.length }),
  nothingLeftToDo: (rows: number) => m.file_nothingLeftToDo({ rows }),
  columnsUncertain: () => m.file_columnsUncertain(),
  chooseColumns: () => m.file_chooseColumns(),
  encodingUnknown: () => m.file_encodingUnknown(),
  chooseEncoding: () => m.file_chooseEncoding(),
  tooManyRows: (maxRows: number) => m.file_tooManyRows({ maxRows }),
  farTooManyRows: (maxRows: number) => m.file_farTooManyRows({ maxRows }),
  fileTooLarge: (maxMebibytes: number) => m.file_fileTooLarge({ maxMebibytes }),
  workbookProtected: () => m.file_workbookProtected(),
  workbookHasMacros: () => m.file_workbookHasMacros(),
  workbookDamaged: () => m.file_workbookDamaged(),
  noVisibleSheet: () => m.file_noVisibleSheet(),
  charactersUnreadable: () => m.file_charactersUnreadable(),
  sheetName: (sheet: string) => m.file_sheetName({ sheet }),
  fieldsSeparated: (delimiter: string) => m.file_fieldsSeparated({ delimiter: DELIMITERS[delimiter] ?? 'tab' }),
  headerSkipped: (header: string) => m.file_headerSkipped({ header }),
  formulasRead: (formulas: number) => m.file_formulasRead({ formulas }),
  /** `uses`: the number of lines for each use, such as 'rows'. */
  linesRead: (lines: number, uses: Readonly<Record<string, number>>) => {
    const countedUses = Object.entries(uses).filter(([, count]) => count !== 0)
    const texts = countedUses.map(([use, count]) =>
      use === 'rows' ? m.common_countedRows({ count }) : m.file_linesUsed({ use, count }),
    )
    return m.file_linesRead({ lines, uses: commas(texts) })
  },
  doneRowsLeftOut: (rows: number) => m.file_doneRowsLeftOut({ rows }),
  shortLinesLeftOut: (lines: number) => m.file_shortLinesLeftOut({ lines }),
  titleLinesLeftOut: (lines: number) => m.file_titleLinesLeftOut({ lines }),
  sheetsPassedOver: (sheet: string, others: readonly string[]) =>
    m.file_sheetsPassedOver({ sheet, others: quoted(others), count: others.length }),
  sheetsNotRead: (sheet: string, others: readonly string[]) =>
    m.file_sheetsNotRead({ sheet, others: quoted(others), count: others.length }),
  hiddenSheetsNotRead: (sheets: number) => m.file_hiddenSheetsNotRead({ sheets }),
  textReadAsGuess: (encoding: string, sample: string) => m.file_textReadAsGuess({ encoding, sample }),
  textReadAsChosen: (encoding: string, sample: string) => m.file_textReadAsChosen({ encoding, sample }),
  columnsHidden: (titles: readonly string[]) => m.file_columnsHidden({ count: titles.length, titles: commas(titles) }),
  cellsMergedAcross: (rows: readonly number[]) =>
    m.file_cellsMergedAcross({ count: rows.length, rowNumbers: rowList(rows) }),
  hiddenRowsIncluded: (rows: readonly number[]) =>
    m.file_hiddenRowsIncluded({ count: rows.length, rowNumbers: rowList(rows) }),
  totalRowsLeftOut: (rows: readonly number[]) =>
    m.file_totalRowsLeftOut({ count: rows.length, rowNumbers: rowList(rows) }),
  amountsShownRounded: (
    count: number,
    { exact, shown }: { readonly exact: string; readonly shown: string },
    difference: string,
  ) =>
    m.file_amountsShownRounded({
      count,
      exact,
      shown,
      isLess: difference.startsWith('-') ? 'yes' : 'no',
      difference: difference.replace('-', ''),
    }),
  amountsWithoutCurrency: (amounts: number) => m.file_amountsWithoutCurrency({ amounts }),
  cardsIdentifiedBy: (label: string) => m.file_cardsIdentifiedBy({ label }),
  numbersRounded: (column: string, count: number) => m.file_numbersRounded({ column, count }),
  numbersShortened: (column: string, count: number) => m.file_numbersShortened({ column, count }),
  moreRowsKept: (taken: number, rest: number) => m.file_moreRowsKept({ taken, rest }),
  moreRowsNotKept: (taken: number, rest: number) => m.file_moreRowsNotKept({ taken, rest }),
  fileNotKept: () => m.file_fileNotKept(),
  columnsByHeadings: () => m.file_columnsByHeadings(),
  columnsAsRemembered: () => m.file_columnsAsRemembered(),
  columnsAsChosen: () => m.file_columnsAsChosen(),
  columnsMissing: (labels: readonly string[]) => m.file_columnsMissing({ labels: commas(labels) }),
  columnsBeside: (titles: readonly string[]) => m.file_columnsBeside({ titles: commas(titles) }),
  cardsNotLoaded: (titles: readonly string[]) =>
    m.file_cardsNotLoaded({ count: titles.length, titles: commas(titles) }),
  markedRowsLeftOut: (rows: number, title: string, values: readonly string[]) =>
    m.file_markedRows({ isTaken: 'no', count: rows, title, values: quoted(values) }),
  markedRowsTaken: (rows: number, title: string, values: readonly string[]) =>
    m.file_markedRows({ isTaken: 'yes', count: rows, title, values: quoted(values) }),
  columnsNotUsed: (titles: readonly string[]) => m.file_columnsNotUsed({ titles: commas(titles) }),
  amountsDivided: (by: number) => m.file_amountsDivided({ by }),
  amountsMultiplied: (by: number) => m.file_amountsMultiplied({ by }),
  amountsInOwnCurrency: (currency: string, title: string) => m.file_amountsInOwnCurrency({ currency, title }),
  currencyColumn: (title: string) => m.file_currencyColumn({ title }),
}

const listInSentence = (labels: readonly string[]): string => listAnd(labels.map(inSentence))
const quoted = (names: readonly string[]): string => commas(names.map((name) => m.common_quoted({ name })))
