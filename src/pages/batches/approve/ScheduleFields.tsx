// The time at which an approved batch runs: immediately, or at a date and time in the programme's time zone.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { DateField } from '#ui/forms/DateField.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { type DecisionInput, type InputError, hours } from './decision-input.ts'
import { useToday } from '#services/useToday.ts'

interface ScheduleFieldsProps {
  /** True when changing an existing schedule. */
  readonly isReschedule?: boolean
  readonly input: DecisionInput
  readonly error: InputError | undefined
  /** Duration of the hold after the approval; undefined if there is none. */
  readonly holdMinutes: number | undefined
  readonly onChange: (change: Partial<DecisionInput>) => void
}

export const scheduleFieldIds = { date: 'schedule-date', time: 'schedule-time' } as const

export function ScheduleFields({ isReschedule = false, input, error, holdMinutes, onChange }: ScheduleFieldsProps) {
  const today = useToday()
  const errorOf = (field: InputError['field']) => (error?.field === field ? error.text : undefined)
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={isReschedule ? m.batches_rescheduleChoice() : m.batches_whenToProcess()}
        choices={isReschedule ? rescheduleChoices : approvalChoices(holdMinutes)}
        value={input.when}
        onChange={(when) => onChange({ when })}
      />
      {input.when === 'later' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {holdMinutes !== undefined && (
            <p className="sm:col-span-2">{m.batches_notDuringHold({ minutes: holdMinutes })}</p>
          )}
          <DateField
            id={scheduleFieldIds.date}
            label={m.common_date()}
            min={today}
            value={input.date}
            error={errorOf('date')}
            onChange={(date) => onChange({ date })}
          />
          <Select
            id={scheduleFieldIds.time}
            label={m.batches_time({ timeZone: client.timeZoneLabel })}
            hint={m.batches_inTimeZone({ timeZone: client.timeZone })}
            placeholder={m.batches_chooseTime()}
            options={hourOptions}
            value={input.time}
            error={errorOf('time')}
            onChange={(event) => onChange({ time: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}

const approvalChoices = (holdMinutes: number | undefined) =>
  [
    {
      value: 'now',
      label: holdMinutes === undefined ? m.common_now() : m.batches_whenHoldIsOver({ minutes: holdMinutes }),
    },
    { value: 'later', label: m.batches_atSetTime() },
  ] as const

const rescheduleChoices = [
  { value: 'now', label: m.batches_backToAwaiting() },
  { value: 'later', label: m.batches_anotherDateAndTime() },
] as const

const hourOptions = hours.map((hour) => ({ value: hour, label: hour }))
