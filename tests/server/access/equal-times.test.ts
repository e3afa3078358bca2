// Nobody learns from words or from the clock who is a user here: samples of each, taken in turns, 100 of signing in and of a
// forgotten password (threats T10), fewer of setting up a second factor, which begins with the same look at the password. On the
// last engine there is, which is the one of production where the run has it: what takes the time is the hash.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessHost, startAccessHost } from '#tests/support/access.ts'

describe('equal times', () => {
  let host: AccessHost
  beforeAll(async () => {
    host = await startAccessHost()
    await host.addUser({ username: 'known' })
    await host.addUser({ username: 'enrolling', secondFactor: 'app' })
  })
  afterAll(() => host.close())

  it.each([
    ['logIn', (username: string) => ({ username, password: 'Wrong-Horse-7', ownerID: 3 }), 'known', 100],
    ['enrollUser', (username: string) => ({ username, password: 'Wrong-Horse-7', ownerID: 3 }), 'enrolling', 40],
    ['rememberPassword', (account: string) => ({ account, ownerId: 3 }), 'known', 100],
  ] as const)('%s answers an unknown name as a known one', async (method, paramsOf, known, samples) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let n = -5; n < samples; n++) {
      // In turns, and each first as often as the other: what else the machine does touches both alike.
      for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const started = performance.now()
        answers.add(JSON.stringify(await host.ask(method, paramsOf(kind === 'known' ? known : `nobody-${n}`))))
        if (n >= 0) times[kind].push(performance.now() - started)
      }
      // The reminder's own work comes after its answer: it must not slow the next sample.
      if (method === 'rememberPassword') await host.quiet()
    }
    expect(answers.size).toBe(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.4)
  })
})

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
