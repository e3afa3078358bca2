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
  /** True until the user types an amount. A proposed amount follows the fee type. */
  readonly isProposed: boolean
  /** The text that was typed or pasted: 'SGD 12.50'. The field keeps only its digits and point, `amount`: '12.50'. */
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

/** The values survive a reload. They are encrypted on this device, since they contain a card number. */
export const feeForm = createPersistedState('insert-fee', EMPTY_FEE, parseFormValues)

/** The number to send, without spaces and hyphens. */
export const stripSeparators = ({ identifier }: Pick<FeeFormValues, 'identifier'>): string =>
  identifier.replace(/[\s-]/g, '')

export const isCompleteIdentifier = (type: IdentifierType, identifier: string): boolean =>
  identifier.length === identifierTypes[type].length && /^[0-9]+$/.test(identifier)

/** The default charge. Undefined if the fee has none. */
export function defaultCharge(fee: FeeType | undefined): Cents | undefined {
  const charge = fee && decimalToCents(fee.charge)
  const isCharged = charge !== undefined && charge > 0
  return isCharged ? charge : undefined
}

export function chooseFee(formValues: FeeFormValues, fee: FeeType | undefined): Partial<FeeFormValues> {
  const feeId = fee?.id ?? ''
  if (!formValues.isProposed) return { feeId }
  const hasDefaultCharge = fee !== undefined && defaultCharge(fee) !== undefined
  return { feeId, amount: hasDefaultCharge ? fee.charge : '', typed: '' }
}

/**
 * Keeps only digits and a point, with two decimals, and remembers what was typed. If the user empties the field, the
 * amount follows the fee type again.
 */
export function enterAmount(formValues: FeeFormValues, input: string): Partial<FeeFormValues> {
  const amount = stripAmountInput(input)
  if (amount === '') return { amount, isProposed: true, typed: '' }
  return { amount, isProposed: false, typed: continueTyping(formValues, input) }
}

/**
 * Applies a change of the field to the typed text. The field shows the amount without the characters that were dropped:
 * for the typed text '1,234' it shows '1234'. If the user then adds a '5', the typed text becomes '1,2345'.
 */
function continueTyping({ amount, typed }: FeeFormValues, input: string): string {
  if (typed === '') return input
  const isAddedAtEnd = input.startsWith(amount)
  if (isAddedAtEnd) return typed + input.slice(amount.length)
  const isRemovedAtEnd = amount.startsWith(input)
  if (!isRemovedAtEnd) return input
  // Removes characters until the field would show the rest as `input`.
  let remainingText = typed
  while (remainingText !== '' && stripAmountInput(remainingText) !== input) remainingText = remainingText.slice(0, -1)
  return remainingText === '' ? input : remainingText
}

/** True if the field dropped typed characters. Spaces and leading zeros do not count. */
export function isAmountChanged({ amount, typed }: FeeFormValues): boolean {
  const withoutSpaces = typed.replace(/\s/g, '')
  const withoutLeadingZeros = withoutSpaces.replace(/^0+(?=[0-9])/, '')
  return typed !== '' && withoutLeadingZeros !== amount
}

/** If the typed text is ambiguous, the amounts that it can mean: the user must choose one. Otherwise empty. */
export function amountReadings({ amount, typed }: FeeFormValues): readonly Cents[] {
  const stripped = textToCents(amount)
  if (typeof stripped !== 'number') return []
  return readingsOfAmount(typed, { stripped, usesDecimalComma: usesDecimalComma() })
}

export const chooseReading = (amount: Cents): Partial<FeeFormValues> => ({ amount: centsToDecimal(amount), typed: '' })

export interface FeeError {
  readonly field: FeeField
  readonly text: string
}

/** In the order of the fields, at most one for each field. */
export function feeErrors(formValues: FeeFormValues): readonly FeeError[] {
  const { identifierType, feeId } = formValues
  const { label, length } = identifierTypes[identifierType]
  const errors: FeeError[] = []
  if (!isCompleteIdentifier(identifierType, stripSeparators(formValues)))
    errors.push({ field: 'identifier', text: m.cards_enterIdentifier({ label: inSentence(label), length }) })
  if (feeId === '') errors.push({ field: 'feeId', text: m.cards_selectFeeType() })
  const amountErrorText = amountError(formValues)
  if (amountErrorText !== undefined) errors.push({ field: 'amount', text: amountErrorText })
  return errors
}

function amountError(formValues: FeeFormValues): string | undefined {
  const amount = textToCents(formValues.amount)
  if (amount === 'amountTooLarge') return TOO_LARGE_MESSAGE
  if (typeof amount !== 'number') return m.cards_enterAmount()
  const hasSeveralMeanings = amountReadings(formValues).length > 0
  return hasSeveralMeanings ? m.cards_chooseAmount({ typed: formValues.typed }) : undefined
}

const TOO_LARGE_MESSAGE = m.cards_enterSmallerAmount({ maxAmount: centsToText(cents(MAX_AMOUNT_CENTS)) })

// Another version of the portal may have stored a different shape.
function parseFormValues(stored: unknown): FeeFormValues | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { identifierType, identifier, amount, feeId, isProposed, typed } = stored as Partial<
    Record<keyof FeeFormValues, unknown>
  >
  const isIdentifierType = identifierType === PAN || identifierType === TRACKING_NUMBER
  const areTexts = [identifier, amount, feeId, typed].every((text) => typeof text === 'string')
  const isValid = isIdentifierType && areTexts && typeof isProposed === 'boolean'
  return isValid ? (stored as FeeFormValues) : undefined
}
