// The words for errors of single values, in any row. A row type includes them in its table and replaces those that are
// too general.
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { dateReadings, otherFormToDate, swappableDates } from '#domain/date-forms.ts'
import { otherFormToAmount, shownAmount } from '#domain/money.ts'
import { currencyBeside } from './amount-units.ts'
import { type MissingFault, NO_VALUE, type RowField, textToForm, type ValueFault } from './fields.ts'
import { oddCharactersOf, toPlainNumber, unprintableOf } from '#domain/texts.ts'
import { counted, listAnd } from '#words/figures.ts'
import * as say from '#words/domain/rows.ts'
import type { FindingAbout, FindingKind } from './findings.ts'

const label = (field: RowField | undefined): string => field?.label ?? say.field
const lower = (field: RowField | undefined): string => label(field).toLowerCase()
const digitsOf = ({ field }: FindingAbout): number =>
  field?.value === 'identifier' ? identifierKinds[field.type].length : 0

const otherAmount = (field: RowField | undefined, text: string): string =>
  otherFormToAmount(text, field?.value === 'money' ? (field.currency ?? []) : [])?.amount ?? say.anAmount

const oddNames = (text: string): string => listAnd(oddCharactersOf(text)) || say.otherSigns

/** 'SGD' for 'S$', 'SGD'. */
export const ownCurrencyCode = (currency: readonly string[] = []): string | undefined =>
  currency.find((word) => /^[A-Z]{3}$/.test(word)) ?? currency[0]

const LOST = say.cellLost
const DATE = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|#{8})$/

/** The finding of a row with more fields than its type has. No other finding is about the number of fields. */
export const TOO_MANY_FIELDS = 'fieldCount'

/** Part of every row type: the finding of a line that the file's separator does not divide. */
export const undividedFinding: FindingKind = {
  severity: 'error',
  reason: (n) => counted(n, say.rowIsNotDivided, say.rowsAreNotDivided),
  words: () => say.rowHasOtherSeparator,
}

