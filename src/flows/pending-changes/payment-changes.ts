// The operation, parameters and success message of each change of a payment into the funding account. The store of
// pending changes keeps them until their response arrives.
import { m } from '#words/messages.js'
import {
  fundingPaymentTypeLabels,
  type FundingPaymentType,
  type RecordedPaymentType,
} from '#domain/funding/payments.ts'
import type { Params } from '#contract/operations.ts'
import type { AnyOperationRequest, PendingChange, StoredOperation } from './change-types.ts'

/** What a user can do with a recorded payment. */
export type PaymentChange = 'confirm' | 'reject' | 'reverse'

const operationOf = {
  confirm: 'confirmFundingPayment',
  reject: 'rejectFundingPayment',
  reverse: 'reverseFundingPayment',
} as const satisfies Readonly<Record<PaymentChange, StoredOperation>>

export interface ChangedPayment {
  readonly paymentId: string
  readonly type: FundingPaymentType
  /** 'SGD 1,250.00'. */
  readonly amount: string
  readonly reason?: string | undefined
}

const FUNDING_PATH = '/funding'

/** 'Payment 12 of SGD 1,250.00', for messages. */
const paymentName = ({ paymentId, type, amount }: ChangedPayment): string =>
  m.funding_named({ what: fundingPaymentTypeLabels[type], paymentId, amount })

const changeTexts: Readonly<
  Record<PaymentChange, { readonly done: (what: string) => string; readonly success: string }>
> = {
  confirm: { done: (what) => m.funding_wasConfirmed({ what }), success: m.funding_isPosted() },
  reject: { done: (what) => m.funding_wasRejected({ what }), success: m.funding_isRejected() },
  reverse: { done: (what) => m.funding_reversalWasRecorded({ what }), success: m.funding_waitsForAnother() },
}

export function paymentToChange(payment: ChangedPayment, change: PaymentChange): AnyOperationRequest {
  const { paymentId, reason } = payment
  const what = paymentName(payment)
  const common = {
    subject: paymentId,
    done: changeTexts[change].done(what),
    success: changeTexts[change].success,
    successSubject: what,
    link: { to: `${FUNDING_PATH}?payment=${paymentId}` },
  }
  switch (change) {
    case 'confirm':
      return { ...common, kind: operationOf[change], params: { paymentId } }
    case 'reject':
      return { ...common, kind: operationOf[change], params: { paymentId, reason } }
    case 'reverse':
      return { ...common, kind: operationOf[change], params: { paymentId, reason: reason ?? '' } }
  }
}

/** The same change of the same payment that was sent before and is still pending. */
export const findPendingPaymentChange = (
  all: readonly PendingChange[],
  change: PaymentChange,
  paymentId: string,
): PendingChange | undefined => all.find(({ kind, subject }) => kind === operationOf[change] && subject === paymentId)

/** The subject of a change that records a payment or a return. */
export const recordSubject = (type: RecordedPaymentType, reference: string): string => `${type} ${reference}`

/** The change that records a payment or a return. */
export function recordToChange(
  params: Omit<Params<'recordFundingPayment'>, 'requestId'>,
  amount: string,
): AnyOperationRequest {
  const what = fundingPaymentTypeLabels[params.type]
  return {
    kind: 'recordFundingPayment',
    params,
    subject: recordSubject(params.type, params.reference),
    done: m.funding_wasRecorded({ what, amount, reference: params.reference }),
    success: m.funding_waitsForAnother(),
    successSubject: `${what}, ${amount}`,
    link: { to: FUNDING_PATH },
  }
}

/**
 * The change that sets the threshold of low funds. Null removes the threshold. `amount`: the threshold as text.
 * Undefined if the threshold is removed.
 */
export const thresholdToChange = (threshold: string | null, amount: string | undefined): AnyOperationRequest => ({
  kind: 'setFundingThreshold',
  params: { threshold },
  subject: THRESHOLD_SUBJECT,
  done: amount === undefined ? m.funding_thresholdWasRemoved() : m.funding_thresholdWasSet({ amount }),
  success: amount === undefined ? m.funding_noThresholdNow() : m.funding_thresholdIs({ amount }),
  successSubject: m.funding_threshold(),
  link: { to: FUNDING_PATH },
})

/** There is only one threshold. */
export const THRESHOLD_SUBJECT = 'threshold'

/** The change that matches an entry of the bank to a payment. Without `paymentId`, it records a new payment instead. */
export const matchToChange = (
  entry: { readonly entryId: string; readonly amount: string },
  paymentId: string | undefined,
): AnyOperationRequest => ({
  kind: 'matchBankEntry',
  params: { entryId: entry.entryId, ...(paymentId !== undefined && { paymentId }) },
  subject: entry.entryId,
  done: m.funding_entryWasMatched({ amount: entry.amount }),
  success: paymentId === undefined ? m.funding_waitsForAnother() : m.funding_entryIsMatched(),
  successSubject: entry.amount,
  link: { to: FUNDING_PATH },
})

/** One user sets an entry of the bank aside. Another user then confirms this or restores the entry. */
export type AsideChange = 'setAside' | 'confirmAside' | 'restore'

const asideOperations = {
  setAside: 'setAsideBankEntry',
  confirmAside: 'confirmBankEntryAside',
  restore: 'restoreBankEntry',
} as const satisfies Readonly<Record<AsideChange, StoredOperation>>

const asideTexts: Readonly<
  Record<AsideChange, { readonly done: (amount: string) => string; readonly success: string }>
> = {
  setAside: {
    done: (amount) => m.funding_entryWasSetAside({ amount }),
    success: m.funding_asideWaitsForAnother(),
  },
  confirmAside: {
    done: (amount) => m.funding_asideWasConfirmed({ amount }),
    success: m.funding_entryIsSetAsideNow(),
  },
  restore: { done: (amount) => m.funding_entryWasRestored({ amount }), success: m.funding_entryIsRestored() },
}

/** `amount`: as text. `reason`: only for 'setAside'. */
export function asideToChange(
  { entryId, amount, reason }: { readonly entryId: string; readonly amount: string; readonly reason: string },
  change: AsideChange,
): AnyOperationRequest {
  const common = {
    subject: entryId,
    done: asideTexts[change].done(amount),
    success: asideTexts[change].success,
    successSubject: amount,
    link: { to: FUNDING_PATH },
  }
  return change === 'setAside'
    ? { ...common, kind: asideOperations[change], params: { entryId, reason } }
    : { ...common, kind: asideOperations[change], params: { entryId } }
}

export const findPendingAsideChange = (
  all: readonly PendingChange[],
  change: AsideChange,
  entryId: string,
): PendingChange | undefined => all.find(({ kind, subject }) => kind === asideOperations[change] && subject === entryId)
