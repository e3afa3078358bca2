// Names of report files: each can be parsed back, and is a valid path on the server.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isServerPath } from '#contract/paths.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import { nameToReportFile, type ReportFile, reportFileToName } from '#domain/reports/files.ts'
import { type Quarter, quarterToDays } from '#domain/reports/periods.ts'
import { type ReportId, reportIds, reportOf } from '#domain/reports/reports.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const day = (text: string) => text as CalendarDate

const days = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays(day('1950-01-01'), count))
const formats = (id: ReportId) => reportOf(id).files.filter((format) => format !== 'pdf')

const file: fc.Arbitrary<ReportFile> = fc
  .constantFrom(...reportIds)
  .chain((report) => fc.tuple(fc.constant(report), fc.constantFrom(...formats(report)), days, fc.nat({ max: 800 })))
  .chain(([report, format, start, span]) => {
    const firstOfMonth = day(`${start.slice(0, 7)}-01`)
    switch (reportOf(report).period) {
      case 'range':
        return fc.constant({ report, format, days: { start, end: addDays(start, span) } })
      case 'day':
        return fc.constant({ report, format, days: { start, end: start } })
      case 'month':
        return fc.constant({
          report,
          format,
          days: { start: firstOfMonth, end: addDays(addMonths(firstOfMonth, 1), -1) },
        })
      case 'quarter':
        return fc
          .tuple(
            fc.integer({ min: 1990, max: 2099 }),
            fc.constantFrom<Quarter>(1, 2, 3, 4),
            fc.stringMatching(/^[A-Za-z0-9]{1,11}$/),
          )
          .map(([year, quarter, ica]) => ({ report, format, days: quarterToDays(year, quarter), ica }))
    }
  })

describe('the name of a report file', () => {
  test(`can be parsed back, and is a valid path on the server (SEED=${seed})`, () => {
    fc.assert(
      fc.property(file, (reportFile) => {
        const name = reportFileToName(reportFile)
        expect(nameToReportFile(name)).toEqual(reportFile)
        expect(isServerPath(`reports/${name}`)).toBe(true)
      }),
      { seed, numRuns: 500 },
    )
  })

  test('has the specified format', () => {
    const [start, end] = [day('2026-01-01'), day('2026-01-31')]
    const names = (
      [
        { report: 'fee', format: 'xlsx', days: { start, end } },
        { report: 'cardBalance', format: 'xlsx', days: { start, end: start } },
        { report: 'cardholderStatement', format: 'csv', days: { start, end: start } },
        { report: 'monthlyCompliance', format: 'xlsx', days: { start, end } },
        { report: 'qmr', format: 'xls', days: quarterToDays(2026, 4), ica: '4101' },
      ] as const
    ).map(reportFileToName)
    expect(names).toEqual([
      'FeeReport_from2026-01-01_to2026-01-31.xlsx',
      'cardbalances_2026-01-01.xlsx',
      'CardholderStatement_2026-01-01.csv',
      'MonthlyComplianceReport_2026-01.xlsx',
      'QMR_4101_2026Q4.xls',
    ])
  })

  test('has a different prefix for each report', () => {
    const prefixes = reportIds.map((id) => reportOf(id).filePrefix)
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  test.each([
    ['another report', 'SecretReport_from2026-01-01_to2026-01-31.csv'],
    ['another case', 'feereport_from2026-01-01_to2026-01-31.csv'],
    ['a day that does not exist', 'FeeReport_from2026-02-31_to2026-03-31.csv'],
    ['an end before its start', 'FeeReport_from2026-02-02_to2026-02-01.csv'],
    ['a day instead of a range', 'FeeReport_2026-02-01.csv'],
    ['a range instead of a day', 'cardbalances_from2026-02-01_to2026-02-01.csv'],
    ['a month instead of a day', 'cardbalances_2026-02.csv'],
    ['a day instead of a month', 'MonthlyComplianceReport_2026-02-01.xlsx'],
    ['a month that does not exist', 'MonthlyComplianceReport_2026-13.xlsx'],
    ['a format that the report does not have', 'CardholderStatement_2026-02-01.xlsx'],
    ['a format made in the portal', 'ChargebackReport_from2026-02-01_to2026-02-01.pdf'],
    ['a fifth quarter', 'QMR_4101_2026Q5.xls'],
    ['a year beyond those offered', 'QMR_4101_2100Q1.xls'],
    ['a quarter in another format', 'QMR_4101_2026Q1.csv'],
    ['a quarter as days', 'QMR_2026-01-01.csv'],
    ['a path outside the folder', '../FeeReport_from2026-01-01_to2026-01-31.csv'],
    ['a second extension', 'FeeReport_from2026-01-01_to2026-01-31.csv.exe'],
    ['nothing', ''],
  ])('%s is not a report file: %s', (_, name) => {
    expect(nameToReportFile(name)).toBeUndefined()
  })
})
