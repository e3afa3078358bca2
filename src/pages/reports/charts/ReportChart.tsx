// The chart of a report: an SVG in theme colours, so that it suits print and both themes. The table below shows all its
// figures.
import { m } from '#words/messages.js'
import { useEffect, useRef, useState } from 'react'
import { dateToDayMonthText, dateToShortText, monthToText, textToDate } from '#domain/calendar.ts'
import { cents, centsToText } from '#domain/money.ts'
import { reportColumns, type ReportTableRow } from '#domain/reports/columns.ts'
import type { ReportChart as ChartDefinition } from '#domain/reports/reports.ts'
import { type ChartSeries, isTimeAxis, rowsToSeries } from '#domain/reports/series.ts'
import { usePreference } from '#services/device/preference.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { numberToText } from '#words/figures.ts'
import {
  toBars,
  CHART,
  CHART_BASE,
  chartHeight,
  plotWidth,
  toLabelledIndexes,
  nameToLines,
  stackHeights,
  toScale,
  toX,
} from './plot.ts'

interface ReportChartProps {
  readonly chart: ChartDefinition
  readonly rows: readonly ReportTableRow[]
  readonly currency: string | undefined
}

export function ReportChart({ chart, rows, currency }: ReportChartProps) {
  const chartData = rowsToSeries(chart, rows)
  return chartData ? <Chart chart={chart} chartData={chartData} currency={currency} /> : null
}

interface ChartProps extends Omit<ReportChartProps, 'rows'> {
  readonly chartData: ChartSeries
}

function Chart({ chart, chartData, currency }: ChartProps) {
  const [shown, setShown] = usePreference('report-chart', ['yes', 'no'])
  const isShown = shown === 'yes'
  const [pointedIndex, setPointedIndex] = useState<number>()
  const { ref, width } = useChartWidth(isShown)
  const { categories, series } = chartData
  const format = toFormatter(chart)
  const shownIndex = pointedIndex ?? categories.length - 1
  const unit = isMoney(chart) && currency !== undefined ? `${currency} ` : ''
  const height = chartHeight(isTimeAxis(chart) ? 1 : 2)
  return (
    <Panel
      title={chart.title}
      flush={!isShown}
      actions={
        <>
          {/* The day of the figures in the legend. */}
          {isShown && (
            <span className="self-center text-sm text-muted">
              {categoryToText(chart, categories[shownIndex] ?? '')}
            </span>
          )}
          <Button size="small" kind="quiet" className="no-print" onClick={() => setShown(isShown ? 'no' : 'yes')}>
            {isShown ? m.reports_hideChart() : m.reports_showChart()}
          </Button>
        </>
      }
    >
      {isShown && (
        <figure ref={ref} className="grid gap-2">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            className="h-auto w-full overflow-visible"
            role="img"
            aria-label={`${chart.title}: ${toTextAlternative(chart, chartData, unit)}`}
            onPointerLeave={() => setPointedIndex(undefined)}
            onPointerMove={(event) => {
              const bounds = event.currentTarget.getBoundingClientRect()
              const x = ((event.clientX - bounds.left) / bounds.width) * width - CHART.left
              setPointedIndex(
                Math.min(Math.max(Math.floor((x / plotWidth(width)) * categories.length), 0), categories.length - 1),
              )
            }}
          >
            <Plot chart={chart} chartData={chartData} width={width} pointedIndex={pointedIndex} format={format} />
          </svg>
          <figcaption>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {series.map(({ name, values }, index) => (
                <li key={name} className="flex items-center gap-1.5">
                  <svg viewBox="0 0 16 10" className="h-2.5 w-4 shrink-0" aria-hidden>
                    <rect width="16" height="10" rx="2" fill={colours[index % colours.length]} />
                    <path d={marks[index % marks.length]} stroke="var(--raised)" strokeWidth="1.5" fill="none" />
                  </svg>
                  <span>{name}</span>
                  <span className="figures font-medium">
                    {unit}
                    {format(values[shownIndex] ?? 0)}
                  </span>
                </li>
              ))}
            </ul>
          </figcaption>
        </figure>
      )}
    </Panel>
  )
}

/** The width of the chart on screen, so that texts keep their size on a small screen. */
function useChartWidth(isShown: boolean) {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<number>(CHART.initialWidth)
  useEffect(() => {
    const figure = ref.current
    if (!figure) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(figure.clientWidth, CHART.minWidth)))
    observer.observe(figure)
    return () => observer.disconnect()
  }, [isShown])
  return { ref, width }
}

interface PlotProps {
  readonly chart: ChartDefinition
  readonly chartData: ChartSeries
  readonly width: number
  readonly pointedIndex: number | undefined
  readonly format: (value: number) => string
}

