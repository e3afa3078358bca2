// The confirmation of a decision: names the batch, count, total and effect, and shows the result. If no response
// arrives, the dialog offers to check again, which can never decide twice.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import {
  type BatchChange,
  type DecisionDetails,
  batchToChange,
  decisionWords,
} from '#flows/pending-changes/batch-changes.ts'
import type { PendingChange } from '#flows/pending-changes/kinds.ts'
import { carryOut } from '#flows/pending-changes/send.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { batchActions } from './actions.ts'
import { FreshNotes } from './BatchNotes.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { type Deciding, decisions, isCancelling } from './decisions.ts'
import { type Draft, type DraftFault, draftToDetails, draftToFault, fileToDraft } from './draft.ts'
import {
  approvalEffect,
  closingEffect,
  isDuringHold,
  rejectionEffect,
  retryEffect,
  schedulingEffect,
  withdrawalEffect,
} from './effects.ts'
import { sizeOf } from './rows.ts'
import { scheduleFieldIds } from './ScheduleFields.tsx'
import { type FreshBatch, useFreshBatch } from './useFreshBatch.ts'

interface DecisionDialogProps {
  readonly ownerUser: string
  readonly deciding: Deciding
  /** The same decision from an earlier attempt without a response. */
  readonly pendingChange: PendingChange | undefined
  /** `again` is set if the response belongs to an earlier request. */
  readonly onDone: (details: DecisionDetails, again?: PendingChange) => void
  readonly onClose: () => void
}

export function BatchDecisionDialog({ ownerUser, deciding, pendingChange, onDone, onClose }: DecisionDialogProps) {
  const { decision } = deciding
  const fresh = useFreshBatch(deciding.file.BATCHLOADFILEID, needsRows.has(decision))
  // The current state, once it is loaded.
  const file = (needsRows.has(decision) ? fresh.query.data?.batchLoad : undefined) ?? deciding.file
  const viewerId = useSession()?.user.userId ?? ''
  const [fault, setFault] = useState<DraftFault>()
  const [sending, setSending] = useState(false)
  const id = file.BATCHLOADFILEID
  const { draft, setDraft, forget } = useTypedDraft(`${decision} batch ${id}`, () => fileToDraft(file))
  const words = decisions[decision]
  const details = draftToDetails(decision, draft)

  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next })
    setFault(undefined)
  }
  const send = () => {
    const wrong = currentFault(decision, draft)
    setFault(wrong)
    if (wrong) {
      document.getElementById(scheduleFieldIds[wrong.field])?.focus()
      return undefined
    }
    const batch = { batchId: id, size: sizeOf(file), fingerprint: file.FINGERPRINT }
    return carryOut(ownerUser, batchToChange(batch, decision, inTime(details)))
  }

  // The server would run it when the hold ends, and the notice must not name an earlier time.
  const inTime = (chosen: DecisionDetails): DecisionDetails =>
    decision === 'approve' && isDuringHold(chosen.scheduledDate, fresh.query.data?.holdMinutes)
      ? { ...chosen, scheduledDate: undefined }
      : chosen
  const movesMoney = decision !== 'unschedule' || details.scheduledDate !== undefined
  // Someone else has decided since the list was loaded.
  const refused =
    needsRows.has(decision) && fresh.blocked === undefined
      ? batchActions.find(({ key }) => key === decision)?.refuse(file, viewerId)
      : undefined
  const blocked = refused ?? (needsRows.has(decision) && movesMoney ? fresh.blocked : undefined)

  return (
    <ChangeDialog
      title={words.question(file)}
      effect={effects[decision](file, details.scheduledDate, fresh)}
      confirmLabel={words.confirm(file, details.scheduledDate)}
      {...(isCancelling(decision, file)
        ? { cancelLabel: m.batches_keepBatch(), danger: true }
        : { danger: words.danger ?? false })}
      disabledReason={blocked}
      keepsTyped
      earlier={{ ownerUser, change: pendingChange }}
      refused={{
        title: m.batches_decisionFailed({ id, wasNot: decisionWords[decision].wasNot }),
        words: m.common_nothingChanged(),
      }}
      send={send}
      onSending={setSending}
      onDone={(again) => {
        forget()
        onDone(inTime(details), again)
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {refused !== undefined && <Banner kind="warning" title={refused} />}
        {refused === undefined && needsRows.has(decision) && !isCancelling(decision, file) && (
          <FreshNotes file={file} fresh={fresh} />
        )}
        <DecisionFields
          {...{ decision, file, viewerId, draft, fault }}
          holdMinutes={fresh.query.data?.holdMinutes}
          readOnly={sending}
          onChange={change}
        />
      </div>
    </ChangeDialog>
  )
}

const currentFault = (decision: BatchChange, draft: Draft) => draftToFault(decision, draft, Date.now())

/** Decisions that depend on the rows: the dialog reloads rows and warnings. */
const needsRows: ReadonlySet<BatchChange> = new Set(['approve', 'reject', 'retry', 'unschedule'])

type Effect = (file: BatchLoadFile, scheduledDate: string | undefined, fresh: FreshBatch) => ReactNode

const effects: Readonly<Record<BatchChange, Effect>> = {
  approve: (file, scheduledDate, { query }) => approvalEffect(file, scheduledDate, query.data?.holdMinutes),
  reject: rejectionEffect,
  retry: (file, _, { summary }) => retryEffect(file, summary),
  close: closingEffect,
  comments: () => m.batches_commentsEffect(),
  unschedule: (file, scheduledDate, { query }) => schedulingEffect(file, scheduledDate, query.data?.holdMinutes),
  withdraw: withdrawalEffect,
}
