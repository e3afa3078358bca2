// The time at which the maker proposes to process a batch. The approver confirms or changes it.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { ProposedTimeError } from '#flows/upload/proposed-time.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import { useToday } from '#services/useToday.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface ProposedTimeFieldsProps {
  readonly options: UploadOptions
  readonly error: ProposedTimeError | undefined
  readonly onChange: (options: Partial<UploadOptions>) => void
}

export const proposedTimeIds = { date: 'proposed-date', time: 'proposed-time' } as const

export function ProposedTimeFields({ options, error, onChange }: ProposedTimeFieldsProps) {
  const today = useToday()
  const errorOf = (field: ProposedTimeError['field']) => (error?.field === field ? error.text : undefined)
  return (
    <div className="grid max-w-xl gap-3">
      <RadioGroup
        label={m.batches_whenToProcess()}
        choices={[
          { value: 'onceApproved', label: m.upload_onceApproved() },
          { value: 'atProposedTime', label: m.upload_atProposedTime(), hint: m.upload_atProposedTimeHint() },
        ]}
        value={options.proposesTime ? 'atProposedTime' : 'onceApproved'}
        onChange={(choice) => onChange({ proposesTime: choice === 'atProposedTime' })}
      />
      {options.proposesTime && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DateField
            id={proposedTimeIds.date}
            label={m.common_date()}
            min={today}
            value={options.proposedDate}
            error={errorOf('date')}
            onChange={(proposedDate) => onChange({ proposedDate })}
          />
          <TextField
            id={proposedTimeIds.time}
            type="time"
            figures
            label={m.batches_time({ timeZone: client.timeZoneLabel })}
            hint={m.batches_inTimeZone({ timeZone: client.timeZone })}
            value={options.proposedTime}
            error={errorOf('time')}
            onChange={({ target }) => onChange({ proposedTime: target.value })}
          />
        </div>
      )}
    </div>
  )
}
