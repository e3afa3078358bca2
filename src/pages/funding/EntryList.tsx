// Entries of imported statements that belong to no payment yet. The user matches an entry with the proposed payment,
// records a new payment from it, or sets it aside. Another user confirms that an entry is set aside. A button switches
// to the entries that were set aside.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { BankEntry } from '#contract/funding-payments.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
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

/** Shown only if there are unmatched entries or entries that were set aside. */
export function EntryList({ ownerUser, currency, permissions }: EntryListProps) {
  const { online } = useConnection()
  const [showsSetAside, setShowsSetAside] = useState(false)
  const { data } = useServerQuery('bankEntries', showsSetAside ? SET_ASIDE : NO_PARAMS)
  const [chosen, setChosen] = useState<ChosenAction>()
  const isEmpty = data?.total === 0 && data.setAsideTotal === 0
  if (!data || isEmpty) return null
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
          bookedOn: ({ bookedOn }) => dateToShortText(bookedOn as CalendarDate),
          amount: ({ amount }) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />,
          reference: ({ reference, setAside }) => {
            if (!setAside) return reference
            return (
              <>
                {reference}
                <span className="block text-sm text-muted">{setAsideToText(setAside)}</span>
              </>
            )
          },
        }}
        actions={(entry) => (
          <EntryActions
            entry={entry}
            currency={currency}
            canRecord={canRecord}
            canDecide={canDecide}
            disabledReason={disabledReason}
            onChoose={setChosen}
          />
        )}
        empty={<EmptyState title={m.funding_noSuchEntries()} />}
      />
      {chosen?.action === 'match' && (
        <MatchDialog
          ownerUser={ownerUser}
          currency={currency}
          entry={chosen.entry}
          paymentId={chosen.paymentId}
          onClose={() => setChosen(undefined)}
        />
      )}
      {chosen && chosen.action !== 'match' && (
        <AsideDialog
          ownerUser={ownerUser}
          currency={currency}
          entry={chosen.entry}
          change={chosen.action}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Panel>
  )
}

const SET_ASIDE = { setAside: true } as const

/** Who set the entry aside and why, and who confirmed this. */
function setAsideToText({ by, confirmedBy, reason }: NonNullable<BankEntry['setAside']>): string {
  if (confirmedBy === null) return m.funding_asideWaiting({ name: by, reason })
  return m.funding_asideConfirmed({ name: by, confirmer: confirmedBy, reason })
}

/** The action that the user has chosen for an entry, to be confirmed in a dialog. */
type ChosenAction =
  /** `paymentId` is undefined to record a new payment. */
  | { readonly action: 'match'; readonly entry: BankEntry; readonly paymentId: string | undefined }
  | { readonly action: AsideChange; readonly entry: BankEntry }

interface EntryActionsProps {
  readonly entry: BankEntry
  readonly currency: string
  /** True if the user can match entries, record payments from them and set them aside. */
  readonly canRecord: boolean
  /** True if the user can confirm that an entry is set aside, and restore it. */
  readonly canDecide: boolean
  readonly disabledReason: string | undefined
  readonly onChoose: (chosen: ChosenAction) => void
}

function EntryActions(props: EntryActionsProps) {
  if (props.entry.setAside) return props.canDecide && <SetAsideActions {...props} setAside={props.entry.setAside} />
  return props.canRecord && <UnmatchedActions {...props} />
}

interface SetAsideActionsProps extends EntryActionsProps {
  readonly setAside: NonNullable<BankEntry['setAside']>
}

function SetAsideActions({ entry, setAside, currency, disabledReason, onChoose }: SetAsideActionsProps) {
  const amount = amountToText(entry.amount, currency)
  const ownReason = setAside.isOwn ? m.funding_cannotConfirmOwnAside() : undefined
  return (
    <>
      {setAside.confirmedBy === null && (
        <Button
          size="small"
          disabledReason={disabledReason ?? ownReason}
          aria-label={m.funding_confirmAsideOf({ amount })}
          onClick={() => onChoose({ action: 'confirmAside', entry })}
        >
          {m.funding_confirm()}
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        disabledReason={disabledReason}
        aria-label={m.funding_restoreOf({ amount })}
        onClick={() => onChoose({ action: 'restore', entry })}
      >
        {m.funding_restore()}
      </Button>
    </>
  )
}

function UnmatchedActions({ entry, currency, disabledReason, onChoose }: EntryActionsProps) {
  const amount = amountToText(entry.amount, currency)
  const { proposed } = entry
  return (
    <>
      {proposed && (
        <Button
          size="small"
          disabledReason={disabledReason}
          onClick={() => onChoose({ action: 'match', entry, paymentId: proposed.paymentId })}
        >
          {m.funding_matchTo({ paymentId: proposed.paymentId })}
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        disabledReason={disabledReason}
        onClick={() => onChoose({ action: 'match', entry, paymentId: undefined })}
        aria-label={m.funding_recordFrom({ amount })}
      >
        {m.funding_record()}
      </Button>
      <Button
        size="small"
        kind="quiet"
        disabledReason={disabledReason}
        onClick={() => onChoose({ action: 'setAside', entry })}
        aria-label={m.funding_setAsideOf({ amount })}
      >
        {m.funding_setAside()}
      </Button>
    </>
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
  const isMoneyIn = (decimalToCents(entry.amount) ?? 0) > 0
  const recordTexts = {
    title: m.funding_recordFrom({ amount }),
    effect: isMoneyIn ? m.funding_recordInEffect({ amount }) : m.funding_recordOutEffect({ amount }),
    label: m.funding_recordFrom({ amount }),
  }
  const matchTexts = {
    title: m.funding_matchTo({ paymentId: paymentId ?? '' }),
    effect: m.funding_matchEffect({ amount, reference: entry.proposed?.reference ?? '' }),
    label: m.funding_match(),
  }
  const { title, effect, label } = paymentId === undefined ? recordTexts : matchTexts
  return (
    <ChangeDialog
      title={title}
      effect={effect}
      confirmLabel={label}
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
  const textsByChange = {
    setAside: { title: m.funding_setAsideOf({ amount }), effect: m.funding_setAsideEffect() },
    confirmAside: {
      title: m.funding_confirmAsideOf({ amount }),
      effect: m.funding_confirmAsideEffect({ reason: entry.setAside?.reason ?? '' }),
    },
    restore: { title: m.funding_restoreOf({ amount }), effect: m.funding_restoreEffect() },
  }
  const { title, effect } = textsByChange[change]
  const reason = draft.trim()
  const isReasonMissing = change === 'setAside' && reason === ''
  return (
    <ChangeDialog
      title={title}
      effect={effect}
      confirmLabel={title}
      disabledReason={isReasonMissing ? m.funding_asideReasonMissing() : undefined}
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
