// Rows of a report as a chart and as sums: no cent is lost by grouping or pivoting.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, type Cents } from '#domain/money.ts'
import { possibleGroupings, toPivot } from '#domain/reports/pivot.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { MAX_SERIES, rowsToSeries } from '#domain/reports/series.ts'

const spend = reportOf('spendSummary')
const chart = spend.chart
if (!chart) throw new Error('no chart')
const row = (key: number, date: string, campaign: string, net: number) => ({
  key: String(key),
  DATE: date,
  CAMPAIGN: campaign,
  PURCHASES: 1,
  NET: centsToDecimal(net as Cents),
  SPENT: centsToDecimal(net as Cents),
})
const rows = [
  row(1, '2026-02-28', 'Gift', 1000),
  row(2, '2026-03-01', 'Travel', 250),
  row(3, '2026-03-01', 'Gift', -100),
  row(4, '2026-02-28', 'Gift', 5),
]

test('days are in order, each campaign is a line, and a day without a row is 0', () => {
  expect(rowsToSeries(chart, rows)).toEqual({
    categories: ['2026-02-28', '2026-03-01'],
    series: [
      { name: 'Gift', values: [1005, -100] },
      { name: 'Travel', values: [0, 250] },
    ],
  })
})

test('names are sorted by their amount', () => {
  const fees = reportOf('fee').chart
  const shown =
    fees &&
    rowsToSeries(fees, [
      { key: '1', FEETYPE: 'Card fee', CAMPAIGN: 'Gift', AMOUNT: '1.00' },
      { key: '2', FEETYPE: 'Load fee', CAMPAIGN: 'Gift', AMOUNT: '9.00' },
    ])
  expect(shown?.categories).toEqual(['Load fee', 'Card fee'])
})

test('draws no chart without rows, and no line for a single day', () => {
  expect(rowsToSeries(chart, [])).toBeUndefined()
  expect(rowsToSeries(chart, rows.slice(1, 3))).toBeUndefined()
})

const anyRows = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: -1e9, max: 1e9 })),
    { minLength: 1, maxLength: 60 },
  )
  .map((all) =>
    all.map(([day, campaign, net], at) =>
      row(at, `2026-0${1 + (day % 5)}-${String(day).padStart(2, '0')}`, `Campaign ${campaign}`, net),
    ),
  )
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('loses no cent if many campaigns are combined into few or if sums are pivoted', () => {
  fc.assert(
    fc.property(anyRows, (randomRows) => {
      const expected = sum(randomRows.map(({ NET }) => Math.round(Number(NET) * 100)))
      const shown = rowsToSeries(chart, randomRows)
      if (shown) {
        expect(shown.series.length).toBeLessThanOrEqual(MAX_SERIES)
        expect(sum(shown.series.flatMap(({ values }) => values))).toBe(expected)
      }
      for (const by of possibleGroupings(spend)) {
        const { rows: pivotRows, totals, total } = toPivot(spend, randomRows, by, 'NET')
        expect([total, sum(pivotRows.map((each) => each.total)), sum(totals)]).toEqual([expected, expected, expected])
        for (const each of pivotRows) expect(sum(each.values)).toBe(each.total)
      }
    }),
  )
})

test('sums by campaign and month have a cell for each pair', () => {
  const { rows: pivotRows, months, totals } = toPivot(spend, rows, 'both', 'NET')
  expect(months).toEqual(['2026-02', '2026-03'])
  expect(pivotRows).toEqual([
    { name: 'Gift', values: [1005, -100], total: 905 },
    { name: 'Travel', values: [0, 250], total: 250 },
  ])
  expect(totals).toEqual([1005, 150])
  expect(toPivot(spend, rows, 'month', 'PURCHASES').rows.map(({ name, total }) => [name, total])).toEqual([
    ['2026-02', 2],
    ['2026-03', 2],
  ])
})

test('reports with campaigns, a time and an amount can be pivoted', () => {
  expect(reportIds.filter((id) => possibleGroupings(reportOf(id)).length > 0)).toEqual(
    reportIds.filter((id) => {
      const { columns, sums = [] } = reportOf(id)
      const hasTime = columns.some((name) => ['DATE', 'MONTH', 'POSTED', 'EXPIRED', 'ORDERED'].includes(name))
      return sums.length > 0 && columns.includes('CAMPAIGN') && hasTime
    }),
  )
  expect(possibleGroupings(reportOf('fundMovement'))).toEqual([])
})
