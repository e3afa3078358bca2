// The details of a payment, return or reversal, with its file. Here a user who did not record the payment confirms or
// rejects it, and a confirmed payment can be reversed.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { canCall } from '#contract/methods.ts'
import type { FundingPayment } from '#contract/funding-payments.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import {
  fundingPaymentTypeLabels,
  isMoneyIn,
  MAX_PAYMENT_NOTE,
  paymentDecisionRefusal,
  paymentReversalRefusal,
} from '#domain/funding/payments.ts'
import { amountToText } from '#domain/money.ts'
import {
  findPendingPaymentChange,
  type PaymentChange,
  paymentToChange,
} from '#flows/pending-changes/payment-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { blankToUndefined, ReasonField } from '#pages/shared/ReasonField.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { download } from '#services/files/download.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { DoneBy } from '#ui/tables/cells.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { PaymentBadge } from './PaymentList.tsx'

interface PaymentDetailsProps {
  readonly ownerUser: string
  readonly paymentId: string
  /** The payment, if the list on the page contains it. */
  readonly listed: FundingPayment | undefined
  readonly currency: string
  readonly permissions: PermissionMap | undefined
  readonly onClose: () => void
}

export function PaymentDetails(props: PaymentDetailsProps) {
  const { ownerUser, paymentId, listed, currency, permissions, onClose } = props
  const { online } = useConnection()
  const [change, setChange] = useState<PaymentChange>()
  // The payment is loaded if it is on another page of the list, or if the list shows payments in another state.
  const query = useServerQuery('fundingPayments', { paymentId }, { enabled: listed === undefined })
  const payment = listed ?? query.data?.payments[0]
  const typeLabel = payment ? fundingPaymentTypeLabels[payment.type] : m.funding_payment()
  if (payment && change)
    return (
      <PaymentChangeDialog
        ownerUser={ownerUser}
        payment={payment}
        currency={currency}
        change={change}
        onDone={() => {
          setChange(undefined)
          onClose()
        }}
        onClose={() => setChange(undefined)}
      />
    )
  const offlineReason = online ? undefined : OFFLINE_REASON
  const canReverse = payment?.state === 'confirmed' && canCall(permissions, 'reverseFundingPayment')
  const canDecide = payment?.state === 'waiting' && canCall(permissions, 'confirmFundingPayment')
  const hasLoadingEnded = query.data !== undefined || query.failure !== undefined
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={m.funding_numbered({ what: typeLabel, paymentId })}
      footer={
        <>
          <Button onClick={onClose}>{m.common_close()}</Button>
          <TrailLink type="payment" id={paymentId} />
          {canReverse && (
            <Button
              disabledReason={offlineReason ?? paymentReversalRefusal(payment)}
              onClick={() => setChange('reverse')}
            >
              {m.funding_reverse()}
            </Button>
          )}
          {canDecide && <DecisionButtons payment={payment} offlineReason={offlineReason} onChange={setChange} />}
        </>
      }
    >
      {payment && <PaymentFacts payment={payment} currency={currency} />}
      {!payment && hasLoadingEnded && <EmptyState title={query.failure?.text ?? m.funding_noSuchPayment()} />}
      {!payment && !hasLoadingEnded && <SkeletonLines lines={4} />}
    </Dialog>
  )
}

interface DecisionButtonsProps {
  readonly payment: FundingPayment
  readonly offlineReason: string | undefined
  readonly onChange: (change: PaymentChange) => void
}

function DecisionButtons({ payment, offlineReason, onChange }: DecisionButtonsProps) {
  // The portal knows only whether this user recorded the payment. The rule compares two user ids, so the portal uses
  // made-up ids that are equal or different.
  const viewerId = 'viewer'
  const recordedBy = payment.isOwn ? viewerId : 'other user'
  const disabledReason = offlineReason ?? paymentDecisionRefusal({ state: payment.state, recordedBy }, viewerId)
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => onChange('reject')}>
        {m.common_reject()}
      </Button>
      <Button kind="primary" disabledReason={disabledReason} onClick={() => onChange('confirm')}>
        {m.funding_confirm()}
      </Button>
    </>
  )
}

