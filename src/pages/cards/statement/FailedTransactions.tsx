// Failed Transactions (cards §2, §5): a full-screen dialog with dates of its own, today to today at first.
import { useMemo } from 'react'
import type { FailedTransaction } from '#contract/cards.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { sentence } from '#domain/sentences.ts'
import { useAddress } from '#services/lists/place.ts'
import { type ListSpec, useAskedList } from '#services/lists/useAskedList.ts'
import { Button } from '#ui/Button.tsx'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { useToday } from '#services/useToday.ts'
import type { Card } from '../details/facts.ts'
import { cardName } from '../words.ts'
import { DatePresets, lastMonth } from './DatePresets.tsx'
import { type Dates, failedQuestion } from './questions.ts'

export function FailedTransactions({ card, onClose }: { readonly card: Card; readonly onClose: () => void }) {
  const today = useToday()
  const spec = useMemo(() => failedOf(card.CARDNUMBER), [card.CARDNUMBER])
  const place = useAddress(spec.question, NEWEST_FIRST)
  const list = useAskedList(spec, place)
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
        <ListBar label="Failed transactions" list={list}>
          <DateRangeField
            label="Dates of failed transactions"
            {...place.values}
            onChange={place.setValues}
            error={list.refusal}
          />
          <DatePresets label="Presets of failed transactions" dates={place.values} onChange={place.setValues} />
        </ListBar>
        <ListNote list={list} offline="Other dates can be asked for when the connection is back." />
        <ListTable<FailedRow>
          caption="Failed transactions"
          list={list}
          columns={columns}
          rowKey={(row) => row.key}
          cells={{
            FAILEDTRANSACTIONAMOUNT: (row) => amountToText(row.FAILEDTRANSACTIONAMOUNT, row.CAMPAIGNCURRENCYSYMBOLHTML),
            FAILEDTRANSACTIONVOUCHERVALUE: (row) =>
              amountToText(row.FAILEDTRANSACTIONVOUCHERVALUE, row.CAMPAIGNCURRENCYSYMBOLHTML),
          }}
          empty={
            <EmptyState
              title="No failed transactions in these dates"
              action={<Button onClick={() => place.setValues(lastMonth(today))}>Show the last 30 days</Button>}
            >
              Other dates may have some.
            </EmptyState>
          }
        />
      </div>
    </Dialog>
  )
}

type FailedRow = FailedTransaction & { readonly key: string }

const NEWEST_FIRST = { prefix: 'failed-', sort: { key: 'FAILEDTRANSACTIONDATE', descending: true } }

const failedOf = (cardNumber: string) =>
  ({
    name: 'failed-transactions',
    method: 'failedTransactionSearch',
    question: failedQuestion(cardNumber),
    rows: ({ failedTransactions }) => failedTransactions.map((row, index) => ({ ...row, key: String(index) })),
    pageSize: 10,
  }) satisfies ListSpec<'failedTransactionSearch', Dates, FailedRow>

const columns: readonly Column<FailedRow>[] = [
  { key: 'FAILEDTRANSACTIONDATE', label: 'Date', format: 'instant' },
  { key: 'FAILEDTRANSACTIONAMOUNT', label: 'Amount', format: 'amount' },
  { key: 'FAILEDTRANSACTIONVOUCHERVALUE', label: 'Card value', format: 'amount' },
  { key: 'FAILEDTRANSACTIONDESCRIPTION', label: 'Description', format: 'text' },
  { key: 'FAILEDTRANSACTIONMETHOD', label: 'Method', format: 'text' },
  { key: 'FAILEDTRANSACTIONMANAGER', label: 'Manager', format: 'text' },
  { key: 'FAILEDTRANSACTIONERRORCODE', label: 'Error code', format: 'text' },
]
