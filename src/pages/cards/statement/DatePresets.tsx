// Buttons for common date ranges of a card's lists; the current range is marked.
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { MIN_STATEMENT_YEAR } from '#domain/cards/statement.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { Dates } from './query-specs.ts'

interface DatePresetsProps {
  /** The group's name for screen readers. */
  readonly label: string
  readonly dates: Dates
  readonly onChange: (dates: Dates) => void
  /** The earliest day with data for the card; some servers do not send it. */
  readonly firstDay?: string | undefined
}

export function DatePresets({ label, dates, onChange, firstDay }: DatePresetsProps) {
  const today = useToday()
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5 self-start sm:mt-6.5">
      {presets.map(({ name, start }) => {
        const range = { start: start({ today, firstDay }), end: today }
        const isCurrent = dates.start === range.start && dates.end === range.end
        return (
          <Button
            key={name}
            kind="quiet"
            aria-pressed={isCurrent}
            onClick={() => onChange(range)}
            className="aria-pressed:bg-accent-tint aria-pressed:text-accent"
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

/** The last 30 days, including today. */
export const last30Days = (today: CalendarDate): Dates => ({ start: addDays(today, -29), end: today })

interface Preset {
  readonly name: string
  readonly start: (days: { readonly today: CalendarDate; readonly firstDay: string | undefined }) => string
}

const presets: readonly Preset[] = [
  { name: m.cards_thirtyDays(), start: ({ today }) => last30Days(today).start },
  // '2026-11-22' → '2026-11-01'
  { name: m.common_thisMonth(), start: ({ today }) => `${today.slice(0, 7)}-01` },
  { name: m.common_all(), start: ({ firstDay = `${MIN_STATEMENT_YEAR}-01-01` }) => firstDay },
]
