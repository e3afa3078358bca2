// The fields of a decision: time, reason, comments.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { MAX_CLOSED_COMMENTS } from '#domain/batch/states.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { ReasonField } from '#pages/shared/ReasonField.tsx'
import type { DecisionInput, InputError } from './decision-input.ts'
import { isOnHold } from './rows.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

interface DecisionFieldsProps {
  readonly decision: BatchChange
  readonly batch: BatchLoadFile
  readonly viewerId: string
  readonly input: DecisionInput
  readonly error: InputError | undefined
  readonly holdMinutes: number | undefined
  readonly readOnly: boolean
  readonly onChange: (change: Partial<DecisionInput>) => void
}

export function DecisionFields(props: DecisionFieldsProps) {
  const { decision, batch, viewerId, input, readOnly, onChange } = props
  const textProps = { maxLength: MAX_CLOSED_COMMENTS, readOnly }
  switch (decision) {
    case 'retry':
    case 'withdraw':
      return null
    case 'approve':
      return <ScheduleFields {...props} />
    case 'changeSchedule': {
      const isMaker = batch.BATCHLOADFILEUPLOADEDUSERID === viewerId
      // A batch on hold can only be cancelled, and makers cannot change the time of their own batch.
      if (isOnHold(batch) || isMaker) return null
      return <ScheduleFields isReschedule {...props} />
    }
    case 'reject':
      return (
        <ReasonField
          {...textProps}
          hint={m.batches_uploaderSeesReason()}
          value={input.reason}
          onChange={(reason) => onChange({ reason })}
        />
      )
    case 'close':
    case 'comments':
      return (
        <ReasonField
          {...textProps}
          label={m.common_comments()}
          hint={commentHints[decision]}
          value={input.comments}
          onChange={(comments) => onChange({ comments })}
        />
      )
  }
}

const commentHints = {
  close: m.batches_closingReasonHint(),
  comments: m.batches_clearCommentsHint(),
} as const
