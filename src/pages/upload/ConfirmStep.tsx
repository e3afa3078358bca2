// The last step, 'Batch submit' or 'Card Order Confirmation': repeats the figures, asks for a reason if these rows were
// uploaded before, and shows the state of the submission: not sent yet, waiting for a response, or of unknown outcome.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { LoaderCircle } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { centsToText } from '#domain/money.ts'
import { client } from '#brand/current.ts'
import { type ProposedTimeError, proposedTimeError } from '#flows/upload/proposed-time.ts'
import { currentAssumptions } from '#flows/open-rows/assumptions.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { duplicateReasonRefusal, lastStepRefusal } from '#machines/upload-refusals.ts'
import { useConnection } from '#services/server/connection.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Panel } from '#ui/Panel.tsx'
import { batchToFacts, proposedTimeFacts, useOrderFacts } from './confirmed-facts.tsx'
import { EarlierUploads } from './EarlierUploads.tsx'
import { ProposedTimeFields, proposedTimeIds } from './ProposedTimeFields.tsx'
import { UnknownUpload } from './UnknownUpload.tsx'
import { fundingFacts } from '#pages/shared/Funding.tsx'
import { AssumptionsToConfirm } from '#pages/shared/row-editor/columns/FileAssumptions.tsx'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'
import { openElsewhereText } from '#pages/shared/row-editor/words.ts'
import { giveFocus } from '#ui/focus.ts'
import { fundingOf, moneyFormatOf, UploadFunding } from './UploadFunding.tsx'
import { currencyOf, offlineReason } from './words.ts'

interface ConfirmStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly currency: string | undefined
}

