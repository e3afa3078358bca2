// The name of a report's file in words, for the audit trail.
import { expect, test } from 'vitest'
import { describeFileName } from '#domain/reports/files.ts'

test.each([
  ['FeeReport_from2026-03-01_to2026-03-03', ['Fee Report', '01 Mar 2026 to 03 Mar 2026', '']],
  ['FeeReport_from2026-03-01_to2026-03-03.csv', ['Fee Report', '01 Mar 2026 to 03 Mar 2026', 'csv']],
  ['cardbalances_2026-03-03.xlsx', ['Card Balances Report', '03 Mar 2026', 'xlsx']],
])('%s is %j', (name, expected) => {
  const { title, days, format } = describeFileName(name) ?? {}
  expect([title, days, format]).toEqual(expected)
})

test.each(['SecretReport_2026-03-03.csv', 'QMR_9_2026Q1.xls', 'Users_1.csv'])('%s has no description', (name) => {
  expect(describeFileName(name)).toBeUndefined()
})
