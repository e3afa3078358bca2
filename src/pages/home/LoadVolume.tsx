// The load volume by day: a chart with axes, a line about the day under the pointer, and the table for screen readers.
// The chart's code is loaded when there is something to draw.
import { BarChart3 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { countToWords } from '#domain/batch/words.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { type Cents, sumCents, wireToCents } from '#domain/money.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { DayAmount } from '#ui/drawings/day-chart.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DateText } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { number } from '#words/figures.ts'
import * as say from '#words/pages/home.ts'
const DayChart = lazy(() => import('#ui/drawings/DayChart.tsx'))

interface VolumeDay extends DayAmount {
  readonly count: number
}

interface LoadVolumeProps {
  readonly days: readonly { readonly date: string; readonly amount: string; readonly count: number }[]
  readonly currency: string
}

export function LoadVolume({ days: wireDays, currency }: LoadVolumeProps) {
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const days = useMemo(() => wireDays.map(toDay), [wireDays])
  const total = sumCents(days.map((day) => day.cents))
  const loads = days.reduce((sum, day) => sum + day.count, 0)
  const day = pointed === undefined ? undefined : days[pointed]

  if (loads === 0)
    return (
      <Panel title={title(days.length)}>
        <EmptyState icon={BarChart3} title={say.nothingWasLoadedInLastDays(days.length)}>
          {say.whatLoadVolumeShows}
        </EmptyState>
      </Panel>
    )

  return (
    <Panel
      title={title(days.length)}
      actions={
        <Button size="small" kind="quiet" onClick={() => setAsTable(!asTable)}>
          {asTable ? say.showAsChart : say.showAsTable}
        </Button>
      }
    >
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2" aria-live="off">
        <span className="text-xl tracking-tight">
          <Money cents={day?.cents ?? total} currency={currency} strong />
        </span>
        <span className="text-sm text-muted">
          {countToWords(day?.count ?? loads, 'load')}, {day ? dateToShortText(day.date) : say.lastDays(days.length)}
        </span>
      </p>
      {asTable ? (
        <VolumeTable days={days} currency={currency} />
      ) : (
        <Suspense fallback={<Skeleton className="h-56 w-full" />}>
          <DayChart
            shape="bars"
            height="high"
            days={days}
            currency={currency}
            label={say.amountLoadedByDayInLast(currency, days.length)}
            onPoint={setPointed}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function VolumeTable({ days, currency }: { readonly days: readonly VolumeDay[]; readonly currency: string }) {
  return (
    <table className="figures w-full max-w-lg">
      <caption className="sr-only">{say.amountLoadedByDay}</caption>
      <thead className="text-left text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 font-medium">
            {say.day}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {say.loads}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {say.amountCurrency(currency)}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, count, cents }) => (
          <tr key={date} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              <DateText value={date} />
            </th>
            <td className="py-1.5 text-right">{number(count)}</td>
            <td className="py-1.5 text-right">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const toDay = (day: LoadVolumeProps['days'][number]): VolumeDay => ({
  date: day.date as CalendarDate,
  cents: wireToCents(day.amount) ?? (0 as Cents),
  count: day.count,
})

const title = (days: number) => say.loadedInLastDays(days)
