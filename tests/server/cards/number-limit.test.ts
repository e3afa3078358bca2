// The number of full card numbers per user and hour is limited by a setting, across all servers and operations. Above
// the limit, numbers are masked, everything still works with the card's id, and administrators are alerted once.
import { sql } from 'kysely'
import type * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Method, methodNames } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'
import { maskPan } from '#domain/cards/identifiers.ts'
import { HOUR_MS } from '#domain/units.ts'
import { demoCard, type DemoCard, type DemoState } from '#server/demo/cards.ts'
import { demoCardsInState, sampleRows } from '#server/demo/sample-batch.ts'
import { type CallParams, post } from '#tests/support/call.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import {
  type DemoServer,
  type Person,
  startSecondServer,
  startDemoServer,
  transferUpload,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const LIMIT = 50
const VOYAGER = 3
const cards = Array.from({ length: demoCardCount }, (_, index) => demoCard(index)).filter(
  ({ campaign }) => campaign.ownerId === VOYAGER,
)
const fullNumber = /^[0-9]{16}$/
const maskedNumber = /^900001•{6}[0-9]{4}$/

const maskedPan = expect.stringMatching(maskedNumber) as string

describe('full card numbers', () => {
  const demo = withDemoServer({ settings: { cardNumbersPerHour: LIMIT } })
  const { db, people } = demo
  const mails = catchMail()
  let second: DemoServer
  beforeAll(async () => {
    // So that rita, whom no other test uses for numbers, can see them.
    await db()
      .updateTable('user_group')
      .set({ permissions: sql`permissions || '{Card.reveal}'` })
      .where('name', '=', 'Readers')
      .execute()
    second = await startSecondServer(demo.server)
    mails.catchFrom(demo.server.server)
  })
  afterAll(() => second.close())

  const searchByNumber = async (person: Person, searchTerm: string) =>
    person.call('cardSearch', { searchType: '1', searchTerm, showExpired: true })
  const numberOf = async (person: Person, card: DemoCard | undefined) =>
    (await person.call('cardDetails', { voucherID: String(card?.id) })).card.CARDNUMBER
  /** Views as many cards as the limit allows. */
  const useUpLimit = async (person: Person) => {
    for (const { id } of cards.slice(0, LIMIT)) await person.call('cardDetails', { voucherID: String(id) })
  }
  const limitEntries = async (userId: number) =>
    (
      await sql`SELECT result_code, changes FROM audit_event WHERE method = 'reachCardNumberLimit' AND user_id = ${userId}`.execute(
        db(),
      )
    ).rows
  const alerts = (username: string) =>
    mails.sent.filter((mail) => mail.kind === 'cardNumberLimit' && mail.user.endsWith(`(${username})`))

  it('are returned by searches up to the limit, and masked from then on, on every server', async () => {
    const other = await second.logIn('rita')
    const prefixes = [...new Set(cards.map(({ pan }) => pan.slice(0, 9)))].slice(0, 3 * LIMIT)
    const numbers: string[] = []
    for (const [index, prefix] of prefixes.entries()) {
      const response = await searchByNumber(index % 2 === 0 ? people.rita : other, prefix)
      expect(response.resultCode).toBe('0')
      expect(response.cards.length).toBeGreaterThan(0)
      numbers.push(...response.cards.map(({ CARDNUMBER }) => CARDNUMBER))
    }
    const fullNumbers = numbers.filter((number) => fullNumber.test(number))
    expect(new Set(fullNumbers).size).toBe(LIMIT)
    expect(numbers.slice(0, LIMIT)).toEqual(fullNumbers)
    expect(numbers.slice(LIMIT).every((number) => maskedNumber.test(number))).toBe(true)
    // Other searches and the card's own page also return masked numbers.
    const { cards: tracked } = await people.rita.call('cardSearch', {
      searchType: '4',
      searchTerm: cards[0]?.trackingNumber ?? '',
      showExpired: true,
    })
    expect(tracked.map(({ CARDNUMBER }) => CARDNUMBER)).toEqual([maskPan(cards[0]?.pan ?? '')])
    expect(await numberOf(other, cards[0])).toBe(maskPan(cards[0]?.pan ?? ''))
    // The count is per user: other users still see full numbers.
    expect(await numberOf(people.amir, cards[0])).toBe(cards[0]?.pan)
  })

  it('reach the limit with one audit entry and one e-mail to each administrator', async () => {
    await demo.runJobs()
    const [alert, ...otherAlerts] = alerts('rita')
    expect(otherAlerts).toEqual([])
    expect(alert).toMatchObject({ user: 'Rita Koh (rita)', numbers: LIMIT, to: { username: 'ada' } })
    expect(mailToText(alert)).toContain('Rita Koh (rita) was given 50 full card numbers within an hour')
    expect(mailToText(alert)).toContain('https://portal.example/voyager/user/audit')
    expect(await limitEntries(people.rita.id)).toEqual([
      { result_code: '0', changes: [{ field: 'cards', after: LIMIT }] },
    ])
    const today = new Date(demo.server.clock.now).toISOString().slice(0, 10)
    const trail = await people.ada.call('auditLog', {
      method: 'reachCardNumberLimit',
      startDate: today,
      endDate: new Date(demo.server.clock.now + 24 * HOUR_MS).toISOString().slice(0, 10),
    })
    expect(trail.entries.map(({ who, what }) => `${who} ${what}`)).toEqual([
      'Rita Koh (rita) reached the hourly limit for full card numbers',
    ])
  })

  it('cannot be completed by guessing once they are masked', async () => {
    const [card, other] = cards
    const guesses = [
      card?.pan.slice(0, 12) ?? '',
      `${card?.pan},${other?.pan}`,
      '900001999999',
      '9000019999999995,9000019999999987',
    ]
    for (const guess of guesses) {
      const response = await searchByNumber(people.rita, guess)
      expect(response).toMatchObject({ resultCode: '-20429', retryAfter: HOUR_MS / 1000 })
      expect(response.resultText).toContain('For 60 more minutes')
    }
    expect((await searchByNumber(people.rita, card?.pan ?? '')).cards.map(({ VOUCHERID }) => VOUCHERID)).toEqual([
      String(card?.id),
    ])
  })

  it('are also counted when no card has them', async () => {
    const guesser = await demo.server.addUser({
      username: 'guesser',
      permissions: ['CardStatement.read', 'Card.reveal'],
    })
    const guess = (count: number) =>
      post(demo.server.url, 'cardSearch', {
        searchType: '1',
        searchTerm: Array.from({ length: count }, (_, index) => `9000019999${String(100_000 + index)}`).join(','),
        showExpired: true,
        token: guesser.token,
      })
    expect((await guess(LIMIT)).response.resultCode).toBe('0')
    expect((await guess(2)).response.resultCode).toBe('-20429')
  })

  it('are returned again an hour after the first', async () => {
    demo.server.clock.now += HOUR_MS - 1
    await demo.signIn()
    expect(await numberOf(people.rita, cards[0])).toMatch(maskedNumber)
    demo.server.clock.now += 1
    expect(await numberOf(people.rita, cards[0])).toBe(cards[0]?.pan)
    await useUpLimit(people.rita)
    await demo.runJobs()
    expect(alerts('rita')).toHaveLength(2)
    expect(await limitEntries(people.rita.id)).toHaveLength(2)
  })

  it('are still shown by a reveal above the limit', async () => {
    const voucherID = String(cards[0]?.id)
    expect(await numberOf(people.rita, cards[0])).toMatch(maskedNumber)
    expect((await people.rita.call('revealCard', { voucherID })).CARDNUMBER).toBe(cards[0]?.pan)
  })

  describe('of a batch', () => {
    const details = async (person: Person, batchLoadFileID: string) =>
      (await person.call('batchLoadDetails', { batchLoadFileID })).details
    const readCount = async (userId: number) =>
      (await sql<{ numbers: number }>`SELECT numbers FROM card_number_count WHERE user_id = ${userId}`.execute(db()))
        .rows[0]?.numbers ?? 0

    it('are not counted for the user who uploaded them', async () => {
      const id = await uploadLoads(people.ada, sampleRows(LIMIT + 10))
      expect((await details(people.ada, id)).every(({ IDENTIFIER }) => fullNumber.test(IDENTIFIER))).toBe(true)
      const mine = await people.ada.call('myBatchRows', { batchLoadFileID: id })
      expect(mine.rows.map(({ IDENTIFIER }) => IDENTIFIER)).toEqual(sampleRows(LIMIT + 10).map((row) => row.identifier))
      expect(await readCount(people.ada.id)).toBe(0)
    })

    it('are counted for other users, and all masked if they exceed the limit', async () => {
      await demo.advanceHours(2)
      const smallBatch = await uploadLoads(people.olive, sampleRows(30), { loadReference: 'few' })
      expect((await details(people.amir, smallBatch)).every(({ IDENTIFIER }) => fullNumber.test(IDENTIFIER))).toBe(true)
      expect(await readCount(people.amir.id)).toBe(30)
      const masked = await details(people.amir, smallBatch)
      expect(masked.every(({ IDENTIFIER }) => maskedNumber.test(IDENTIFIER))).toBe(true)
      // The row still links to the card.
      expect(masked[0]?.VOUCHERID).toBe(String(demoCardsInState('active', 1)[0]?.id))
    })

    it('are masked without an alert if the batch alone exceeds the limit, and duplicate rows are still marked', async () => {
      const rows = sampleRows(LIMIT)
      const largeBatch = await uploadLoads(people.olive, [...rows, ...rows.slice(0, 1)], {
        loadReference: 'many',
        duplicateReason: 'A second load',
      })
      const otto = await demo.server.logIn('otto')
      const maskedRows = await details(otto, largeBatch)
      expect(maskedRows.every(({ IDENTIFIER }) => maskedNumber.test(IDENTIFIER))).toBe(true)
      expect(maskedRows.flatMap(({ MORETHANONCE, ROWNUMBER }) => (MORETHANONCE ? [ROWNUMBER] : []))).toEqual([
        1,
        LIMIT + 1,
      ])
      expect(await readCount(otto.id)).toBe(0)
    })

    it('are counted on both sides of a transfer', async () => {
      const [from, to] = demoCardsInState('active', 2)
      const id = uploadedId(
        await people.olive.call(
          'batchTransferUpload',
          transferUpload([{ identifier: from?.pan ?? '', identifierTo: to?.pan ?? '', amount: '1.00' }]),
        ),
      )
      const otto = await demo.server.logIn('otto')
      expect(await details(otto, id)).toMatchObject([{ IDENTIFIER: from?.pan, IDENTIFIERTO: to?.pan }])
      expect(await readCount(otto.id)).toBe(2)
      for (const { id: voucherID } of cards.slice(0, LIMIT - 2))
        await otto.call('cardDetails', { voucherID: String(voucherID) })
      expect(await details(otto, id)).toMatchObject([
        { IDENTIFIER: maskPan(from?.pan ?? ''), IDENTIFIERTO: maskPan(to?.pan ?? '') },
      ])
    })
  })
})

