// Failed Transactions (cards §2, §5): a full-screen dialog with dates of its own, today to today at first.
import type { FailedTransaction } from '#contract/cards.ts'
import type { Column } from '#domain/columns.ts'
import { sentence } from '#domain/sentences.ts'
import { usePageSize } from '#services/preference.ts'
import { useAsk } from '#services/queries.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { Card } from '../details/facts.ts'
import { amountText, cardName } from '../words.ts'
import { useRange } from './useRange.ts'

export function FailedTransactions({ card, onClose }: { readonly card: Card; readonly onClose: () => void }) {
  const today = useToday()
  const { range, setRange, error, dates } = useRange({ start: today, end: today })
  const [pageSize, setPageSize] = usePageSize('failed-transactions', 10)
  const asked = useAsk(
    'failedTransactionSearch',
    { cardNumber: card.CARDNUMBER, startDate: dates?.start ?? today, endDate: dates?.end ?? today },
    { enabled: dates !== undefined },
  )
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title="Failed Transactions"
      description={sentence(cardName(card.CARDNUMBER))}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-4">
        <DateRangeField label="Dates of failed transactions" {...range} onChange={setRange} error={error} />
        {dates === undefined ? (
          <EmptyState title="The list was not fetched">Correct the dates above to see it.</EmptyState>
        ) : (
          <DataTable<FailedTransaction & { readonly key: string }>
            key={`${dates.start} ${dates.end}`}
            caption="Failed transactions"
            columns={columns}
            rows={asked.data?.failedTransactions.map((row, index) => ({ ...row, key: String(index) }))}
            rowKey={(row) => row.key}
            cells={{
              FAILEDTRANSACTIONAMOUNT: (row) => amountText(row.FAILEDTRANSACTIONAMOUNT, row.CAMPAIGNCURRENCYSYMBOLHTML),
              FAILEDTRANSACTIONVOUCHERVALUE: (row) =>
                amountText(row.FAILEDTRANSACTIONVOUCHERVALUE, row.CAMPAIGNCURRENCYSYMBOLHTML),
            }}
            initialSort={{ key: 'FAILEDTRANSACTIONDATE', descending: true }}
            pageSize={pageSize}
            onPageSizeChange={setPageSize}
            density="compact"
            error={asked.failure?.text}
            onRetry={asked.refresh}
            refreshing={asked.refreshing}
            empty={<EmptyState title="No failed transactions in these dates">Other dates may have some.</EmptyState>}
          />
        )}
      </div>
    </Dialog>
  )
}

const columns: readonly Column<FailedTransaction & { readonly key: string }>[] = [
  { key: 'FAILEDTRANSACTIONDATE', label: 'Date', format: 'instant' },
  { key: 'FAILEDTRANSACTIONAMOUNT', label: 'Amount', format: 'amount' },
  { key: 'FAILEDTRANSACTIONVOUCHERVALUE', label: 'Card value', format: 'amount' },
  { key: 'FAILEDTRANSACTIONDESCRIPTION', label: 'Description', format: 'text' },
  { key: 'FAILEDTRANSACTIONMETHOD', label: 'Method', format: 'text' },
  { key: 'FAILEDTRANSACTIONMANAGER', label: 'Manager', format: 'text' },
  { key: 'FAILEDTRANSACTIONERRORCODE', label: 'Error code', format: 'text' },
]
