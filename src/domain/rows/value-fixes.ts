// Errors of values that can be fixed without asking what was meant: the text is only written in another form.
import { otherFormToDate } from '../dates.ts'
import { otherFormToAmount, textToCents } from '../money.ts'
import { hasUnseen, toOneLine, unprintableOf } from '../texts.ts'
import {
  normaliseIdentifier,
  type RowField,
  type RowValues,
  textToForm,
  type ValueFault,
  type ValueKind,
} from './fields.ts'
import type { RowKind } from './kind.ts'
import * as say from '#words/domain/rows.ts'

interface ValueFix {
  /** The value types it applies to. */
  readonly values: readonly ValueKind[]
  /** The corrected text; unchanged if there is nothing to fix. */
  readonly fix: (text: string, field: RowField) => string
  /** 'Write as 2026-03-31': the button for one value. */
  readonly words: (after: string) => string
  /** 'stripping' of 3 rows: the label of its undo. */
  readonly act: string
}

export type FixableFault = Extract<
  ValueFault,
  | 'identifierSpaced'
  | 'amountWithCurrency'
  | 'amountOtherForm'
  | 'dateOtherForm'
  | 'textUnseen'
  | 'textUnprintable'
  | 'textOtherForm'
>

const valueFixes: Readonly<Record<FixableFault, ValueFix>> = {
  identifierSpaced: {
    values: ['identifier'],
    fix: normaliseIdentifier,
    words: () => say.removeSpacesAndDashes,
    act: 'stripping',
  },
  amountWithCurrency: {
    values: ['money'],
    fix: (text, field) => toAmount(text, field, true),
    words: (after) => say.writeAsAfter(after),
    act: say.rewritingOfAmounts,
  },
  amountOtherForm: {
    values: ['money'],
    fix: (text, field) => toAmount(text, field, false),
    words: (after) => say.writeAsAfter(after),
    act: say.rewritingOfAmounts,
  },
  dateOtherForm: {
    values: ['date'],
    fix: (text) => otherFormToDate(text) ?? text,
    words: (after) => say.writeAsAfter(after),
    act: say.rewriting,
  },
  textUnseen: {
    values: ['text', 'list'],
    fix: (text) => (hasUnseen(text) ? toOneLine(text) : text),
    words: (after) => say.writeAs(after),
    act: say.writingOnOneLine,
  },
  textUnprintable: {
    values: ['text'],
    fix: (text, field) => (field.value === 'text' && field.isPrintable ? (unprintableOf(text)?.plain ?? text) : text),
    words: (after) => say.writeAs(after),
    act: say.writingInPlainLetters,
  },
  textOtherForm: {
    values: ['text'],
    fix: (text, field) => (field.value === 'text' && textToForm(text, field.forms ?? {})) || text,
    words: (after) => say.writeAsAfter(after),
    act: say.rewritingOfCodes,
  },
}

function toAmount(text: string, field: RowField, isPlain: boolean): string {
  const other = field.value === 'money' ? otherFormToAmount(text, field.currency ?? []) : undefined
  return other?.isPlain === isPlain && typeof textToCents(text) === 'string' ? other.amount : text
}

export const isFixable = (code: string): code is FixableFault => Object.hasOwn(valueFixes, code)

export const fixAct = (code: FixableFault): string => valueFixes[code].act

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
): FixedField<Name>[] {
  const { values: kinds, fix } = valueFixes[code]
  const shown = kind.displayed(values)
  return kind.activeFields
    .filter((field) => kinds.includes(field.value))
    .map((field) => ({ field, before: shown[field.name], after: fix(shown[field.name], field) }))
    .filter(({ before, after }) => after !== before)
}
