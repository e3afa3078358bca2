// Notices on screen and in the history.
import { afterEach, expect, it } from 'vitest'
import { currentNotices, dismissNotice, clearNotices, notify } from '#services/notices.ts'

afterEach(clearNotices)
const shown = () => currentNotices().visible.map(({ text }) => text)

it('a notice is shown until it is closed, and the history lists all notices, newest first', () => {
  const first = notify({ kind: 'success', text: 'Saved' })
  notify({ kind: 'normal', text: 'Loading' })
  dismissNotice(first)
  expect(shown()).toEqual(['Loading'])
  expect(currentNotices().history.map(({ text }) => text)).toEqual(['Loading', 'Saved'])
})

it('errors stay until they are closed; all other notices have a time limit', () => {
  notify({ kind: 'error', text: 'Refused' })
  notify({ kind: 'success', text: 'Saved' })
  notify({ kind: 'success', text: 'Approved', duration: 'long' })
  expect(currentNotices().visible.map(({ duration }) => duration)).toEqual(['untilClosed', 'short', 'long'])
})

it('a repeated error is shown once with a count, and the history lists each', () => {
  const id = notify({ kind: 'error', text: 'Cannot connect to server' })
  expect(notify({ kind: 'error', text: 'Cannot connect to server' })).not.toBe(id)
  expect(shown()).toEqual(['Cannot connect to server'])
  expect(currentNotices().visible[0]).toMatchObject({ times: 2 })
  expect(currentNotices().history).toHaveLength(2)
})

it('each success is shown and listed, even a second one with the same text', () => {
  for (const about of ['Batch 12', 'Batch 13', 'Batch 13']) notify({ kind: 'success', text: 'Approved', about })
  expect(currentNotices().visible.map(({ about }) => about)).toEqual(['Batch 12', 'Batch 13', 'Batch 13'])
  expect(currentNotices().history.map(({ about }) => about)).toEqual(['Batch 13', 'Batch 13', 'Batch 12'])
})