it('full card numbers are never returned if the setting is 0, and no one is alerted', async () => {
  const server = await startDemoServer({ settings: { cardNumbersPerHour: 0 } })
  const amir = await server.logIn('amir')
  const [card] = cards
  expect((await amir.call('cardDetails', { voucherID: String(card?.id) })).card.CARDNUMBER).toBe(
    maskPan(card?.pan ?? ''),
  )
  const { rows } = await sql`SELECT FROM audit_event WHERE method = 'reachCardNumberLimit'`.execute(server.database.db)
  expect(rows).toEqual([])
  await server.close()
})

describe('without the permission to reveal cards', () => {
  const demo = withDemoServer()
  const { db, people } = demo
  const [card] = demoCardsInState('active', 1)
  const { id, pan, trackingNumber } = card ?? expect.unreachable()

  it('every read returns masked numbers, and counts none', async () => {
    const found = async (searchType: '1' | '4', searchTerm: string) =>
      (await people.rita.call('cardSearch', { searchType, searchTerm, showExpired: true })).cards
    // A search for the full number finds the card.
    for (const cardsFound of [
      await found('1', pan),
      await found('1', pan.slice(0, 9)),
      await found('4', trackingNumber),
    ]) {
      expect(cardsFound.map(({ VOUCHERID }) => VOUCHERID)).toContain(String(id))
      for (const { CARDNUMBER, CARDCVV2 } of cardsFound) expect([CARDNUMBER, CARDCVV2]).toEqual([maskedPan, '***'])
    }
    expect((await people.rita.call('cardDetails', { voucherID: String(id) })).card.CARDNUMBER).toEqual(maskedPan)
    const byId = { cardNumbers: [`card:${id}`] } as never
    expect((await people.rita.call('getCombinedStatement', byId)).resultCode).toBe('0')
    const { rows } = await sql`SELECT FROM card_number_count WHERE user_id = ${people.rita.id}`.execute(db())
    expect(rows).toEqual([])
  })

  it('an approver sees the rows of a batch with masked numbers, and who uploaded them sees full ones', async () => {
    const approver = await demo.server.addUser({ username: 'approver', permissions: ['Batch.approve'] })
    const batchLoadFileID = await uploadLoads(people.olive, sampleRows(3))
    const rowsOf = async (method: Method, token: string) => {
      const { response } = await post(demo.server.url, method, { batchLoadFileID, token })
      return JSON.stringify(response)
    }
    const read = await rowsOf('batchLoadDetails', approver.token)
    for (const { identifier } of sampleRows(3)) {
      expect(read).toContain(maskPan(identifier))
      expect(read).not.toContain(identifier)
    }
    const own = await people.olive.call('myBatchRows', { batchLoadFileID })
    expect(own.rows.map(({ IDENTIFIER }) => IDENTIFIER)).toEqual(sampleRows(3).map(({ identifier }) => identifier))
  })
})

