// The rows of the batches: what names a card, for a transfer a second card, and an amount. One description serves all four
// kinds, by what their rows of `batchKinds` say.
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { textToCents } from '#domain/money.ts'
import { identifierFault, normaliseIdentifier, type RowField, type RowValues } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { defineRowKind, type Fault, type RowKind, type RowToCheck } from '#domain/rows/kind.ts'
import { type CardFindingCode, cardFindings, type CardRules } from './findings.ts'
import { type BatchType, batchKinds } from './kinds.ts'
import { ALL_IT_HOLDS } from './words.ts'

export type CardFieldName = 'identifier' | 'identifierTo' | 'amount'
/** `name`: the kind of batch. */
export type CardRowKind = RowKind<CardFieldName> & { readonly name: BatchType }

/** The rows of a kind of batch, for the options its file is read by. */
export function cardRows(rules: CardRules): CardRowKind {
  const { type, identifierType } = rules
  const { needsTarget, amount, defaultValidation } = batchKinds[type]
  const { label } = identifierKinds[identifierType]
  const isShownAsAmount = ({ amount: text, identifierTo }: RowValues<CardFieldName>) =>
    !needsTarget && amount !== 'none' && identifierTo !== '' && (text === '' || isAmount(identifierTo))
  const kind = defineRowKind<CardFieldName>({
    name: type,
    fields: [
      { name: 'identifier', label, value: 'identifier', type: identifierType, use: 'required' },
      {
        name: 'identifierTo',
        label: `Target ${label}`,
        value: 'identifier',
        type: identifierType,
        use: needsTarget ? 'required' : 'unwanted',
      },
      {
        name: 'amount',
        label: 'Amount',
        value: 'money',
        use: amount === 'none' ? 'unwanted' : amount,
        ...(amount === 'optional' && { whenEmpty: ALL_IT_HOLDS }),
      },
    ] satisfies (RowField & { name: CardFieldName })[],
    findings: cardFindings(rules),
    // cards §5: an activation has one field, and a short one is a mistyped one.
    lineToValues: amount === 'none' ? ([first = '', second = '', third = '']) => [first, second, third] : splitLine,
    mayBeMoney: (cell) => cell > 0,
    isHeader: ([first = '']) => isHeader(first),
    // Where there is no second card, what was read as one stands in the amount's place, unless another amount does.
    displayed: (values) => (isShownAsAmount(values) ? { ...values, amount: values.identifierTo } : values),
    check: (row) => cardFaults(row, rules),
    copies: { field: 'identifier', code: defaultValidation.includes('duplicateCard') ? 'duplicateCard' : 'duplicate' },
    keys: ['identifier', 'identifierTo'],
    totals: { amount: 'amount' },
    isPlainLoad: amount === 'required' && !needsTarget,
  })
  return { ...kind, name: type }
}

const isAmount = (text: string): boolean => typeof textToCents(text) === 'number'

/** One field alone is an identifier only if it is longer than this. */
export const MIN_LONE_IDENTIFIER = 10
/** The second of two fields is an amount up to this length, and a target beyond it. */
export const MAX_AMOUNT_LENGTH = 10

/**
 * batches §5: one field counts only if longer than 10 characters (amount 0); the second of two is a target if longer than
 * 10 characters, otherwise the amount; three are identifier, target, amount. Undefined for a line that is no row.
 * @param cells as `trimFields` gives them
 */
export function splitLine(cells: readonly string[]): [identifier: string, target: string, amount: string] | undefined {
  const [first = '', second = '', third = ''] = cells
  if (cells.length === 0 || (cells.length === 1 && first.length <= MIN_LONE_IDENTIFIER)) return undefined
  if (cells.length >= 3) return [first, second, third]
  return second.length > MAX_AMOUNT_LENGTH ? [first, second, ''] : [first, '', second]
}

/** A file's first line is its header where its identifier has letters and no digit: 'Card Number,Amount'. */
export function isHeader(identifier: string): boolean {
  if (/[0-9]/.test(identifier)) return false
  // The letters of all scripts take a while to set up and are seldom needed.
  return /[A-Za-z]/.test(identifier)
    ? !/[^ -~]/.test(identifier) || !/\p{N}/u.test(identifier)
    : isForeignHeader(identifier)
}

const isForeignHeader = (identifier: string): boolean =>
  /[^ -~]/.test(identifier) && /\p{L}/u.test(identifier) && !/\p{N}/u.test(identifier)

/** A finding as every kind of batch has it, for the judgement that host and portal share. */
export const cardFinding = (code: CardFindingCode): Finding => anyCardRows.finding(code)
/** The kinds of batch share their fields and codes; words are those of a load. */
export const anyCardRows: CardRowKind = cardRows({ type: 'load', identifierType: 1 })

function* cardFaults(row: RowToCheck<CardFieldName>, { type, identifierType }: CardRules): Iterable<Fault> {
  const { needsTarget, amount: needsAmount } = batchKinds[type]
  const { identifier, identifierTo } = row.values
  const [amount] = row.amounts
  const fault = identifierFault(identifier, identifierType)
  if (fault) yield [fault]
  if (row.fieldCount > 3) yield ['fieldCount']
  if (needsTarget) {
    if (identifierTo === '') yield ['targetMissing']
    else if (normaliseIdentifier(identifierTo) === normaliseIdentifier(identifier)) yield ['targetSame']
    else if (identifierFault(identifierTo, identifierType)) yield ['targetInvalid']
  }
  if (needsAmount === 'none') return
  if (identifierTo !== '' && !needsTarget) yield [row.values.amount === '' ? 'readsAsTarget' : 'thirdField']
  else if (needsAmount === 'optional' && row.values.amount === '') yield ['wholeBalance']
  else if (typeof amount === 'string') yield [amount]
}
