// Fixes for errors of values whose meaning is certain: the text is only written in another form.
import { m } from '#words/messages.js'
import { type DateOrder, dateOrders, dateReadings, otherFormToDate, swappableDates } from '../date-forms.ts'
import { centsToDecimal, otherFormToAmount, shownAmount, textToCents } from '../money.ts'
import { hasUnseen, toOneLine, toPlainNumber, unprintableOf } from '../texts.ts'
import {
  fieldFault,
  normaliseIdentifier,
  plainIdentifier,
  type RowField,
  type RowValues,
  textToForm,
  type ValueFault,
  type ValueKind,
} from './fields.ts'
import type { RowKind } from './kind.ts'

interface ValueFix {
  /** The value types it applies to. */
  readonly values: readonly ValueKind[]
  /** The corrected text. Unchanged if nothing needs a fix, or a fix with choices has no choice yet. */
  readonly fix: (text: string, field: RowField, choice: string | undefined) => string
  /** The choices that the user is offered once for all rows; the first fits most files. */
  readonly choices?: readonly FixChoice[]
  /** The button for one value, such as 'Write as 2026-03-31'. */
  readonly words: (after: string) => string
  /** The label of its undo, such as 'stripping' in 'stripping of 3 rows'. */
  readonly act: string
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
  | 'dateOtherForm'
  | 'dateAmbiguous'
  | 'dateSwapped'
  | 'textUnseen'
  | 'textUnprintable'
  | 'textOtherForm'
>

const orderWords: Readonly<Record<DateOrder, string>> = {
  dmy: m.rows_dayFirst(),
  mdy: m.rows_monthFirst(),
  ymd: m.rows_yearFirst(),
}

const valueFixes: Readonly<Record<FixableFault, ValueFix>> = {
  identifierSpaced: {
    values: ['identifier'],
    fix: normaliseIdentifier,
    words: () => m.rows_removeSpacesAndDashes(),
    act: m.rows_stripNumbers(),
  },
  identifierOddCharacters: {
    values: ['identifier'],
    fix: (text, field) => (fieldFault(field, text) === 'identifierOddCharacters' ? plainIdentifier(text) : text),
    words: () => m.rows_writeInPlainDigits(),
    act: m.rows_rewrite(),
  },
  amountWithCurrency: {
    values: ['money'],
    fix: (text, field) => toAmount(text, field, true),
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewriteAmounts(),
  },
  amountOtherForm: {
    values: ['money'],
    fix: (text, field) => toAmount(text, field, false),
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewriteAmounts(),
  },
  amountOddCharacters: {
    values: ['money'],
    fix: (text, field) => (fieldFault(field, text) === 'amountOddCharacters' ? plainAmount(text, field) : text),
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewriteAmounts(),
  },
  amountShown: {
    values: ['money'],
    fix: (text) => shownAmount(text)?.shown ?? text,
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewriteAmounts(),
  },
  dateOtherForm: {
    values: ['date'],
    fix: (text) => otherFormToDate(text) ?? text,
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewrite(),
  },
  dateAmbiguous: {
    values: ['date'],
    fix: (text, field, choice) =>
      (fieldFault(field, text) === 'dateAmbiguous' ? dateReadings(text)[choice as DateOrder] : undefined) ?? text,
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewrite(),
    choices: dateOrders.map((value) => ({ value, label: orderWords[value] })),
  },
  dateSwapped: {
    values: ['date'],
    fix: (text, _, choice) => swappableDates(text)?.[choice === 'swapped' ? 1 : 0] ?? text,
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewrite(),
    choices: [
      { value: 'swapped', label: m.rows_datesSwapped() },
      { value: 'shown', label: m.rows_datesAsSheetShows() },
    ],
  },
  textUnseen: {
    values: ['text', 'list'],
    fix: (text) => (hasUnseen(text) ? toOneLine(text) : text),
    words: (after) => m.rows_writeAs({ after }),
    act: m.rows_writePlain(),
  },
  textUnprintable: {
    values: ['text'],
    fix: (text, field) => (field.value === 'text' && field.isPrintable ? (unprintableOf(text)?.plain ?? text) : text),
    words: (after) => m.rows_writeAs({ after }),
    act: m.rows_writePlainLetters(),
  },
  textOtherForm: {
    values: ['text'],
    fix: (text, field) => (field.value === 'text' && textToForm(text, field.forms ?? {})) || text,
    words: (after) => m.rows_writeAsAfter({ after }),
    act: m.rows_rewriteCodes(),
  },
}

function plainAmount(text: string, field: RowField): string {
  const plain = textToCents(toPlainNumber(text))
  if (typeof plain === 'number') return centsToDecimal(plain)
  return (field.value === 'money' ? otherFormToAmount(text, field.currency ?? [])?.amount : undefined) ?? text
}

function toAmount(text: string, field: RowField, isPlain: boolean): string {
  const other = field.value === 'money' ? otherFormToAmount(text, field.currency ?? []) : undefined
  return other?.isPlain === isPlain && typeof textToCents(text) === 'string' ? other.amount : text
}

export const isFixable = (code: string): code is FixableFault => Object.hasOwn(valueFixes, code)

export const fixAct = (code: FixableFault): string => valueFixes[code].act

/** The choices of a fix; undefined if the fix has none. */
export const fixChoices = (code: FixableFault): readonly FixChoice[] | undefined => valueFixes[code].choices

export const fixWords = (code: FixableFault, after: string): string => valueFixes[code].words(after)

export interface FixedField<Name extends string> {
  readonly field: RowField & { readonly name: Name }
  readonly before: string
  readonly after: string
}

/** The fields of a row that a fix changes, with their new values. */
export function fixedFields<Name extends string>(
  kind: RowKind<Name>,
  values: RowValues<Name>,
  code: FixableFault,
  choice?: string,
): FixedField<Name>[] {
  const { values: kinds, fix, choices } = valueFixes[code]
  if (choices && choice === undefined) return []
  const shown = kind.displayed(values)
  return kind.activeFields
    .filter((field) => kinds.includes(field.value))
    .map((field) => ({ field, before: shown[field.name], after: fix(shown[field.name], field, choice) }))
    .filter(({ before, after }) => after !== before)
}
