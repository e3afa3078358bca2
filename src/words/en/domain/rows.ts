// The words of domain/rows.

export const columnCell = (cell: string): string => `Column ${cell}`
export const rowsOfKindHaveNoFinding = (name: string, code: string): string =>
  `rows of kind ${name} have no finding ${code}`
export const noFindingHasRank = (rank: number): string => `no finding has rank ${rank}`
export const field = 'field'
export const anAmount = 'an amount'
export const cellLost =
  'The cell has a formula whose result is not saved in the file. Open the file in the spreadsheet program, save it and choose it again, or enter the value here.'
export const identifierChanged = 'identifier was changed by a spreadsheet'
export const identifiersChanged = 'identifiers were changed by a spreadsheet'
export const numberChanged = (value: string): string =>
  `The spreadsheet has turned this number into ${value || 'a rounded figure'} and its last digits are lost. Format the column as Text in the source file and export it again; the lost digits cannot be recovered.`
export const rowHasNoIdentifier = 'row has no identifier'
export const rowsHaveNoIdentifier = 'rows have no identifier'
export const thereIsNoInThisRow = (field: string): string => `This row has no ${field}. Enter one or remove the row.`
export const identifierHasSpaces = 'identifier contains spaces or dashes'
export const identifiersHaveSpaces = 'identifiers contain spaces or dashes'
export const spacesOrDashes = 'The number contains spaces or dashes. Remove them.'
export const identifierIsNotNumber = 'identifier is not a number'
export const identifiersAreNotNumbers = 'identifiers are not numbers'
export const hasDigitsOnlyCorrect = (field: string): string =>
  `A ${field} can have only digits. Correct it or remove the row.`
export const identifierHasWrongLength = 'identifier has the wrong length'
export const identifiersHaveWrongLength = 'identifiers have the wrong length'
export const hasDigitsThisOneHasCheck = (field: string, about: number, count: number): string =>
  `A ${field} has ${about} digits; this one has ${count}. Check for missing digits, or leading zeros removed by a spreadsheet.`
export const cardNumberIsMistyped = 'card number is mistyped'
export const cardNumbersAreMistyped = 'card numbers are mistyped'
export const checkDigitDoesNotFitSo =
  'The check digit is wrong, so at least one digit is mistyped. Check it against the card.'
export const rowHasTooManyFields = 'row has too many fields'
export const rowsHaveTooManyFields = 'rows have too many fields'
export const rowIsNotDivided = 'row is not divided into fields'
export const rowsAreNotDivided = 'rows are not divided into fields'
export const rowHasOtherSeparator =
  'This row has another separator than the rest of the file, or a quotation mark is not closed. Enter its values, or remove the row.'
export const rowHasFieldsWhichIsToo = (fieldCount: number): string =>
  `The row has ${fieldCount} fields, which is too many. Remove the other fields.`
export const rowHasNoAmount = 'row has no amount'
export const rowsHaveNoAmount = 'rows have no amount'
export const thereIsNoAmount = 'This row has no amount. Enter one or remove the row.'
export const amountIsNotNumber = 'amount is not a number'
export const amountsAreNotNumbers = 'amounts are not numbers'
export const cellShowsDateOrTimeEnter =
  'The cell shows a date or a time. Enter the amount, or format the cell as a number in the spreadsheet.'
export const writeAmountInDigits =
  'Write the amount in digits with a decimal point, such as 1250.00, without a currency sign.'
export const amountHasCurrencySign = 'amount has a currency sign'
export const amountsHaveCurrencySign = 'amounts have a currency sign'
export const writeAmountWithoutCurrency = (field: string): string => `Write the amount without the currency: ${field}.`
export const amountIsWrittenWithOther = 'amount uses different separators'
export const amountsAreWrittenWithOther = 'amounts use different separators'
export const thisAmountIsProbablyWrite = (field: string): string =>
  `This amount is probably ${field}. Write it with a decimal point, such as 1250.00.`
