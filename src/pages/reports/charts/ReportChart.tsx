// The chart of a report: an SVG in theme colours, so that it suits print and both themes. The table below shows all its
// figures.
import { m } from '#words/messages.js'
import { useEffect, useRef, useState } from 'react'
import { dateToDayText, dateToShortText, monthToText, textToDate } from '#domain/calendar.ts'
import { cents, centsToText } from '#domain/money.ts'
import { reportColumns, type ReportTableRow } from '#domain/reports/columns.ts'
import type { ReportChart as ChartOfReport } from '#domain/reports/reports.ts'
import { type ChartSeries, isTimeAxis, rowsToSeries } from '#domain/reports/series.ts'
import { Panel } from '#ui/Panel.tsx'
import { number } from '#words/figures.ts'
import { barsOf, FIELD, innerWidth, labelled, nameToLines, stackHeights, scaleOf, toX } from './plot.ts'

interface ReportChartProps {
  readonly chart: ChartOfReport
  readonly rows: readonly ReportTableRow[]
  readonly currency: string | undefined
}

export function ReportChart({ chart, rows, currency }: ReportChartProps) {
  const drawn = rowsToSeries(chart, rows)
  return drawn ? <Chart chart={chart} drawn={drawn} currency={currency} /> : null
}

interface ChartProps extends Omit<ReportChartProps, 'rows'> {
  readonly drawn: ChartSeries
}

function Chart({ chart, drawn, currency }: ChartProps) {
  const [pointed, setPointed] = useState<number>()
  const { ref, width } = useFieldWidth()
  const { categories, series } = drawn
  const write = writerOf(chart)
  const at = pointed ?? categories.length - 1
  const unit = isMoney(chart) && currency !== undefined ? `${currency} ` : ''
  return (
    <Panel title={chart.title}>
      <figure ref={ref} className="grid gap-3">
        <svg
          viewBox={`0 0 ${width} ${FIELD.height}`}
          className="h-auto w-full overflow-visible"
          role="img"
          aria-label={`${chart.title}: ${toWords(chart, drawn, unit)}`}
          onPointerLeave={() => setPointed(undefined)}
          onPointerMove={(event) => {
            const shown = event.currentTarget.getBoundingClientRect()
            const x = ((event.clientX - shown.left) / shown.width) * width - FIELD.left
            setPointed(
              Math.min(Math.max(Math.floor((x / innerWidth(width)) * categories.length), 0), categories.length - 1),
            )
          }}
        >
          <Plot chart={chart} drawn={drawn} width={width} pointed={pointed} write={write} />
        </svg>
        <figcaption className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <p className="text-sm text-muted">{placeToText(chart, categories[at] ?? '')}</p>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {series.map(({ name, values }, index) => (
              <li key={name} className="flex items-center gap-2">
                <svg viewBox="0 0 16 10" className="h-2.5 w-4 shrink-0" aria-hidden>
                  <rect width="16" height="10" rx="2" fill={colours[index % colours.length]} />
                  <path d={marks[index % marks.length]} stroke="var(--raised)" strokeWidth="1.5" fill="none" />
                </svg>
                <span>{name}</span>
                <span className="figures font-medium">
                  {unit}
                  {write(values[at] ?? 0)}
                </span>
              </li>
            ))}
          </ul>
        </figcaption>
      </figure>
    </Panel>
  )
}