export function ConfirmStep({ wizard, snapshot, currency }: ConfirmStepProps) {
  const { actor, typeInfo } = wizard
  const { context } = snapshot
  const { figures, verification } = context
  const { online } = useConnection()
  const rows = useObservable(wizard.openRows)?.rows
  const reason = context.duplicateReason
  const [hasPressedSubmit, setHasPressedSubmit] = useState(false)
  const [timeError, setTimeError] = useState<ProposedTimeError>()
  const heading = useRef<HTMLHeadingElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const isConfirming = snapshot.matches('confirming')
  const reasonRefusal = duplicateReasonRefusal(verification, reason)
  const reasonError = hasPressedSubmit ? messageToText(reasonRefusal) : undefined
  useLayoutEffect(() => {
    // Only rows that were uploaded before have a field for the reason.
    const firstControl = reasonField.current ?? submitButton.current
    giveFocus(isConfirming ? firstControl : heading.current)
  }, [isConfirming])

  const submit = () => {
    setHasPressedSubmit(true)
    // Only an upload with an approval has a proposed time.
    const newTimeError = typeInfo.runsWithoutApproval
      ? undefined
      : proposedTimeError(context.options, client.timeZone, Date.now())
    setTimeError(newTimeError)
    if (newTimeError) {
      document.getElementById(proposedTimeIds[newTimeError.field])?.focus()
      return
    }
    if (reasonRefusal !== undefined) return
    actor.send({
      type: 'submit',
      requestId: newRequestId(),
      at: new Date().toISOString(),
      duplicateReason: reason,
    })
  }
  const changeReason = (text: string) => actor.send({ type: 'reason.changed', reason: text })
  const shownCurrency = currencyOf(typeInfo, currency)
  const amount = centsToText(figures.amountCents)
  const amountText = shownCurrency === undefined ? amount : `${shownCurrency} ${amount}`
  const countAndSum = commas([typeInfo.countToText(figures.valid), typeInfo.hasAmount ? amountText : undefined])
  const orderFacts = useOrderFacts(typeInfo, context)
  const uploadFacts = typeInfo.order ? orderFacts : batchToFacts(typeInfo, context, currency)
  const timeFacts = isConfirming ? [] : proposedTimeFacts(context.options)
  const funding = fundingOf(context)
  const readOnlyReason = wizard.isReadOnly ? openElsewhereText(typeInfo) : undefined
  const offlineText = online ? undefined : offlineReason(typeInfo)
  const submitBlockedReason = readOnlyReason ?? messageToText(lastStepRefusal(context)) ?? offlineText
  // Both are false before the verification.
  const hasEarlierUploads = verification !== undefined && verification.earlier.length > 0
  const isVerifiedAsNew = verification?.earlier.length === 0
  const isCheckedInParts = isVerifiedAsNew && verification.isPartial
  const canProposeTime = typeInfo.batch !== undefined && !typeInfo.runsWithoutApproval
  return (
    <div className="grid gap-5">
      <Panel
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {isConfirming ? m.upload_checkAndSubmit() : m.upload_yourSubmission()}
          </span>
        }
      >
        <div className="grid gap-6">
          <Facts facts={[...uploadFacts, ...timeFacts, ...fundingFacts(funding, moneyFormatOf(typeInfo, funding))]} />
          {isConfirming && <UploadFunding typeInfo={typeInfo} context={context} />}
          <AssumptionsToConfirm assumptions={rows ? currentAssumptions(context.file?.assumed, rows) : []} />
          {hasEarlierUploads && (
            <EarlierUploads
              typeInfo={typeInfo}
              earlierUploads={verification.earlier}
              reason={reason}
              onReason={isConfirming ? changeReason : undefined}
              error={reasonError}
              field={reasonField}
            />
          )}
          {isCheckedInParts && isConfirming && (
            <Banner kind="info" title={m.upload_earlierCheckedAtSubmit()}>
              {m.upload_checkedInParts()}
            </Banner>
          )}
          {isVerifiedAsNew && figures.repeated > 0 && (
            <Banner
              kind="warning"
              title={
                typeInfo.order
                  ? m.orders_rowsAreInAnotherOrder({ count: figures.repeated })
                  : m.batches_rowsInOtherBatches({ count: figures.repeated })
              }
            >
              {typeInfo.order ? m.upload_samePersonHint() : m.upload_sameCardAndAmountHint()}
            </Banner>
          )}
          {figures.duplicates > 0 && (
            <Banner
              kind="warning"
              title={
                typeInfo.order
                  ? m.upload_referencesRepeated({ copies: figures.duplicates })
                  : m.batches_rowsHaveRepeatedCard({ count: figures.duplicates })
              }
            >
              {m.upload_repeatedRowsHint({ order: typeInfo.order !== undefined ? 'yes' : 'no' })}
            </Banner>
          )}
          {figures.wholeBalances > 0 && (
            <Banner kind="warning" title={m.upload_wholeBalanceRows({ wholes: figures.wholeBalances })}>
              {m.upload_wholeBalanceHint()}
            </Banner>
          )}
          {typeInfo.order && figures.toFix > 0 && isConfirming && (
            <Banner kind="warning" title={m.upload_errorsWillBeLeftOut({ toFix: figures.toFix })}>
              {m.upload_keptAsDraftUnordered()}
            </Banner>
          )}
          {typeInfo.order && !snapshot.matches('done') && (
            <Banner kind="info" title={m.orders_deliveryNote()}>
              {typeInfo.order.issueNote}
            </Banner>
          )}
          {isConfirming && canProposeTime && (
            <ProposedTimeFields
              options={context.options}
              error={timeError}
              onChange={(options) => {
                setTimeError(undefined)
                actor.send({ type: 'options.changed', options })
              }}
            />
          )}
          {isConfirming && (
            <div className="flex flex-wrap items-center gap-2">
              <Button onClick={() => actor.send({ type: 'back' })} disabledReason={readOnlyReason}>
                {m.upload_back()}
              </Button>
              <Button ref={submitButton} kind="primary" onClick={submit} disabledReason={submitBlockedReason}>
                {m.upload_submitRows({ rows: countAndSum })}
              </Button>
            </div>
          )}
          {snapshot.matches('submitting') && (
            <p role="status" className="flex items-center gap-2.5 font-medium">
              <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
              {snapshot.matches({ submitting: 'recording' })
                ? m.upload_notSentYetSaving()
                : m.upload_sentWaitingForServer({ rows: countAndSum })}
            </p>
          )}
        </div>
      </Panel>
      {snapshot.matches('outcomeUnknown') && (
        <UnknownUpload wizard={wizard} sentAt={context.intent?.sentAt ?? ''} blockedReason={readOnlyReason} />
      )}
    </div>
  )
}
