// The rules for payments into the funding account, returns of surplus and their reversals, for the screens' tooltips and
// the server's refusals. Rules: docs/rules/funding.md, "Payments".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { CalendarDate } from '../calendar.ts'
import { addDays } from '../dates.ts'
import { type Cents, MAX_AMOUNT_CENTS, decimalToCents } from '../money.ts'

/** A payment is money that the owner paid in. A return is surplus that goes back. A reversal corrects one of the two. */
export const fundingPaymentTypes = ['payment', 'return', 'reversal'] as const
export type FundingPaymentType = (typeof fundingPaymentTypes)[number]
/** The types that a user chooses. A reversal is made from the payment or return that it reverses. */
export type RecordedPaymentType = Exclude<FundingPaymentType, 'reversal'>
export const recordedPaymentTypes = ['payment', 'return'] as const satisfies readonly RecordedPaymentType[]

export const fundingPaymentTypeLabels = withTexts<Readonly<Record<FundingPaymentType, string>>>({
  payment: textOf(m.funding_payment),
  return: textOf(m.funding_return),
  reversal: textOf(m.funding_reversal),
})

export const fundingPaymentStates = ['waiting', 'confirmed', 'rejected', 'reversed'] as const
export type FundingPaymentState = (typeof fundingPaymentStates)[number]

export const fundingPaymentStateLabels = withTexts<Readonly<Record<FundingPaymentState, string>>>({
  waiting: textOf(m.funding_waiting),
  confirmed: textOf(m.funding_confirmed),
  rejected: textOf(m.funding_rejected),
  reversed: textOf(m.funding_reversed),
})

export const MAX_PAYMENT_REFERENCE = 140
export const MAX_PAYMENT_NOTE = 255
/** A bank's advice is a page or two. */
export const MAX_PAYMENT_FILE = 2_000_000
/** A value date that is more than this many days ago is probably a typing error. */
const MAX_VALUE_DATE_AGE_DAYS = 366

/** The types of files that can be attached: what a bank or a mailbox sends. */
export const paymentFileTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain',
  csv: 'text/csv',
  xml: 'application/xml',
  eml: 'message/rfc822',
}

const extensionOf = (fileName: string): string => /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** The content type of a file, by its extension. Undefined if files of this type cannot be attached. */
export const paymentFileToContentType = (fileName: string): string | undefined => {
  const extension = extensionOf(fileName)
  return Object.hasOwn(paymentFileTypes, extension) ? paymentFileTypes[extension] : undefined
}

/** Why the file cannot be attached. Undefined if it can. */
export function paymentFileRefusal(fileName: string, sizeInBytes: number): string | undefined {
  const isTypeAccepted = paymentFileToContentType(fileName) !== undefined
  if (!isTypeAccepted) return m.funding_fileTypeRefused({ types: Object.keys(paymentFileTypes).join(', ') })
  if (sizeInBytes === 0) return m.funding_fileIsEmpty()
  return sizeInBytes > MAX_PAYMENT_FILE ? m.funding_fileTooLarge() : undefined
}

/** Why a decimal text cannot be recorded as an amount. Undefined if it can. */
export function paymentAmountRefusal(amount: string): string | undefined {
  const value = decimalToCents(amount)
  if (value === undefined || value <= 0) return m.funding_amountAboveZero()
  return value > MAX_AMOUNT_CENTS ? m.funding_amountTooLarge() : undefined
}

/** Why the value date cannot be recorded. Undefined if it can. Money is recorded after it has arrived. */
export function valueDateRefusal(valueDate: CalendarDate, today: CalendarDate): string | undefined {
  if (valueDate > today) return m.funding_valueDateInFuture()
  return valueDate < addDays(today, -MAX_VALUE_DATE_AGE_DAYS) ? m.funding_valueDateTooOld() : undefined
}

/** The facts that the rules need. */
export interface PaymentToDecide {
  readonly state: FundingPaymentState
  readonly recordedBy: string
}

/** Refuses the decision about a payment that is decided, or that the user recorded. Undefined if the user can decide. */
export function paymentDecisionRefusal({ state, recordedBy }: PaymentToDecide, viewerId: string): string | undefined {
  if (state === 'rejected') return m.funding_rejectedAlready()
  if (state !== 'waiting') return m.funding_confirmedAlready()
  return recordedBy === viewerId ? m.funding_cannotConfirmOwn() : undefined
}

export interface PaymentToReverse {
  readonly type: FundingPaymentType
  readonly state: FundingPaymentState
  /** True if a reversal of the payment waits for a decision. */
  readonly hasWaitingReversal: boolean
}

/** Why the payment cannot be reversed. Undefined if it can. */
export function paymentReversalRefusal({ type, state, hasWaitingReversal }: PaymentToReverse): string | undefined {
  if (type === 'reversal') return m.funding_reversalIsFinal()
  if (state === 'waiting') return m.funding_rejectInsteadOfReverse()
  if (state === 'rejected') return m.funding_rejectedAlready()
  if (state === 'reversed') return m.funding_reversedAlready()
  return hasWaitingReversal ? m.funding_reversalWaits() : undefined
}

/**
 * True if the money comes into the funding account.
 * @param reversedType for a reversal: the type of the payment or return that it corrects
 */
export function isMoneyIn(type: FundingPaymentType, reversedType: FundingPaymentType | undefined): boolean {
  if (type === 'reversal') return reversedType === 'return'
  return type === 'payment'
}

/**
 * Why money cannot leave the account. Undefined if it can. A return takes only surplus, which approved batches and orders
 * do not need. A reversal corrects a wrong balance, so it can also take reserved money.
 */
export function moneyOutRefusal(
  type: FundingPaymentType,
  amountCents: Cents,
  funds: { readonly balanceCents: Cents; readonly availableCents: Cents },
  toText: (amountCents: Cents) => string,
): string | undefined {
  const { balanceCents, availableCents } = funds
  if (type === 'return' && amountCents > availableCents) {
    return m.funding_returnExceedsSurplus({ available: toText(availableCents) })
  }
  if (type === 'reversal' && amountCents > balanceCents) {
    return m.funding_reversalExceedsBalance({ balance: toText(balanceCents) })
  }
  return undefined
}
