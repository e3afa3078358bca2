// The fields of a row as data: what each is called, what kind of value it holds, and what of a value can be wrong by itself.
import { hasValidCheckDigit, type IdentifierType, identifierKinds, ungroupDigits } from '#domain/cards/identifiers.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { otherFormToDate } from '#domain/dates.ts'
import { type AmountFault, otherFormToAmount, textToCents } from '#domain/money.ts'
import { hasUnseen, unprintableOf } from '#domain/texts.ts'

interface AnyField {
  readonly name: string
  /** On screen, in the header of a template and of an export. */
  readonly label: string
  readonly placeholder?: string
  /** Other usual names of its column in files. */
  readonly aliases?: readonly string[]
  /** Characters at most. */
  readonly maxLength?: number
  /** 'unwanted': a file may have it, but rows of this kind have no use for it; it is neither shown nor written. */
  readonly use: 'required' | 'optional' | 'unwanted'
}

/** What names a card: digits only, never calculated with. */
export interface IdentifierField extends AnyField {
  readonly value: 'identifier'
  readonly type: IdentifierType
}

/** An amount in the programme's currency, with two decimals at most. */
export interface MoneyField extends AnyField {
  readonly value: 'money'
  /** What is said in place of an amount that may be left out: 'all it holds'. */
  readonly whenEmpty?: string
  /** True where zero is an amount like any other. */
  readonly mayBeZero?: boolean
  /** What stands beside an amount and means this currency: 'S$', 'SGD'. */
  readonly currency?: readonly string[]
  /** True where it has no cents (batches §5 "the fee is parsed as an integer"). */
  readonly isWhole?: boolean
}

/** A day, 'yyyy-mm-dd'. */
export interface DateField extends AnyField {
  readonly value: 'date'
  /** Days before it are refused. */
  readonly notBefore?: CalendarDate
}

export interface TextField extends AnyField {
  readonly value: 'text'
  /** True where it goes to machines that know printable ASCII alone. */
  readonly isPrintable?: boolean
  /** Of a number of another kind: as many digits as it has at most. It is shown as it is; what is longer may be a card's. */
  readonly ownDigits?: number
  /** Of a code: what people write for it, in capitals, and what is meant ('SGD' → '702'). */
  readonly forms?: Readonly<Record<string, string>>
  /** Whether a text over `maxLength` is an error, or is sent without its end, which the row then says. */
  readonly overlong?: 'refused' | 'cut'
  /** True where commas are left out of what is typed (batches §5 "Commas in single-card addresses are stripped"); files keep them. */
  readonly stripsCommas?: boolean
}

/** Texts separated by '|'. */
export interface ListField extends AnyField {
  readonly value: 'list'
}

export type RowField = IdentifierField | MoneyField | DateField | TextField | ListField
export type ValueKind = RowField['value']

/** What stands in the fields, by their names; '' where there is nothing. */
export type RowValues<Name extends string = string> = Readonly<Record<Name, string>>

/**
 * Stands where a file has a formula, or a type, and no value for it: no identifier, no amount and, by its length, no second card
 * (batches §5). An empty text would mean something, in a devalue all that the card holds. Drafts store it, so it is the same in
 * every language; screens show words of the catalogue in its place.
 */
export const NO_VALUE = '(no value)'

interface ValueRules<Field> {
  /** What is wrong with a value by itself, as a code of `valueFindings`; '' is never given. */
  fault(text: string, field: Field): ValueFault | MissingFault | undefined
  /** Right-aligned, with figures of one width. */
  readonly isNumeric: boolean
  /** True where a spreadsheet has to keep it as text, digit by digit. */
  readonly keepsText: boolean
  /** Characters that its column shows in a spreadsheet. */
  readonly width: number
}

export type ValueFault =
  | 'identifierDamaged'
  | 'identifierSpaced'
  | 'identifierNotDigits'
  | 'identifierLength'
  | 'identifierCheckDigit'
  | Exclude<AmountFault, 'amountMissing'>
  | 'amountNotWhole'
  | OtherAmount
  | 'noValue'
  | 'dateOtherForm'
  | 'dateUnreadable'
  | 'datePast'
  | 'textUnseen'
  | 'textUnprintable'
  | 'textOtherForm'
  | 'textTooLong'
  | 'textCut'

/** An amount with its currency beside it, which is no question; or with other separators, which is probably meant so. */
export type OtherAmount = 'amountWithCurrency' | 'amountOtherForm'

/** What is wrong with an amount that is no plain one: perhaps only how it is written. */
export function amountFault<Fault extends string>(
  fault: Fault,
  text: string,
  { currency = [] }: Pick<MoneyField, 'currency'>,
) {
  if (fault !== 'amountNotNumber') return fault
  const other = otherFormToAmount(text, currency)
  return other === undefined ? fault : other.isPlain ? 'amountWithCurrency' : 'amountOtherForm'
}

