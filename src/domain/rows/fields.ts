// The fields of a row as data: name, value type, and the possible errors of a single value.
import { hasValidCheckDigit, type IdentifierType, identifierTypes, ungroupDigits } from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import {
  hasDecimalTail,
  hasDoubtfulLetters,
  isCellError,
  isRoundedIdentifier,
  isRoundedText,
  isGarbled,
  isPlaceholder,
  withoutDecimalTail,
} from '#domain/files/damaged-text.ts'
import { isAmbiguousDate, monthToDates, otherFormToDate, textToSwappableDates } from '#domain/files/date-forms.ts'
import {
  type AmountFault,
  otherFormToAmount,
  textToShownAmount,
  textToCents,
  textToSplitAmount,
} from '#domain/money.ts'
import { cutText, hasOddCharacters, toOneLine, toPlainNumber } from '#domain/texts/clean-text.ts'
import { findAdjacentCurrency, isProgrammeCurrency } from './amount-units.ts'

interface AnyField {
  readonly name: string
  /** Label on screen and heading of templates and exports. */
  readonly label: string
  readonly placeholder?: string
  /**
   * The keys of the usual headings of its column (domain/files/heading-words.ts). Under the first key, the first heading
   * of each language is the field's label.
   */
  readonly headings?: readonly string[]
  /** Alternative names of its column in files. */
  readonly aliases?: readonly string[]
  /** Maximum length in characters. */
  readonly maxLength?: number
  /** 'unused': a file can have a column for the field, but this row type neither shows nor writes the field. */
  readonly use: 'required' | 'optional' | 'unused'
}

/** The identifier of a card: only digits, never used in calculations. */
export interface IdentifierField extends AnyField {
  readonly value: 'identifier'
  readonly type: IdentifierType
}

/** An amount in the programme's currency, with at most two decimals. */
export interface MoneyField extends AnyField {
  readonly value: 'money'
  /** The text that replaces an empty optional amount: 'full balance'. */
  readonly whenEmpty?: string
  /** True if zero is a valid amount. */
  readonly canBeZero?: boolean
  /** Texts next to an amount that mean this currency: 'S$', 'SGD'. */
  readonly currency?: readonly string[] | undefined
  /** The currency's ISO 4217 number. */
  readonly currencyNumber?: string | undefined
  /** True if the amount must be a whole number of currency units, like a card order fee. */
  readonly isWholeNumber?: boolean
}

/** A day, 'yyyy-mm-dd'. */
export interface DateField extends AnyField {
  readonly value: 'date'
  /** Earlier days are refused. */
  readonly notBefore?: CalendarDate
}

export interface TextField extends AnyField {
  readonly value: 'text'
  /** Matches the values of the field, but not other texts. Identifies the column in a file without headings. */
  readonly pattern?: RegExp
  /** 'cut': a text over `maxLength` is cut before the row is sent, with a warning. By default, such a text is an error. */
  readonly overlong?: 'cut'
  /** True if commas are removed from typed text. Commas in files stay. */
  readonly stripsCommas?: boolean
}

/** Texts separated by '|'. */
export interface ListField extends AnyField {
  readonly value: 'list'
}

export type RowField = IdentifierField | MoneyField | DateField | TextField | ListField
export type ValueType = RowField['value']

/** The values by field name. An empty value is ''. */
export type RowValues<Name extends string = string> = Readonly<Record<Name, string>>

/** The columns that a spreadsheet must store as text, digit by digit. */
export const textColumns = (fields: readonly Pick<RowField, 'value'>[]): number[] =>
  [...fields.keys()].filter((index) => fields[index]?.value !== 'money')

/** Column widths in a spreadsheet, in characters. */
export const columnWidths: Readonly<Record<ValueType, number>> = {
  identifier: 24,
  money: 16,
  date: 14,
  text: 24,
  list: 32,
}

/**
 * Replaces a cell whose value cannot be read, such as a formula without a result. An empty text would have a meaning: in
 * a devalue, the full balance. This text is invalid as an identifier and as an amount, and too short to be read as a
 * target card. Drafts store this text, so it is the same in every language. Screens show a translation.
 */
