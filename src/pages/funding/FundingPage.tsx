// Funding account: its current figures, the forecast, entries of bank statements, the payments that users record and
// confirm, and the account's statement. Rules: docs/rules/funding.md.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { FundingPayment } from '#contract/funding-payments.ts'
import { canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import type { RecordedPaymentType } from '#domain/funding/payments.ts'
import { cents, decimalToCents } from '#domain/money.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { useServerList } from '#services/lists/useServerList.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Money } from '#ui/Money.tsx'
import { Page } from '#ui/Page.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'
import { EntryList } from './EntryList.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'
import { PaymentList } from './PaymentList.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { StatementList } from './StatementList.tsx'
import { paymentsListSpec, paymentsQuery, statementListSpec, statementQuery } from './lists.ts'

export default function FundingPage() {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const { online } = useConnection()
  // The type of payment that the open dialog records.
  const [recordedType, setRecordedType] = useState<RecordedPaymentType>()
  const [isImporting, setIsImporting] = useState(false)
  const [openId, setOpenId] = useOpenItemId('payment')
  const statementState = useUrlListState(statementQuery, STATEMENT_OPTIONS)
  const statement = useServerList(statementListSpec, statementState)
  const paymentsState = useUrlListState(paymentsQuery)
  // A function, so that polling starts only after the first response.
  const payments = useServerList(paymentsListSpec, paymentsState, { pollMs: () => POLL_MS })
  const { response } = statement
  const currency = response?.currency ?? ''
  const canRecord = canCall(session?.permissions, 'recordFundingPayment')
  const disabledReason = online ? undefined : OFFLINE_REASON

  return (
    <Page
      title={m.common_fundingAccount()}
      description={m.funding_intro()}
      actions={
        canRecord && (
          <>
            <Button onClick={() => setIsImporting(true)}>{m.funding_importStatement()}</Button>
            <Button disabledReason={disabledReason} onClick={() => setRecordedType('return')}>
              {m.funding_returnSurplus()}
            </Button>
            <Button kind="primary" disabledReason={disabledReason} onClick={() => setRecordedType('payment')}>
              {m.funding_recordPayment()}
            </Button>
          </>
        )
      }
    >
      <PendingChangeList area="payment" exceptSubject={openId} />
      {response && <AccountFigures figures={response.now} currency={currency} />}
      <ForecastPanel ownerUser={ownerUser} permissions={session?.permissions} />
      <EntryList ownerUser={ownerUser} currency={currency} permissions={session?.permissions} />
      <PaymentList
        list={payments}
        state={paymentsState.values.state}
        onState={(state) => paymentsState.setValues({ state })}
        currency={currency}
        onDetails={({ paymentId }) => setOpenId(paymentId)}
      />
      <ListBar label={m.funding_statement()} list={statement}>
        <DateRangeField
          label={m.common_period()}
          start={statementState.values.start}
          end={statementState.values.end}
          onChange={statementState.setValues}
          error={statement.refusal}
        />
      </ListBar>
      <ListNote list={statement} offline={m.funding_statementWhenOnline()} />
      <StatementList list={statement} permissions={session?.permissions} onPayment={setOpenId} />
      {openId !== undefined && (
        <PaymentDetails
          ownerUser={ownerUser}
          paymentId={openId}
          listed={payments.rows?.find(({ paymentId }: FundingPayment) => paymentId === openId)}
          currency={currency}
          permissions={session?.permissions}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {isImporting && <ImportDialog currency={currency} onClose={() => setIsImporting(false)} />}
      {recordedType && response && (
        <RecordDialog
          ownerUser={ownerUser}
          type={recordedType}
          currency={currency}
          available={response.now.available}
          onClose={() => setRecordedType(undefined)}
        />
      )}
    </Page>
  )
}

/** The lists are polled, because other users can record and decide meanwhile. */
const POLL_MS = 60_000

/** The lists of the statement and of the payments share the address. The prefix separates their parameters. */
const STATEMENT_OPTIONS = { prefix: 'statement-' } as const

type Figures = Result<'fundingStatement'>['now']

function AccountFigures({ figures, currency }: { readonly figures: Figures; readonly currency: string }) {
  const { balance, reserved, available, expected } = figures
  const money = (amount: string) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />
  const isShort = (decimalToCents(available) ?? 0) < 0
  return (
    <SummaryBar
      label={m.funding_figuresNow()}
      figures={[
        { label: m.common_balance(), value: money(balance) },
        { label: m.funding_reserved(), value: money(reserved) },
        { label: m.common_available(), value: money(available), tone: isShort ? 'critical' : undefined },
        { label: m.funding_expected(), value: money(expected) },
      ]}
    />
  )
}
