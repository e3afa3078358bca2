// The messages for errors of single values, in any row. A row type includes them in its table and replaces messages
// that are too general.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { dateReadings, otherFormToDate, textToSwappableDates } from '#domain/date-forms.ts'
import { centsToText, otherFormToAmount, textToCents, textToShownAmount } from '#domain/money.ts'
import { findAdjacentCurrency } from './amount-units.ts'
import { type MissingFault, NO_VALUE, type RowField, spellingToCode, type ValueFault } from './fields.ts'
import { findOddCharacters, toPlainNumber, findUnprintable } from '#domain/texts.ts'
import { inSentence, listAnd, listOr } from '#words/figures.ts'
import type { FindingContext, FindingKind } from './findings.ts'

const label = (field: RowField | undefined): string => field?.label ?? m.rows_field()
/** 'an address 1', 'a postal code'. */
const withArticle = (field: RowField | undefined): string =>
  m.rows_aField({
    beginsWithVowel: /^[aeiou]/.test(labelInSentence(field)) ? 'yes' : 'no',
    field: labelInSentence(field),
  })
const labelInSentence = (field: RowField | undefined): string => inSentence(label(field))
const expectedDigits = ({ field }: FindingContext): number =>
  field?.value === 'identifier' ? identifierKinds[field.type].length : 0

const otherAmount = (field: RowField | undefined, text: string): string =>
  otherFormToAmount(text, field?.value === 'money' ? (field.currency ?? []) : [])?.amount ?? m.rows_anAmount()

const oddCharacterNames = (text: string): string => listAnd(findOddCharacters(text)) || m.rows_unusualSymbols()

/** The ISO code in a list of a currency's names: 'SGD' for ['S$', 'SGD']. */
export const toCurrencyCode = (currency: readonly string[] = []): string | undefined =>
  currency.find((word) => /^[A-Z]{3}$/.test(word)) ?? currency[0]

const DATE_OR_TIME = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|#{8})$/

/** The finding of a row with more fields than its type has. */
export const TOO_MANY_FIELDS = 'fieldCount'

/** Part of every row type: the finding of a line that the file's separator does not divide. */
export const undividedFinding: FindingKind = {
  severity: 'error',
  reason: (n) => m.rows_rowsAreNotDivided({ count: n }),
  message: () => m.rows_rowHasOtherSeparator(),
}

/** '1.250' is 1,250.00 in many countries, and 1.25 in others. */
function tooManyDecimalsMessage(value: string): string {
  const [, whole, digits] = /^([0-9]{1,3})\.([0-9]{3})$/.exec(value.trim()) ?? []
  const grouped = textToCents(`${whole}${digits}`)
  if (whole === undefined || digits === undefined || typeof grouped !== 'number')
    return m.rows_amountHasAtMostTwoDecimals()
  return m.rows_amountHasTwoReadings({
    value: value.trim(),
    grouped: centsToText(grouped),
    decimal: `${whole}.${digits.replace(/0$/, '')}`,
    whole: `${whole}${digits}`,
  })
}

