// Failures expected by the check ahead of a scheduled run are reported once, before the run.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notifyForeseenFailures } from '#app/alerts/foreseen-failures.ts'
import { currentNotices, clearNotices } from '#services/notices.ts'

const NOW = Date.parse('2026-11-22T06:00:00Z')
const event = (at: string, more: object = {}) => ({
  at,
  who: '',
  what: 'Checked March: 2 of 25 loads are expected to fail',
  batchLoadFileID: '7',
  isForeseen: true,
  ...more,
})
const messages = () => currentNotices().history.map(({ text, about }) => `${text} | ${about}`)

beforeEach(() => sessionStorage.clear())
afterEach(clearNotices)

test('an expected failure is reported once per check, and stays on screen', () => {
  notifyForeseenFailures([event('2026-11-22T05:00:00Z')], NOW)
  notifyForeseenFailures([event('2026-11-22T05:00:00Z')], NOW)
  expect(messages()).toEqual([
    'Checked March: 2 of 25 loads are expected to fail | Batch 7 is scheduled and has not run yet.',
  ])
  expect(currentNotices().visible[0]).toMatchObject({ kind: 'error', duration: 'untilClosed' })
  notifyForeseenFailures([event('2026-11-22T05:30:00Z')], NOW)
  expect(messages()).toHaveLength(2)
})

test('events without an expected failure, events followed by a later one, and old events are not reported', () => {
  notifyForeseenFailures([event('2026-11-22T05:00:00Z', { isForeseen: undefined })], NOW)
  notifyForeseenFailures([event('2026-11-22T05:30:00Z', { isForeseen: undefined }), event('2026-11-22T05:00:00Z')], NOW)
  notifyForeseenFailures([event('2026-11-20T05:00:00Z')], NOW)
  expect(messages()).toEqual([])
})
