// Fixes values in a wrong notation, if their meaning is certain or the user has chosen it.
import { m } from '#words/messages.js'
import { type DateOrder, dateOrders, dateReadings, otherFormToDate, textToSwappableDates } from '../date-forms.ts'
import { centsToDecimal, otherFormToAmount, textToShownAmount, textToCents } from '../money.ts'
import { hasOddCharacters, toOneLine, toPlainNumber, findUnprintable } from '../texts.ts'
import {
  validateField,
  normaliseIdentifier,
  plainIdentifier,
  type RowField,
  type RowValues,
  spellingToCode,
  type ValueFault,
  type ValueType,
} from './fields.ts'
import type { RowKind } from './kind.ts'

interface ValueFix {
  /** The value types that the fix applies to. */
  readonly valueTypes: readonly ValueType[]
  /** The corrected text. Unchanged if nothing needs a fix, or if no choice was made for a fix with choices. */
  readonly fix: (text: string, field: RowField, choice: string | undefined) => string
  /** The choices that the user is offered, once for all rows; the first choice fits most files. */
  readonly choices?: readonly FixChoice[]
  /** The label of the button that fixes one value, such as 'Write as 2026-03-31'. */
  readonly buttonLabel: (after: string) => string
  /** The text for undoing the fix, such as 'stripping' in 'stripping of 3 rows'. */
  readonly undoLabel: string
}

/** A choice for a fix, and its label. */
export interface FixChoice {
  readonly value: string
  readonly label: string
}

export type FixableFault = Extract<
  ValueFault,
  | 'identifierSpaced'
  | 'identifierOddCharacters'
  | 'amountWithCurrency'
  | 'amountOtherForm'
  | 'amountOddCharacters'
  | 'amountShown'
  | 'dateNotIso'
  | 'dateAmbiguous'
  | 'dateSwapped'
  | 'textHiddenCharacters'
  | 'textUnprintable'
  | 'textOtherForm'
>

const orderLabels: Readonly<Record<DateOrder, string>> = {
  dmy: m.rows_dayFirst(),
  mdy: m.rows_monthFirst(),
  ymd: m.rows_yearFirst(),
}

const valueFixes: Readonly<Record<FixableFault, ValueFix>> = {
  identifierSpaced: {
    valueTypes: ['identifier'],
    fix: normaliseIdentifier,
    buttonLabel: () => m.rows_removeSpacesAndDashes(),
    undoLabel: m.rows_stripNumbers(),
  },
  identifierOddCharacters: {
    valueTypes: ['identifier'],
    fix: (text, field) => (validateField(field, text) === 'identifierOddCharacters' ? plainIdentifier(text) : text),
    buttonLabel: () => m.rows_writeInPlainDigits(),
    undoLabel: m.rows_rewrite(),
  },
  amountWithCurrency: {
    valueTypes: ['money'],
    fix: (text, field) => toAmount(text, field, true),
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewriteAmounts(),
  },
  amountOtherForm: {
    valueTypes: ['money'],
    fix: (text, field) => toAmount(text, field, false),
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewriteAmounts(),
  },
  amountOddCharacters: {
    valueTypes: ['money'],
    fix: (text, field) => (validateField(field, text) === 'amountOddCharacters' ? plainAmount(text, field) : text),
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewriteAmounts(),
  },
  amountShown: {
    valueTypes: ['money'],
    fix: (text) => textToShownAmount(text)?.shown ?? text,
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewriteAmounts(),
  },
  dateNotIso: {
    valueTypes: ['date'],
    fix: (text) => otherFormToDate(text) ?? text,
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewrite(),
  },
  dateAmbiguous: {
    valueTypes: ['date'],
    fix: (text, field, choice) =>
      (validateField(field, text) === 'dateAmbiguous' ? dateReadings(text)[choice as DateOrder] : undefined) ?? text,
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewrite(),
    choices: dateOrders.map((value) => ({ value, label: orderLabels[value] })),
  },
  dateSwapped: {
    valueTypes: ['date'],
    fix: (text, _, choice) => textToSwappableDates(text)?.[choice === 'swapped' ? 1 : 0] ?? text,
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewrite(),
    choices: [
      { value: 'swapped', label: m.rows_swapDayAndMonth() },
      { value: 'shown', label: m.rows_datesAsSheetShows() },
    ],
  },
  textHiddenCharacters: {
    valueTypes: ['text', 'list'],
    fix: (text) => (hasOddCharacters(text) ? toOneLine(text) : text),
    buttonLabel: (after) => m.rows_writeAsQuoted({ after }),
    undoLabel: m.rows_writePlainCharacters(),
  },
  textUnprintable: {
    valueTypes: ['text'],
    fix: (text, field) => (field.value === 'text' && field.isPrintable ? (findUnprintable(text)?.plain ?? text) : text),
    buttonLabel: (after) => m.rows_writeAsQuoted({ after }),
    undoLabel: m.rows_writePlainLetters(),
  },
  textOtherForm: {
    valueTypes: ['text'],
    fix: (text, field) => (field.value === 'text' && spellingToCode(text, field.forms ?? {})) || text,
    buttonLabel: (after) => m.rows_writeAsValue({ after }),
    undoLabel: m.rows_rewriteCodes(),
  },
}

function plainAmount(text: string, field: RowField): string {
  const amount = textToCents(toPlainNumber(text))
  if (typeof amount === 'number') return centsToDecimal(amount)
  return (field.value === 'money' ? otherFormToAmount(text, field.currency ?? [])?.amount : undefined) ?? text
}

function toAmount(text: string, field: RowField, isPlain: boolean): string {
  const converted = field.value === 'money' ? otherFormToAmount(text, field.currency ?? []) : undefined
  return converted?.isPlain === isPlain && typeof textToCents(text) === 'string' ? converted.amount : text
}

export const isFixable = (code: string): code is FixableFault => Object.hasOwn(valueFixes, code)

export const fixUndoLabel = (code: FixableFault): string => valueFixes[code].undoLabel

/** The choices of a fix; undefined if the fix has none. */
export const fixChoices = (code: FixableFault): readonly FixChoice[] | undefined => valueFixes[code].choices

export const fixButtonLabel = (code: FixableFault, after: string): string => valueFixes[code].buttonLabel(after)

export interface FixedField<Name extends string> {
  readonly field: RowField & { readonly name: Name }
  readonly before: string
  readonly after: string
}

/** The fields of a row that a fix changes, with their new values. */
export function fieldsChangedByFix<Name extends string>(
  kind: RowKind<Name>,
  values: RowValues<Name>,
  code: FixableFault,
  choice?: string,
): FixedField<Name>[] {
  const { valueTypes, fix, choices } = valueFixes[code]
  if (choices && choice === undefined) return []
  const displayed = kind.toDisplayedValues(values)
  return kind.activeFields
    .filter((field) => valueTypes.includes(field.value))
    .map((field) => ({ field, before: displayed[field.name], after: fix(displayed[field.name], field, choice) }))
    .filter(({ before, after }) => after !== before)
}