export const amountHasMoreDecimals = 'amount has more than two decimals'
export const amountsHaveMoreDecimals = 'amounts have more than two decimals'
export const amountHasAtMostTwoDecimals = 'An amount can have at most two decimals.'
export const amountIsNegative = 'amount is negative'
export const amountsAreNegative = 'amounts are negative'
export const amountIsAboveZero = 'The amount must be more than zero.'
export const amountIsZero = 'amount is zero'
export const amountsAreZero = 'amounts are zero'
export const amountIsAboveZeroEnterOne = 'The amount must be more than zero. Enter one or remove the row.'
export const amountIsTooLarge = 'amount is too large'
export const amountsAreTooLarge = 'amounts are too large'
export const rowMayHoldAtMost = 'The largest amount allowed is 99,999,999.99.'
export const amountHasCentsWhereNone = 'amount has cents where none are allowed'
export const amountsHaveCentsWhereNone = 'amounts have cents where none are allowed'
export const isWholeNumberAndHasCents = (field: string, value: string): string =>
  `${field} is a whole number, and ${value} has cents. Enter it without them.`
export const rowHas = (field: string): string => `row has no ${field}`
export const rowsHave = (field: string): string => `rows have no ${field}`
export const isMissingEnterItOrRemove = (field: string): string => `${field} is missing. Enter it or remove the row.`
export const rowHasNoValue = (field: string): string => `row has no value for its ${field}`
export const rowsHaveNoValue = (field: string): string => `rows have no value for their ${field}`
export const isWrittenInAnotherForm = (field: string): string => `${field} is in a different format`
/** 'an address 1', 'a postal code'. */
const withArticle = (field: string): string => `${/^[aeiou]/.test(field) ? 'an' : 'a'} ${field}`
export const rowsHaveOtherForm = (field: string): string => `rows have ${withArticle(field)} in a different format`
export const seemsToBeWrite = (value: string, value2: string | undefined): string =>
  `${value} looks like ${value2 ?? 'a date'}. Write it as year-month-day.`
export const isNotDate = (field: string): string => `${field} is not a date`
export const rowsHaveThatIsNotDate = (field: string): string => `rows have ${withArticle(field)} that is not a date`
export const isNotDateWrite = (value: string): string =>
  `${value} is not a date. Write it as year-month-day, such as 2027-03-31.`
export const hasPassed = (field: string): string => `${field} has passed`
export const rowsHaveThatHasPassed = (field: string): string => `rows have ${withArticle(field)} that has passed`
export const hasPassedEnterLaterDay = (value: string): string => `${value} has passed. Enter a later day.`
export const hasHiddenCharacter = (field: string): string => `${field} has hidden or unusual characters`
export const rowsHaveHiddenCharacter = (field: string): string =>
  `rows have ${withArticle(field)} with hidden or unusual characters`
export const hasOddCharacters = (field: string, names: string): string =>
  `${field} has ${names || 'hidden characters'}. Write it on one line, in plain characters.`
export const hasUnusableLetters = (field: string): string => `${field} has letters that cannot be used`
export const rowsHaveUnusableLetters = (field: string): string =>
  `rows have ${withArticle(field)} with letters that cannot be used`
export const hasWriteItInPlainLetters = (field: string, which: string): string =>
  `${field} has ${which}. Write it in plain letters, A to Z, without accents.`
export const isProbablyWrite = (value: string, meant: string | undefined): string =>
  `“${value}” probably means ${meant ?? 'a code in a different format'}. Use that code.`
export const isTooLong = (field: string): string => `${field} is too long`
export const rowsHaveThatIsTooLong = (field: string): string => `rows have ${withArticle(field)} that is too long`
export const hasTooManyCharacters = (field: string, count: number, maxLength: number): string =>
  `${field} has ${count} characters; ${maxLength} are allowed. Shorten it.`
export const willBeCut = (field: string): string => `${field} will be cut`
export const rowsHaveThatWillBeCut = (field: string): string => `rows have ${withArticle(field)} that will be cut`
export const hasCharactersOnlyFirstWill = (field: string, count: number, maxLength: number, value: string): string =>
  `${field} has ${count} characters; only the first ${maxLength} will be sent: ${value}. Shorten it if that is not enough.`
