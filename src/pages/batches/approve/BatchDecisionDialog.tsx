// The confirmation of a decision: names the batch, count, total and effect, and shows the result. If no response
// arrives, the dialog offers to check again. Checking again never makes the decision twice.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { useApproval } from '#flows/approval.ts'
import {
  type BatchChange,
  type DecisionDetails,
  batchToChange,
  decisionWords,
  operationOf,
} from '#flows/pending-changes/batch-changes.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChange } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import type { OpenDecision } from '#pages/shared/decision-list/useDecisionList.ts'
import { SignatureFields } from '#pages/shared/SignatureFields.tsx'
import { partialSignature } from '#pages/shared/ApprovalNote.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { currentTime } from '#services/clock.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { batchActions } from './actions.ts'
import { DialogNotes } from './BatchNotes.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { decisionTexts, isCancelling } from './decisions.ts'
import { type DecisionInput, inputToDetails, inputToError, batchToInput } from './decision-input.ts'
import {
  approvalEffect,
  closingEffect,
  rejectionEffect,
  retryEffect,
  batchToSignedWords,
  schedulingEffect,
  toRunTime,
  withdrawalEffect,
} from './effects.ts'
import { sizeOf } from './rows.ts'
import { scheduleFieldIds } from './ScheduleFields.tsx'
import { type FreshBatch, useFreshBatch } from './useFreshBatch.ts'

interface DecisionDialogProps {
  readonly openDecision: OpenDecision<BatchChange, BatchLoadFile>
  /** `earlierChange` is set if the response belongs to an earlier request. */
  readonly onDone: (details: DecisionDetails & { readonly isPartial: boolean }, earlierChange?: PendingChange) => void
  readonly onClose: () => void
}

export function BatchDecisionDialog({ openDecision, onDone, onClose }: DecisionDialogProps) {
  const ownerUser = useOwnerUser()
  const { decision } = openDecision
  const needsFreshRows = needsRows.has(decision)
  const freshBatch = useFreshBatch(openDecision.item.BATCHLOADFILEID, needsFreshRows)
  // The current batch, or the one from the list until the current one is loaded.
  const batch = (needsFreshRows ? freshBatch.query.data?.batchLoad : undefined) ?? openDecision.item
  const viewerId = useSession()?.user.userId ?? ''
  const [isSending, setIsSending] = useState(false)
  const id = batch.BATCHLOADFILEID
  const pendingChange = usePendingChange(ownerUser, { kind: operationOf[decision], subject: id })
  const {
    draft: input,
    setDraft: setInput,
    forget,
  } = useTypedDraft(`${decision} batch ${id}`, () => batchToInput(batch))
  const texts = decisionTexts[decision]
  const signature = decision === 'approve' ? partialSignature(batch.APPROVAL) : undefined
  // The last signer chooses the time.
  const details = signature ? {} : inputToDetails(decision, input, batch)

  const holdMinutes = freshBatch.query.data?.holdMinutes
  // Rejecting, closing and taking off the schedule move no money, so they need no signature.
  const takesOffSchedule = decision === 'changeSchedule' && details.scheduledDate === undefined
  const reschedules = decision === 'changeSchedule' && details.scheduledDate !== undefined
  const isSigned = decision === 'approve' || decision === 'retry' || reschedules
  // Set if another user has decided since the list was loaded.
  const refusal =
    needsFreshRows && freshBatch.blockedReason === undefined
      ? batchActions.find(({ key }) => key === decision)?.disabledReason(batch, viewerId)
      : undefined
  const approval = useApproval({
    isApproval: decision === 'approve',
    refusal,
    waitText: needsFreshRows && !takesOffSchedule ? freshBatch.blockedReason : undefined,
    signatures: batch.APPROVAL,
    signWith: isSigned ? freshBatch.query.data?.signWith : undefined,
    holdMinutes,
    what: batchToSignedWords(batch, details.scheduledDate),
  })
  const runTime = toRunTime(details.scheduledDate)
  // A time before the end of the hold means the end of the hold. The success notice must then not name the chosen time.
  const sentDetails = approval.leadsTo(runTime) === 'onHold' ? { ...details, scheduledDate: undefined } : details
  const inputError = () => (signature ? undefined : inputToError(decision, input, batch, currentTime()))
  const error = approval.isTimeInvalid ? inputError() : undefined

  const changeInput = (changes: Partial<DecisionInput>) => {
    setInput((before) => ({ ...before, ...changes }))
    approval.onTimeChange()
  }
  const send = () => {
    const newError = inputError()
    const batchToDecide = { batchId: id, size: sizeOf(batch), fingerprint: batch.FINGERPRINT, signature }
    const { scheduledDate } = sentDetails
    const sent = approval.decide({
      items: [{ subject: 'batch', id, fingerprint: batch.FINGERPRINT, scheduledDate }],
      runTime: newError ? 'invalid' : runTime,
      send: (proof) => sendChange(ownerUser, batchToChange(batchToDecide, decision, { ...sentDetails, proof })),
    })
    if (newError) document.getElementById(scheduleFieldIds[newError.field])?.focus()
    return sent
  }

  return (
    <ChangeDialog
      title={texts.title(batch)}
      effect={
        signature
          ? m.approvals_signEffect({ what: sizeOf(batch) })
          : effects[decision](batch, details.scheduledDate, freshBatch)
      }
      confirmLabel={
        signature ? m.approvals_signButton({ what: sizeOf(batch) }) : texts.confirm(batch, sentDetails.scheduledDate)
      }
      {...(isCancelling(decision, batch)
        ? { cancelLabel: m.batches_keepBatch(), danger: true }
        : { danger: texts.danger ?? false })}
      disabledReason={approval.disabledReason}
      keepsInput
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.batches_decisionFailed({ id, wasNot: decisionWords[decision].notDoneClause }),
        words: m.common_nothingChanged(),
      }}
      send={send}
      onSending={setIsSending}
      onDone={(earlierChange) => {
        forget()
        onDone({ ...sentDetails, isPartial: signature !== undefined }, earlierChange)
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {refusal !== undefined && <Banner kind="warning" title={refusal} />}
        {refusal === undefined && needsRows.has(decision) && !isCancelling(decision, batch) && (
          <DialogNotes batch={batch} freshBatch={freshBatch} movesMoney={isSigned} />
        )}
        {!signature && (
          <DecisionFields
            {...{ decision, batch, viewerId, input, error }}
            holdMinutes={holdMinutes}
            readOnly={isSending}
            onChange={changeInput}
          />
        )}
        <SignatureFields signature={approval.signature} />
      </div>
    </ChangeDialog>
  )
}

/** The decisions for which the dialog loads the rows and their warnings again. */
const needsRows: ReadonlySet<BatchChange> = new Set(['approve', 'reject', 'retry', 'changeSchedule'])

type Effect = (batch: BatchLoadFile, scheduledDate: string | undefined, freshBatch: FreshBatch) => ReactNode

const effects: Readonly<Record<BatchChange, Effect>> = {
  approve: (batch, scheduledDate, { query }) => approvalEffect(batch, scheduledDate, query.data?.holdMinutes),
  reject: rejectionEffect,
  retry: (batch, _, { summary }) => retryEffect(batch, summary),
  close: closingEffect,
  comments: () => m.batches_commentsEffect(),
  changeSchedule: (batch, scheduledDate, { query }) => schedulingEffect(batch, scheduledDate, query.data?.holdMinutes),
  withdraw: withdrawalEffect,
}
