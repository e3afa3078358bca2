// The table of the values that are not in our form: each with its messages, its fix, and a question if it has several
// readings. fields.ts recognises these values, on the device and on the server. A new form of values needs a row here
// and its recognition in fields.ts. Messages, buttons and dialogs need no change. Rules: docs/rules/files.md, "Forms of
// values".
import { m } from '#words/messages.js'
import { inSentence, listAnd, listOr } from '#words/figures.ts'
import { identifierTypes } from '#domain/cards/identifiers.ts'
import { restoreText, withoutDecimalTail } from '../files/damaged-text.ts'
import {
  type DateOrder,
  dateOrders,
  dateReadings,
  monthToDates,
  otherFormToDate,
  possibleDays,
  textToSwappableDates,
} from '../files/date-forms.ts'
import {
  centsToDecimal,
  centsToText,
  otherFormToAmount,
  textToCents,
  textToShownAmount,
  textToSplitAmount,
} from '../money.ts'
import { cutText, findOddCharacters, toOneLine, toPlainNumber } from '../texts/clean-text.ts'
import { findAdjacentCurrency } from './amount-units.ts'
import {
  type MissingFault,
  normaliseIdentifier,
  NO_VALUE,
  plainIdentifier,
  type RowField,
  type RowValues,
  validateField,
  type ValueFault,
} from './fields.ts'
import type { FindingType } from './findings.ts'

/** Writes a value in our form. */
export interface ValueFix {
  /** Returns the value in our form. If the fix has choices, it is called only with one of them. */
  readonly fix: (text: string, field: RowField, choice: string | undefined) => string
  /** The readings between which the user chooses, once for all rows. The first reading fits most files. */
  readonly choices?: readonly { readonly value: string; readonly label: () => string }[]
  readonly question?: () => string
  /** The label of the button that fixes one value. By default, 'Write as 2026-03-31'. */
  readonly button?: (input: { readonly after: string }) => string
  /** The fix for all rows: its button, the title of its dialog, and its effect. */
  readonly label: () => string
  readonly title: (input: { readonly rows: string }) => string
  readonly effect: () => string
  /** The name of the fix in the label of Undo: 'rewriting' in 'rewriting of 3 rows'. */
  readonly undo?: () => string
}

type ValueFindingType = FindingType & { readonly fix?: ValueFix }

const labelOf = (field: RowField | undefined): string => field?.label ?? m.rows_field()
const nameOf = (field: RowField | undefined): string => inSentence(labelOf(field))
/** 'an address 1', 'a postal code'. */
function withArticle(field: RowField | undefined): string {
  const name = nameOf(field)
  return m.rows_aField({ beginsWithVowel: yesNo(/^[aeiou]/.test(name)), field: name })
}
const yesNo = (condition: boolean): 'yes' | 'no' => (condition ? 'yes' : 'no')

/** The heading of all rows with a finding. `field`: 'postal code', `aField`: 'a postal code'. */
type ReasonMessage = (input: { readonly count: number; readonly field: string; readonly aField: string }) => string
/** A message about one value. */
type ValueMessage = (input: { readonly field: string; readonly value: string }) => string
type QuotingMessage = (input: { readonly hasValue: 'yes' | 'no'; readonly value: string }) => string

const error = (reason: ReasonMessage, message: FindingType['message'], fix?: ValueFix): ValueFindingType => ({
  severity: 'error',
  reason: (count, field) => reason({ count, field: nameOf(field), aField: withArticle(field) }),
  message,
  ...(fix && { fix }),
})
const warning = (reason: ReasonMessage, message: FindingType['message'], fix?: ValueFix): ValueFindingType => ({
  ...error(reason, message, fix),
  severity: 'warning',
})

// The next four functions are used in the table: each makes the `message` of a finding from a message of the catalogue.
/** The message has the field's name in a sentence. */
const named =
  (message: ValueMessage): FindingType['message'] =>
  ({ field, value }) =>
    message({ field: nameOf(field), value })
/** The message begins with the field's label. */
const labelled =
  (message: ValueMessage): FindingType['message'] =>
  ({ field, value }) =>
    message({ field: labelOf(field), value })
/** The message quotes the value, if there is one. */
const quotingValue =
  (message: QuotingMessage): FindingType['message'] =>
  ({ value }) =>
    message({ hasValue: yesNo(value !== ''), value })
