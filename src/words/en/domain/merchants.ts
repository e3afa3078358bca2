// The words of domain/merchants.

export const merchantNumber = 'Merchant Number'
export const n8Or15Digits = '8 or 15 digits'
export const merchantName = 'Merchant Name'
export const oneTo25LettersDigits = '1 to 25 letters, digits or symbols, without accents'
export const merchantCity = 'Merchant City'
export const city = 'City'
export const most20PlainLetters = 'At most 20 letters, without accents'
export const merchantCategoryCode = 'Merchant Category Code'
export const fourDigitsIso18245 = '4 digits (ISO 18245)'
export const currencyCode = 'Currency Code'
export const currency = 'Currency'
export const threeDigitsIso4217Such = '3 digits (ISO 4217), such as 702 for SGD'
export const countryCode = 'Country Code'
export const country = 'Country'
export const threeLettersIso3166Such = '3 letters (ISO 3166), such as SGP'
export const thisFieldIsRequired = 'This field is required'
export const invalidInputFormat = 'Invalid input format'
export const noSuchCountry = (code: string): string =>
  `No country has the code ${code}. Use the 3 letters of ISO 3166, such as SGP`
export const listIsFull =
  'You cannot submit Merchant Sign Up because Merchant Information list below is full. Please clear the list to continue.'
export const qrPayloadCannotCarry = (tag: string): string => `a QR payload cannot carry this in ${tag}`
export const asFormRequires = 'as the form asks'
export const rowHasWrong = (field: string): string => `row has a wrong ${field}`
export const rowsHaveWrong = (field: string): string => `rows have a wrong ${field}`
export const isNo = (value: string, field: string, field2: string, value2: boolean): string =>
  `“${value}” is not a valid ${field}: ${field2}.${value2 ? ' Check for missing digits, or leading zeros removed by a spreadsheet.' : ''}`
export const rowHasCountryCode = 'row has an unknown country code'
export const rowsHaveCountryCode = 'rows have an unknown country code'
export const rowRefusedByServer = 'row is refused by the server'
export const rowsRefusedByServer = 'rows are refused by the server'
export const serverRefusesMerchant = 'The server refuses this merchant.'
export const numberInListAlready = 'merchant number is already in the list'
export const numbersInListAlready = 'rows have a merchant number that is already in the list'
export const thisMerchantNumberIsInList = (item: string | undefined): string =>
  `This merchant number is already in the list, as ${item ?? 'another merchant'}. Remove the row unless it is another outlet.`
export const merchantInList = 'merchant is already in the list'
export const merchantsInList = 'merchants are already in the list'
export const merchantInListAlready = 'This merchant is already in the list, with the same values. Remove the row.'
export const rowEqualsEarlier = 'row is the same as an earlier one'
export const rowsEqualEarlier = 'rows are the same as an earlier one'
export const rowSaysSameRemoveThisOne = (item: string | undefined): string =>
  `Row ${item ?? ''} is the same. Remove this one.`
export const numberRepeated = 'merchant number appears more than once'
export const numbersRepeated = 'rows have a merchant number that appears more than once'
export const thisNumberRepeated =
  'This merchant number appears more than once, and each row gets its own QR code. Remove the rows you do not want.'