function PaymentFacts({ payment, currency }: { readonly payment: FundingPayment; readonly currency: string }) {
  const { paymentId, type, state, amount, valueDate, reference, note, fileName } = payment
  const noteLabel = type === 'reversal' ? m.common_reason() : m.common_note()
  const downloadFile = () => {
    const title = m.funding_numbered({ what: fundingPaymentTypeLabels[type], paymentId })
    void download('fundingPaymentFile', { paymentId }, title)
  }
  const facts: Fact[] = [
    { label: m.common_status(), value: <PaymentBadge state={state} /> },
    { label: m.common_amount(), value: <span className="figures">{amountToText(amount, currency)}</span> },
    { label: m.funding_valueDate(), value: dateToShortText(valueDate as CalendarDate) },
    { label: m.common_reference(), value: reference },
  ]
  if (note !== '') facts.push({ label: noteLabel, value: note })
  if (payment.reversesId !== null) facts.push({ label: m.audit_reversedPayment(), value: payment.reversesId })
  if (fileName !== null)
    facts.push({
      label: m.common_fileLabel(),
      value: (
        <button type="button" className="link text-start wrap-anywhere" onClick={downloadFile}>
          {fileName}
        </button>
      ),
    })
  facts.push({
    label: m.funding_recordedBy(),
    value: <DoneBy by={payment.isOwn ? m.orders_you() : payment.recordedBy} at={payment.recordedAt} />,
  })
  if (payment.decidedBy !== null)
    facts.push({ label: m.common_decidedBy(), value: <DoneBy by={payment.decidedBy} at={payment.decidedAt} /> })
  if (payment.rejectReason !== null) facts.push({ label: m.common_reason(), value: payment.rejectReason })
  return <Facts facts={facts} />
}

interface PaymentChangeDialogProps {
  readonly ownerUser: string
  readonly payment: FundingPayment
  readonly currency: string
  readonly change: PaymentChange
  readonly onDone: () => void
  readonly onClose: () => void
}

function PaymentChangeDialog({ ownerUser, payment, currency, change, onDone, onClose }: PaymentChangeDialogProps) {
  const { paymentId, type, reversedType } = payment
  const pendingChanges = usePendingChanges(ownerUser)
  const {
    draft: reason,
    setDraft: setReason,
    forget,
  } = useTypedDraft<string>(`${change} payment ${paymentId}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const amount = amountToText(payment.amount, currency)
  const what = m.funding_numbered({ what: fundingPaymentTypeLabels[type], paymentId })
  const confirmEffect = isMoneyIn(type, reversedType ?? undefined)
    ? m.funding_confirmInEffect({ amount })
    : m.funding_confirmOutEffect({ amount })
  const textsByChange = {
    confirm: {
      title: m.funding_confirmQuestion({ what }),
      effect: confirmEffect,
      label: m.funding_confirmAmount({ amount }),
    },
    reject: {
      title: m.funding_rejectQuestion({ what }),
      effect: m.funding_rejectEffect(),
      label: m.funding_rejectAmount({ amount }),
    },
    reverse: {
      title: m.funding_reverseQuestion({ what }),
      effect: m.funding_reverseEffect({ amount }),
      label: m.funding_reverseAmount({ amount }),
    },
  }
  const { title, effect, label } = textsByChange[change]
  const isReasonMissing = change === 'reverse' && reason.trim() === ''
  return (
    <ChangeDialog
      title={title}
      effect={effect}
      confirmLabel={label}
      danger={change !== 'confirm'}
      disabledReason={isReasonMissing ? m.funding_reasonMissing() : undefined}
      earlier={{ ownerUser, change: findPendingPaymentChange(pendingChanges, change, paymentId) }}
      send={() =>
        sendChange(ownerUser, paymentToChange({ paymentId, type, amount, reason: blankToUndefined(reason) }, change))
      }
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forget()
        onDone()
      }}
      onClose={onClose}
    >
      <PaymentFacts payment={payment} currency={currency} />
      {change !== 'confirm' && (
        <ReasonField
          hint={m.funding_reasonHint()}
          required={change === 'reverse'}
          maxLength={MAX_PAYMENT_NOTE}
          value={reason}
          readOnly={isSending}
          onChange={(text) => setReason(() => text)}
        />
      )}
    </ChangeDialog>
  )
}
