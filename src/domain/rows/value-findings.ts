// The words for what can be wrong with a value by itself, whatever row it stands in. A row kind takes these into its table and
// puts its own words in place of those that say too little for it.
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { otherFormToDate } from '#domain/dates.ts'
import { otherFormToAmount } from '#domain/money.ts'
import { type MissingFault, NO_VALUE, type RowField, textToForm, type ValueFault } from './fields.ts'
import { unprintableOf } from '#domain/texts.ts'
import { counted } from '#words/figures.ts'
import type { FindingAbout, FindingKind } from './findings.ts'

const label = (field: RowField | undefined): string => field?.label ?? 'field'
const lower = (field: RowField | undefined): string => label(field).toLowerCase()
/** 'an address 1', 'a postal code'. */
const aLower = (field: RowField | undefined): string => `${/^[aeiou]/.test(lower(field)) ? 'an' : 'a'} ${lower(field)}`
const digitsOf = ({ field }: FindingAbout): number =>
  field?.value === 'identifier' ? identifierKinds[field.type].length : 0

const otherAmount = (field: RowField | undefined, text: string): string =>
  otherFormToAmount(text, field?.value === 'money' ? (field.currency ?? []) : [])?.amount ?? 'an amount'

const LOST =
  'The cell holds a formula or a type, but the file has no result for it. Open the file in the spreadsheet program, ' +
  'save it and choose it again, or enter the value here.'
const DATE = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|#{8})$/

