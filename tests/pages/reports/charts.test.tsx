// The chart and the pivot table of a report, on screen and as text.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportOf } from '#domain/reports/reports.ts'
import { ReportChart } from '#pages/reports/charts/ReportChart.tsx'
import { ReportPivot } from '#pages/reports/charts/ReportPivot.tsx'
import type { ReportTableRow } from '#domain/reports/columns.ts'

/** Simulates a change of the chart's width. */
let resize = (_width: number): void => undefined
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = (width) => {
          Object.defineProperty(screen.getByRole('figure'), 'clientWidth', { value: width })
          act(callback)
        }
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rows = [
  { key: '1', DATE: '2026-02-28', CAMPAIGN: 'Gift', PURCHASES: 3, SPENT: '1010.00', REVERSED: '10.00', NET: '1000.00' },
  { key: '2', DATE: '2026-03-01', CAMPAIGN: 'Gift', PURCHASES: 1, SPENT: '0.00', REVERSED: '1.00', NET: '-1.00' },
  { key: '3', DATE: '2026-03-01', CAMPAIGN: 'Travel', PURCHASES: 2, SPENT: '25.50', REVERSED: '0.00', NET: '25.50' },
]
interface ChartAndPivotProps {
  readonly id: Parameters<typeof reportOf>[0]
  readonly rows: readonly ReportTableRow[]
}
function ChartAndPivot({ id, rows: shownRows }: ChartAndPivotProps) {
  const report = reportOf(id)
  return (
    <>
      {report.chart && <ReportChart chart={report.chart} rows={shownRows} currency="SGD" />}
      <ReportPivot report={report} rows={shownRows} />
    </>
  )
}
const show = (id: Parameters<typeof reportOf>[0], shownRows: readonly (typeof rows)[number][] = rows) =>
  render(<ChartAndPivot id={id} rows={shownRows} />)

it('describes the line chart as text, and shows the figures of its last day beside it', () => {
  show('spendSummary')
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Spent by day: Gift from SGD 1,000.00 on 28 Feb 2026 to SGD -1.00 on 01 Mar 2026; Travel from SGD 0.00 on 28 Feb 2026 to SGD 25.50 on 01 Mar 2026',
  )
  const legend = screen.getByRole('figure')
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['GiftSGD -1.00', 'TravelSGD 25.50'])
})

it('shows the full name of each bar: on two lines if one is too short, and on hover', () => {
  const names = [
    'Monthly Maintenance Fee',
    'Foreign Exchange Fee',
    'Batch Load Fee',
    'A name that is far too long for its bar',
    'Card Issue Fee',
    'Sixth',
    'Seventh',
  ]
  const fees = names.map((FEETYPE, index) => ({
    key: FEETYPE,
    DATE: '2026-03-01',
    CAMPAIGN: 'Gift',
    FEETYPE,
    COUNT: 1,
    AMOUNT: `${90 - index}.00`,
  }))
  const { container } = render(<ChartAndPivot id="fee" rows={fees} />)
  const labels = [...container.querySelectorAll('text:has(tspan)')]
  const linesOf = (label: Element) => [...label.querySelectorAll('tspan')].map(({ textContent }) => textContent)
  expect(labels.map((label) => label.querySelector('title')?.textContent).filter(Boolean)).toEqual([names[3]])
  expect(labels.slice(0, 4).map(linesOf)).toEqual([
    ['Monthly', 'Maintenance Fee'],
    ['Foreign Exchange', 'Fee'],
    ['Batch Load Fee'],
    ['A name that is far', 'too long for its…'],
  ])
  // On a phone the text keeps its size, so fewer labels fit.
  resize(326)
  expect([...container.querySelectorAll('text:has(tspan)')].map(linesOf)).toEqual([
    ['Monthly', 'Maintenance…'],
    ['A name that', 'is far too…'],
    ['Seventh'],
  ])
  expect(screen.getByRole('img').getAttribute('viewBox')).toBe('0 0 326 128')
  const textAlternative = screen.getByRole('img').getAttribute('aria-label')
  expect(textAlternative).toMatch(
    /^Fees by type: Monthly Maintenance Fee SGD 90\.00 in total; Foreign Exchange Fee SGD 89\.00/,
  )
})

it('shows the figures of the day under the pointer', () => {
  show('spendSummary')
  const image = screen.getByRole('img')
  image.getBoundingClientRect = () => ({ left: 0, width: 880 }) as DOMRect
  fireEvent.pointerMove(image, { clientX: 100 })
  expect(screen.getByText('28 Feb 2026')).toBeTruthy()
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('GiftSGD 1,000.00')
  fireEvent.pointerLeave(image)
  expect(screen.getByText('01 Mar 2026')).toBeTruthy()
})

it('hides the chart if the user wants only the table, also of the next report', () => {
  show('spendSummary')
  fireEvent.click(screen.getByRole('button', { name: 'Hide chart' }))
  expect(screen.queryByRole('img')).toBeNull()
  cleanup()
  show('spendSummary')
  expect(screen.queryByRole('img')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show chart' }))
  expect(screen.getByRole('img')).toBeTruthy()
})

it('pivots a report by campaign and month, and by another sum', () => {
  show('spendSummary')
  const cells = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
  fireEvent.change(screen.getByLabelText('Amount to total'), { target: { value: 'NET' } })
  expect(cells()).toEqual([
    'CampaignFeb 2026Mar 2026Total',
    'Gift1,000.00-1.00999.00',
    'Travel0.0025.5025.50',
    'Total1,000.0024.501,024.50',
  ])
  fireEvent.click(screen.getByLabelText('Month'))
  fireEvent.change(screen.getByLabelText('Amount to total'), { target: { value: 'PURCHASES' } })
  expect(cells()).toEqual(['MonthPurchases', 'Feb 20263', 'Mar 20263', 'Total6'])
})

it('shows no pivot without campaigns, and nothing without rows', () => {
  const { container } = show('spendSummary', [])
  expect(container.textContent).toBe('')
  cleanup()
  show('fundMovement')
  expect(screen.queryByRole('table')).toBeNull()
})
