// The dialog with every field of a transaction's chargebacks.
import { m } from '#words/messages.js'
import type { CardTransaction, Chargeback } from '#contract/cards.ts'
import { amountToText } from '#domain/money.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface ChargebackDialogProps {
  readonly transaction: CardTransaction
  readonly onClose: () => void
}

export function ChargebackDialog({ transaction, onClose }: ChargebackDialogProps) {
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={m.cards_chargebackInformation()}
      description={transaction.TRANSACTIONDESCRIPTION}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <Chargebacks transactionId={transaction.TRANSACTIONID} />
    </Dialog>
  )
}

function Chargebacks({ transactionId }: { readonly transactionId: string }) {
  const query = useServerQuery('getSettlementChargebacks', { transactionId })
  const chargebacks = query.data?.chargebacks
  if (chargebacks?.length === 0) return <EmptyState title={m.cards_noChargeback()} />
  if (chargebacks)
    return (
      <ul className="grid gap-6">
        {chargebacks.map((chargeback) => (
          <li key={chargeback.ChargebackNumber}>
            <Facts facts={chargebackToFacts(chargeback)} />
          </li>
        ))}
      </ul>
    )
  if (query.failure)
    return (
      <EmptyState title={query.failure.text} action={<Button onClick={query.refresh}>{m.common_tryAgain()}</Button>} />
    )
  return <SkeletonLines lines={5} />
}

const chargebackToFacts = (chargeback: Chargeback) => [
  { label: m.common_chargebackNumber(), value: chargeback.ChargebackNumber },
  {
    label: m.common_chargebackAmount(),
    value: amountToText(chargeback.ChargebackAmount, chargeback.ChargebackCurrency),
  },
  {
    label: m.cards_requestedAmount(),
    value: amountToText(chargeback.ChargebackRequestAmount, chargeback.CardCurrency),
  },
  { label: m.common_description(), value: chargeback.ChargebackDescription },
  { label: m.common_requested(), value: instantOrDash(chargeback.ChargebackRequestedDate) },
  { label: m.common_processed(), value: instantOrDash(chargeback.ChargebackProcessedDate) },
  {
    label: m.common_rejectedLabel(),
    value: yesWithDate(chargeback.ChargebackRejected, chargeback.ChargebackRejectedDate),
  },
  { label: m.common_reversed(), value: yesWithDate(chargeback.ChargebackReversed, chargeback.ChargebackReversedDate) },
  {
    label: m.common_secondPresentment(),
    value: chargeback.SecondPresentmentStatus === 1 ? m.cards_received() : m.common_notReceived(),
  },
]

const instantOrDash = (instant: string | null) => (instant === null ? '–' : <Instant value={instant} />)

function yesWithDate(flag: 0 | 1, instant: string | null) {
  if (flag === 0) return m.common_no()
  if (instant === null) return m.common_yes()
  return (
    <>
      {m.common_yes()}
      {m.common_comma()}
      <Instant value={instant} />
    </>
  )
}