/** The message, unless the result of a formula was lost. */
const unlessLost =
  (message: FindingType['message']): FindingType['message'] =>
  (context) =>
    context.value === NO_VALUE ? m.rows_formulaResultLost() : message(context)

const currencyOf = (field: RowField | undefined) => (field?.value === 'money' ? (field.currency ?? []) : [])

/** The ISO code in a list of a currency's names: 'SGD' for ['S$', 'SGD']. */
export const toCurrencyCode = (currency: readonly string[] = []): string | undefined =>
  currency.find((word) => /^[A-Z]{3}$/.test(word)) ?? currency[0]

const toAmount = (text: string, field: RowField | undefined): string | undefined =>
  otherFormToAmount(text, currencyOf(field))?.amount

/** A fix that writes an amount of another notation in ours, unless `more` has another function `fix`. */
const amountFix = (more: Pick<ValueFix, 'label' | 'title' | 'effect'> & Partial<ValueFix>): ValueFix => ({
  fix(text, field) {
    const amount = textToCents(toPlainNumber(text))
    return typeof amount === 'number' ? centsToDecimal(amount) : (toAmount(text, field) ?? text)
  },
  undo: m.rows_rewriteAmounts,
  ...more,
})

/** The fix for dates with two readings. */
const dayFix = (more: Pick<ValueFix, 'fix' | 'choices' | 'effect'> & Partial<ValueFix>): ValueFix => ({
  question: m.rows_whichDaysAreMeant,
  label: m.rows_chooseDayEllipsis,
  title: m.rows_chooseDayOf,
  ...more,
})

/** The names of the characters that a number has besides plain digits. */
const oddNames = (value: string): string => listAnd(findOddCharacters(value)) || m.rows_unusualSymbols()

const orderLabels: Readonly<Record<DateOrder, () => string>> = {
  dmy: m.rows_dayFirst,
  mdy: m.rows_monthFirst,
  ymd: m.rows_yearFirst,
}

/** A date, a time, or what spreadsheet programs show for a date or time that they cannot show. */
const DATE_OR_TIME = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}|#{8})$/

/** The finding of a row with more fields than its type has. */
export const TOO_MANY_FIELDS = 'fieldCount'

/** Part of every row type: the finding of a line that the file's separator does not divide. */
export const undividedFinding: FindingType = error(m.rows_rowsAreNotDivided, () => m.rows_rowHasOtherSeparator())

