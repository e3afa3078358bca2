// Failed Transactions: a full-screen dialog with separate dates, initially only today.
import { useMemo } from 'react'
import type { FailedTransaction } from '#contract/cards.ts'
import { cardToName } from '#domain/cards/identifiers.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { sentence } from '#domain/sentences.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { useToday } from '#services/useToday.ts'
import * as say from '#words/pages/cards/statement.ts'
import type { Card } from '../details/facts.ts'
import { cardName } from '../words.ts'
import { DatePresets, lastMonth } from './DatePresets.tsx'
import { type Dates, failedQuery } from './query-specs.ts'

export function FailedTransactions({ card, onClose }: { readonly card: Card; readonly onClose: () => void }) {
  const today = useToday()
  const name = cardToName(card)
  const spec = useMemo(() => failedOf(name), [name])
  const listState = useUrlListState(spec.querySpec, NEWEST_FIRST)
  const list = useServerList(spec, listState)
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title={say.failedTransactions}
      description={sentence(cardName(card.CARDNUMBER))}
      footer={<Button onClick={onClose}>{say.close}</Button>}
    >
      <div className="grid gap-4">
        <ListBar label={say.failedCaption} list={list}>
          <DateRangeField
            label={say.datesOfFailedTransactions}
            {...listState.values}
            onChange={listState.setValues}
            error={list.refusal}
          />
          <DatePresets
            label={say.failedPresets}
            dates={listState.values}
            onChange={listState.setValues}
            first={card.FIRSTDATE}
          />
        </ListBar>
        <ListNote list={list} offline={say.otherDatesWhenOnline} />
        <ListTable<FailedRow>
          caption={say.failedCaption}
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
              title={say.noFailedTransactions}
              action={<Button onClick={() => listState.setValues(lastMonth(today))}>{say.showLast30Days}</Button>}
            >
              {say.otherDatesMayHaveSome}
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
    querySpec: failedQuery(cardNumber),
    rows: ({ failedTransactions }) => failedTransactions.map((row, index) => ({ ...row, key: String(index) })),
    pageSize: 10,
  }) satisfies ListSpec<'failedTransactionSearch', Dates, FailedRow>

const columns: readonly Column<FailedRow>[] = [
  { key: 'FAILEDTRANSACTIONDATE', label: say.date, format: 'instant' },
  { key: 'FAILEDTRANSACTIONAMOUNT', label: say.amount, format: 'amount' },
  { key: 'FAILEDTRANSACTIONVOUCHERVALUE', label: say.cardValue, format: 'amount' },
  { key: 'FAILEDTRANSACTIONDESCRIPTION', label: say.description, format: 'text' },
  { key: 'FAILEDTRANSACTIONMETHOD', label: say.method, format: 'text' },
  { key: 'FAILEDTRANSACTIONMANAGER', label: say.manager, format: 'text' },
  { key: 'FAILEDTRANSACTIONERRORCODE', label: say.errorCode, format: 'text' },
]
