// How long a change may be asked for again: an hour less than the host keeps its answer (contract "The wire").
import { expect, it } from 'vitest'
import { isAnswerKept } from '#domain/answers.ts'
import { KEEP_ANSWERS_MS } from '#server/housekeeping.ts'

const sentAt = '2026-03-04T08:00:00.000Z'
const HOUR_MS = 60 * 60 * 1000

it('ends an hour before the host forgets', () => {
  const end = Date.parse(sentAt) + KEEP_ANSWERS_MS - HOUR_MS
  expect(isAnswerKept(sentAt, end - 1)).toBe(true)
  expect(isAnswerKept(sentAt, end)).toBe(false)
})

it('is over for an unknown time', () => {
  expect(isAnswerKept(undefined, 0)).toBe(false)
  expect(isAnswerKept('', 0)).toBe(false)
})
