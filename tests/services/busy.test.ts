// Whether and when a call is repeated after a busy server has refused it.
import { expect, it } from 'vitest'
import { unreachable } from '#services/server/api.ts'
import { isBusy, retryDelayMs } from '#services/server/busy.ts'

const refused = (code: string, retryAfter?: number) =>
  ({
    ok: false,
    kind: 'refused',
    code,
    text: '',
    details: {},
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }) as const

it.each([
  ['503 with a time to wait', refused('-20500', 2), true],
  ['429 with a time to wait', refused('-20429', 30), true],
  ['a pause too long to wait for', refused('-20429', 3_600), false],
  ['a server error', refused('-20500'), false],
  ['a refusal', refused('-20400', 2), false],
  ['no response, which the probe handles', unreachable, false],
])('a call is repeated after %s: %s', (_, failure, isRetried) => {
  expect(isBusy(failure)).toBe(isRetried)
})

it('a repeated call waits at least as long as the server requests, longer each time, up to half a minute', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 20].map((count) => retryDelayMs(refused('-20500', 2), count, 0))
  expect(pauses).toEqual([2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(retryDelayMs(refused('-20429', 45), 3, 0)).toBe(45_000)
})

it('a pause is up to a quarter longer, so that an office does not repeat all requests at the same time', () => {
  expect(retryDelayMs(refused('-20500', 2), 0, 1)).toBe(2_500)
})