export const valueFindings: Readonly<Record<ValueFault | MissingFault | 'fieldCount', FindingKind>> = {
  identifierDamaged: {
    severity: 'error',
    reason: (n) => counted(n, say.identifierChanged, say.identifiersChanged),
    words: ({ value }) => say.numberChanged(value),
  },
  identifierMissing: {
    severity: 'error',
    reason: (n) => counted(n, say.rowHasNoIdentifier, say.rowsHaveNoIdentifier),
    words: ({ field }) => say.thereIsNoInThisRow(lower(field)),
  },
  identifierSpaced: {
    severity: 'error',
    reason: (n) => counted(n, say.identifierHasSpaces, say.identifiersHaveSpaces),
    words: () => say.spacesOrDashes,
  },
  identifierOddCharacters: {
    severity: 'error',
    reason: (n) => counted(n, say.identifierHasOddCharacters, say.identifiersHaveOddCharacters),
    words: ({ value }) => say.numberHasOddCharacters(oddNames(value)),
  },
  identifierNotDigits: {
    severity: 'error',
    reason: (n) => counted(n, say.identifierIsNotNumber, say.identifiersAreNotNumbers),
    words: ({ field, value }) => (value === NO_VALUE ? LOST : say.hasDigitsOnlyCorrect(lower(field))),
  },
  identifierLength: {
    severity: 'error',
    reason: (n) => counted(n, say.identifierHasWrongLength, say.identifiersHaveWrongLength),
    words: (about) => say.hasDigitsThisOneHasCheck(lower(about.field), digitsOf(about), about.value.length),
  },
  identifierCheckDigit: {
    severity: 'error',
    reason: (n) => counted(n, say.cardNumberIsMistyped, say.cardNumbersAreMistyped),
    words: () => say.checkDigitDoesNotFitSo,
  },
  fieldCount: {
    severity: 'error',
    reason: (n) => counted(n, say.rowHasTooManyFields, say.rowsHaveTooManyFields),
    words: ({ fieldCount }) => say.rowHasFieldsWhichIsToo(fieldCount),
  },
  amountMissing: {
    severity: 'error',
    reason: (n) => counted(n, say.rowHasNoAmount, say.rowsHaveNoAmount),
    words: () => say.thereIsNoAmount,
  },
  amountNotNumber: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsNotNumber, say.amountsAreNotNumbers),
    words: ({ value }) =>
      value === NO_VALUE ? LOST : DATE.test(value) ? say.cellShowsDateOrTimeEnter : say.writeAmountInDigits,
  },
  amountWithCurrency: {
    severity: 'error',
    reason: (n) => counted(n, say.amountHasCurrencySign, say.amountsHaveCurrencySign),
    words: ({ field, value }) => say.writeAmountWithoutCurrency(otherAmount(field, value)),
  },
  amountOtherForm: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsWrittenWithOther, say.amountsAreWrittenWithOther),
    words: ({ field, value }) => say.thisAmountIsProbablyWrite(otherAmount(field, value)),
  },
  amountOddCharacters: {
    severity: 'error',
    reason: (n) => counted(n, say.amountHasOddCharacters, say.amountsHaveOddCharacters),
    words: ({ value }) => say.amountHasOdd(oddNames(value)),
  },
  amountShown: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsRoundedBySheet, say.amountsAreRoundedBySheet),
    words: ({ value }) => say.cellHasMoreDecimals(shownAmount(value)?.exact ?? value, shownAmount(value)?.shown),
  },
  amountPercent: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsPercentage, say.amountsArePercentages),
    words: ({ value }) => say.percentageIsNoAmount(value),
  },
  amountOtherCurrency: {
    severity: 'error',
    reason: (n) => counted(n, say.amountHasOtherCurrency, say.amountsHaveOtherCurrency),
    words: ({ field, value }) =>
      say.amountIsInOtherCurrency(
        currencyBeside(toPlainNumber(value)) ?? say.anotherCurrency,
        field?.value === 'money' ? ownCurrencyCode(field.currency) : undefined,
      ),
  },
  amountDecimals: {
    severity: 'error',
    reason: (n) => counted(n, say.amountHasMoreDecimals, say.amountsHaveMoreDecimals),
    words: () => say.amountHasAtMostTwoDecimals,
  },
  amountNegative: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsNegative, say.amountsAreNegative),
    words: () => say.amountIsAboveZero,
  },
  amountZero: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsZero, say.amountsAreZero),
    words: () => say.amountIsAboveZeroEnterOne,
  },
  amountTooLarge: {
    severity: 'error',
    reason: (n) => counted(n, say.amountIsTooLarge, say.amountsAreTooLarge),
    words: () => say.rowMayHoldAtMost,
  },
  amountNotWhole: {
    severity: 'error',
    reason: (n) => counted(n, say.amountHasCentsWhereNone, say.amountsHaveCentsWhereNone),
    words: ({ field, value }) => say.isWholeNumberAndHasCents(label(field), value),
  },
  required: {
    severity: 'error',
    reason: (n, field) => counted(n, say.rowHas(lower(field)), say.rowsHave(lower(field))),
    words: ({ field }) => say.isMissingEnterItOrRemove(label(field)),
  },
  noValue: {
    severity: 'error',
    reason: (n, field) => counted(n, say.rowHasNoValue(lower(field)), say.rowsHaveNoValue(lower(field))),
    words: () => LOST,
  },
  cellError: {
    severity: 'error',
    reason: (n, field) => counted(n, say.rowHasCellError(lower(field)), say.rowsHaveCellError(lower(field))),
    words: ({ value }) => say.cellShowsError(value),
  },
  dateOtherForm: {
    severity: 'error',
    reason: (n, field) => counted(n, say.isWrittenInAnotherForm(lower(field)), say.rowsHaveOtherForm(lower(field))),
    words: ({ value }) => say.seemsToBeWrite(value, otherFormToDate(value)),
  },
  dateAmbiguous: {
    severity: 'error',
    reason: (n, field) => counted(n, say.canBeTwoDays(lower(field)), say.rowsHaveThatCanBeTwoDays(lower(field))),
    words: ({ value }) => say.canBeEitherDay(value, [...new Set(Object.values(dateReadings(value)))]),
  },
  dateSwapped: {
    severity: 'error',
    reason: (n, field) => counted(n, say.mayBeSwapped(lower(field)), say.rowsHaveThatMayBeSwapped(lower(field))),
    words: ({ value }) => {
      const [shown, swapped] = swappableDates(value) ?? [value, value]
      return say.dateCellMayBeSwapped(shown, swapped)
    },
  },
  dateUnreadable: {
    severity: 'error',
    reason: (n, field) => counted(n, say.isNotDate(lower(field)), say.rowsHaveThatIsNotDate(lower(field))),
    words: ({ value }) => (value === NO_VALUE ? LOST : say.isNotDateWrite(value)),
  },
  datePast: {
    severity: 'error',
    reason: (n, field) => counted(n, say.hasPassed(lower(field)), say.rowsHaveThatHasPassed(lower(field))),
    words: ({ value }) => say.hasPassedEnterLaterDay(value),
  },
  textDamaged: {
    severity: 'error',
    reason: (n, field) => counted(n, say.wasChangedBySpreadsheet(lower(field)), say.rowsHaveChanged(lower(field))),
    words: ({ field, value }) => say.textChanged(lower(field), value),
  },
  textUnseen: {
    severity: 'error',
    reason: (n, field) => counted(n, say.hasHiddenCharacter(lower(field)), say.rowsHaveHiddenCharacter(lower(field))),
    words: ({ field, value }) => say.hasOddCharacters(label(field), listAnd(oddCharactersOf(value))),
  },
  textUnprintable: {
    severity: 'error',
    reason: (n, field) => counted(n, say.hasUnusableLetters(lower(field)), say.rowsHaveUnusableLetters(lower(field))),
    words: ({ field, value }) => {
      const which = (unprintableOf(value)?.characters ?? []).map((character) => `“${character}”`).join(', ')
      return say.hasWriteItInPlainLetters(label(field), which)
    },
  },
  textOtherForm: {
    severity: 'error',
    reason: (n, field) => counted(n, say.isWrittenInAnotherForm(lower(field)), say.rowsHaveOtherForm(lower(field))),
    words: ({ field, value }) => {
      const meant = field?.value === 'text' ? textToForm(value, field.forms ?? {}) : undefined
      return say.isProbablyWrite(value, meant)
    },
  },
  textTooLong: {
    severity: 'error',
    reason: (n, field) => counted(n, say.isTooLong(lower(field)), say.rowsHaveThatIsTooLong(lower(field))),
    words: ({ field, value }) => say.hasTooManyCharacters(label(field), value.length, field?.maxLength ?? 0),
  },
  textCut: {
    severity: 'warning',
    reason: (n, field) => counted(n, say.willBeCut(lower(field)), say.rowsHaveThatWillBeCut(lower(field))),
    words: ({ field, value }) =>
      say.hasCharactersOnlyFirstWill(
        label(field),
        value.length,
        field?.maxLength ?? 0,
        value.slice(0, field?.maxLength),
      ),
  },
}
