// Every field of a transaction's chargebacks.
import type { CardTransaction, Chargeback } from '#contract/cards.ts'
import { amountToText } from '#domain/money.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import * as say from '#words/pages/cards/statement.ts'

interface ChargebackDialogProps {
  readonly transaction: CardTransaction
  readonly onClose: () => void
}

export function ChargebackDialog({ transaction, onClose }: ChargebackDialogProps) {
  const query = useServerQuery('getSettlementChargebacks', { transactionId: transaction.TRANSACTIONID })
  const chargebacks = query.data?.chargebacks
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={say.chargebackInformation}
      description={transaction.TRANSACTIONDESCRIPTION}
      footer={<Button onClick={onClose}>{say.close}</Button>}
    >
      {chargebacks?.length === 0 ? (
        <EmptyState title={say.noChargeback} />
      ) : chargebacks ? (
        <ul className="grid gap-6">
          {chargebacks.map((chargeback) => (
            <li key={chargeback.ChargebackNumber}>
              <Facts facts={factsOf(chargeback)} />
            </li>
          ))}
        </ul>
      ) : query.failure ? (
        <EmptyState title={query.failure.text} action={<Button onClick={query.refresh}>{say.tryAgain}</Button>} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}

const factsOf = (chargeback: Chargeback) => [
  { label: say.chargebackNumber, value: chargeback.ChargebackNumber },
  { label: say.chargebackAmount, value: amountToText(chargeback.ChargebackAmount, chargeback.ChargebackCurrency) },
  { label: say.requestedAmount, value: amountToText(chargeback.ChargebackRequestAmount, chargeback.CardCurrency) },
  { label: say.description, value: chargeback.ChargebackDescription },
  { label: say.requested, value: when(chargeback.ChargebackRequestedDate) },
  { label: say.processed, value: when(chargeback.ChargebackProcessedDate) },
  { label: say.rejected, value: yes(chargeback.ChargebackRejected, chargeback.ChargebackRejectedDate) },
  { label: say.reversed, value: yes(chargeback.ChargebackReversed, chargeback.ChargebackReversedDate) },
  {
    label: say.secondPresentment,
    value: chargeback.SecondPresentmentStatus === 1 ? say.received : say.notReceived,
  },
]

const when = (instant: string | null) => (instant === null ? '–' : <Instant value={instant} />)

const yes = (flag: 0 | 1, instant: string | null) =>
  flag === 0 ? (
    say.no
  ) : (
    <>
      {say.yes}
      {instant !== null && ', '}
      {instant !== null && <Instant value={instant} />}
    </>
  )