export const valueFindings = {
  identifierDamaged: error(m.rows_identifiersChanged, quotingValue(m.rows_numberChanged)),
  identifierMissing: error(m.rows_rowsHaveNoIdentifier, named(m.rows_rowHasNoIdentifier)),
  identifierSpaced: error(m.rows_identifiersHaveSpaces, () => m.rows_identifierHasSpaces(), {
    fix: normaliseIdentifier,
    button: m.rows_removeSpacesAndDashes,
    label: m.rows_removeSpacesEllipsis,
    title: m.rows_stripSpacesAndDashes,
    effect: m.rows_noDigitChanges,
    undo: m.rows_stripNumbers,
  }),
  identifierOddCharacters: error(
    m.rows_identifiersHaveOddCharacters,
    ({ value }) => m.rows_numberHasOddCharacters({ names: oddNames(value) }),
    {
      fix: plainIdentifier,
      button: m.rows_writeInPlainDigits,
      label: m.rows_writeInPlainCharacters,
      title: m.rows_writeNumbersInPlainDigits,
      effect: m.rows_sameDigitsInPlainForm,
    },
  ),
  identifierMasked: error(m.rows_identifiersAreMasked, () => m.rows_identifierIsMasked()),
  identifierNotDigits: error(m.rows_identifiersAreNotNumbers, unlessLost(named(m.rows_identifierIsNotNumber))),
  identifierLength: error(m.rows_identifiersHaveWrongLength, ({ field, value }) =>
    m.rows_identifierHasWrongLength({
      field: nameOf(field),
      digits: field?.value === 'identifier' ? identifierTypes[field.type].length : 0,
      count: value.length,
    }),
  ),
  identifierCheckDigit: error(m.rows_cardNumbersAreMistyped, () => m.rows_cardNumberIsMistyped()),
  decimalTail: error(
    m.rows_rowsHaveDecimalTail,
    ({ value }) => m.rows_valueHasDecimalTail({ after: withoutDecimalTail(value) }),
    {
      fix: withoutDecimalTail,
      label: m.rows_removeDecimalTail,
      title: m.rows_removeDecimalTailOf,
      effect: m.rows_digitsBeforePointStay,
    },
  ),
  fieldCount: error(m.common_rowsHaveTooManyFields, ({ fieldCount }) => m.rows_rowHasTooManyFields({ fieldCount })),
  amountMissing: error(m.rows_rowsHaveNoAmount, () => m.rows_rowHasNoAmount()),
  amountNotNumber: error(
    m.rows_amountsAreNotNumbers,
    unlessLost(({ value }) => (DATE_OR_TIME.test(value) ? m.rows_cellShowsDateOrTime() : m.rows_writeAmountInDigits())),
  ),
  amountWithCurrency: error(
    m.rows_amountsHaveCurrencySign,
    ({ field, value }) => m.rows_writeAmountWithoutCurrency({ amount: toAmount(value, field) ?? m.rows_anAmount() }),
    amountFix({
      label: m.rows_writeAsRequired,
      title: m.rows_writeWithoutCurrency,
      effect: m.rows_amountsStaySame,
    }),
  ),
  amountOtherForm: error(
    m.rows_amountsHaveOtherSeparators,
    ({ field, value }) => m.rows_amountHasOtherSeparators({ amount: toAmount(value, field) ?? m.rows_anAmount() }),
    amountFix({
      label: m.rows_writeWithDecimalPoint,
      title: m.rows_writePointInAmounts,
      effect: m.rows_checkEachNewAmount,
    }),
  ),
  amountOddCharacters: error(
    m.rows_amountsHaveOddCharacters,
    ({ value }) => m.rows_amountHasOddCharacters({ names: oddNames(value) }),
    amountFix({
      label: m.rows_writeInPlainCharacters,
      title: m.rows_writeAmountsInPlainDigits,
      effect: m.rows_sameDigitsInPlainForm,
    }),
  ),
  amountShown: error(
    m.rows_amountsAreRoundedBySheet,
    ({ value }) => {
      const { exact = value, shown } = textToShownAmount(value) ?? {}
      return m.rows_cellHasMoreDecimals({ exact, hasShown: yesNo(shown !== undefined), shown: shown ?? '' })
    },
    amountFix({
      fix: (text) => textToShownAmount(text)?.shown ?? text,
      label: m.rows_writeAsSheetShows,
      title: m.rows_setAmountsAsShown,
      effect: m.rows_eachAmountAsSheetShows,
    }),
  ),
  amountSplit: error(
    m.rows_amountsAreSplit,
    ({ value }) => {
      const { joined = '', first = '', rest = '', isCertain = true } = textToSplitAmount(value) ?? {}
      return m.rows_amountIsSplit({ isCertain: yesNo(isCertain), joined, first, rest })
    },
    amountFix({
      fix(text, _, choice) {
        const { joined = text, first = text, isCertain = true } = textToSplitAmount(text) ?? {}
        if (choice !== 'separate') return joined
        return isCertain ? text : first
      },
      choices: [
        { value: 'joined', label: m.rows_columnsAreOneAmount },
        { value: 'separate', label: m.rows_columnsAreSeparate },
      ],
      question: m.rows_areColumnsOneAmount,
      label: m.rows_chooseAmountEllipsis,
      title: m.rows_chooseAmountOf,
      effect: m.rows_commaDividesAmounts,
    }),
  ),
  amountCut: warning(m.rows_amountsMayBeCut, ({ value }) => m.rows_amountMayBeCut({ value })),
  amountPercent: error(m.rows_amountsArePercentages, quotingValue(m.rows_percentageIsNoAmount)),
  amountOtherCurrency: error(m.rows_amountsHaveOtherCurrency, ({ field, value }) => {
    const programmeCurrency = toCurrencyCode(currencyOf(field))
    return m.rows_amountIsInOtherCurrency({
      currency: findAdjacentCurrency(toPlainNumber(value)) ?? m.rows_anotherCurrency(),
      hasOwn: yesNo(programmeCurrency !== undefined),
      own: programmeCurrency ?? '',
    })
  }),
  amountDecimals: error(m.rows_amountsHaveMoreDecimals, ({ value }) => tooManyDecimalsMessage(value)),
  amountNegative: error(m.rows_amountsAreNegative, () => m.rows_amountIsNegative()),
  amountZero: error(m.rows_amountsAreZero, () => m.rows_amountIsZero()),
  amountTooLarge: error(m.rows_amountsAreTooLarge, () => m.rows_amountIsTooLarge()),
  amountNotWhole: error(m.rows_amountsHaveCents, labelled(m.rows_amountHasCents)),
  required: error(m.rows_rowsHaveNoField, labelled(m.rows_rowHasNoField)),
  noValue: error(m.rows_rowsHaveNoValue, () => m.rows_formulaResultLost()),
  cellError: error(m.rows_rowsHaveCellError, quotingValue(m.rows_cellShowsError)),
  dateNotIso: error(
    m.rows_rowsHaveOtherFormat,
    ({ value }) => {
      const date = otherFormToDate(value)
      return m.rows_valueLooksLikeDate({ value, hasDate: yesNo(date !== undefined), date: date ?? '' })
    },
    {
      fix: (text) => otherFormToDate(text) ?? text,
      label: m.rows_writeAsYyyyMmDd,
      title: m.rows_writeDatesAsRequired,
      effect: m.rows_datesStaySame,
    },
  ),
  dateAmbiguous: error(
    m.rows_rowsHaveAmbiguousDate,
    ({ value }) => m.rows_canBeEitherDay({ value, days: listOr(possibleDays(value)) }),
    dayFix({
      fix: (text, _, choice) => dateReadings(text)[choice as DateOrder] ?? text,
      choices: dateOrders.map((value) => ({ value, label: orderLabels[value] })),
      question: m.rows_howAreDatesWritten,
      effect: m.rows_oneAnswerForColumn,
    }),
  ),
  dateMonth: error(
    m.rows_rowsHaveMonthOnly,
    ({ value }) => m.rows_valueIsMonth({ value, day: monthToDates(value)?.last ?? '' }),
    dayFix({
      fix(text, _, choice) {
        const { first = text, last = text } = monthToDates(text) ?? {}
        return choice === 'first' ? first : last
      },
      choices: [
        { value: 'last', label: m.rows_lastDayOfMonth },
        { value: 'first', label: m.rows_firstDayOfMonth },
      ],
      effect: m.rows_oneDayForMonths,
    }),
  ),
  dateSwapped: error(
    m.rows_rowsHaveSwappedDate,
    ({ value }) => {
      const [shown, swapped] = textToSwappableDates(value) ?? [value, value]
      return m.rows_dateCellMayBeSwapped({ shown, swapped })
    },
    dayFix({
      fix(text, _, choice) {
        const [shown, swapped] = textToSwappableDates(text) ?? [text, text]
        return choice === 'swapped' ? swapped : shown
      },
      choices: [
        { value: 'swapped', label: m.rows_swapDayAndMonth },
        { value: 'shown', label: m.rows_datesAsSheetShows },
      ],
      effect: m.rows_datesAndTextsAreMixed,
    }),
  ),
  dateUnreadable: error(m.rows_rowsHaveInvalidDate, unlessLost(named(m.rows_valueIsNotDate))),
  datePast: error(m.rows_rowsHavePassedDate, named(m.rows_dateHasPassed)),
  textDamaged: error(m.rows_rowsHaveChangedValue, named(m.rows_textChanged)),
  textGarbled: error(
    m.rows_rowsHaveGarbledText,
    ({ value }) => {
      const plain = restoreText(value)
      return m.rows_textIsGarbled({ isKnown: yesNo(plain !== value), value, plain })
    },
    {
      fix: restoreText,
      button: m.rows_writeAsQuoted,
      label: m.rows_restoreLettersEllipsis,
      title: m.rows_restoreLettersOf,
      effect: m.rows_checkEachRestoredText,
      undo: m.rows_restoreLetters,
    },
  ),
  textHiddenCharacters: error(
    m.rows_rowsHaveHiddenCharacter,
    ({ field, value }) => {
      const names = listAnd(findOddCharacters(value))
      return m.rows_hasOddCharacters({ field: labelOf(field), hasNames: yesNo(names !== ''), names })
    },
    {
      fix: toOneLine,
      button: m.rows_writeAsQuoted,
      label: m.rows_writeInPlainCharacters,
      title: m.rows_writeOnOneLine,
      effect: m.rows_lineBreaksBecomeSpaces,
      undo: m.rows_writePlainCharacters,
    },
  ),
  textTooLong: error(m.rows_rowsHaveTooLongValue, ({ field, value }) =>
    m.rows_hasTooManyCharacters({ field: labelOf(field), count: value.length, maxLength: field?.maxLength ?? 0 }),
  ),
  textCut: warning(m.rows_rowsHaveCutValue, ({ field, value }) =>
    m.rows_valueWillBeCut({
      field: labelOf(field),
      count: value.length,
      maxLength: field?.maxLength ?? 0,
      value: cutText(value, field?.maxLength),
    }),
  ),
  textPlaceholder: warning(
    m.rows_rowsHavePlaceholder,
    ({ field, value }) =>
      m.rows_valueIsPlaceholder({ isOptional: yesNo(field?.use === 'optional'), field: nameOf(field), value }),
    {
      fix: (text, { use }) => (use === 'optional' ? '' : text),
      button: m.rows_leaveEmpty,
      label: m.rows_leaveEmptyEllipsis,
      title: m.rows_leaveEmptyIn,
      effect: m.rows_otherValuesStay,
      undo: m.rows_emptyFields,
    },
  ),
  textDoubtful: warning(m.rows_rowsHaveDoubtfulText, ({ value }) => m.rows_textIsDoubtful({ value })),
} satisfies Readonly<Record<ValueFault | MissingFault | 'fieldCount' | 'amountCut', ValueFindingType>>