export const NO_VALUE = '(no value)'

export type ValueFault =
  | `identifier${'Damaged' | 'Spaced' | 'OddCharacters' | 'Masked' | 'NotDigits' | 'Length' | 'CheckDigit'}`
  | Exclude<AmountFault, 'amountMissing'>
  | AmountNotationFault
  | `date${'NotIso' | 'Ambiguous' | 'Month' | 'Swapped' | 'Unreadable' | 'Past'}`
  | `text${'Damaged' | 'Garbled' | 'HiddenCharacters' | 'TooLong' | 'Cut' | 'Placeholder' | 'Doubtful'}`
  | 'amountNotWhole'
  | 'decimalTail'
  | 'noValue'
  | 'cellError'

/** How an amount differs from our notation. */
export type AmountNotationFault =
  `amount${'WithCurrency' | 'OtherForm' | 'OddCharacters' | 'Shown' | 'Split' | 'Percent' | 'OtherCurrency'}`

/** Makes 'amountNotNumber' more precise if the notation of the amount is recognised. Returns other faults unchanged. */
export function refineAmountFault<Fault extends string>(
  fault: Fault,
  text: string,
  field: Pick<MoneyField, 'currency' | 'currencyNumber'>,
): Fault | AmountNotationFault | 'cellError' | 'amountNegative' {
  if (fault !== 'amountNotNumber') return fault
  if (isCellError(text)) return 'cellError'
  if (textToShownAmount(text)) return 'amountShown'
  if (textToSplitAmount(text)) return 'amountSplit'
  const plain = toPlainNumber(text).trim()
  const isPercentage = /^[-(]?\s*[0-9][0-9.,\s]*%/.test(plain)
  if (isPercentage) return 'amountPercent'
  const currency = findAdjacentCurrency(plain)
  if (currency !== undefined && !isProgrammeCurrency(currency, field)) return 'amountOtherCurrency'
  const converted = otherFormToAmount(text, field.currency ?? [])
  const isWrittenOddly = plain !== text.replaceAll(/\s/g, ' ').trim()
  if (isWrittenOddly) {
    const centsOrFault = textToCents(plain)
    if (centsOrFault === 'amountNegative') return 'amountNegative'
    if (typeof centsOrFault === 'number' || converted !== undefined) return 'amountOddCharacters'
  }
  if (converted === undefined) return fault
  return converted.isPlain ? 'amountWithCurrency' : 'amountOtherForm'
}

function validateMoney(text: string, field: MoneyField): ValueFault | undefined {
  const { canBeZero = false, isWholeNumber = false } = field
  const centsOrFault = textToCents(text)
  if (typeof centsOrFault === 'number') {
    const hasCents = centsOrFault % 100 !== 0
    return isWholeNumber && hasCents ? 'amountNotWhole' : undefined
  }
  // The text has only spaces. `validateField` handles ''.
  if (centsOrFault === 'amountMissing') return undefined
  const isAllowedZero = canBeZero && centsOrFault === 'amountZero'
  return isAllowedZero ? undefined : refineAmountFault(centsOrFault, text, field)
}

function validateDate(text: string, { notBefore }: DateField): ValueFault | undefined {
  const date = textToDate(text)
  if (date !== undefined) {
    const isPast = notBefore !== undefined && date < notBefore
    return isPast ? 'datePast' : undefined
  }
  if (isCellError(text)) return 'cellError'
  if (textToSwappableDates(text)) return 'dateSwapped'
  if (isAmbiguousDate(text)) return 'dateAmbiguous'
  if (monthToDates(text)) return 'dateMonth'
  return otherFormToDate(text) === undefined ? 'dateUnreadable' : 'dateNotIso'
}

function validateText(text: string, field: TextField | ListField): ValueFault | undefined {
  if (text === NO_VALUE) return 'noValue'
  if (isCellError(text)) return 'cellError'
  if (isRoundedText(text)) return 'textDamaged'
  if (isGarbled(text)) return 'textGarbled'
  if (hasDecimalTail(text)) return 'decimalTail'
  if (hasOddCharacters(text)) return 'textHiddenCharacters'
  const isTooLong = field.maxLength !== undefined && text.length > field.maxLength
  if (isTooLong) return isCutWhenSent(field) ? 'textCut' : 'textTooLong'
  if (isPlaceholder(text)) return 'textPlaceholder'
  return hasDoubtfulLetters(text) ? 'textDoubtful' : undefined
}

/** The error of a single value, as a code of `valueFindings`. Undefined if the value is valid. */
export function validateField(field: RowField, text: string): ValueFault | MissingFault | undefined {
  if (text === '') return field.use === 'required' ? missingFaults[field.value] : undefined
  switch (field.value) {
    case 'identifier':
      return validateIdentifier(text, field.type)
    case 'money':
      return validateMoney(text, field)
    case 'date':
      return validateDate(text, field)
    case 'text':
    case 'list':
      return validateText(text, field)
  }
}

const missingFaults = {
  identifier: 'identifierMissing',
  money: 'amountMissing',
  date: 'required',
  text: 'required',
  list: 'required',
} as const satisfies Readonly<Record<ValueType, string>>
export type MissingFault = (typeof missingFaults)[ValueType]

/** The value to send. A card number has no groups. A text is cut to its maximum length if the field says so. */
export function toSentValue(field: RowField, text: string): string {
  if (field.value === 'identifier') return ungroupDigits(text)
  return isCutWhenSent(field) ? cutText(text, field.maxLength) : text
}

const isCutWhenSent = (field: RowField): boolean => field.value === 'text' && field.overlong === 'cut'

const DIGITS = /^[0-9]+$/

/** The error of a card identifier. Undefined if it is valid. Digits in groups of four are valid. */
export function validateIdentifier(text: string, type: IdentifierType): ValueFault | 'identifierMissing' | undefined {
  const { length, hasCheckDigit } = identifierTypes[type]
  const identifier = text.length > length ? ungroupDigits(text) : text
  const isDigits = DIGITS.test(identifier)
  // Nearly all identifiers are valid, so this check comes first.
  if (isDigits && identifier.length === length) {
    const isMistyped = hasCheckDigit && !hasValidCheckDigit(identifier)
    return isMistyped ? 'identifierCheckDigit' : undefined
  }
  if (identifier === '') return 'identifierMissing'
  if (isRoundedIdentifier(identifier)) return 'identifierDamaged'
  if (hasDecimalTail(identifier)) return 'decimalTail'
  if (MASKED.test(identifier)) return 'identifierMasked'
  if (SPACED_DIGITS.test(identifier)) return 'identifierSpaced'
  if (isCellError(identifier)) return 'cellError'
  if (!isDigits && DIGITS.test(plainIdentifier(identifier))) return 'identifierOddCharacters'
  return isDigits ? 'identifierLength' : 'identifierNotDigits'
}

const SPACED_DIGITS = /^[0-9]+(?:[\s\u00a0.-]+[0-9]+)+$/
/** The characters that programs write for hidden digits. */
const MASK = '*•●·#.…'
/** Digits of which at least two are hidden, by one of these characters or by the letter x: '900001******7299'. */
const MASKED = new RegExp(`^(?=.*[0-9])[0-9\\s-]*(?:[${MASK}]{2,}|x{2,})[0-9x${MASK}\\s-]*$`, 'i')

/** The identifier in plain digits, without quotation marks around it: the fix for 'identifierOddCharacters'. */
export const plainIdentifier = (identifier: string): string => toPlainNumber(identifier).replaceAll(/[\s'"-]/g, '')

/** The identifier without separators between digits: the fix for 'identifierSpaced'. */
export const normaliseIdentifier = (identifier: string): string => identifier.replace(/[\s\u00a0.-]/g, '')

/** The value for comparisons. '' for a number that a spreadsheet has rounded, since several cards can have this number. */
export function toComparisonKey(field: RowField, text: string): string {
  // A letter with an accent can be written as one character or as two. NFC makes the two forms equal.
  if (field.value !== 'identifier') return toOneLine(text).normalize('NFC')
  const key = plainIdentifier(withoutDecimalTail(text)).replaceAll('.', '')
  return isRoundedIdentifier(key) ? '' : key
}