/** One row a kind of value. */
export const valueRules: { readonly [Kind in ValueKind]: ValueRules<Extract<RowField, { value: Kind }>> } = {
  identifier: {
    fault: (text, { type }) => identifierFault(text, type),
    isNumeric: false,
    keepsText: true,
    width: 24,
  },
  money: {
    fault(text, field) {
      const { mayBeZero = false, isWhole = false } = field
      const amount = textToCents(text)
      if (typeof amount === 'number') return isWhole && amount % 100 !== 0 ? 'amountNotWhole' : undefined
      return amount === 'amountMissing' || (mayBeZero && amount === 'amountZero')
        ? undefined
        : amountFault(amount, text, field)
    },
    isNumeric: true,
    keepsText: false,
    width: 16,
  },
  date: {
    fault(text, { notBefore }) {
      const date = textToDate(text)
      if (date === undefined) return otherFormToDate(text) === undefined ? 'dateUnreadable' : 'dateOtherForm'
      return notBefore !== undefined && date < notBefore ? 'datePast' : undefined
    },
    isNumeric: false,
    keepsText: true,
    width: 14,
  },
  text: {
    fault(text, { maxLength = Infinity, overlong, isPrintable = false, forms = {} }) {
      if (text === NO_VALUE) return 'noValue'
      if (hasUnseen(text)) return 'textUnseen'
      if (textToForm(text, forms) !== undefined) return 'textOtherForm'
      if (isPrintable && unprintableOf(text)) return 'textUnprintable'
      return text.length <= maxLength ? undefined : overlong === 'cut' ? 'textCut' : 'textTooLong'
    },
    isNumeric: false,
    keepsText: true,
    width: 24,
  },
  list: {
    fault(text, { maxLength = Infinity }) {
      if (text === NO_VALUE) return 'noValue'
      if (hasUnseen(text)) return 'textUnseen'
      return text.length > maxLength ? 'textTooLong' : undefined
    },
    isNumeric: false,
    keepsText: true,
    width: 32,
  },
}

/** The code that a text stands for, where it is written in another form; whatever its case. */
export function textToForm(text: string, forms: Readonly<Record<string, string>>): string | undefined {
  const key = text.trim().toUpperCase()
  return Object.hasOwn(forms, key) ? forms[key] : undefined
}

/** What is wrong with what stands in a field by itself, or undefined: a code of the field's kind of value, or that it is missing. */
export function fieldFault(field: RowField, text: string): ValueFault | MissingFault | undefined {
  if (text === '') return field.use === 'required' ? missing[field.value] : undefined
  // The table's row for a field's own kind takes that field; TypeScript does not follow the pairing.
  return (valueRules[field.value] as ValueRules<RowField>).fault(text, field)
}

const missing = {
  identifier: 'identifierMissing',
  money: 'amountMissing',
  date: 'required',
  text: 'required',
  list: 'required',
} as const satisfies Readonly<Record<ValueKind, string>>
export type MissingFault = (typeof missing)[ValueKind]

/** The value as it is sent: a card's number without its groups, a text that is too long without its end where the field says so. */
export function sentValue(field: RowField, text: string): string {
  if (field.value === 'identifier') return ungroupDigits(text)
  return field.value === 'text' && field.overlong === 'cut' ? text.slice(0, field.maxLength) : text
}

const DIGITS = /^[0-9]+$/

/** What is wrong with what names a card, or undefined; a missing one is 'identifierMissing'. Groups of four are no fault. */
export function identifierFault(text: string, type: IdentifierType): ValueFault | 'identifierMissing' | undefined {
  const { length, checkDigit } = identifierKinds[type]
  const identifier = text.length > length ? ungroupDigits(text) : text
  // Nearly all are sound, so that is asked first.
  const isDigits = DIGITS.test(identifier)
  if (isDigits && identifier.length === length)
    return checkDigit && !hasValidCheckDigit(identifier) ? 'identifierCheckDigit' : undefined
  if (identifier === '') return 'identifierMissing'
  if (isDamaged(identifier)) return 'identifierDamaged'
  if (SPACED.test(identifier)) return 'identifierSpaced'
  return isDigits ? 'identifierLength' : 'identifierNotDigits'
}

const SPACED = /^[0-9]+(?:[\s\u00a0-]+[0-9]+)+$/

/**
 * True for a number in E notation ('4.12346E+15'): a spreadsheet has rounded it and its last digits are lost. A number
 * cell of 16 digits or more is put into that form when it is read, since a spreadsheet holds 15 (threats T33).
 */
export const isDamaged = (identifier: string): boolean => /^[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+$/.test(identifier)

/** The identifier without what people type between digits; the cure of 'identifierSpaced'. */
export const normaliseIdentifier = (identifier: string): string => identifier.replace(/[\s\u00a0-]/g, '')

/** What a value is compared by; '' where it is equal to no other: rounded numbers may have been two cards. */
export function compareKey(field: RowField, text: string): string {
  if (field.value !== 'identifier') return text.trim()
  const key = normaliseIdentifier(text)
  return isDamaged(key) ? '' : key
}
