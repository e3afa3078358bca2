// The Transaction Statement panel: dates, table, downloads, and the actions of a row.
import { m } from '#words/messages.js'
import { FileWarning, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CardTransaction } from '#contract/cards.ts'
import type { Column } from '#domain/columns.ts'
import { cents, decimalToCents } from '#domain/money.ts'
import { FEE_TRANSACTION_TYPE, reversedTooltip } from '#domain/cards/transactions.ts'
import { useAddressParams } from '#services/address-params.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useCallRefusal } from '../useCallRefusals.ts'
import type { Card } from '../details/card.ts'
import { ChargebackDialog } from './ChargebackDialog.tsx'
import { toColumns } from './columns.ts'
import { DatePresets } from './DatePresets.tsx'
import { Downloads } from './Downloads.tsx'
import { FailedTransactions } from './FailedTransactions.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'
import { type Dates, statementQuery } from './query-specs.ts'

interface StatementProps {
  readonly card: Card
  readonly ownerUser: string
}

interface OpenDialog {
  readonly dialog: 'reverse' | 'chargeback'
  readonly transaction: CardTransaction
}

export function Statement({ card, ownerUser }: StatementProps) {
  const spec = useMemo(() => statementSpec(card.VOUCHERID), [card.VOUCHERID])
  const listState = useUrlListState(spec.querySpec, NEWEST_FIRST)
  const list = useServerList(spec, listState)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [isFailedOpen, setIsFailedOpen] = useFailedDialog()
  const { response, rows } = list
  const { openingBalance, closingBalance } = response ?? {}
  const hasRowWithAction = rows?.some((row) => row.HASCHARGEBACK === 1 || isFee(row)) ?? false
  const toActions = (transaction: CardTransaction) => (
    <RowActions transaction={transaction} onOpen={(dialog) => setOpenDialog({ dialog, transaction })} />
  )

  return (
    <Panel
      flush
      title={m.cards_transactionStatement()}
      actions={
        <>
          {response && <Downloads card={card} statement={response} dates={listState.values} />}
          <Button size="small" onClick={() => setIsFailedOpen(true)}>
            {m.cards_failedTransactions()}
          </Button>
        </>
      }
    >
      <div className="no-print border-b border-line p-4">
        <ListBar label={m.cards_transactions()} list={list}>
          <DateRangeField
            label={m.cards_statementDates()}
            {...listState.values}
            onChange={listState.setValues}
            error={list.refusal}
          />
          <DatePresets
            label={m.cards_statementPresets()}
            dates={listState.values}
            onChange={listState.setValues}
            firstDay={card.FIRSTDATE}
          />
        </ListBar>
      </div>
      {openingBalance !== undefined && closingBalance !== undefined && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 border-b border-line px-4 py-2.5 text-sm">
          <Balance label={m.cards_statementOpeningBalance()} decimal={openingBalance} currency={card.CURRENCY} />
          <Balance label={m.cards_closingBalance()} decimal={closingBalance} currency={card.CURRENCY} />
        </dl>
      )}
      <div className="p-4 empty:hidden">
        <ListNote list={list} offline={m.cards_otherDatesWhenOnline()} />
      </div>
      <ListTable<CardTransaction>
        caption={m.cards_transactions()}
        noun="statement"
        list={list}
        columns={response ? toColumns(response) : placeholderColumns}
        rowKey={(row) => row.TRANSACTIONID}
        // The column of actions covers the amounts on a narrow screen, so it is shown only if a row has an action.
        {...(hasRowWithAction && { actions: toActions })}
        empty={<EmptyState title={m.cards_noTransactionsInTheseDates()}>{m.common_tryOtherDates()}</EmptyState>}
      />
      {isFailedOpen && <FailedTransactions card={card} onClose={() => setIsFailedOpen(false)} />}
      {openDialog?.dialog === 'chargeback' && (
        <ChargebackDialog transaction={openDialog.transaction} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.dialog === 'reverse' && (
        <ReverseDialog
          card={card}
          ownerUser={ownerUser}
          transaction={openDialog.transaction}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </Panel>
  )
}

interface BalanceProps {
  readonly label: string
  readonly decimal: string
  readonly currency: string
}

function Balance({ label, decimal, currency }: BalanceProps) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Money cents={decimalToCents(decimal) ?? cents(0)} currency={currency} strong />
      </dd>
    </div>
  )
}

const NEWEST_FIRST = { sort: { key: 'SHOWDATE', descending: true } }

const statementSpec = (voucherID: string) =>
  ({
    name: 'statement',
    method: 'cardStatement',
    querySpec: statementQuery(voucherID),
    rows: ({ transactions }) => transactions,
    pageSize: 10,
  }) satisfies ListSpec<'cardStatement', Dates, CardTransaction>

/**
 * Whether the dialog of failed transactions is open, and a function that opens or closes the dialog. The address has
 * 'failed=1' for the open dialog, and parameters with the prefix 'failed-' for its dates.
 */
function useFailedDialog() {
  const [params, changeParams] = useAddressParams()
  const setIsOpen = (isOpen: boolean) =>
    changeParams((current) => {
      const dialogParams = [...current.keys()].filter((name) => name.startsWith('failed'))
      for (const name of dialogParams) current.delete(name)
      if (isOpen) current.set('failed', '1')
      return current
    })
  return [params.get('failed') === '1', setIsOpen] as const
}

const isFee = ({ TRANSACTIONTYPE }: CardTransaction): boolean => TRANSACTIONTYPE === FEE_TRANSACTION_TYPE

interface RowActionsProps {
  readonly transaction: CardTransaction
  readonly onOpen: (dialog: 'reverse' | 'chargeback') => void
}

/** Only fees can be reversed, and only while REVERSIBLE is 1. The button of a reversed fee stays, but is disabled. */
function RowActions({ transaction, onOpen }: RowActionsProps) {
  const refusal = useCallRefusal('reverseTransaction')
  const { TRANSACTIONTYPELABEL: type, REVERSIBLE, REVERSED, HASCHARGEBACK } = transaction
  const isOrWasReversible = REVERSIBLE === 1 || REVERSED === 1
  const hasReverseButton = isFee(transaction) && isOrWasReversible
  return (
    // The buttons must not increase the height of the row.
    <span className="-my-1 inline-flex">
      {HASCHARGEBACK === 1 && (
        <IconButton
          size="small"
          side="left"
          label={m.cards_chargebackInformation()}
          icon={<FileWarning aria-hidden />}
          onClick={() => onOpen('chargeback')}
        />
      )}
      {hasReverseButton && (
        <IconButton
          size="small"
          side="left"
          label={m.cards_reverseType({ type })}
          icon={<RotateCcw aria-hidden />}
          disabledReason={REVERSIBLE === 1 ? refusal : reversedTooltip(type)}
          onClick={() => onOpen('reverse')}
        />
      )}
    </span>
  )
}

/** Column headings while the rows are loading. */
const placeholderColumns: readonly Column<CardTransaction>[] = [
  { key: 'SHOWDATE', label: m.common_date(), format: 'instant' },
  { key: 'TRANSACTIONTYPELABEL', label: m.common_type(), format: 'text' },
  { key: 'TRANSACTIONDESCRIPTION', label: m.common_description(), format: 'text' },
  { key: 'MONEYAMOUNT', label: m.common_amount(), format: 'amount' },
]
