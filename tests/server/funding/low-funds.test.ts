// Low funds: the forecast, the threshold, and the e-mails of the watch, once for each fall and each new shortage
// (docs/rules/funding.md, "Low funds").
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decimalToCents } from '#domain/money.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { watchFunds } from '#server/funding/watch.ts'
import { readFigures } from '#server/metrics/figures.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const RICH = 50_000_000

describe('low funds', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people, runJobs } = demo
  const { catchFrom, sent } = catchMail()
  const forecast = () => people.rita.call('fundingForecast', {})
  const setThreshold = (threshold: string | null, by: keyof typeof people = 'amir') =>
    people[by].call('setFundingThreshold', { threshold })
  const inCents = (amount: string) => decimalToCents(amount) ?? Number.NaN
  const reservedCents = async () => (await forecast()).items.reduce((sum, { amount }) => sum + inCents(amount), 0)
  const fund = (balanceCents: number) => setFunds(db(), balanceCents, new Date(demo.server.clock.now - 1_000))
  /** The mails that one look at the account causes. */
  const watch = async () => {
    sent.length = 0
    await watchFunds(demo.server.server)
    await runJobs()
    return sent.filter(({ kind }) => kind === 'fundsLow')
  }
  const approveLoads = async (hours: number) => {
    const id = await uploadLoads(people.olive, sampleRows(3), { duplicateReason: 'Test of low funds' })
    await approve(demo.server, people.amir, id, demo.localTimeInHours(hours))
    return id
  }

  beforeAll(() => catchFrom(demo.server.server))
  beforeEach(async () => {
    await fund(RICH)
    await setThreshold(null)
    await watch()
  })

  it('lists approved batches in the order of their runs, each with the balance after it', async () => {
    const [later, sooner] = [await approveLoads(60), await approveLoads(50)]
    const { items, total, available, shortage } = await forecast()
    const ids = items.map(({ batchId }) => batchId)
    expect(ids.indexOf(sooner)).toBeLessThan(ids.indexOf(later))
    expect(total).toBe(items.length)
    let balance = RICH
    for (const item of items) expect(inCents(item.balance)).toBe((balance -= inCents(item.amount)))
    expect(inCents(available)).toBe(balance)
    expect(shortage).toBeNull()
  })

  it('warns once of a batch that is not covered, and again of the next one or after the money was there', async () => {
    await approveLoads(50)
    await fund((await reservedCents()) - 1)
    const { shortage } = await forecast()
    expect(shortage?.amount).toBe('0.01')
    expect(shortage?.on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await people.olive.call('overview', {})).fundingAccount?.shortage).toEqual(shortage)
    const mails = await watch()
    expect(mails.map(({ to }) => to.username).toSorted()).toEqual(['ada', 'amir', 'nina', 'olive', 'otto'])
    expect(mailToText(mails[0])).toMatch(/Will not suffice on \d+ \w+ \d{4}: SGD 0\.01 short/)
    expect(await watch()).toEqual([])
    await approveLoads(60)
    expect(await watch()).toHaveLength(5)
    expect(await watch()).toEqual([])
    await fund(RICH)
    expect(await watch()).toEqual([])
    await fund((await reservedCents()) - 1)
    expect(await watch()).toHaveLength(5)
  })

  it('warns once for each fall below the threshold', async () => {
    await fund((await reservedCents()) + 100_000)
    expect(await setThreshold('1000.00')).toMatchObject({ resultCode: '0' })
    expect(await forecast()).toMatchObject({ threshold: '1000.00', available: '1000.00', isLow: false })
    expect(await watch()).toEqual([])
    await fund((await reservedCents()) + 99_999)
    expect(await forecast()).toMatchObject({ isLow: true, shortage: null })
    expect((await people.olive.call('overview', {})).fundingAccount?.low).toBe('1000.00')
    const [mail] = await watch()
    expect(mailToText(mail)).toContain('SGD 999.99 is available. That is less than the threshold of SGD 1,000.00')
    expect(await watch()).toEqual([])
    await setThreshold('2000.00')
    expect(await watch()).toEqual([])
    await fund(RICH)
    expect(await watch()).toEqual([])
    await fund((await reservedCents()) + 1)
    expect(await watch()).toHaveLength(5)
  })

  it('has figures for the metrics', async () => {
    const figures = async () => (await readFigures(db(), 3, demo.server.clock.now)).funds
    expect(await figures()).toEqual({ isShort: false, isLow: false })
    await approveLoads(50)
    await fund((await reservedCents()) - 1)
    await setThreshold('0.01')
    expect(await figures()).toEqual({ isShort: true, isLow: true })
  })

  it.each(['0.00', '-1.00', '100000000.00'])('refuses the threshold %s with a sentence', async (threshold) => {
    const response = (await setThreshold(threshold)) as { resultCode: string; errors?: { path: string }[] }
    expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'threshold' }] })
    expect((await forecast()).threshold).toBeNull()
  })

  it.each([
    ['amir', '0'],
    ['ada', '0'],
    ['olive', '-20403'],
    ['rita', '-20403'],
  ] as const)('is set by those who confirm payments: %s gets %s', async (person, resultCode) => {
    expect(await setThreshold('5.00', person)).toMatchObject({ resultCode })
  })

  it('is one of each owner', async () => {
    await setThreshold('1234.00')
    expect((await people.hal.call('fundingForecast', {})).threshold).toBeNull()
  })
})
