// The worker's practice: it is whole where nobody needs the worker, and over soon where somebody does.
import { expect, test } from 'vitest'
import { warm } from '#workers/batch-file/warm.ts'

/** Says that a real file has come when it is asked for the n-th time, and counts how often it is asked. */
function comesAt(n: number): { signal: AbortSignal; asked: () => number } {
  let asked = 0
  const signal = {
    get aborted() {
      return ++asked >= n
    },
  }
  return { signal: signal as AbortSignal, asked: () => asked }
}

test('reads each of its files where none comes', async () => {
  const never = comesAt(Infinity)
  await warm(never.signal)
  expect(never.asked()).toBe(18)
})

test('reads none after a real one has come', async () => {
  const third = comesAt(3)
  await warm(third.signal)
  expect(third.asked()).toBe(3)
})

test('reads nothing where a real file was first', async () => {
  const first = comesAt(1)
  await warm(first.signal)
  expect(first.asked()).toBe(1)
})
