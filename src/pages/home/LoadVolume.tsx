// The load volume by day.
import { BarChart3 } from 'lucide-react'
import { useMemo } from 'react'
import { countToWords } from '#domain/batch/words.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { type Cents, sumCents, decimalToCents } from '#domain/money.ts'
import type { DayAmount } from '#ui/drawings/day-chart.ts'
import { DayPanel } from '#ui/drawings/DayPanel.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { number } from '#words/figures.ts'
import * as say from '#words/pages/home.ts'

interface VolumeDay extends DayAmount {
  readonly count: number
}

interface LoadVolumeProps {
  readonly days: readonly { readonly date: string; readonly amount: string; readonly count: number }[]
  readonly currency: string
}

export function LoadVolume({ days: apiDays, currency }: LoadVolumeProps) {
  const days = useMemo(() => apiDays.map(toDay), [apiDays])
  const loads = days.reduce((sum, day) => sum + day.count, 0)
  const title = say.loadedInLastDays(days.length)
  if (loads === 0)
    return (
      <Panel title={title}>
        <EmptyState icon={BarChart3} title={say.nothingWasLoadedInLastDays(days.length)}>
          {say.whatLoadVolumeShows}
        </EmptyState>
      </Panel>
    )
  const all = { cents: sumCents(days.map((day) => day.cents)), count: loads }
  return (
    <DayPanel
      title={title}
      days={days}
      currency={currency}
      shape="bars"
      height="high"
      label={say.amountLoadedByDayInLast(currency, days.length)}
      figure={(day) => ({
        cents: (day ?? all).cents,
        about: `${countToWords((day ?? all).count, 'load')}, ${day ? dateToShortText(day.date) : say.lastDays(days.length)}`,
      })}
      table={{
        caption: say.amountLoadedByDay,
        amount: say.amountCurrency(currency),
        count: { label: say.loads, of: ({ count }) => number(count) },
      }}
    />
  )
}

const toDay = (day: LoadVolumeProps['days'][number]): VolumeDay => ({
  date: day.date as CalendarDate,
  cents: decimalToCents(day.amount) ?? (0 as Cents),
  count: day.count,
})
