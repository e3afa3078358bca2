// A setting limits how many card numbers that no card has a user can enter in an hour, across all servers and
// operations: otherwise the responses would reveal which numbers belong to cards.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Method } from '#contract/methods.ts'
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import { HOUR_MS } from '#domain/units.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import type { CallParams } from '#tests/support/call.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import {
  type DemoServer,
  type Person,
  startSecondServer,
  transferUpload,
  loadUpload,
} from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const LIMIT = 20
const [card] = demoCardsInState('active', 1)
const pan = card?.pan ?? ''

/** Card numbers that no card of the demo programme has. */
const unknownNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => withCheckDigit(`4${String(index).padStart(14, '0')}`))
const [unknownNumber = ''] = unknownNumbers(1)
const rowsOf = (numbers: readonly string[]) => numbers.map((identifier) => ({ identifier, amount: '1.00' }))
const verify = (person: Person, numbers: readonly string[], more: Partial<CallParams<'verifyBatchFile'>> = {}) =>
  person.call('verifyBatchFile', {
    type: 'load',
    identifierType: 1,
    additionalValidation: [],
    name: 'guesses.csv',
    batchSizeLimit: 5_000,
    reference: '',
    batchElements: rowsOf(numbers),
    ...more,
  })

describe('unknown card numbers', () => {
  const demo = withDemoServer({ settings: { unknownNumbersPerHour: LIMIT } })
  const { db, people } = demo
  const mails = catchMail()
  let second: DemoServer
  beforeAll(async () => {
    second = await startSecondServer(demo.server)
    second.clock.now = demo.server.clock.now
    mails.catchFrom(demo.server.server)
  })
  afterAll(() => second.close())

  const readCount = async (person: Person) =>
    (
      await sql<{ numbers: number }>`
        SELECT numbers FROM card_number_count WHERE user_id = ${person.id} AND counter = 'unknown'`.execute(db())
    ).rows[0]?.numbers ?? 0
  const entries = async () =>
    (await sql`SELECT user_id, changes FROM audit_event WHERE method = 'reachUnknownNumberLimit'`.execute(db())).rows
  const alerts = () => mails.sent.filter((mail) => mail.kind === 'unknownNumberLimit')

  it('are accepted up to the limit, on all servers together; after that no card number is accepted', async () => {
    const other = await second.logIn('olive')
    expect((await verify(other, unknownNumbers(LIMIT - 1))).resultCode).toBe('0')
    expect((await verify(people.olive, [unknownNumber, unknownNumber, pan])).resultCode).toBe('0')
    expect(await readCount(people.olive)).toBe(LIMIT)
    // Existing numbers are rejected too, since another response would reveal that they exist.
    for (const numbers of [[unknownNumber], [pan]]) {
      const response = await verify(people.olive, numbers)
      expect(response).toMatchObject({ resultCode: '-20429', retryAfter: HOUR_MS / 1000 })
      expect(response.resultText).toMatch(/^Too many unknown card numbers were used .+ again from .+, \d\d:\d\d SGT; /)
    }
    expect(await verify(other, [pan])).toMatchObject({ resultCode: '-20429' })
    expect(await readCount(people.olive)).toBe(LIMIT)
  })

  it('above the limit do not affect tracking numbers, ids of cards and other users', async () => {
    const responseByTracking = await verify(people.olive, [card?.trackingNumber ?? ''], { identifierType: 2 })
    expect(responseByTracking.resultCode).toBe('0')
    const days = { startDate: '2024-01-01', endDate: '2027-12-31' }
    const responseById = await people.olive.call('failedTransactionSearch', { cardNumber: `card:${card?.id}`, ...days })
    expect(responseById.resultCode).toBe('0')
    expect((await verify(people.ada, [pan])).resultCode).toBe('0')
  })

  it('reach the limit with one audit entry and one e-mail to each administrator', async () => {
    await demo.runJobs()
    expect(await entries()).toEqual([{ user_id: people.olive.id, changes: [{ field: 'cards', after: LIMIT }] }])
    const [alert, ...otherAlerts] = alerts()
    expect(otherAlerts).toEqual([])
    expect(alert).toMatchObject({ numbers: LIMIT, ofAll: false, to: { username: 'ada' } })
    expect(mailToText(alert)).toContain('(olive) used 20 card numbers that no card has within an hour')
    const today = new Date(demo.server.clock.now).toISOString().slice(0, 10)
    const endDate = new Date(demo.server.clock.now + 24 * HOUR_MS).toISOString().slice(0, 10)
    const trail = await people.ada.call('auditLog', { method: 'reachUnknownNumberLimit', startDate: today, endDate })
    expect(trail.entries.map(({ what }) => what)).toEqual(['reached the hourly limit for unknown card numbers'])
  })

  it('are accepted again an hour after the first', async () => {
    demo.server.clock.now += HOUR_MS - 1
    await demo.signIn()
    expect(await verify(people.olive, [pan])).toMatchObject({ resultCode: '-20429', retryAfter: 1 })
    demo.server.clock.now += 1
    expect((await verify(people.olive, [unknownNumber, pan])).resultCode).toBe('0')
    expect(await readCount(people.olive)).toBe(1)
  })

  it('of a call that exceeds the limit are all rejected and counted', async () => {
    await demo.advanceHours(2)
    expect((await verify(people.olive, [...unknownNumbers(LIMIT + 1), pan])).resultCode).toBe('-20429')
    expect(await readCount(people.olive)).toBe(LIMIT + 1)
    expect(await entries()).toHaveLength(2)
  })

  const days = { startDate: '2024-01-01', endDate: '2027-12-31' }
  const calls: Readonly<Partial<Record<Method, (number: string) => object>>> = {
    verifyBatchElement: (identifier) => ({
      type: 'load',
      identifierType: 1,
      additionalValidation: [],
      element: { identifier, amount: '1.00' },
    }),
    batchLoadUpload: (identifier) => loadUpload(rowsOf([identifier])),
    batchTransferUpload: (identifierTo) => transferUpload([{ identifier: pan, identifierTo, amount: '1.00' }]),
    batchDevalueUpload: (identifier) => ({
      batchElements: [{ identifier, amount: '1.00' }],
      identifierType: 1,
      batchDescription: 'Test',
      retire: false,
      fileName: 'x.csv',
    }),
    setCardStatus: (identifier) => ({ identifiers: [identifier], identifierType: 1 }),
    cardSearch: (searchTerm) => ({ searchType: '1', searchTerm, showExpired: true }),
    getCombinedStatement: (cardNumber) => ({ cardNumbers: [cardNumber] }),
    failedTransactionSearch: (cardNumber) => ({ cardNumber, ...days }),
    devalueCard: (cardNumber) => ({ cardNumber }),
    unstopCard: (cardNumber) => ({ cardNumber }),
    toggleMagstripe: (voucherNumber) => ({ voucherNumber, status: 1 }),
    changePin: (voucherNumber) => ({ voucherNumber, trackingNumber: '123456789012345', newCardPin: '493817' }),
    insertCardFee: (identifier) => ({ identifierType: 1, identifier, amount: '0.01', feeId: '1' }),
    reverseTransaction: (voucherNumber) => ({
      voucherNumber,
      transactionType: 5,
      transactionId: '1',
      requesterName: 'Ms Lim',
      declineReason: 'Charged twice',
    }),
  }

  it.each(Object.entries(calls))('are counted and limited in %s', async (method, paramsOf) => {
    await demo.advanceHours(2)
    const call = (number: string) => people.ada.call(method as Method, paramsOf(number))
    const response = await call(unknownNumber)
    expect(response.resultCode).not.toBe('-20429')
    expect(await readCount(people.ada)).toBe(1)
    await verify(people.ada, unknownNumbers(LIMIT - 1))
    for (const number of [unknownNumber, pan]) expect(await call(number)).toMatchObject({ resultCode: '-20429' })
  })

  it('do not include the number of an expired card that a search leaves out', async () => {
    await demo.advanceHours(2)
    const [expired] = demoCardsInState('expired', 1)
    const before = await readCount(people.ada)
    const search = { searchType: '1' as const, searchTerm: expired?.pan ?? '', showExpired: false }
    expect(await people.ada.call('cardSearch', search)).toMatchObject({ resultCode: '0', cards: [] })
    expect(await readCount(people.ada)).toBe(before)
  })

  it('are counted even if one of the numbers in a call has a card, which is activated', async () => {
    await demo.advanceHours(2)
    const [inactive] = demoCardsInState('notActivated', 1)
    const identifiers = [inactive?.pan ?? '', ...unknownNumbers(3)]
    expect(await people.ada.call('setCardStatus', { identifiers, identifierType: 1 })).toMatchObject({ activated: 1 })
    expect(await readCount(people.ada)).toBe(3)
  })

  it('of all users together are limited to five times as many', async () => {
    await demo.advanceHours(2)
    const before = (await entries()).length
    for (const username of ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'])
      await demo.server.addUser({ username, permissions: ['Batch.load'] })
    for (const username of ['u1', 'u2', 'u3', 'u4', 'u5', 'u6']) {
      const person = await demo.server.logIn(username)
      expect((await verify(person, unknownNumbers(LIMIT - 1))).resultCode).toBe(username === 'u6' ? '-20429' : '0')
    }
    const lastPerson = await demo.server.logIn('u7')
    expect(await verify(lastPerson, [pan])).toMatchObject({ resultCode: '-20429', retryAfter: HOUR_MS / 1000 })
    expect((await entries()).slice(before)).toMatchObject([{ changes: [{ field: 'cards', after: 5 * LIMIT }] }])
    await demo.runJobs()
    expect(mailToText(alerts().at(-1))).toContain('All users together used 100 card numbers that no card has')
  })
})

describe('by default', () => {
  const demo = withDemoServer({})

  it('a file of 5,000 rows can be checked twice with the wrong column, and then with the right one', async () => {
    expect(environmentToSettings({}).unknownNumbersPerHour).toBe(15_000)
    for (const _ of [1, 2]) expect((await verify(demo.people.olive, unknownNumbers(5_000))).resultCode).toBe('0')
    expect((await verify(demo.people.olive, [...unknownNumbers(100), pan])).resultCode).toBe('0')
  })
})