describe('a card can be named by its id', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { people } = demo

  /** Parameters that can contain a card number. */
  const CARD_PARAMETERS = ['cardNumber', 'cardNumbers', 'voucherNumber', 'identifier', 'identifiers'] as const
  const cardMethods = methodNames.filter((method) => {
    const { shape } = operations[method].params as z.ZodObject
    return CARD_PARAMETERS.some((name) => name in shape)
  })
  const days = { startDate: '2024-01-01', endDate: '2027-12-31' }
  type Call<M extends Method> = (name: string, card: DemoCard) => CallParams<M> | Promise<CallParams<M>>
  const call = <M extends Method>(state: DemoState, params: Call<M>, campaigns?: readonly number[]) => ({
    state,
    params: params as Call<Method>,
    campaigns,
  })

  const calls: Readonly<Partial<Record<Method, ReturnType<typeof call>>>> = {
    getCombinedStatement: call<'getCombinedStatement'>('active', (name) => ({ cardNumbers: [name] })),
    failedTransactionSearch: call<'failedTransactionSearch'>('active', (cardNumber) => ({ cardNumber, ...days })),
    devalueCard: call<'devalueCard'>('active', (cardNumber) => ({ cardNumber })),
    unstopCard: call<'unstopCard'>('stopped', (cardNumber) => ({ cardNumber })),
    toggleMagstripe: call<'toggleMagstripe'>('active', async (voucherNumber, { id }) => {
      const { card } = await people.ada.call('cardDetails', { voucherID: String(id) })
      return { voucherNumber, status: card.MAGSTRIPEENABLED === 1 ? 0 : 1 }
    }),
    changePin: call<'changePin'>(
      'active',
      (voucherNumber, { trackingNumber }) => ({ voucherNumber, trackingNumber, newCardPin: '493817' }),
      [2],
    ),
    setCardStatus: call<'setCardStatus'>('notActivated', (name) => ({ identifiers: [name], identifierType: 1 })),
    insertCardFee: call<'insertCardFee'>('active', async (identifier) => {
      const [fee] = (await people.ada.call('getFeeTypes', {})).feeTypes
      return { identifierType: 1, identifier, amount: '0.01', feeId: fee?.id ?? '' }
    }),
    reverseTransaction: call<'reverseTransaction'>('active', async (voucherNumber, { id }) => {
      const { transactions } = await people.ada.call('cardStatement', { cardID: String(id), ...days })
      const fee = transactions.find(({ REVERSIBLE }) => REVERSIBLE === 1)
      const reason = { requesterName: 'Ms Lim', declineReason: 'Charged twice' }
      return { voucherNumber, transactionType: 5, transactionId: fee?.TRANSACTIONID ?? '', ...reason }
    }),
  }

  it('in every operation that takes a card number', () => {
    expect(Object.keys(calls).toSorted()).toEqual(cardMethods.toSorted())
  })

  it.each(Object.entries(calls).map(([method, row]) => ({ method: method as Method, ...row })))(
    'in $method',
    async ({ method, state, params, campaigns }) => {
      // Each operation uses a different card, from the end of the list.
      const at = Object.keys(calls).indexOf(method)
      const card = demoCardsInState(state, 10, campaigns)[9 - at]
      if (!card) throw new Error(`no card is ${state}`)
      if (method === 'reverseTransaction')
        await people.ada.call('insertCardFee', {
          identifierType: 2,
          identifier: card.trackingNumber,
          amount: '0.01',
          feeId: (await people.ada.call('getFeeTypes', {})).feeTypes[0]?.id ?? '',
        })
      const request = async (person: Person, name: string) => person.call(method, await params(name, card))
      for (const name of ['card:999999999', `card:${card.id}x`, `card:0${card.id}`, 'card:', maskPan(card.pan)])
        expect(await request(people.ada, name)).toMatchObject({
          resultCode: '-20404',
          resultText: 'There is no such card',
        })
      const response = await request(people.ada, `card:${card.id}`)
      expect(response).toMatchObject({ resultCode: operations[method].successCode })
      // The number and the id of one card together return its statement once.
      if (method === 'getCombinedStatement') {
        const byBoth = { cardNumbers: [card.pan, `card:${card.id}`] } as never
        const { DATA } = await people.ada.call('getCombinedStatement', byBoth)
        expect(DATA).toEqual((response as unknown as { DATA: unknown }).DATA)
      }
    },
  )

  it('unless it belongs to another owner', async () => {
    const otherOwnersCard = Array.from({ length: 400 }, (_, index) => demoCard(index)).find(
      ({ campaign }) => campaign.ownerId !== VOYAGER,
    )
    expect(
      await people.ada.call('failedTransactionSearch', { cardNumber: `card:${otherOwnersCard?.id}`, ...days }),
    ).toMatchObject({ resultCode: '-20404' })
  })
})