export type FixableFault = keyof typeof valueFindings

/** The fix for a finding; undefined if there is none. */
export const fixOf = (code: string): ValueFix | undefined =>
  Object.hasOwn(valueFindings, code) ? valueFindings[code as FixableFault].fix : undefined

export const isFixable = (code: string): code is FixableFault => fixOf(code) !== undefined

/** The choices of a fix; undefined if the fix has none. */
export const fixChoices = (code: FixableFault): { value: string; label: string }[] | undefined =>
  fixOf(code)?.choices?.map((choice) => ({ value: choice.value, label: choice.label() }))

export function fixButtonLabel(code: FixableFault, after: string): string {
  const toLabel = fixOf(code)?.button ?? m.rows_writeAsValue
  return toLabel({ after })
}

export const fixUndoLabel = (code: FixableFault): string => fixOf(code)?.undo?.() ?? m.rows_rewrite()

/** The fields of a row that a fix changes, with their new values. */
export function fieldsChangedByFix<Name extends string>(
  rowType: {
    readonly activeFields: readonly (RowField & { readonly name: Name })[]
    toDisplayedValues(values: RowValues<Name>): RowValues<Name>
  },
  values: RowValues<Name>,
  code: FixableFault,
  choice?: string,
) {
  const fix = fixOf(code)
  const lacksChoice = fix?.choices !== undefined && choice === undefined
  if (!fix || lacksChoice) return []
  const displayed = rowType.toDisplayedValues(values)
  return rowType.activeFields
    .filter((field) => validateField(field, displayed[field.name]) === code)
    .map((field) => ({ field, before: displayed[field.name], after: fix.fix(displayed[field.name], field, choice) }))
    .filter(({ before, after }) => after !== before)
}

/** Names both readings of an amount with a point: '1.250' is 1,250.00 in many countries, and 1.25 in others. */
function tooManyDecimalsMessage(value: string): string {
  const [, beforePoint = '', afterPoint = ''] = /^([0-9]{1,3})\.([0-9]{3})$/.exec(value.trim()) ?? []
  const withoutPoint = beforePoint + afterPoint
  const centsOrFault = textToCents(withoutPoint)
  // Also returned for an amount without two readings, whose `withoutPoint` is empty.
  if (typeof centsOrFault !== 'number') return m.rows_amountHasAtMostTwoDecimals()
  return m.rows_amountHasTwoReadings({
    value: value.trim(),
    grouped: centsToText(centsOrFault),
    decimal: `${beforePoint}.${afterPoint.replace(/0$/, '')}`,
    whole: withoutPoint,
  })
}
