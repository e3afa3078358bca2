// A chart on Home: the amount loaded on each of the last days.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { BarChart3 } from 'lucide-react'
import { useMemo } from 'react'
import { rowCountToText } from '#domain/batch/words.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { cents, sumCents, decimalToCents } from '#domain/money.ts'
import type { DayAmount } from '#ui/drawings/day-chart.ts'
import { DayPanel } from '#ui/drawings/DayPanel.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { numberToText } from '#words/figures.ts'

interface VolumeDay extends DayAmount {
  readonly count: number
}

/** A day of the response. */
interface ApiDay {
  readonly date: string
  readonly amount: string
  readonly count: number
}

interface LoadVolumeProps {
  readonly days: readonly ApiDay[]
  readonly currency: string
}

export function LoadVolume({ days: apiDays, currency }: LoadVolumeProps) {
  const days = useMemo(() => apiDays.map(toDay), [apiDays])
  const loadCount = days.reduce((sum, day) => sum + day.count, 0)
  const title = m.home_loadedInLastDays({ days: days.length })
  if (loadCount === 0)
    return (
      <Panel title={title}>
        <EmptyState icon={BarChart3} title={m.home_nothingLoadedInDays({ count: days.length })}>
          {m.home_noLoadsHint()}
        </EmptyState>
      </Panel>
    )
  const loadedCents = sumCents(days.map((day) => day.cents))
  return (
    <DayPanel
      title={title}
      days={days}
      currency={currency}
      shape="bars"
      height="high"
      label={m.home_loadChartDescription({ currency, count: days.length })}
      // The pointed day, or all days together.
      figure={(day) => {
        const count = rowCountToText(day ? day.count : loadCount, 'load')
        const period = day ? dateToShortText(day.date) : m.home_lastDays({ count: days.length })
        return { cents: day ? day.cents : loadedCents, about: commas([count, period]) }
      }}
      table={{
        caption: m.home_amountLoadedByDay(),
        amount: m.common_amountCurrency({ currency }),
        count: { label: m.common_loads(), of: ({ count }) => numberToText(count) },
      }}
    />
  )
}

const toDay = ({ date, amount, count }: ApiDay): VolumeDay => ({
  // The contract has dates as strings, but the server sends only valid dates.
  date: date as CalendarDate,
  cents: decimalToCents(amount) ?? cents(0),
  count,
})
