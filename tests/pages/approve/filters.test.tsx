// The filters of Approve Batch Load: in the address, with invalid values, and in the request.
import { describe, expect, it } from 'vitest'
import { textToDate } from '#domain/calendar.ts'
import { batchLoadsQuery, type Filters } from '#pages/batches/approve/filters.ts'
import { searchToValues, valuesToSearch } from '#services/lists/address.ts'

const today = textToDate('2026-11-21')!
const read = (search: string) => searchToValues(batchLoadsQuery, new URLSearchParams(search), today)
const write = (search: string, filters: Filters) =>
  valuesToSearch(batchLoadsQuery, new URLSearchParams(search), filters, today)

describe('filters in the address', () => {
  it('default to status “awaiting approval” and the last 56 days', () => {
    expect(read('')).toEqual({ filter: 1, start: '2026-09-26', end: '2026-11-21' })
  })

  it.each(['0', '6', 'x', '1e0', ' 2', ''])('fall back to status “awaiting approval” for status "%s"', (status) => {
    expect(read(`status=${encodeURIComponent(status)}`).filter).toBe(1)
  })

  it('are restored from the address, and leave its other parameters unchanged', () => {
    const filters = { filter: 3, start: '2026-10-01', end: '' } as const
    const search = write('batch=12&page=3', filters)
    expect(search.get('batch')).toBe('12')
    // A different list starts on its first page.
    expect(search.has('page')).toBe(false)
    expect(read(search.toString())).toEqual(filters)
  })

  it('are not stored in the address if they are the defaults', () => {
    expect(write('status=2&from=2026-10-01', read('')).toString()).toBe('')
  })
})

describe('an invalid filter in the address', () => {
  it.each(['from=9000010000000017', 'from=Olive%20Tan', 'from=2026-02-30', 'to=%00'])(
    '%s shows the default',
    (search) => {
      expect(read(`status=2&${search}`)).toEqual({ ...read(''), filter: 2 })
    },
  )
})

describe('the request to the server', () => {
  const dates = { start: '2026-09-26', end: '2026-11-21' }

  it.each([1, 5] as const)('filter %d sends no dates, whatever the fields contain', (filter) => {
    expect(batchLoadsQuery.toParams({ filter, start: 'nonsense', end: '' })).toEqual({ ok: true, params: { filter } })
  })

  it.each([2, 3, 4] as const)('filter %d sends both dates; 56 days are allowed', (filter) => {
    const params = { filter, startDate: dates.start, endDate: dates.end }
    expect(batchLoadsQuery.toParams({ filter, ...dates })).toEqual({ ok: true, params })
  })

  it.each([
    ['2026-09-25', '2026-11-21', 'Maximum search timespan is 56 days'],
    ['2026-11-22', '2026-11-21', 'The date filter start date is greater than the end date'],
    // The wrong order is reported before the range.
    ['2026-11-21', '2025-01-01', 'The date filter start date is greater than the end date'],
    ['', '2026-11-21', 'Enter a start date and an end date'],
    ['2026-11-01', '2026-11-31', 'Enter a start date and an end date'],
  ])('is not sent for %s to %s: %s', (start, end, refusal) => {
    expect(batchLoadsQuery.toParams({ filter: 2, start, end })).toEqual({ ok: false, refusal })
  })
})
