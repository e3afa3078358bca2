// The values of the Insert Card Fee form, their changes and errors. The proposed amount follows the fee type until the
// user types an amount.
import { inSentence, usesDecimalComma } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { type IdentifierType, identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { stripAmountInput } from '#domain/cards/statement.ts'
import {
  type Cents,
  cents,
  centsToDecimal,
  centsToText,
  decimalToCents,
  MAX_AMOUNT_CENTS,
  readingsOfAmount,
  textToCents,
} from '#domain/money.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export interface FeeFormValues {
  readonly identifierType: IdentifierType
  readonly identifier: string
  readonly feeId: string
  readonly amount: string
  /** True until the user types an amount: the amount then follows the fee type. */
  readonly isProposed: boolean
  /** The text that was typed or pasted. `amount` is the part of it that the field keeps. */
  readonly typed: string
}

export interface FeeType {
  readonly id: string
  readonly name: string
  /** The default charge, in the format of the API. */
  readonly charge: string
}

export type FeeField = 'identifier' | 'feeId' | 'amount'

export const EMPTY_FEE: FeeFormValues = {
  identifierType: PAN,
  identifier: '',
  feeId: '',
  amount: '',
  isProposed: true,
  typed: '',
}

/** Encrypted on this device, since it contains a card number. It survives a reload. */
export const feeForm = createPersistedState('insert-fee', EMPTY_FEE, parseFormValues)

/** The number to send, without spaces and hyphens. */
export const stripSeparators = ({ identifier }: Pick<FeeFormValues, 'identifier'>): string =>
  identifier.replace(/[\s-]/g, '')

export const isCompleteIdentifier = (type: IdentifierType, identifier: string): boolean =>
  identifier.length === identifierTypes[type].length && /^[0-9]+$/.test(identifier)

/** The default charge, or undefined if the fee has none. */
export function defaultCharge(fee: FeeType | undefined): Cents | undefined {
  const charge = decimalToCents(fee?.charge ?? '')
  return charge !== undefined && charge > 0 ? charge : undefined
}

export function chooseFee(formValues: FeeFormValues, fee: FeeType | undefined): Partial<FeeFormValues> {
  const feeId = fee?.id ?? ''
  if (!formValues.isProposed) return { feeId }
  return { feeId, amount: defaultCharge(fee) === undefined ? '' : (fee?.charge ?? ''), typed: '' }
}

/**
 * Keeps only digits and a point, with two decimals, and remembers what was typed. If the user empties the field, the
 * amount follows the fee type again.
 */
export function enterAmount(formValues: FeeFormValues, input: string): Partial<FeeFormValues> {
  const amount = stripAmountInput(input)
  return { amount, isProposed: amount === '', typed: amount === '' ? '' : continueTyping(formValues, input) }
}

/**
 * Applies a change of the field to the typed text: the browser adds or removes characters at the end of the shown
 * amount, which does not contain the characters that were dropped before.
 */
function continueTyping({ amount, typed }: FeeFormValues, input: string): string {
  if (typed === '') return input
  if (input.startsWith(amount)) return typed + input.slice(amount.length)
  if (!amount.startsWith(input)) return input
  let rest = typed
  while (stripAmountInput(rest) !== input && rest !== '') rest = rest.slice(0, -1)
  return rest === '' ? input : rest
}

/** True if the field dropped something that was typed; spaces and leading zeros are no loss. */
export const isAmountChanged = ({ amount, typed }: FeeFormValues): boolean =>
  typed !== '' && typed.replace(/\s/g, '').replace(/^0+(?=[0-9])/, '') !== amount

/** The amounts between which the user must choose, because the typed text can mean each of them. */
export function amountReadings({ amount, typed }: FeeFormValues): readonly Cents[] {
  const stripped = textToCents(amount)
  return typeof stripped === 'number' ? readingsOfAmount(typed, { stripped, usesDecimalComma: usesDecimalComma() }) : []
}

export const chooseReading = (amount: Cents): Partial<FeeFormValues> => ({ amount: centsToDecimal(amount), typed: '' })

/** The errors by field, in the order of the fields. */
export function feeErrors(formValues: FeeFormValues): readonly { readonly field: FeeField; readonly text: string }[] {
  const { label, length } = identifierTypes[formValues.identifierType]
  const errors: Readonly<Record<FeeField, string | undefined>> = {
    identifier: isCompleteIdentifier(formValues.identifierType, stripSeparators(formValues))
      ? undefined
      : m.cards_enterIdentifier({ label: inSentence(label), length }),
    feeId: formValues.feeId === '' ? m.cards_selectFeeType() : undefined,
    amount: amountError(formValues),
  }
  return fields.flatMap((field) => {
    const text = errors[field]
    return text === undefined ? [] : [{ field, text }]
  })
}

function amountError(formValues: FeeFormValues): string | undefined {
  const amount = textToCents(formValues.amount)
  if (amount === 'amountTooLarge') return TOO_LARGE
  if (typeof amount !== 'number') return m.cards_enterAmount()
  return amountReadings(formValues).length > 0 ? m.cards_chooseAmount({ typed: formValues.typed }) : undefined
}

const fields: readonly FeeField[] = ['identifier', 'feeId', 'amount']
const TOO_LARGE = m.cards_enterSmallerAmount({ maxAmount: centsToText(cents(MAX_AMOUNT_CENTS)) })

// Another version of the portal may have stored a different shape.
function parseFormValues(stored: unknown): FeeFormValues | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { identifierType, identifier, amount, feeId, isProposed, typed } = stored as Partial<
    Record<keyof FeeFormValues, unknown>
  >
  const isValid =
    (identifierType === PAN || identifierType === TRACKING_NUMBER) &&
    [identifier, amount, feeId, typed].every((text) => typeof text === 'string') &&
    typeof isProposed === 'boolean'
  return isValid ? (stored as FeeFormValues) : undefined
}
