// Entries of imported statements that belong to no payment yet. The user matches an entry
// with the proposed payment, records a new payment from it, or sets it aside, which another user confirms. Entries that
// were set aside can be shown too.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { BankEntry } from '#contract/funding-payments.ts'
import { dateToShortText } from '#domain/calendar.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText, cents, decimalToCents } from '#domain/money.ts'
import { canCall } from '#contract/methods.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { MAX_PAYMENT_NOTE } from '#domain/funding/payments.ts'
import {
  type AsideChange,
  asideToChange,
  findPendingAsideChange,
  matchToChange,
} from '#flows/pending-changes/payment-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ReasonField } from '#pages/shared/ReasonField.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'

interface EntryListProps {
  readonly ownerUser: string
  readonly currency: string
  readonly permissions: PermissionMap | undefined
}

/** Shown only if there are such entries. */
export function EntryList({ ownerUser, currency, permissions }: EntryListProps) {
  const { online } = useConnection()
  const [showsSetAside, setShowsSetAside] = useState(false)
  const { data } = useServerQuery('bankEntries', showsSetAside ? SET_ASIDE : NO_PARAMS)
  const [chosen, setChosen] = useState<Chosen>()
  if (!data || (data.total === 0 && data.setAsideTotal === 0)) return null
  const canRecord = canCall(permissions, 'matchBankEntry')
  const canDecide = canCall(permissions, 'confirmBankEntryAside')
  const title = showsSetAside ? m.funding_entriesSetAside() : m.funding_unmatchedEntries()
  const disabledReason = online ? undefined : OFFLINE_REASON
  return (
    <Panel
      flush
      title={title}
      actions={
        (showsSetAside || data.setAsideTotal > 0) && (
          <Button size="small" onClick={() => setShowsSetAside((before) => !before)}>
            {showsSetAside ? m.funding_showUnmatched() : m.funding_showSetAside({ count: data.setAsideTotal })}
          </Button>
        )
      }
    >
      <DataTable<BankEntry>
        caption={title}
        columns={columns}
        rows={data.entries}
        rowKey={({ entryId }) => entryId}
        pageSize={10}
        cells={{
          bookedOn: ({ bookedOn }) => dateToShortText(bookedOn as never),
          amount: ({ amount }) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />,
          reference: ({ reference, setAside }) =>
            setAside ? (
              <>
                {reference}
                <span className="block text-sm text-muted">
                  {setAside.confirmedBy === null
                    ? m.funding_asideWaiting({ name: setAside.by, reason: setAside.reason })
                    : m.funding_asideConfirmed({
                        name: setAside.by,
                        confirmer: setAside.confirmedBy,
                        reason: setAside.reason,
                      })}
                </span>
              </>
            ) : (
              reference
            ),
        }}
        actions={(entry) => (
          <EntryActions {...{ entry, currency, canRecord, canDecide, disabledReason }} onChoose={setChosen} />
        )}
        empty={<EmptyState title={m.funding_noSuchEntries()} />}
      />
      {chosen?.act === 'match' && (
        <MatchDialog ownerUser={ownerUser} currency={currency} {...chosen} onClose={() => setChosen(undefined)} />
      )}
      {chosen && chosen.act !== 'match' && (
        <AsideDialog
          ownerUser={ownerUser}
          currency={currency}
          entry={chosen.entry}
          change={chosen.act}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Panel>
  )
}

const SET_ASIDE = { setAside: true } as const

type Chosen =
  /** Without `paymentId` to record a new payment. */
  | { readonly act: 'match'; readonly entry: BankEntry; readonly paymentId: string | undefined }
  | { readonly act: AsideChange; readonly entry: BankEntry }

interface EntryActionsProps {
  readonly entry: BankEntry
  readonly currency: string
  readonly canRecord: boolean
  readonly canDecide: boolean
  readonly disabledReason: string | undefined
  readonly onChoose: (chosen: Chosen) => void
}

function EntryActions({ entry, currency, canRecord, canDecide, disabledReason, onChoose }: EntryActionsProps) {
  const amount = amountToText(entry.amount, currency)
  const { setAside, proposed } = entry
  if (setAside)
    return (
      canDecide && (
        <>
          {setAside.confirmedBy === null && (
            <Button
              size="small"
              disabledReason={disabledReason ?? (setAside.isOwn ? m.funding_cannotConfirmOwnAside() : undefined)}
              aria-label={m.funding_confirmAsideOf({ amount })}
              onClick={() => onChoose({ act: 'confirmAside', entry })}
            >
              {m.funding_confirm()}
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            disabledReason={disabledReason}
            aria-label={m.funding_restoreOf({ amount })}
            onClick={() => onChoose({ act: 'restore', entry })}
          >
            {m.funding_restore()}
          </Button>
        </>
      )
    )
  return (
    canRecord && (
      <>
        {proposed && (
          <Button
            size="small"
            disabledReason={disabledReason}
            onClick={() => onChoose({ act: 'match', entry, paymentId: proposed.paymentId })}
          >
            {m.funding_matchTo({ paymentId: proposed.paymentId })}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          disabledReason={disabledReason}
          onClick={() => onChoose({ act: 'match', entry, paymentId: undefined })}
          aria-label={m.funding_recordFrom({ amount })}
        >
          {m.funding_record()}
        </Button>
        <Button
          size="small"
          kind="quiet"
          disabledReason={disabledReason}
          onClick={() => onChoose({ act: 'setAside', entry })}
          aria-label={m.funding_setAsideOf({ amount })}
        >
          {m.funding_setAside()}
        </Button>
      </>
    )
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
  const recordEffect = isIn ? m.funding_recordInEffect({ amount }) : m.funding_recordOutEffect({ amount })
  return (
    <ChangeDialog
      title={paymentId === undefined ? m.funding_recordFrom({ amount }) : m.funding_matchTo({ paymentId })}
      effect={
        paymentId === undefined
          ? recordEffect
          : m.funding_matchEffect({ amount, reference: entry.proposed?.reference ?? '' })
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

interface AsideDialogProps {
  readonly ownerUser: string
  readonly currency: string
  readonly entry: BankEntry
  readonly change: AsideChange
  readonly onClose: () => void
}

function AsideDialog({ ownerUser, currency, entry, change, onClose }: AsideDialogProps) {
  const { entryId } = entry
  const pendingChanges = usePendingChanges(ownerUser)
  const { draft, setDraft, forget } = useTypedDraft<string>(`set aside ${entryId}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const amount = amountToText(entry.amount, currency)
  const texts = {
    setAside: { title: m.funding_setAsideOf({ amount }), effect: m.funding_setAsideEffect() },
    confirmAside: {
      title: m.funding_confirmAsideOf({ amount }),
      effect: m.funding_confirmAsideEffect({ reason: entry.setAside?.reason ?? '' }),
    },
    restore: { title: m.funding_restoreOf({ amount }), effect: m.funding_restoreEffect() },
  }[change]
  const reason = draft.trim()
  return (
    <ChangeDialog
      title={texts.title}
      effect={texts.effect}
      confirmLabel={texts.title}
      disabledReason={change === 'setAside' && reason === '' ? m.funding_asideReasonMissing() : undefined}
      earlier={{ ownerUser, change: findPendingAsideChange(pendingChanges, change, entryId) }}
      send={() => sendChange(ownerUser, asideToChange({ entryId, amount, reason }, change))}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forget()
        onClose()
      }}
      onClose={onClose}
    >
      {change === 'setAside' && (
        <ReasonField
          hint={m.funding_asideReasonHint()}
          required
          maxLength={MAX_PAYMENT_NOTE}
          value={draft}
          readOnly={isSending}
          onChange={(text) => setDraft(() => text)}
        />
      )}
    </ChangeDialog>
  )
}
