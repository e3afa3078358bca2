// The chart of a report: an SVG in theme colours, which suit print and both themes. The table below the chart shows the
// same figures.
import { m } from '#words/messages.js'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
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
  LINE_HEIGHT,
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
  const lastIndex = categories.length - 1
  /** The category whose figures are in the legend. */
  const legendIndex = pointedIndex ?? lastIndex
  const hasCurrency = isMoney(chart) && currency !== undefined
  const unit = hasCurrency ? `${currency} ` : ''
  // Dates have one line below the axis, names up to two.
  const height = chartHeight(isTimeAxis(chart) ? 1 : 2)
  const pointAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const bounds = currentTarget.getBoundingClientRect()
    // From pixels on screen to units of the SVG, and from the whole SVG to the plot.
    const xInSvg = ((clientX - bounds.left) / bounds.width) * width
    const xInPlot = xInSvg - CHART.left
    const index = Math.floor((xInPlot / plotWidth(width)) * categories.length)
    setPointedIndex(Math.min(Math.max(index, 0), lastIndex))
  }
  return (
    <Panel
      title={chart.title}
      flush={!isShown}
      actions={
        <>
          {/* The category of the figures in the legend. */}
          {isShown && (
            <span className="self-center text-sm text-muted">
              {categoryToText(chart, categories[legendIndex] ?? '')}
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
            onPointerMove={pointAt}
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
                    {format(values[legendIndex] ?? 0)}
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

/** The width of the chart on screen, so that texts keep their size on a small screen. Measures only a shown chart. */
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
  const allValues = series.flatMap(({ values }) => values)
  const scale = toScale(chart.kind === 'bars' ? stackHeights(chartData) : allValues)
  const xOf = (index: number) => toX(index, { count: categories.length, width })
  const labelledIndexes = toLabelledIndexes(categories.length, width)
  const labelWidth = plotWidth(width) / labelledIndexes.size - LABEL_GAP
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
          <text
            x={CHART.left - TICK_GAP}
            // The text is centred on the line: `y` is the base line of its letters.
            y={scale.toY(tick) + 4}
            textAnchor="end"
            fontSize={LABEL_FONT_SIZE}
            fill="var(--muted)"
          >
            {format(tick).replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {pointedIndex !== undefined && (
        <line
          x1={xOf(pointedIndex)}
          x2={xOf(pointedIndex)}
          y1={CHART.top}
          y2={CHART_BASE}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
        />
      )}
      {chart.kind === 'bars' &&
        toBars(chartData, scale, width).map(({ key, seriesIndex, ...bar }) => (
          <rect key={key} {...bar} fill={colours[seriesIndex % colours.length]} />
        ))}
      {chart.kind === 'line' &&
        series.map(({ name, values }, seriesIndex) => (
          <path
            key={name}
            d={toLinePath(values.map((value, index) => ({ x: xOf(index), y: scale.toY(value) })))}
            fill="none"
            stroke={colours[seriesIndex % colours.length]}
            strokeWidth="2"
            strokeDasharray={dashes[seriesIndex % dashes.length]}
          />
        ))}
      {categories.map((category, index) => {
        if (!labelledIndexes.has(index)) return null
        const text = categoryToText(chart, category, { isShort: true })
        return <CategoryLabel key={category} text={text} x={xOf(index)} width={labelWidth} />
      })}
    </>
  )
}

/** Space between the figures of the scale and the plot, in pixels. */
const TICK_GAP = 8
/** Space between two labels below the axis, in pixels. */
const LABEL_GAP = 8
const LABEL_FONT_SIZE = 11

/** The path of an SVG through the points: 'M76,100 L84,92 L92,60'. */
const toLinePath = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ')

interface CategoryLabelProps {
  readonly text: string
  readonly x: number
  readonly width: number
}

/** Up to two lines. A shortened text shows the full text on hover. */
function CategoryLabel({ text, x, width }: CategoryLabelProps) {
  const lines = nameToLines(text, width)
  return (
    <text y={CHART_BASE + 14} textAnchor="middle" fontSize={LABEL_FONT_SIZE} fill="var(--muted)">
      {lines.join(' ') !== text && <title>{text}</title>}
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index * LINE_HEIGHT}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

// Series do not differ only by colour. Lines also differ by their dashes, and entries of the legend by their marks. No
// colour is green or red, which would mean good or bad.
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

/** The function that formats the values of a chart. A step of the scale can have a fraction of a cent. */
const toFormatter = (chart: ChartDefinition) =>
  isMoney(chart) ? (value: number) => centsToText(cents(Math.round(value))) : numberToText

/** The day, the month or the name of a category. A short day has no year: '22 Nov'. */
function categoryToText({ by }: ChartDefinition, category: string, { isShort = false } = {}): string {
  if (by === 'MONTH') return monthToText(category)
  const date = by === 'DATE' ? textToDate(category) : undefined
  if (date === undefined) return category
  return isShort ? dateToDayMonthText(date) : dateToShortText(date)
}

/** A text alternative for screen readers. */
function toTextAlternative(chart: ChartDefinition, { categories, series }: ChartSeries, unit: string): string {
  const format = toFormatter(chart)
  const sumToText = (values: readonly number[]) => format(values.reduce((sum, value) => sum + value, 0))
  const firstCategory = categoryToText(chart, categories[0] ?? '')
  const lastCategory = categoryToText(chart, categories.at(-1) ?? '')

  // For bars with names, the total of each bar.
  const barTexts = categories.map((name, index) => {
    const valuesOfBar = series.map(({ values }) => values[index] ?? 0)
    return m.reports_seriesTotal({ name, unit, value: sumToText(valuesOfBar) })
  })
  if (!isTimeAxis(chart)) return barTexts.join('; ')

  // For bars over time, the total of each series. For lines, the first and last value of each line.
  const seriesTexts = series.map(({ name, values }) => {
    if (chart.kind === 'bars') return m.reports_seriesTotal({ name, unit, value: sumToText(values) })
    const firstValue = format(values[0] ?? 0)
    const lastValue = format(values.at(-1) ?? 0)
    return m.reports_seriesFromTo({ name, unit, firstValue, firstCategory, lastValue, lastCategory })
  })
  return seriesTexts.join('; ')
}
