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

/** The texts of a change. They become `done` and `success` of the ChangeRequest. */
interface ChangeTexts {
  /** Returns a clause that says what was done. `what`: the name of the payment, or the amount of the bank's entry. */
  readonly done: (what: string) => string
  /** The notice after the server has accepted the change. */
  readonly success: string
}

const changeTexts: Readonly<Record<PaymentChange, ChangeTexts>> = {
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
      return { ...common, kind: 'confirmFundingPayment', params: { paymentId } }
    case 'reject':
      return { ...common, kind: 'rejectFundingPayment', params: { paymentId, reason } }
    case 'reverse':
      return { ...common, kind: 'reverseFundingPayment', params: { paymentId, reason: reason ?? '' } }
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

interface NewThreshold {
  /** A decimal. */
  readonly value: string
  /** 'SGD 1,250.00'. */
  readonly text: string
}

/** The change that sets the threshold of low funds. Undefined removes the threshold. */
export const thresholdToChange = (threshold: NewThreshold | undefined): AnyOperationRequest => ({
  kind: 'setFundingThreshold',
  params: { threshold: threshold?.value ?? null },
  subject: THRESHOLD_SUBJECT,
  done: threshold ? m.funding_thresholdWasSet({ amount: threshold.text }) : m.funding_thresholdWasRemoved(),
  success: threshold ? m.funding_thresholdIs({ amount: threshold.text }) : m.funding_noThresholdNow(),
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

const asideTexts: Readonly<Record<AsideChange, ChangeTexts>> = {
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
  switch (change) {
    case 'setAside':
      return { ...common, kind: 'setAsideBankEntry', params: { entryId, reason } }
    case 'confirmAside':
      return { ...common, kind: 'confirmBankEntryAside', params: { entryId } }
    case 'restore':
      return { ...common, kind: 'restoreBankEntry', params: { entryId } }
  }
}

export const findPendingAsideChange = (
  all: readonly PendingChange[],
  change: AsideChange,
  entryId: string,
): PendingChange | undefined => all.find(({ kind, subject }) => kind === asideOperations[change] && subject === entryId)
