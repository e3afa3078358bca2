// The values of the Insert Card Fee form, their changes and errors. The proposed amount follows the fee type until the
// user types an amount.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { type IdentifierType, identifierKinds, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { stripAmountInput } from '#domain/cards/statement.ts'
import { type Cents, cents, centsToText, MAX_AMOUNT_CENTS, textToCents, decimalToCents } from '#domain/money.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export interface FeeFormValues {
  readonly identifierType: IdentifierType
  readonly identifier: string
  readonly feeId: string
  readonly amount: string
  /** True until the user types an amount: the amount then follows the fee type. */
  readonly isProposed: boolean
  /** True if a comma was typed or pasted; the amount does not contain it. */
  readonly isCommaRemoved: boolean
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
  isCommaRemoved: false,
}

/** Encrypted on this device, since it contains a card number. It survives a reload. */
export const feeForm = createPersistedState('insert-fee', EMPTY_FEE, parseFormValues)

/** The number to send, without spaces and hyphens. */
export const stripSeparators = ({ identifier }: Pick<FeeFormValues, 'identifier'>): string =>
  identifier.replace(/[\s-]/g, '')

export const isCompleteIdentifier = (type: IdentifierType, identifier: string): boolean =>
  identifier.length === identifierKinds[type].length && /^[0-9]+$/.test(identifier)

/** The default charge, or undefined if the fee has none. */
export function defaultCharge(fee: FeeType | undefined): Cents | undefined {
  const charge = decimalToCents(fee?.charge ?? '')
  return charge !== undefined && charge > 0 ? charge : undefined
}

export function chooseFee(formValues: FeeFormValues, fee: FeeType | undefined): Partial<FeeFormValues> {
  const feeId = fee?.id ?? ''
  if (!formValues.isProposed) return { feeId }
  return { feeId, amount: defaultCharge(fee) === undefined ? '' : (fee?.charge ?? ''), isCommaRemoved: false }
}

/** Keeps only digits and a point. If the user empties the field, the amount follows the fee type again. */
export function enterAmount(formValues: FeeFormValues, input: string): Partial<FeeFormValues> {
  const amount = stripAmountInput(input)
  // If the user only added or removed characters at the end, the note about an earlier comma still applies.
  const isContinued = amount.startsWith(formValues.amount) || formValues.amount.startsWith(amount)
  const isCommaRemoved = amount !== '' && (input.includes(',') || (formValues.isCommaRemoved && isContinued))
  return { amount, isProposed: amount === '', isCommaRemoved }
}

/** The errors by field, in the order of the fields. */
export function feeErrors(formValues: FeeFormValues): readonly { readonly field: FeeField; readonly text: string }[] {
  const { label, length } = identifierKinds[formValues.identifierType]
  const amount = textToCents(formValues.amount)
  const errors: Readonly<Record<FeeField, string | undefined>> = {
    identifier: isCompleteIdentifier(formValues.identifierType, stripSeparators(formValues))
      ? undefined
      : m.cards_enterIdentifier({ label: inSentence(label), length }),
    feeId: formValues.feeId === '' ? m.cards_selectFeeType() : undefined,
    amount: typeof amount === 'number' ? undefined : amount === 'amountTooLarge' ? TOO_LARGE : m.cards_enterAmount(),
  }
  return fields.flatMap((field) => {
    const text = errors[field]
    return text === undefined ? [] : [{ field, text }]
  })
}

const fields: readonly FeeField[] = ['identifier', 'feeId', 'amount']
const TOO_LARGE = m.cards_enterSmallerAmount({ maxAmount: centsToText(cents(MAX_AMOUNT_CENTS)) })

// Another version of the portal may have stored a different shape.
function parseFormValues(stored: unknown): FeeFormValues | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { identifierType, identifier, amount, feeId, isProposed, isCommaRemoved } = stored as Partial<
    Record<keyof FeeFormValues, unknown>
  >
  const isValid =
    (identifierType === PAN || identifierType === TRACKING_NUMBER) &&
    [identifier, amount, feeId].every((text) => typeof text === 'string') &&
    [isProposed, isCommaRemoved].every((flag) => typeof flag === 'boolean')
  return isValid ? (stored as FeeFormValues) : undefined
}
