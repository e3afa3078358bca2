// Failed Transactions: a full-screen dialog. The dialog has its own dates beside those of the statement, at first only
// today.
import { m } from '#words/messages.js'
import { useMemo } from 'react'
import type { FailedTransaction } from '#contract/cards.ts'
import { cardToApiIdentifier } from '#domain/cards/identifiers.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { capitalise } from '#domain/texts/sentences.ts'
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
import type { Card } from '../details/card.ts'
import { holdersCard } from '../words.ts'
import { DatePresets, last30Days } from './DatePresets.tsx'
import { type Dates, failedTransactionsQuery } from './query-specs.ts'

export function FailedTransactions({ card, onClose }: { readonly card: Card; readonly onClose: () => void }) {
  const today = useToday()
  const cardNumber = cardToApiIdentifier(card)
  const spec = useMemo(() => failedSpec(cardNumber), [cardNumber])
  const listState = useUrlListState(spec.querySpec, listSettings)
  const list = useServerList(spec, listState)
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title={m.cards_failedTransactions()}
      description={capitalise(holdersCard(card))}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <div className="grid gap-4">
        <ListBar label={m.cards_failedCaption()} list={list}>
          <DateRangeField
            label={m.cards_datesOfFailedTransactions()}
            {...listState.values}
            onChange={listState.setValues}
            error={list.refusal}
          />
          <DatePresets
            label={m.cards_failedPresets()}
            dates={listState.values}
            onChange={listState.setValues}
            firstDay={card.FIRSTDATE}
          />
        </ListBar>
        <ListNote list={list} offline={m.cards_otherDatesWhenOnline()} />
        <ListTable<FailedRow>
          caption={m.cards_failedCaption()}
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
              title={m.cards_noFailedTransactions()}
              action={
                <Button onClick={() => listState.setValues(last30Days(today))}>{m.cards_showLast30Days()}</Button>
              }
            >
              {m.common_tryOtherDates()}
            </EmptyState>
          }
        />
      </div>
    </Dialog>
  )
}

interface FailedRow extends FailedTransaction {
  readonly key: string
}

/** Newest first. The prefix keeps the parameters apart from those of the card's statement in the same address. */
const listSettings = { prefix: 'failed-', sort: { key: 'FAILEDTRANSACTIONDATE', descending: true } }

const failedSpec = (cardNumber: string) =>
  ({
    name: 'failed-transactions',
    method: 'failedTransactionSearch',
    querySpec: failedTransactionsQuery(cardNumber),
    rows: ({ failedTransactions }) => failedTransactions.map((row, index) => ({ ...row, key: String(index) })),
    pageSize: 10,
  }) satisfies ListSpec<'failedTransactionSearch', Dates, FailedRow>

const columns: readonly Column<FailedRow>[] = [
  { key: 'FAILEDTRANSACTIONDATE', label: m.common_date(), format: 'instant' },
  { key: 'FAILEDTRANSACTIONAMOUNT', label: m.common_amount(), format: 'amount' },
  { key: 'FAILEDTRANSACTIONVOUCHERVALUE', label: m.cards_cardValue(), format: 'amount' },
  { key: 'FAILEDTRANSACTIONDESCRIPTION', label: m.common_description(), format: 'text' },
  { key: 'FAILEDTRANSACTIONMETHOD', label: m.cards_method(), format: 'text' },
  { key: 'FAILEDTRANSACTIONMANAGER', label: m.cards_manager(), format: 'text' },
  { key: 'FAILEDTRANSACTIONERRORCODE', label: m.cards_errorCode(), format: 'text' },
]
