// The amounts that approved batches and orders will take from the funding account, with the balance after each, and the
// threshold of low funds. Warns if the balance does not suffice or falls below the threshold.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import type { Column } from '#domain/columns.ts'
import { shortageToText, thresholdRefusal } from '#domain/funding/forecast.ts'
import { amountToText, cents, centsToDecimal, decimalToCents, textToCents } from '#domain/money.ts'
import { THRESHOLD_SUBJECT, thresholdToChange } from '#flows/pending-changes/payment-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { AmountField } from '#pages/shared/AmountField.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { renderReference } from './StatementList.tsx'

interface ForecastPanelProps {
  readonly ownerUser: string
  readonly permissions: PermissionMap | undefined
}

export function ForecastPanel({ ownerUser, permissions }: ForecastPanelProps) {
  const { online } = useConnection()
  const { data } = useServerQuery('fundingForecast', NO_PARAMS, { pollMs: POLL_MS })
  const [isChanging, setIsChanging] = useState(false)
  if (!data) return null
  const { currency, threshold, available, isLow, shortage, items, total } = data
  const toText = (amount: string) => amountToText(amount, currency)
  // A shortage is the more severe warning.
  const isOnlyLow = !shortage && isLow
  return (
    <>
      {shortage && (
        <Banner kind="critical" title={shortageToText(shortage, currency)}>
          {m.funding_shortHint()}
        </Banner>
      )}
      {isOnlyLow && threshold !== null && (
        <Banner
          kind="warning"
          title={m.funding_belowThreshold({ available: toText(available), threshold: toText(threshold) })}
        />
      )}
      <Panel
        title={m.funding_due()}
        flush
        actions={
          canCall(permissions, 'setFundingThreshold') && (
            <Button
              size="small"
              disabledReason={online ? undefined : OFFLINE_REASON}
              onClick={() => setIsChanging(true)}
            >
              {threshold === null ? m.funding_setThreshold() : m.funding_changeThreshold()}
            </Button>
          )
        }
      >
        <p className="px-4 py-3 text-muted">
          {items.length === 0 && <>{m.funding_nothingDue()} </>}
          {items.length < total && <>{m.funding_dueFirst({ count: items.length, total })} </>}
          {threshold === null ? m.funding_noThresholdNow() : m.funding_thresholdIs({ amount: toText(threshold) })}
        </p>
        {items.length > 0 && (
          <DataTable<Item>
            caption={m.funding_due()}
            columns={columns}
            rows={items}
            rowKey={({ batchId, orderId }) => `${batchId} ${orderId}`}
            pageSize={10}
            cells={{
              runsAt: ({ runsAt }) => (runsAt === null ? m.funding_dueNow() : <Instant value={runsAt} />),
              reference: (item) => renderReference(item, permissions),
              balance: ({ balance }) => {
                const balanceCents = decimalToCents(balance) ?? cents(0)
                return (
                  <span className={balanceCents < 0 ? 'text-critical' : undefined}>
                    <Money cents={balanceCents} currency={currency} />
                  </span>
                )
              },
            }}
            empty={null}
          />
        )}
      </Panel>
      {isChanging && (
        <ThresholdDialog
          ownerUser={ownerUser}
          currency={currency}
          threshold={threshold}
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  )
}

/** The forecast is polled, because other users can approve meanwhile. */
const POLL_MS = 60_000

type Item = Result<'fundingForecast'>['items'][number]

const columns: readonly Column<Item>[] = [
  { key: 'runsAt', label: m.funding_dueOn(), format: 'instant' },
  { key: 'reference', label: m.funding_what(), format: 'text' },
  { key: 'amount', label: m.common_amount(), format: 'amount' },
  { key: 'balance', label: m.funding_balanceAfter(), format: 'amount' },
]

interface ThresholdDialogProps {
  readonly ownerUser: string
  readonly currency: string
  /** A decimal. Null if no threshold is set. */
  readonly threshold: string | null
  readonly onClose: () => void
}

function ThresholdDialog({ ownerUser, currency, threshold, onClose }: ThresholdDialogProps) {
  const { draft, setDraft, forget } = useTypedDraft<{ readonly amount: string }>('threshold', () => ({
    amount: threshold ?? '',
  }))
  const [hasTried, setHasTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const pendingChanges = usePendingChanges(ownerUser)
  const typed = draft.amount.trim()
  const typedCents = textToCents(typed)
  const newThreshold = typeof typedCents === 'number' ? centsToDecimal(typedCents) : undefined
  // An empty field removes the threshold.
  const error = typed === '' ? undefined : thresholdRefusal(newThreshold ?? '')
  return (
    <ChangeDialog
      title={threshold === null ? m.funding_setThreshold() : m.funding_changeThreshold()}
      effect={m.funding_thresholdIntro()}
      confirmLabel={m.common_save()}
      earlier={{
        ownerUser,
        change: pendingChanges.find(
          ({ kind, subject }) => kind === 'setFundingThreshold' && subject === THRESHOLD_SUBJECT,
        ),
      }}
      send={() => {
        setHasTried(true)
        if (error !== undefined) return undefined
        const change = thresholdToChange(
          newThreshold === undefined ? undefined : { value: newThreshold, text: amountToText(newThreshold, currency) },
        )
        return sendChange(ownerUser, change)
      }}
      onSending={setIsSending}
      keepsInput
      submitOnEnter
      onDone={() => {
        forget()
        onClose()
      }}
      onClose={onClose}
    >
      <AmountField
        currency={currency}
        value={draft.amount}
        readOnly={isSending}
        error={hasTried ? error : undefined}
        onChange={(amount) => setDraft(() => ({ amount }))}
      />
    </ChangeDialog>
  )
}