export const valueFindings: Readonly<Record<ValueFault | MissingFault | 'fieldCount', FindingKind>> = {
  identifierDamaged: {
    severity: 'error',
    reason: (n) => m.rows_identifiersChanged({ count: n }),
    message: ({ value }) => m.rows_numberChanged({ hasValue: value === '' ? 'no' : 'yes', value: value ?? '' }),
  },
  identifierMissing: {
    severity: 'error',
    reason: (n) => m.rows_rowsHaveNoIdentifier({ count: n }),
    message: ({ field }) => m.rows_rowHasNoIdentifier({ field: labelInSentence(field) }),
  },
  identifierSpaced: {
    severity: 'error',
    reason: (n) => m.rows_identifiersHaveSpaces({ count: n }),
    message: () => m.rows_identifierHasSpaces(),
  },
  identifierOddCharacters: {
    severity: 'error',
    reason: (n) => m.rows_identifiersHaveOddCharacters({ count: n }),
    message: ({ value }) => m.rows_numberHasOddCharacters({ names: oddCharacterNames(value) }),
  },
  identifierNotDigits: {
    severity: 'error',
    reason: (n) => m.rows_identifiersAreNotNumbers({ count: n }),
    message: ({ field, value }) =>
      value === NO_VALUE ? m.rows_formulaResultLost() : m.rows_identifierIsNotNumber({ field: labelInSentence(field) }),
  },
  identifierLength: {
    severity: 'error',
    reason: (n) => m.rows_identifiersHaveWrongLength({ count: n }),
    message: (context) =>
      m.rows_identifierHasWrongLength({
        field: labelInSentence(context.field),
        digits: expectedDigits(context),
        count: context.value.length,
      }),
  },
  identifierCheckDigit: {
    severity: 'error',
    reason: (n) => m.rows_cardNumbersAreMistyped({ count: n }),
    message: () => m.rows_cardNumberIsMistyped(),
  },
  fieldCount: {
    severity: 'error',
    reason: (n) => m.common_rowsHaveTooManyFields({ count: n }),
    message: ({ fieldCount }) => m.rows_rowHasTooManyFields({ fieldCount }),
  },
  amountMissing: {
    severity: 'error',
    reason: (n) => m.rows_rowsHaveNoAmount({ count: n }),
    message: () => m.rows_rowHasNoAmount(),
  },
  amountNotNumber: {
    severity: 'error',
    reason: (n) => m.rows_amountsAreNotNumbers({ count: n }),
    message: ({ value }) =>
      value === NO_VALUE
        ? m.rows_formulaResultLost()
        : DATE_OR_TIME.test(value)
          ? m.rows_cellShowsDateOrTime()
          : m.rows_writeAmountInDigits(),
  },
  amountWithCurrency: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveCurrencySign({ count: n }),
    message: ({ field, value }) => m.rows_writeAmountWithoutCurrency({ amount: otherAmount(field, value) }),
  },
  amountOtherForm: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveOtherSeparators({ count: n }),
    message: ({ field, value }) => m.rows_amountHasOtherSeparators({ amount: otherAmount(field, value) }),
  },
  amountOddCharacters: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveOddCharacters({ count: n }),
    message: ({ value }) => m.rows_amountHasOddCharacters({ names: oddCharacterNames(value) }),
  },
  amountShown: {
    severity: 'error',
    reason: (n) => m.rows_amountsAreRoundedBySheet({ count: n }),
    message: ({ value }) =>
      m.rows_cellHasMoreDecimals({
        exact: textToShownAmount(value)?.exact ?? value,
        hasShown: textToShownAmount(value)?.shown === undefined ? 'no' : 'yes',
        shown: textToShownAmount(value)?.shown ?? '',
      }),
  },
  amountPercent: {
    severity: 'error',
    reason: (n) => m.rows_amountsArePercentages({ count: n }),
    message: ({ value }) => m.rows_percentageIsNoAmount({ hasValue: value === '' ? 'no' : 'yes', value: value ?? '' }),
  },
  amountOtherCurrency: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveOtherCurrency({ count: n }),
    message: ({ field, value }) =>
      m.rows_amountIsInOtherCurrency({
        currency: findAdjacentCurrency(toPlainNumber(value)) ?? m.rows_anotherCurrency(),
        hasOwn: (field?.value === 'money' ? toCurrencyCode(field.currency) : undefined) === undefined ? 'no' : 'yes',
        own: (field?.value === 'money' ? toCurrencyCode(field.currency) : undefined) ?? '',
      }),
  },
  amountDecimals: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveMoreDecimals({ count: n }),
    message: ({ value }) => tooManyDecimalsMessage(value),
  },
  amountNegative: {
    severity: 'error',
    reason: (n) => m.rows_amountsAreNegative({ count: n }),
    message: () => m.rows_amountIsNegative(),
  },
  amountZero: {
    severity: 'error',
    reason: (n) => m.rows_amountsAreZero({ count: n }),
    message: () => m.rows_amountIsZero(),
  },
  amountTooLarge: {
    severity: 'error',
    reason: (n) => m.rows_amountsAreTooLarge({ count: n }),
    message: () => m.rows_amountIsTooLarge(),
  },
  amountNotWhole: {
    severity: 'error',
    reason: (n) => m.rows_amountsHaveCents({ count: n }),
    message: ({ field, value }) => m.rows_amountHasCents({ field: label(field), value }),
  },
  required: {
    severity: 'error',
    reason: (n, field) => m.rows_rowsHaveNoField({ count: n, field: labelInSentence(field) }),
    message: ({ field }) => m.rows_rowHasNoField({ field: label(field) }),
  },
  noValue: {
    severity: 'error',
    reason: (n, field) => m.rows_rowsHaveNoValue({ count: n, field: labelInSentence(field) }),
    message: () => m.rows_formulaResultLost(),
  },
  cellError: {
    severity: 'error',
    reason: (n, field) => m.rows_rowsHaveCellError({ count: n, field: labelInSentence(field) }),
    message: ({ value }) => m.rows_cellShowsError({ hasValue: value === '' ? 'no' : 'yes', value: value ?? '' }),
  },
  dateNotIso: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveOtherFormat({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ value }) =>
      m.rows_valueLooksLikeDate({
        value,
        hasDate: otherFormToDate(value) === undefined ? 'no' : 'yes',
        date: otherFormToDate(value) ?? '',
      }),
  },
  dateAmbiguous: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveAmbiguousDate({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ value }) =>
      m.rows_canBeEitherDay({ value, days: listOr([...new Set(Object.values(dateReadings(value)))]) }),
  },
  dateSwapped: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveSwappedDate({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ value }) => {
      const [shown, swapped] = textToSwappableDates(value) ?? [value, value]
      return m.rows_dateCellMayBeSwapped({ shown, swapped })
    },
  },
  dateUnreadable: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveInvalidDate({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ value }) => (value === NO_VALUE ? m.rows_formulaResultLost() : m.rows_valueIsNotDate({ value })),
  },
  datePast: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHavePassedDate({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ value }) => m.rows_dateHasPassed({ value }),
  },
  textDamaged: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveChangedValue({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) => m.rows_textChanged({ field: labelInSentence(field), value }),
  },
  textHiddenCharacters: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveHiddenCharacter({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) =>
      m.rows_hasOddCharacters({
        field: label(field),
        hasNames: listAnd(findOddCharacters(value)) === '' ? 'no' : 'yes',
        names: listAnd(findOddCharacters(value)) ?? '',
      }),
  },
  textUnprintable: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveUnusableLetters({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) => {
      const which = commas(
        (findUnprintable(value)?.characters ?? []).map((character) => m.common_quoted({ name: character })),
      )
      return m.rows_valueHasUnusableLetters({ field: label(field), which })
    },
  },
  textOtherForm: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveOtherFormat({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) => {
      const meant = field?.value === 'text' ? spellingToCode(value, field.forms ?? {}) : undefined
      return m.rows_codeIsProbably({ value, hasMeant: meant === undefined ? 'no' : 'yes', meant: meant ?? '' })
    },
  },
  textTooLong: {
    severity: 'error',
    reason: (n, field) =>
      m.rows_rowsHaveTooLongValue({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) =>
      m.rows_hasTooManyCharacters({ field: label(field), count: value.length, maxLength: field?.maxLength ?? 0 }),
  },
  textCut: {
    severity: 'warning',
    reason: (n, field) =>
      m.rows_rowsHaveCutValue({ count: n, field: labelInSentence(field), aField: withArticle(field) }),
    message: ({ field, value }) =>
      m.rows_valueWillBeCut({
        field: label(field),
        count: value.length,
        maxLength: field?.maxLength ?? 0,
        value: value.slice(0, field?.maxLength),
      }),
  },
}