export const valueFindings: Readonly<Record<ValueFault | MissingFault | 'fieldCount', FindingKind>> = {
  identifierDamaged: {
    severity: 'error',
    reason: (n) => counted(n, 'identifier was ruined by a spreadsheet', 'identifiers were ruined by a spreadsheet'),
    words: ({ value }) =>
      `The spreadsheet has turned this number into ${value || 'a rounded figure'} and its last digits are lost. ` +
      'Format the column as Text in the source file and export it again; no digit can be guessed.',
  },
  identifierMissing: {
    severity: 'error',
    reason: (n) => counted(n, 'row has no identifier', 'rows have no identifier'),
    words: ({ field }) => `There is no ${lower(field)} in this row. Enter one or remove the row.`,
  },
  identifierSpaced: {
    severity: 'error',
    reason: (n) => counted(n, 'identifier contains spaces or dashes', 'identifiers contain spaces or dashes'),
    words: () => 'The number contains spaces or dashes. Remove them.',
  },
  identifierNotDigits: {
    severity: 'error',
    reason: (n) => counted(n, 'identifier is not a number', 'identifiers are not numbers'),
    words: ({ field, value }) =>
      value === NO_VALUE ? LOST : `A ${lower(field)} has digits only. Correct it or remove the row.`,
  },
  identifierLength: {
    severity: 'error',
    reason: (n) => counted(n, 'identifier has the wrong length', 'identifiers have the wrong length'),
    words: (about) =>
      `A ${lower(about.field)} has ${digitsOf(about)} digits, this one has ${about.value.length}. ` +
      'Check for digits left out, or leading zeros removed by a spreadsheet.',
  },
  identifierCheckDigit: {
    severity: 'error',
    reason: (n) => counted(n, 'card number is mistyped', 'card numbers are mistyped'),
    words: () => 'The check digit does not fit, so at least one digit is wrong. Compare it with the card.',
  },
  fieldCount: {
    severity: 'error',
    reason: (n) => counted(n, 'row has too many fields', 'rows have too many fields'),
    words: ({ fieldCount }) => `The row has ${fieldCount} fields, which is too many. Remove the others.`,
  },
  amountMissing: {
    severity: 'error',
    reason: (n) => counted(n, 'row has no amount', 'rows have no amount'),
    words: () => 'There is no amount in this row. Enter one or remove the row.',
  },
  amountNotNumber: {
    severity: 'error',
    reason: (n) => counted(n, 'amount is not a number', 'amounts are not numbers'),
    words: ({ value }) =>
      value === NO_VALUE
        ? LOST
        : DATE.test(value)
          ? 'The cell shows a date or a time. Enter the amount, or format the cell as a number in the spreadsheet.'
          : 'Write the amount in digits with a decimal point, such as 1250.00, without a currency sign.',
  },
  amountWithCurrency: {
    severity: 'error',
    reason: (n) => counted(n, 'amount has its currency beside it', 'amounts have their currency beside them'),
    words: ({ field, value }) => `Write the amount without the currency: ${otherAmount(field, value)}.`,
  },
  amountOtherForm: {
    severity: 'error',
    reason: (n) => counted(n, 'amount is written with other separators', 'amounts are written with other separators'),
    words: ({ field, value }) =>
      `This amount is probably ${otherAmount(field, value)}. Write it with a decimal point, such as 1250.00.`,
  },
  amountDecimals: {
    severity: 'error',
    reason: (n) => counted(n, 'amount has more than two decimals', 'amounts have more than two decimals'),
    words: () => 'An amount has at most two decimals.',
  },
  amountNegative: {
    severity: 'error',
    reason: (n) => counted(n, 'amount is negative', 'amounts are negative'),
    words: () => 'An amount is above zero.',
  },
  amountZero: {
    severity: 'error',
    reason: (n) => counted(n, 'amount is zero', 'amounts are zero'),
    words: () => 'An amount is above zero. Enter one or remove the row.',
  },
  amountTooLarge: {
    severity: 'error',
    reason: (n) => counted(n, 'amount is too large', 'amounts are too large'),
    words: () => 'One row may carry 99,999,999.99 at most.',
  },
  amountNotWhole: {
    severity: 'error',
    reason: (n) => counted(n, 'amount has cents where none are allowed', 'amounts have cents where none are allowed'),
    words: ({ field, value }) => `${label(field)} is a whole number, and ${value} has cents. Enter it without them.`,
  },
  required: {
    severity: 'error',
    reason: (n, field) => counted(n, `row has no ${lower(field)}`, `rows have no ${lower(field)}`),
    words: ({ field }) => `${label(field)} is missing. Enter it or remove the row.`,
  },
  noValue: {
    severity: 'error',
    reason: (n, field) =>
      counted(n, `row has no value for its ${lower(field)}`, `rows have no value for their ${lower(field)}`),
    words: () => LOST,
  },
  dateOtherForm: {
    severity: 'error',
    reason: (n, field) =>
      counted(n, `${lower(field)} is written in another form`, `rows have ${aLower(field)} written in another form`),
    words: ({ value }) => `${value} seems to be ${otherFormToDate(value) ?? 'a date'}. Write it as year-month-day.`,
  },
  dateUnreadable: {
    severity: 'error',
    reason: (n, field) => counted(n, `${lower(field)} is not a date`, `rows have ${aLower(field)} that is not a date`),
    words: ({ value }) =>
      value === NO_VALUE ? LOST : `${value} is not a date. Write it as year-month-day, such as 2027-03-31.`,
  },
  datePast: {
    severity: 'error',
    reason: (n, field) => counted(n, `${lower(field)} has passed`, `rows have ${aLower(field)} that has passed`),
    words: ({ value }) => `${value} has passed. Enter a later day.`,
  },
  textUnseen: {
    severity: 'error',
    reason: (n, field) =>
      counted(n, `${lower(field)} has a line break or a hidden character`, `rows have ${aLower(field)} with a line break or a hidden character`), // prettier-ignore
    words: ({ field }) => `${label(field)} has a line end or a character that cannot be seen. Write it on one line.`,
  },
  textUnprintable: {
    severity: 'error',
    reason: (n, field) =>
      counted(n, `${lower(field)} has letters that cannot be used`, `rows have ${aLower(field)} with letters that cannot be used`), // prettier-ignore
    words: ({ field, value }) => {
      const which = (unprintableOf(value)?.characters ?? []).map((character) => `“${character}”`).join(', ')
      return `${label(field)} has ${which}. Write it in plain letters, A to Z, without accents.`
    },
  },
  textOtherForm: {
    severity: 'error',
    reason: (n, field) =>
      counted(n, `${lower(field)} is written in another form`, `rows have ${aLower(field)} written in another form`),
    words: ({ field, value }) => {
      const meant = field?.value === 'text' ? textToForm(value, field.forms ?? {}) : undefined
      return `“${value}” is probably ${meant ?? 'a code in another form'}. Write it in that form.`
    },
  },
  textTooLong: {
    severity: 'error',
    reason: (n, field) => counted(n, `${lower(field)} is too long`, `rows have ${aLower(field)} that is too long`),
    words: ({ field, value }) =>
      `${label(field)} has ${value.length} characters; ${field?.maxLength ?? 0} are allowed. Shorten it.`,
  },
  textCut: {
    severity: 'warning',
    reason: (n, field) => counted(n, `${lower(field)} will be cut`, `rows have ${aLower(field)} that will be cut`),
    words: ({ field, value }) =>
      `${label(field)} has ${value.length} characters; only the first ${field?.maxLength ?? 0} will be sent: ` +
      `${value.slice(0, field?.maxLength)}. Shorten it if that is not enough.`,
  },
}
