// Payments into the funding account, returns of surplus and reversals, with their state.
import { m } from '#words/messages.js'
import type { FundingPayment } from '#contract/funding-payments.ts'
import type { Column } from '#domain/columns.ts'
import {
  type FundingPaymentState,
  fundingPaymentStateLabels,
  fundingPaymentStates,
  fundingPaymentTypeLabels,
} from '#domain/funding/payments.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import type { WholeList } from '#services/lists/useServerList.ts'
import { cents, decimalToCents } from '#domain/money.ts'
import { useExport } from '#services/lists/useExport.ts'
import { useToday } from '#services/useToday.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Money } from '#ui/Money.tsx'
import { DoneBy } from '#ui/tables/cells.tsx'
import type { Tone } from '#ui/tones.tsx'
import type { StateFilter } from './lists.ts'

interface PaymentListProps {
  readonly list: WholeList<FundingPayment>
  /** The filter of the list. */
  readonly state: StateFilter
  readonly onState: (state: StateFilter) => void
  readonly currency: string
  readonly onDetails: (payment: FundingPayment) => void
}

export function PaymentList({ list, state, onState, currency, onDetails }: PaymentListProps) {
  const download = useExport({
    name: `Payments_${useToday()}`,
    sheet: m.funding_payments(),
    columns,
    rows: list.loadAll,
  })
  return (
    <>
      <ListBar label={m.funding_payments()} list={list}>
        <Select
          label={m.common_status()}
          className="w-full sm:w-56"
          options={stateOptions}
          value={state}
          onChange={({ target }) => onState(target.value as StateFilter)}
        />
      </ListBar>
      <ListNote list={list} offline={m.funding_decideWhenOnline()} />
      <ListPanel<FundingPayment>
        title={m.funding_payments()}
        download={download}
        caption={m.funding_payments()}
        list={list}
        columns={columns}
        rowKey={({ paymentId }) => paymentId}
        cells={{
          type: ({ type }) => fundingPaymentTypeLabels[type],
          state: (payment) => <PaymentBadge state={payment.state} />,
          amount: ({ amount }) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />,
          valueDate: ({ valueDate }) => dateToShortText(valueDate as CalendarDate),
          recordedBy: (payment) => (
            <DoneBy by={payment.isOwn ? m.orders_you() : payment.recordedBy} at={payment.recordedAt} />
          ),
        }}
        actions={(payment) => (
          <Button
            size="small"
            onClick={() => onDetails(payment)}
            aria-label={m.funding_detailsOf({ paymentId: payment.paymentId })}
          >
            {m.common_details()}
          </Button>
        )}
        empty={<EmptyState title={m.funding_noPayments()}>{m.funding_noPaymentsHint()}</EmptyState>}
      />
    </>
  )
}

const tones: Readonly<Record<FundingPaymentState, Tone>> = {
  waiting: 'waiting',
  confirmed: 'positive',
  rejected: 'neutral',
  reversed: 'warning',
}

export const PaymentBadge = ({ state }: { readonly state: FundingPaymentState }) => (
  <Badge tone={tones[state]}>{fundingPaymentStateLabels[state]}</Badge>
)

const stateOptions = [
  { value: 'all', label: m.funding_anyState() },
  ...fundingPaymentStates.map((state) => ({ value: state, label: fundingPaymentStateLabels[state] })),
]

const columns: readonly Column<FundingPayment>[] = [
  { key: 'paymentId', label: m.funding_number(), format: 'shortText' },
  { key: 'type', label: m.funding_type(), format: 'shortText' },
  { key: 'reference', label: m.common_reference(), format: 'text' },
  { key: 'valueDate', label: m.funding_valueDate(), format: 'date' },
  { key: 'amount', label: m.common_amount(), format: 'amount' },
  { key: 'recordedBy', label: m.funding_recordedBy(), format: 'text' },
  { key: 'state', label: m.common_status(), format: 'shortText' },
  { key: 'note', label: m.common_note(), format: 'text', onlyOn: 'files' },
  { key: 'recordedAt', label: m.funding_recordedAt(), format: 'instant', onlyOn: 'files' },
  { key: 'decidedBy', label: m.common_decidedBy(), format: 'text', onlyOn: 'files' },
  { key: 'decidedAt', label: m.funding_decidedAt(), format: 'instant', onlyOn: 'files' },
  { key: 'rejectReason', label: m.common_reason(), format: 'text', onlyOn: 'files' },
]