function Plot({ chart, chartData, width, pointedIndex, format }: PlotProps) {
  const { categories, series } = chartData
  const scale = toScale(chart.kind === 'bars' ? stackHeights(chartData) : series.flatMap(({ values }) => values))
  const labelledIndexes = toLabelledIndexes(categories.length, width)
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={CHART.left}
            x2={width - CHART.right}
            y1={scale.toY(tick)}
            y2={scale.toY(tick)}
            stroke="var(--line)"
          />
          <text x={CHART.left - 8} y={scale.toY(tick) + 4} textAnchor="end" fontSize="11" fill="var(--muted)">
            {format(tick).replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {pointedIndex !== undefined && (
        <line
          x1={toX(pointedIndex, categories.length, width)}
          x2={toX(pointedIndex, categories.length, width)}
          y1={CHART.top}
          y2={CHART_BASE}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
        />
      )}
      {chart.kind === 'bars'
        ? toBars(chartData, scale, width).map(({ key, seriesIndex: index, ...bar }) => (
            <rect key={key} {...bar} fill={colours[index % colours.length]} />
          ))
        : series.map(({ name, values }, index) => (
            <path
              key={name}
              d={values
                .map((value, position) => {
                  const command = position === 0 ? 'M' : 'L'
                  return `${command}${toX(position, categories.length, width)},${scale.toY(value)}`
                })
                .join(' ')}
              fill="none"
              stroke={colours[index % colours.length]}
              strokeWidth="2"
              strokeDasharray={dashes[index % dashes.length]}
            />
          ))}
      {categories.map((category, index) =>
        labelledIndexes.has(index) ? (
          <CategoryLabel
            key={category}
            text={categoryToText(chart, category, { isShort: true })}
            x={toX(index, categories.length, width)}
            width={plotWidth(width) / labelledIndexes.size - 8}
          />
        ) : null,
      )}
    </>
  )
}

interface CategoryLabelProps {
  readonly text: string
  readonly x: number
  readonly width: number
}

/** Up to two lines; a shortened text shows the full text on hover. */
function CategoryLabel({ text, x, width }: CategoryLabelProps) {
  const lines = nameToLines(text, width)
  return (
    <text y={CHART_BASE + 14} textAnchor="middle" fontSize="11" fill="var(--muted)">
      {lines.join(' ') !== text && <title>{text}</title>}
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index * 12}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/**
 * Series differ by more than colour: lines also by their dashes, entries of the legend also by their marks. No colour
 * is green or red, which would mean good or bad.
 */
const colours = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
]
const dashes = [undefined, '7 3', '2 3', '9 3 2 3', '4 4', '1 2']
const marks = ['', 'M0,10 L16,0', 'M8,0 V10', 'M0,0 L16,10', 'M0,5 H16', 'M5,0 V10 M11,0 V10']

const isMoney = ({ values }: ChartDefinition): boolean =>
  values.every((column) => reportColumns[column].format === 'amount')

const toFormatter = (chart: ChartDefinition) => (value: number) =>
  isMoney(chart) ? centsToText(cents(Math.round(value))) : numberToText(value)

function categoryToText({ by }: ChartDefinition, category: string, { isShort = false } = {}): string {
  const date = by === 'DATE' ? textToDate(category) : undefined
  if (date !== undefined) return isShort ? dateToDayMonthText(date) : dateToShortText(date)
  return by === 'MONTH' ? monthToText(category) : category
}

/**
 * A text alternative for screen readers. For lines, the first and last value of each line; for bars over time, the
 * total of each series; for other bars, the total of each bar.
 */
function toTextAlternative(chart: ChartDefinition, { categories, series }: ChartSeries, unit: string): string {
  const format = toFormatter(chart)
  const first = categories[0] ?? ''
  const last = categories.at(-1) ?? ''
  const sum = (values: readonly number[]) => format(values.reduce((total, value) => total + value, 0))
  if (!isTimeAxis(chart))
    return categories
      .map((category, index) =>
        m.reports_seriesTotal({ name: category, unit, value: sum(series.map(({ values }) => values[index] ?? 0)) }),
      )
      .join('; ')
  return series
    .map(({ name, values }) =>
      chart.kind === 'line'
        ? m.reports_seriesFromTo({
            name,
            unit,
            firstValue: format(values[0] ?? 0),
            firstCategory: categoryToText(chart, first),
            lastValue: format(values.at(-1) ?? 0),
            lastCategory: categoryToText(chart, last),
          })
        : m.reports_seriesTotal({ name, unit, value: sum(values) }),
    )
    .join('; ')
}
