// The time at which an approved batch runs: immediately, or at a date and time in the programme's time zone.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { instantToText } from '#domain/instants.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { type Choice, RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { chooseWhen, type DecisionInput, type InputError, hours, upcomingProposal } from './decision-input.ts'
import { makerOf } from './rows.ts'
import { useToday } from '#services/useToday.ts'

interface ScheduleFieldsProps {
  /** True when changing an existing schedule. */
  readonly isReschedule?: boolean
  readonly batch: BatchLoadFile
  readonly input: DecisionInput
  readonly error: InputError | undefined
  /** Duration of the hold after the approval; undefined if there is none. */
  readonly holdMinutes: number | undefined
  readonly onChange: (change: Partial<DecisionInput>) => void
}

export const scheduleFieldIds = { when: 'schedule-when', date: 'schedule-date', time: 'schedule-time' } as const

export function ScheduleFields(props: ScheduleFieldsProps) {
  const { isReschedule = false, batch, input, error, holdMinutes, onChange } = props
  const today = useToday()
  const errorOf = (field: InputError['field']) => (error?.field === field ? error.text : undefined)
  return (
    <div className="grid gap-3">
      {!isReschedule && <PassedProposal batch={batch} />}
      <RadioGroup
        id={scheduleFieldIds.when}
        label={isReschedule ? m.batches_rescheduleChoice() : m.batches_whenToProcess()}
        choices={isReschedule ? rescheduleChoices : approvalChoices(batch, holdMinutes)}
        value={input.when}
        error={errorOf('when')}
        onChange={(when) => onChange(chooseWhen(when, input, today))}
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

/** A warning that the time proposed by the maker has passed, so that the approver chooses another time. */
function PassedProposal({ batch }: { readonly batch: BatchLoadFile }) {
  const { PROPOSEDDATE: proposed } = batch
  const isUpcoming = upcomingProposal(batch) !== undefined
  if (!proposed || isUpcoming) return null
  return (
    <Banner
      kind="warning"
      title={m.batches_proposedTimeHasPassed({ maker: makerOf(batch), time: instantToText(proposed, client) })}
    />
  )
}

function approvalChoices(batch: BatchLoadFile, holdMinutes: number | undefined): Choice<DecisionInput['when']>[] {
  const { PROPOSEDDATE: proposed } = batch
  const otherChoices = choicesWithoutProposal(holdMinutes)
  const isUpcoming = upcomingProposal(batch) !== undefined
  if (!proposed || !isUpcoming) return otherChoices
  const proposedChoice: Choice<DecisionInput['when']> = {
    value: 'proposed',
    label: m.batches_atProposedTime({ time: instantToText(proposed, client) }),
    hint: m.batches_proposedBy({ maker: makerOf(batch) }),
  }
  return [proposedChoice, ...otherChoices]
}

function choicesWithoutProposal(holdMinutes: number | undefined): Choice<DecisionInput['when']>[] {
  const nowLabel = holdMinutes === undefined ? m.common_now() : m.batches_whenHoldIsOver({ minutes: holdMinutes })
  return [
    { value: 'now', label: nowLabel },
    { value: 'later', label: m.batches_atSetTime() },
  ]
}

// In a change of the schedule, 'now' removes the scheduled time.
const rescheduleChoices: Choice<DecisionInput['when']>[] = [
  { value: 'now', label: m.batches_backToAwaiting() },
  { value: 'later', label: m.batches_anotherDateAndTime() },
]

const hourOptions = hours.map((hour) => ({ value: hour, label: hour }))
