// A panel of amounts by day: a figure, the chart, and a table with the same data for users who cannot see the chart.
import { m } from '#words/messages.js'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import { Button } from '../buttons/Button.tsx'
import { DateText } from '../Instant.tsx'
import { Money } from '../Money.tsx'
import { Panel } from '../Panel.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { DayAmount, DayShape } from './day-chart.ts'
// Loaded when there is data to draw.
const DayChart = lazy(() => import('./DayChart.tsx'))

interface DayPanelProps<Day extends DayAmount> {
  readonly title: string
  readonly days: readonly Day[]
  readonly currency: string
  readonly shape: DayShape
  readonly height: 'low' | 'high'
  /** A text alternative for screen readers. */
  readonly label: string
  /** The figure above the chart, for the day under the pointer or for all days. */
  readonly figure: (hovered: Day | undefined) => { readonly cents: Cents; readonly about: ReactNode }
  readonly table: {
    readonly caption: string
    /** The heading of the amount column. */
    readonly amount: string
    /** The days that the table shows. All by default. */
    readonly days?: readonly Day[]
    readonly count?: { readonly label: string; readonly of: (day: Day) => string }
  }
}

export function DayPanel<Day extends DayAmount>(props: DayPanelProps<Day>) {
  const { title, days, currency, shape, height, label, figure, table } = props
  const [isTableShown, setIsTableShown] = useState(false)
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const { cents, about } = figure(hoveredIndex === undefined ? undefined : days[hoveredIndex])
  return (
    <Panel
      title={title}
      actions={
        <Button size="small" kind="quiet" onClick={() => setIsTableShown((before) => !before)}>
          {isTableShown ? m.ui_showAsChart() : m.ui_showAsTable()}
        </Button>
      }
    >
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2" aria-live="off">
        <span className="text-xl tracking-tight">
          <Money cents={cents} currency={currency} strong />
        </span>
        <span className="text-sm text-muted">{about}</span>
      </p>
      {isTableShown ? (
        <DayTable table={table} days={table.days ?? days} />
      ) : (
        <Suspense fallback={<Skeleton className={height === 'low' ? 'h-44 w-full' : 'h-56 w-full'} />}>
          <DayChart
            shape={shape}
            height={height}
            days={days}
            currency={currency}
            label={label}
            onHover={setHoveredIndex}
          />
        </Suspense>
      )}
    </Panel>
  )
}

interface DayTableProps<Day extends DayAmount> {
  readonly table: DayPanelProps<Day>['table']
  readonly days: readonly Day[]
}

/** The newest day is first. */
function DayTable<Day extends DayAmount>({ table: { caption, amount, count }, days }: DayTableProps<Day>) {
  return (
    <div className="max-h-128 overflow-auto" role="group" aria-label={caption} tabIndex={0}>
      <table className="figures w-full max-w-lg">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-start text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 font-medium">
              {m.ui_day()}
            </th>
            {count && (
              <th scope="col" className="py-1.5 align-figures font-medium">
                {count.label}
              </th>
            )}
            <th scope="col" className="py-1.5 align-figures font-medium">
              {amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                <DateText value={day.date} />
              </th>
              {count && <td className="py-1.5 align-figures">{count.of(day)}</td>}
              <td className="py-1.5 align-figures">
                <Money cents={day.cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
