// Closed months (/funding/periods): a user proposes to close a month, and another user confirms the proposal.
import { m } from '#words/messages.js'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#contract/operations.ts'
import { canCall } from '#contract/methods.ts'
import { monthToText, textToDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { monthBefore } from '#domain/funding/periods.ts'
import { changePeriod } from '#flows/funding/periods.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { MonthField } from '#ui/forms/MonthField.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

type Period = Result<'ledgerPeriods'>['periods'][number]

export default function PeriodsPage() {
  const { data, failure, refresh } = useServerQuery('ledgerPeriods', {})
  const proposed = data?.periods.find(({ confirmedAt }) => confirmedAt === null)
  // The newest first.
  const closed = data?.periods.filter(({ confirmedAt }) => confirmedAt !== null) ?? []
  const lastClosedMonth = closed[0]?.month
  return (
    <Page title={m.funding_closedMonths()} description={m.funding_periodsIntro()}>
      {data && (
        <>
          {proposed ? (
            <Proposal period={proposed} />
          ) : (
            // With the key, the form proposes another month after a month was closed.
            <ProposalForm key={lastClosedMonth} lastClosedMonth={lastClosedMonth} />
          )}
          {closed.map((period) => (
            <Panel key={period.periodId} title={monthToText(period.month)}>
              <Facts
                inPairs
                facts={[
                  { label: m.funding_periodProposedBy(), value: period.proposedBy },
                  { label: m.funding_periodConfirmedBy(), value: period.confirmedBy },
                  { label: m.funding_periodClosedAt(), value: <Instant value={period.confirmedAt ?? ''} /> },
                  { label: m.funding_balancesHash(), value: period.hash },
                ]}
              />
            </Panel>
          ))}
        </>
      )}
      {!data && failure && (
        <EmptyState
          icon={CalendarCheck}
          title={failure.text}
          action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      {!data && !failure && <SkeletonLines lines={6} />}
    </Page>
  )
}

/** '2026-12' → '2027-01'. Undefined if the text is not a month. */
function monthAfter(month: string): string | undefined {
  const day = textToDate(`${month}-28`)
  // A week after the 28th is always in the next month.
  return day && addDays(day, 7).slice(0, 7)
}

interface ProposalFormProps {
  /** Undefined before the first closing. The user then chooses the month, and the form proposes last month. */
  readonly lastClosedMonth: string | undefined
}

function ProposalForm({ lastClosedMonth }: ProposalFormProps) {
  const session = useSession()
  const today = useToday()
  const nextMonth = lastClosedMonth === undefined ? undefined : monthAfter(lastClosedMonth)
  const proposedMonth = nextMonth ?? monthBefore(today)
  const [month, setMonth] = useState(proposedMonth)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  // The user can choose a month of this or the previous year.
  const year = Number(proposedMonth.slice(0, 4))
  if (!canCall(session?.permissions, 'proposePeriodClose')) return null
  const propose = async () => {
    setIsSending(true)
    setError(await changePeriod('proposePeriodClose', { month }))
    setIsSending(false)
  }
  return (
    <Panel title={m.funding_closeMonth()}>
      <div className="grid gap-4">
        <p>{m.funding_closeHint()}</p>
        {lastClosedMonth === undefined ? (
          <MonthField label={m.funding_closedMonth()} value={month} onChange={setMonth} years={[year - 1, year]} />
        ) : (
          <p className="font-semibold">{monthToText(month)}</p>
        )}
        <div>
          <Button kind="primary" pending={isSending} onClick={() => void propose()}>
            {m.funding_proposeClose({ month: monthToText(month) })}
          </Button>
        </div>
        <div role="status">{error !== undefined && <Banner kind="critical" title={error} />}</div>
      </div>
    </Panel>
  )
}

type ProposalChange = 'confirmPeriodClose' | 'withdrawPeriodClose'

function Proposal({ period }: { readonly period: Period }) {
  const session = useSession()
  const [isConfirming, setIsConfirming] = useState(false)
  const [sending, setSending] = useState<ProposalChange>()
  const [error, setError] = useState<string>()
  const { periodId, isOwn, proposedBy, proposedAt } = period
  const month = monthToText(period.month)
  const canConfirm = canCall(session?.permissions, 'confirmPeriodClose')
  const canWithdraw = canCall(session?.permissions, 'withdrawPeriodClose')
  const send = async (method: ProposalChange) => {
    setSending(method)
    setError(await changePeriod(method, { periodId }))
    setSending(undefined)
    setIsConfirming(false)
  }
  return (
    <Banner
      kind="warning"
      title={m.funding_periodProposed({ month, by: proposedBy })}
      actions={
        <>
          {canWithdraw && (
            <Button pending={sending === 'withdrawPeriodClose'} onClick={() => void send('withdrawPeriodClose')}>
              {m.approvals_withdrawButton()}
            </Button>
          )}
          {canConfirm && (
            <Button
              kind="primary"
              disabledReason={isOwn ? m.funding_periodNotOwn() : undefined}
              onClick={() => setIsConfirming(true)}
            >
              {m.funding_closeMonth()}
            </Button>
          )}
        </>
      }
    >
      <Instant value={proposedAt} />
      {error !== undefined && <p role="alert">{error}</p>}
      <ConfirmDialog
        open={isConfirming}
        title={m.funding_closeMonth()}
        effect={m.funding_closeEffect({ month })}
        confirmLabel={m.funding_closeNow({ month })}
        pending={sending === 'confirmPeriodClose'}
        onConfirm={() => void send('confirmPeriodClose')}
        onCancel={() => setIsConfirming(false)}
      />
    </Banner>
  )
}