/** The width of the chart on screen, so that texts keep their size on a small screen. */
function useFieldWidth() {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<number>(FIELD.initial)
  useEffect(() => {
    const shown = ref.current
    if (!shown) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(shown.clientWidth, FIELD.narrowest)))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

interface PlotProps {
  readonly chart: ChartOfReport
  readonly drawn: ChartSeries
  readonly width: number
  readonly pointed: number | undefined
  readonly write: (value: number) => string
}

function Plot({ chart, drawn, width, pointed, write }: PlotProps) {
  const { categories, series } = drawn
  const scale = scaleOf(chart.kind === 'bars' ? stackHeights(drawn) : series.flatMap(({ values }) => values))
  const named = labelled(categories.length, width)
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={FIELD.left}
            x2={width - FIELD.right}
            y1={scale.toY(tick)}
            y2={scale.toY(tick)}
            stroke="var(--line)"
          />
          <text x={FIELD.left - 8} y={scale.toY(tick) + 4} textAnchor="end" fontSize="11" fill="var(--muted)">
            {write(tick).replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {pointed !== undefined && (
        <line
          x1={toX(pointed, categories.length, width)}
          x2={toX(pointed, categories.length, width)}
          y1={FIELD.top}
          y2={FIELD.height - FIELD.bottom}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
        />
      )}
      {chart.kind === 'bars'
        ? barsOf(drawn, scale, width).map(({ key, series: index, ...bar }) => (
            <rect key={key} {...bar} fill={colours[index % colours.length]} />
          ))
        : series.map(({ name, values }, index) => (
            <path
              key={name}
              d={values
                .map((value, at) => `${at === 0 ? 'M' : 'L'}${toX(at, categories.length, width)},${scale.toY(value)}`)
                .join(' ')}
              fill="none"
              stroke={colours[index % colours.length]}
              strokeWidth="2"
              strokeDasharray={dashes[index % dashes.length]}
            />
          ))}
      {categories.map((tick, at) =>
        named.has(at) ? (
          <PlaceLabel
            key={tick}
            text={placeToText(chart, tick, true)}
            x={toX(at, categories.length, width)}
            width={innerWidth(width) / named.size - 8}
          />
        ) : null,
      )}
    </>
  )
}

interface PlaceLabelProps {
  readonly text: string
  readonly x: number
  readonly width: number
}

/** Up to two lines; a shortened text shows the full text on hover. */
function PlaceLabel({ text, x, width }: PlaceLabelProps) {
  const lines = nameToLines(text, width)
  return (
    <text y={FIELD.height - 16} textAnchor="middle" fontSize="11" fill="var(--muted)">
      {lines.join(' ') !== text && <title>{text}</title>}
      {lines.map((line, at) => (
        <tspan key={line} x={x} dy={at * 12}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/**
 * Series differ by more than colour: lines by their dashes, the legend by its marks. None is green or red, which would
 * mean good or bad.
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

const isMoney = ({ values }: ChartOfReport): boolean =>
  values.every((column) => reportColumns[column].format === 'amount')

const writerOf = (chart: ChartOfReport) => (value: number) =>
  isMoney(chart) ? centsToText(cents(Math.round(value))) : number(value)

function placeToText({ by }: ChartOfReport, tick: string, isShort = false): string {
  const date = by === 'DATE' ? textToDate(tick) : undefined
  if (date !== undefined) return isShort ? dateToDayText(date) : dateToShortText(date)
  return by === 'MONTH' ? monthToText(tick) : tick
}

/**
 * A text alternative for screen readers: the first and last value of each line; the total of each series, or of each
 * named bar.
 */
function toWords(chart: ChartOfReport, { categories, series }: ChartSeries, unit: string): string {
  const write = writerOf(chart)
  const [first = '', last = ''] = [categories[0], categories.at(-1)]
  const sum = (values: readonly number[]) => write(values.reduce((total, value) => total + value, 0))
  if (!isTimeAxis(chart))
    return categories
      .map((tick, at) =>
        m.reports_inTotal({ name: tick, unit, write: sum(series.map(({ values }) => values[at] ?? 0)) }),
      )
      .join('; ')
  return series
    .map(({ name, values }) =>
      chart.kind === 'line'
        ? m.reports_fromOn({
            name,
            unit,
            write: write(values[0] ?? 0),
            chart: placeToText(chart, first),
            write2: write(values.at(-1) ?? 0),
            chart2: placeToText(chart, last),
          })
        : m.reports_inTotal({ name, unit, write: sum(values) }),
    )
    .join('; ')
}
