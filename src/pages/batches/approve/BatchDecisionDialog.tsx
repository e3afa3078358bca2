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
import { partialCountOf } from '#pages/shared/ApprovalNote.tsx'
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

/** What was sent for a decision. */
export interface SentDecision extends DecisionDetails {
  /** True if others still have to sign after this approval. */
  readonly isPartial?: boolean
}

interface DecisionDialogProps {
  readonly openDecision: OpenDecision<BatchChange, BatchLoadFile>
  /** `earlierChange` is set if the response belongs to an earlier request. */
  readonly onDone: (sentDecision: SentDecision, earlierChange?: PendingChange) => void
  readonly onClose: () => void
}

export function BatchDecisionDialog({ openDecision, onDone, onClose }: DecisionDialogProps) {
  const ownerUser = useOwnerUser()
  const { decision } = openDecision
  const needsFreshRows = decisionsWithFreshRows.has(decision)
  const freshBatch = useFreshBatch(openDecision.item.BATCHLOADFILEID, { enabled: needsFreshRows })
  const loadedBatch = needsFreshRows ? freshBatch.query.data?.batchLoad : undefined
  // Until the current batch is loaded, the dialog shows the batch of the list.
  const batch = loadedBatch ?? openDecision.item
  const viewerId = useSession()?.user.userId ?? ''
  const [isSending, setIsSending] = useState(false)
  const id = batch.BATCHLOADFILEID
  const pendingChange = usePendingChange(ownerUser, { kind: operationOf[decision], subject: id })
  const {
    draft: input,
    setDraft: setInput,
    forget: forgetInput,
  } = useTypedDraft(`${decision} batch ${id}`, () => batchToInput(decision, batch))
  const texts = decisionTexts[decision]
  const cancelsBatch = isCancelling(decision, batch)
  /** The number of signatures after this approval. Undefined if no one else has to sign then. */
  const partialCount = decision === 'approve' ? partialCountOf(batch.APPROVAL) : undefined
  const isPartial = partialCount !== undefined
  // Only the last signer chooses the time.
  const details = isPartial ? {} : inputToDetails(decision, input, batch)

  const holdMinutes = freshBatch.query.data?.holdMinutes
  const takesOffSchedule = decision === 'changeSchedule' && details.scheduledDate === undefined
  const reschedules = decision === 'changeSchedule' && details.scheduledDate !== undefined
  const waitsForRows = needsFreshRows && !takesOffSchedule
  // Rejecting, closing and taking off the schedule move no money, so they need no signature.
  const needsSignature = decision === 'approve' || decision === 'retry' || reschedules
  const hasFreshRows = needsFreshRows && freshBatch.blockedReason === undefined
  const action = batchActions.find(({ key }) => key === decision)
  // Set if another user has decided since the list was loaded, so that this decision is no longer possible.
  const refusal = hasFreshRows ? action?.disabledReason(batch, viewerId) : undefined
  const approval = useApproval({
    isApproval: decision === 'approve',
    refusal,
    waitText: waitsForRows ? freshBatch.blockedReason : undefined,
    signatures: batch.APPROVAL,
    signWith: needsSignature ? freshBatch.query.data?.signWith : undefined,
    holdMinutes,
    what: batchToSignedWords(batch, details.scheduledDate),
  })
  const runTime = toRunTime(details.scheduledDate)
  // A time before the end of the hold means the end of the hold. The success notice must then not name the chosen time.
  const sentDetails = approval.leadsTo(runTime) === 'onHold' ? { ...details, scheduledDate: undefined } : details
  const findInputError = () => (isPartial ? undefined : inputToError(decision, input, batch, currentTime()))
  const shownError = approval.isTimeInvalid ? findInputError() : undefined

  const changeInput = (changes: Partial<DecisionInput>) => {
    setInput((currentInput) => ({ ...currentInput, ...changes }))
    approval.onTimeChange()
  }
  const decide = () => {
    const newError = findInputError()
    const decidedBatch = {
      batchId: id,
      size: sizeOf(batch),
      fingerprint: batch.FINGERPRINT,
      signature: partialCount,
    }
    const { scheduledDate } = sentDetails
    // Sends nothing while the input has an error. The machine of the approval keeps the dialog open.
    const sending = approval.decide({
      items: [{ subject: 'batch', id, fingerprint: batch.FINGERPRINT, scheduledDate }],
      runTime: newError ? 'invalid' : runTime,
      send: (proof) => sendChange(ownerUser, batchToChange(decidedBatch, decision, { ...sentDetails, proof })),
    })
    if (newError) document.getElementById(scheduleFieldIds[newError.field])?.focus()
    return sending
  }

  const signTexts = {
    effect: m.approvals_signEffect({ what: sizeOf(batch) }),
    confirmLabel: m.approvals_signButton({ what: sizeOf(batch) }),
  }
  const decideTexts = {
    effect: effects[decision]({ batch, scheduledDate: details.scheduledDate, freshBatch }),
    confirmLabel: texts.confirmLabel(batch, sentDetails.scheduledDate),
  }
  return (
    <ChangeDialog
      title={texts.title(batch)}
      {...(isPartial ? signTexts : decideTexts)}
      {...(cancelsBatch && { cancelLabel: m.batches_keepBatch() })}
      danger={cancelsBatch || texts.danger === true}
      disabledReason={approval.disabledReason}
      keepsInput
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.batches_decisionFailed({ id, wasNot: decisionWords[decision].notDoneClause }),
        text: m.common_nothingChanged(),
      }}
      send={decide}
      onSending={setIsSending}
      onDone={(earlierChange) => {
        forgetInput()
        onDone({ ...sentDetails, isPartial }, earlierChange)
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {refusal !== undefined && <Banner kind="warning" title={refusal} />}
        {refusal === undefined && needsFreshRows && !cancelsBatch && (
          <DialogNotes batch={batch} freshBatch={freshBatch} movesMoney={needsSignature} />
        )}
        {!isPartial && (
          <DecisionFields
            decision={decision}
            batch={batch}
            viewerId={viewerId}
            input={input}
            error={shownError}
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
const decisionsWithFreshRows: ReadonlySet<BatchChange> = new Set(['approve', 'reject', 'retry', 'changeSchedule'])

interface EffectInput {
  readonly batch: BatchLoadFile
  readonly scheduledDate: string | undefined
  readonly freshBatch: FreshBatch
}

const effects: Readonly<Record<BatchChange, (input: EffectInput) => ReactNode>> = {
  approve: ({ batch, scheduledDate, freshBatch }) =>
    approvalEffect(batch, scheduledDate, freshBatch.query.data?.holdMinutes),
  reject: ({ batch }) => rejectionEffect(batch),
  retry: ({ batch, freshBatch }) => retryEffect(batch, freshBatch.summary),
  close: ({ batch }) => closingEffect(batch),
  comments: () => m.batches_commentsEffect(),
  changeSchedule: ({ batch, scheduledDate, freshBatch }) =>
    schedulingEffect(batch, scheduledDate, freshBatch.query.data?.holdMinutes),
  withdraw: ({ batch }) => withdrawalEffect(batch),
}
