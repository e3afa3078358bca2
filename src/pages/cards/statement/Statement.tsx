// The Transaction Statement panel (cards §2, §5): its dates, the table, the downloads, and what can be done about a line.
import { FileWarning, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { CardTransaction } from '#contract/cards.ts'
import { defaultStatementRange } from '#domain/cards/statement.ts'
import { FEE_TRANSACTION_TYPE, reversedText } from '#domain/cards/transactions.ts'
import { usePageSize } from '#services/preference.ts'
import { useAsk } from '#services/queries.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { DateRangeField } from '#ui/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useBarred } from '../details/ActionBar.tsx'
import type { Card } from '../details/facts.ts'
import { ChargebackDialog } from './ChargebackDialog.tsx'
import { toColumns } from './columns.ts'
import { Downloads } from './Downloads.tsx'
import { FailedTransactions } from './FailedTransactions.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'
import { useRange } from './useRange.ts'

interface StatementProps {
  readonly card: Card
  readonly ownerUser: string
}

type Open = 'failed' | { readonly what: 'reverse' | 'chargeback'; readonly transaction: CardTransaction }

export function Statement({ card, ownerUser }: StatementProps) {
  const today = useToday()
  const { range, setRange, error, dates } = useRange(defaultStatementRange(today))
  const [pageSize, setPageSize] = usePageSize('statement', 10)
  const [open, setOpen] = useState<Open>()
  const startDate = dates?.start ?? today
  const endDate = dates?.end ?? today
  const asked = useAsk(
    'cardStatement',
    { cardID: card.VOUCHERID, startDate, endDate },
    { enabled: dates !== undefined },
  )
  const statement = dates && asked.data

  return (
    <Panel
      flush
      title="Transaction Statement"
      actions={
        <>
          {statement && dates && <Downloads card={card} statement={statement} dates={dates} />}
          <Button size="small" onClick={() => setOpen('failed')}>
            Failed Transactions
          </Button>
        </>
      }
    >
      <div className="border-b border-line p-4">
        <DateRangeField label="Statement dates" {...range} onChange={setRange} error={error} />
      </div>
      {asked.failure && statement && (
        <div className="p-4">
          <Banner kind="warning" title={asked.failure.text}>
            The lines below are from before.
          </Banner>
        </div>
      )}
      {dates === undefined ? (
        <EmptyState title="The statement was not fetched">Correct the dates above to see it.</EmptyState>
      ) : (
        <DataTable<CardTransaction>
          // Other dates begin on their first page.
          key={`${startDate} ${endDate}`}
          caption="Transactions"
          columns={statement ? toColumns(statement.visibleColumns) : columnsToCome}
          rows={statement?.transactions}
          rowKey={(row) => row.TRANSACTIONID}
          initialSort={{ key: 'SHOWDATE', descending: true }}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          density="compact"
          error={asked.failure?.text}
          onRetry={asked.refresh}
          refreshing={asked.refreshing}
          // Without anything to do there is no column for it, which on a narrow screen would hide the amounts.
          {...(statement?.transactions.some((line) => line.HASCHARGEBACK === 1 || isFee(line)) && {
            actions: (transaction) => (
              <LineActions transaction={transaction} onOpen={(what) => setOpen({ what, transaction })} />
            ),
          })}
          empty={<EmptyState title="No transactions in these dates">Other dates may have some.</EmptyState>}
        />
      )}
      {open === 'failed' && <FailedTransactions card={card} onClose={() => setOpen(undefined)} />}
      {open && open !== 'failed' && open.what === 'chargeback' && (
        <ChargebackDialog transaction={open.transaction} onClose={() => setOpen(undefined)} />
      )}
      {open && open !== 'failed' && open.what === 'reverse' && (
        <ReverseDialog
          card={card}
          ownerUser={ownerUser}
          transaction={open.transaction}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

const isFee = ({ TRANSACTIONTYPE }: CardTransaction): boolean => TRANSACTIONTYPE === FEE_TRANSACTION_TYPE

interface LineActionsProps {
  readonly transaction: CardTransaction
  readonly onOpen: (what: 'reverse' | 'chargeback') => void
}

/** cards §4: reversing is offered for the fee type alone, and only while REVERSIBLE is 1. */
function LineActions({ transaction, onOpen }: LineActionsProps) {
  const barred = useBarred()
  const { TRANSACTIONTYPELABEL: type, REVERSIBLE, REVERSED, HASCHARGEBACK } = transaction
  return (
    <>
      {HASCHARGEBACK === 1 && (
        <IconButton
          size="small"
          side="left"
          label="Chargeback information"
          icon={<FileWarning aria-hidden />}
          onClick={() => onOpen('chargeback')}
        />
      )}
      {isFee(transaction) && (REVERSIBLE === 1 || REVERSED === 1) && (
        <IconButton
          size="small"
          side="left"
          label={`Reverse the ${type}`}
          icon={<RotateCcw aria-hidden />}
          disabledReason={REVERSIBLE === 1 ? barred : reversedText(type)}
          onClick={() => onOpen('reverse')}
        />
      )}
    </>
  )
}

// Heads above the rows to come.
const columnsToCome = toColumns([
  { VALUE: 'SHOWDATE', LABEL: 'Date', NUMERIC: 0, RAWVALUE: 0 },
  { VALUE: 'TRANSACTIONTYPELABEL', LABEL: 'Type', NUMERIC: 0, RAWVALUE: 0 },
  { VALUE: 'TRANSACTIONDESCRIPTION', LABEL: 'Description', NUMERIC: 0, RAWVALUE: 0 },
  { VALUE: 'MONEYAMOUNT', LABEL: 'Amount', NUMERIC: 1, RAWVALUE: 0 },
])
