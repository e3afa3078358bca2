// What is known of a transaction's chargebacks, every field (cards §3).
import type { CardTransaction, Chargeback } from '#contract/cards.ts'
import { amountToText } from '#domain/money.ts'
import { useAsk } from '#services/queries.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface ChargebackDialogProps {
  readonly transaction: CardTransaction
  readonly onClose: () => void
}

export function ChargebackDialog({ transaction, onClose }: ChargebackDialogProps) {
  const asked = useAsk('getSettlementChargebacks', { transactionId: transaction.TRANSACTIONID })
  const chargebacks = asked.data?.chargebacks
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="Chargeback information"
      description={transaction.TRANSACTIONDESCRIPTION}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {chargebacks?.length === 0 ? (
        <EmptyState title="This transaction has no chargeback" />
      ) : chargebacks ? (
        <ul className="grid gap-6">
          {chargebacks.map((chargeback) => (
            <li key={chargeback.ChargebackNumber}>
              <Facts facts={factsOf(chargeback)} />
            </li>
          ))}
        </ul>
      ) : asked.failure ? (
        <EmptyState title={asked.failure.text} action={<Button onClick={asked.refresh}>Try again</Button>} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}

const factsOf = (chargeback: Chargeback) => [
  { label: 'Chargeback number', value: chargeback.ChargebackNumber },
  { label: 'Chargeback amount', value: amountToText(chargeback.ChargebackAmount, chargeback.ChargebackCurrency) },
  { label: 'Requested amount', value: amountToText(chargeback.ChargebackRequestAmount, chargeback.CardCurrency) },
  { label: 'Description', value: chargeback.ChargebackDescription },
  { label: 'Requested', value: when(chargeback.ChargebackRequestedDate) },
  { label: 'Processed', value: when(chargeback.ChargebackProcessedDate) },
  { label: 'Rejected', value: yes(chargeback.ChargebackRejected, chargeback.ChargebackRejectedDate) },
  { label: 'Reversed', value: yes(chargeback.ChargebackReversed, chargeback.ChargebackReversedDate) },
  {
    label: 'Second presentment',
    value: chargeback.SecondPresentmentStatus === 1 ? 'Received' : 'Not received',
  },
]

const when = (instant: string | null) => (instant === null ? '–' : <Instant value={instant} />)

const yes = (flag: 0 | 1, instant: string | null) =>
  flag === 0 ? (
    'No'
  ) : (
    <>
      Yes{instant !== null && ', '}
      {instant !== null && <Instant value={instant} />}
    </>
  )
