// Entries of imported statements that belong to no payment yet. The user matches the proposed payment, or records a new one
// from the entry.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { BankEntry } from '#contract/funding-payments.ts'
import { dateToShortText } from '#domain/calendar.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText, cents, decimalToCents } from '#domain/money.ts'
import { matchToChange } from '#flows/pending-changes/payment-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'

interface EntryListProps {
  readonly ownerUser: string
  readonly currency: string
  readonly canRecord: boolean
}

/** Shown only if there are such entries. */
export function EntryList({ ownerUser, currency, canRecord }: EntryListProps) {
  const { online } = useConnection()
  const { data } = useServerQuery('bankEntries', NO_PARAMS)
  const [chosen, setChosen] = useState<{ readonly entry: BankEntry; readonly paymentId: string | undefined }>()
  if (!data || data.total === 0) return null
  const disabledReason = online ? undefined : OFFLINE_REASON
  return (
    <Panel flush title={m.funding_unmatchedEntries()}>
      <DataTable<BankEntry>
        caption={m.funding_unmatchedEntries()}
        columns={columns}
        rows={data.entries}
        rowKey={({ entryId }) => entryId}
        pageSize={10}
        cells={{
          bookedOn: ({ bookedOn }) => dateToShortText(bookedOn as never),
          amount: ({ amount }) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />,
        }}
        actions={(entry) =>
          canRecord && (
            <>
              {entry.proposed && (
                <Button
                  size="small"
                  disabledReason={disabledReason}
                  onClick={() => setChosen({ entry, paymentId: entry.proposed?.paymentId })}
                >
                  {m.funding_matchTo({ paymentId: entry.proposed.paymentId })}
                </Button>
              )}
              <Button
                size="small"
                kind="quiet"
                disabledReason={disabledReason}
                onClick={() => setChosen({ entry, paymentId: undefined })}
                aria-label={m.funding_recordFrom({ amount: amountToText(entry.amount, currency) })}
              >
                {m.funding_record()}
              </Button>
            </>
          )
        }
        empty={null}
      />
      {chosen && (
        <MatchDialog ownerUser={ownerUser} currency={currency} {...chosen} onClose={() => setChosen(undefined)} />
      )}
    </Panel>
  )
}

const columns: readonly Column<BankEntry>[] = [
  { key: 'bookedOn', label: m.funding_bookedOn(), format: 'date' },
  { key: 'amount', label: m.common_amount(), format: 'amount' },
  { key: 'bankReference', label: m.funding_bankReference(), format: 'text' },
  { key: 'reference', label: m.funding_payersText(), format: 'text' },
]

interface MatchDialogProps {
  readonly ownerUser: string
  readonly currency: string
  readonly entry: BankEntry
  /** Undefined to record a new payment. */
  readonly paymentId: string | undefined
  readonly onClose: () => void
}

function MatchDialog({ ownerUser, currency, entry, paymentId, onClose }: MatchDialogProps) {
  const pendingChanges = usePendingChanges(ownerUser)
  const amount = amountToText(entry.amount, currency)
  const isIn = (decimalToCents(entry.amount) ?? 0) > 0
  return (
    <ChangeDialog
      title={paymentId === undefined ? m.funding_recordFrom({ amount }) : m.funding_matchTo({ paymentId })}
      effect={
        paymentId !== undefined
          ? m.funding_matchEffect({ amount, reference: entry.proposed?.reference ?? '' })
          : isIn
            ? m.funding_recordInEffect({ amount })
            : m.funding_recordOutEffect({ amount })
      }
      confirmLabel={paymentId === undefined ? m.funding_recordFrom({ amount }) : m.funding_match()}
      earlier={{
        ownerUser,
        change: pendingChanges.find(({ kind, subject }) => kind === 'matchBankEntry' && subject === entry.entryId),
      }}
      send={() => sendChange(ownerUser, matchToChange({ entryId: entry.entryId, amount }, paymentId))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