export const removeSpacesAndDashes = 'Remove spaces and dashes'
export const rewriteAmounts = 'rewrite amounts in'
export const writeAs = (after: string): string => `Write as “${after}”`
export const writePlain = 'write plain characters in'
export const writePlainLetters = 'write plain letters in'
export const rewriteCodes = 'rewrite codes in'
export const verdict = 'Verdict'
export const reason = 'Reason'
export const done = 'Done'
export const notDone = 'Not done'
export const failed = 'Failed'
export const writeAsAfter = (after: string): string => `Write as ${after}`
export const rewrite = 'rewrite'
export const stripNumbers = 'remove spaces and dashes from'
export const identifierHasOddCharacters = 'identifier has hidden or unusual characters'
export const identifiersHaveOddCharacters = 'identifiers have hidden or unusual characters'
export const otherSigns = 'unusual symbols'
export const numberHasOddCharacters = (names: string): string => `The number has ${names}. Write it in plain digits.`
export const writeInPlainDigits = 'Write in plain digits'
export const amountHasOddCharacters = 'amount has hidden or unusual characters'
export const amountsHaveOddCharacters = 'amounts have hidden or unusual characters'
export const amountHasOdd = (names: string): string =>
  `The amount has ${names}. Write it in plain digits, such as 1250.00.`
export const amountIsRoundedBySheet = 'amount has more decimals than the sheet shows'
export const amountsAreRoundedBySheet = 'amounts have more decimals than the sheet shows'
export const cellHasMoreDecimals = (exact: string, shown: string | undefined): string =>
  `The cell has ${exact}; with two decimals it is ${shown ?? 'another amount'}. Write the amount that is meant.`
export const amountIsPercentage = 'amount is a percentage'
export const amountsArePercentages = 'amounts are percentages'
export const percentageIsNoAmount = (value: string): string =>
  `The cell has a percentage${value === '' ? '' : `, ${value}`}, not an amount. Enter the amount.`
export const amountHasOtherCurrency = 'amount is in another currency'
export const amountsHaveOtherCurrency = 'amounts are in another currency'
export const anotherCurrency = 'another currency'
export const amountIsInOtherCurrency = (currency: string, own: string | undefined): string =>
  `This amount is in ${currency}${own === undefined ? '' : `, but amounts here are in ${own}`}. Enter the amount${own === undefined ? '' : ` in ${own}`}, or remove the row.`
export const rowHasCellError = (field: string): string => `row has a spreadsheet error as its ${field}`
export const rowsHaveCellError = (field: string): string => `rows have a spreadsheet error as their ${field}`
export const cellShowsError = (value: string): string =>
  `The cell shows ${value || 'an error'}, which is an error of the spreadsheet. Correct the formula in the source file and choose it again, or enter the value here.`
export const canBeTwoDays = (field: string): string => `${field} can mean two days`
export const rowsHaveThatCanBeTwoDays = (field: string): string =>
  `rows have ${withArticle(field)} that can mean two days`
export const canBeEitherDay = (value: string, days: readonly string[]): string =>
  `“${value}” can be ${days.join(' or ')}. Write it as year-month-day.`
export const mayBeSwapped = (field: string): string => `${field} may have day and month swapped`
export const rowsHaveThatMayBeSwapped = (field: string): string =>
  `rows have ${withArticle(field)} that may have day and month swapped`
export const dateCellMayBeSwapped = (shown: string, swapped: string): string =>
  `The column has both dates and text, so the spreadsheet has probably read some dates in the wrong order: this one can be ${shown}, as the sheet shows it, or ${swapped}.`
export const dayFirst = 'Day first: day, month, year'
export const monthFirst = 'Month first: month, day, year'
export const yearFirst = 'Year first: year, month, day'
export const datesSwapped = 'Swap day and month'
export const datesAsSheetShows = 'Keep them as the sheet shows them'
export const wasChangedBySpreadsheet = (field: string): string => `${field} was changed by a spreadsheet`
export const rowsHaveChanged = (field: string): string =>
  `rows have ${withArticle(field)} that a spreadsheet has changed`
export const textChanged = (field: string, value: string): string =>
  `The spreadsheet has turned this ${field} into ${value} and its last digits are lost. Format the column as Text in the source file and export it again; the lost digits cannot be recovered.`
