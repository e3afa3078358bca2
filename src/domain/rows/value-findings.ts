// The words for errors of single values, in any row. A row type takes these into its table and replaces those that say
// too little for it.
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { otherFormToDate } from '#domain/dates.ts'
import { otherFormToAmount } from '#domain/money.ts'
import { type MissingFault, NO_VALUE, type RowField, textToForm, type ValueFault } from './fields.ts'
import { unprintableOf } from '#domain/texts.ts'
import { counted } from '#words/figures.ts'
import * as say from '#words/domain/rows.ts'
import type { FindingAbout, FindingKind } from './findings.ts'

const label = (field: RowField | undefined): string => field?.label ?? say.field
const lower = (field: RowField | undefined): string => label(field).toLowerCase()
const digitsOf = ({ field }: FindingAbout): number =>
  field?.value === 'identifier' ? identifierKinds[field.type].length : 0

const otherAmount = (field: RowField | undefined, text: string): string =>
  otherFormToAmount(text, field?.value === 'money' ? (field.currency ?? []) : [])?.amount ?? say.anAmount

const LOST = say.cellLost
const DATE = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|#{8})$/

/** The finding of a row with more fields than its type has: the only one that is not about its values. */
export const TOO_MANY_FIELDS = 'fieldCount'

/** Every row type has it: a row of a text file that the file's separator does not divide. */
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
  dateOtherForm: {
    severity: 'error',
    reason: (n, field) => counted(n, say.isWrittenInAnotherForm(lower(field)), say.rowsHaveOtherForm(lower(field))),
    words: ({ value }) => say.seemsToBeWrite(value, otherFormToDate(value)),
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
  textUnseen: {
    severity: 'error',
    reason: (n, field) => counted(n, say.hasHiddenCharacter(lower(field)), say.rowsHaveHiddenCharacter(lower(field))),
    words: ({ field }) => say.hasLineEndOrCharacter(label(field)),
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
