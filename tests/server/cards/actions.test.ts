// Changes of a card's state happen once, only with the permission, and with a history entry. The second of two
// concurrent requests is rejected with a message.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type DemoState } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { pinToHash } from '#server/keys/card-secrets.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const NO_CARD = { resultCode: '-20404', resultText: 'There is no such card' }

describe('card actions', () => {
  const demo = withDemoServer({ withHarbour: true, provesLedger: true })
  const { db, people } = demo

  const usedIds = new Set<number>()
  /** A card in the given state that no other test uses. */
  const unusedCard = (state: DemoState, campaigns?: readonly number[]) => {
    const card = demoCardsInState(state, usedIds.size + 1, campaigns).find(({ id }) => !usedIds.has(id))
    if (!card) throw new Error(`no card is ${state}`)
    usedIds.add(card.id)
    return card
  }
  const details = async (id: number) => (await people.rita.call('cardDetails', { voucherID: String(id) })).card
  const history = async (id: number) =>
    (
      await sql<{ kind: string; user_id: number; stop_reason_id: number | null }>`
        SELECT kind, user_id, stop_reason_id FROM card_event WHERE card_id = ${id} ORDER BY id`.execute(db())
    ).rows
  const auditEntries = async (id: number) =>
    (
      await sql<{ method: string; result_code: string }>`
        SELECT method, result_code FROM audit_event WHERE subject_type = 'card' AND subject_id = ${String(id)}
          AND method NOT IN ('cardStatement', 'cardDetails') ORDER BY id`.execute(db())
    ).rows.map(({ method, result_code }) => `${method} ${result_code}`)
  const stop = (card: { trackingNumber: string }, stopReasonID = 2, activationData = '', person = people.olive) =>
    person.call('stopCard', { trackingNumber: card.trackingNumber, activationData, stopReasonID })

  it('a card is stopped with a reason, and unstopped to its previous state', async () => {
    const card = unusedCard('active')
    const before = await details(card.id)
    expect(await stop(card, 2, before.ACTIVATIONDATA)).toEqual({
      resultCode: '0',
      resultText: 'Card stopped successfully',
    })
    expect(await details(card.id)).toEqual({
      ...before,
      ISSTOPPED: 1,
      STATUSDATE: new Date(demo.server.clock.now).toISOString(),
      STATUSUSERNAME: 'olive',
      STOPREASON: expect.stringMatching(/./) as string,
    })
    expect(await stop(card)).toEqual({ resultCode: '-20409', resultText: 'The card is already stopped.' })
    const unstop = () => people.olive.call('unstopCard', { cardNumber: card.pan })
    expect(await unstop()).toEqual({ resultCode: '0', resultText: 'Card enabled successfully' })
    expect(await details(card.id)).toEqual(before)
    expect(await unstop()).toEqual({ resultCode: '-20409', resultText: 'The card is not stopped.' })
    expect(await history(card.id)).toEqual([
      { kind: 'stopped', user_id: people.olive.id, stop_reason_id: 2 },
      { kind: 'unstopped', user_id: people.olive.id, stop_reason_id: null },
    ])
    expect(await auditEntries(card.id)).toEqual(['stopCard 0', 'stopCard -20409', 'unstopCard 0', 'unstopCard -20409'])
    const reasons = (await people.rita.call('getStopReasons', {})).stopReasons
    const event = {
      at: new Date(demo.server.clock.now).toISOString(),
      username: 'olive',
      stopReason: '',
      amount: null,
      description: '',
      reversal: null,
    }
    expect((await people.rita.call('cardHistory', { voucherID: String(card.id) })).events).toEqual([
      { ...event, kind: 'unstopped' },
      {
        ...event,
        kind: 'stopped',
        stopReason: reasons.find(({ STOPREASONID }) => STOPREASONID === 2)?.STOPREASONSHORT,
      },
    ])
  })

  it('concurrent requests stop a card once, and the others report that it is already stopped', async () => {
    const card = unusedCard('active')
    const responses = await Promise.all(Array.from({ length: 6 }, () => stop(card)))
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual([...Array<string>(5).fill('-20409'), '0'])
    expect(responses.find(({ resultCode }) => resultCode === '-20409')?.resultText).toBe('The card is already stopped.')
    expect(await history(card.id)).toHaveLength(1)
  })

  it('a stop requires a reason from the list, and activation data that matches the tracking number', async () => {
    const card = unusedCard('active')
    for (const reason of [99, 0, -1, 2_147_483_647])
      expect(await stop(card, reason)).toMatchObject({ resultCode: '-20400', errors: [{ path: 'stopReasonID' }] })
    for (const reason of [1.5, 1e12, '1', null]) expect((await stop(card, reason as number)).resultCode).toBe('-20400')
    expect(await stop(card, 1, 'of another card')).toEqual(NO_CARD)
    expect((await details(card.id)).ISSTOPPED).toBe(0)
  })

  it('a card is retired permanently', async () => {
    const card = unusedCard('active', [2])
    const retire = () => people.olive.call('retireCard', { trackingNumber: card.trackingNumber, activationData: '' })
    expect(await retire()).toEqual({ resultCode: '0', resultText: 'Card retired successfully' })
    expect(await retire()).toEqual({ resultCode: '-20409', resultText: 'The card is already retired.' })
    expect((await details(card.id)).RETIRED).toBe(1)
    const retired = { resultCode: '-20409', resultText: 'The card is retired, which cannot be undone.' }
    expect(await stop(card)).toEqual(retired)
    expect(await people.olive.call('unstopCard', { cardNumber: card.pan })).toEqual(retired)
    const identifiers = { voucherNumber: card.pan, trackingNumber: card.trackingNumber }
    expect(await people.olive.call('changePin', { ...identifiers, newCardPin: '123456' })).toEqual(retired)
    expect(await people.olive.call('toggleMagstripe', { voucherNumber: card.pan, status: 0 })).toEqual(retired)
    expect((await history(card.id)).map(({ kind }) => kind)).toEqual(['retired'])
  })

  it('a PIN is changed only if the campaign uses PINs of that length, and only its hash is stored', async () => {
    const card = unusedCard('active', [2])
    const identifiers = { voucherNumber: card.pan, trackingNumber: card.trackingNumber }
    const change = (newCardPin: string, more: object = {}) =>
      people.olive.call('changePin', { ...identifiers, newCardPin, ...more })
    for (const pin of ['12345', '1234567', '12345a', '', '١٢٣٤٥٦'])
      expect(await change(pin)).toMatchObject({ resultCode: '-20400', resultText: 'Please enter 6 digit new PIN' })
    expect(await change('908172')).toEqual({ resultCode: '0', resultText: 'CARD PIN changed successfully' })
    const { rows } = await sql<{ pin_hash: Buffer }>`SELECT pin_hash FROM card WHERE id = ${card.id}`.execute(db())
    expect(rows[0]?.pin_hash).toEqual(pinToHash(demo.server.server.secrets, card.id, '908172'))
    expect(await change('111222', { trackingNumber: unusedCard('active').trackingNumber })).toEqual(NO_CARD)
    const withoutPin = unusedCard('active', [1])
    const otherIdentifiers = { voucherNumber: withoutPin.pan, trackingNumber: withoutPin.trackingNumber }
    expect(await change('123456', otherIdentifiers)).toEqual({
      resultCode: '-20409',
      resultText: "The card's campaign uses no PIN.",
    })
    expect(demo.server.log()).not.toContain('908172')
    const answers = await sql<{
      answer: unknown
    }>`SELECT answer FROM request_answer WHERE method = 'changePin'`.execute(db())
    expect(JSON.stringify(answers.rows)).not.toContain('908172')
  })

  it('the magnetic stripe is turned on or off; turning it off again is rejected', async () => {
    const card = unusedCard('active')
    await sql`UPDATE card SET magstripe_enabled = true WHERE id = ${card.id}`.execute(db())
    const toggle = (status: number) =>
      people.olive.call('toggleMagstripe', { voucherNumber: card.pan, status: status as 0 })
    expect((await toggle(0)).resultCode).toBe('0')
    expect((await details(card.id)).MAGSTRIPEENABLED).toBe(0)
    expect(await toggle(0)).toEqual({ resultCode: '-20409', resultText: 'The magnetic stripe is already off.' })
    expect((await toggle(1)).resultCode).toBe('0')
    expect((await toggle(2)).resultCode).toBe('-20400')
    expect((await history(card.id)).map(({ kind }) => kind)).toEqual(['magstripeOff', 'magstripeOn'])
  })

  it('an activation of one card is rejected if the card is already active or unknown', async () => {
    const card = unusedCard('notActivated')
    const activate = (identifier: string, identifierType: 1 | 2 = 1) =>
      people.olive.call('setCardStatus', { identifiers: [identifier], identifierType })
    expect(await activate(card.pan)).toEqual({
      resultCode: '0',
      resultText: 'Card activated successfully',
      activated: 1,
      results: [{ identifier: card.pan, activated: true, resultText: 'Card activated successfully' }],
    })
    expect((await details(card.id)).STATUS).toBe(new Date(demo.server.clock.now).toISOString())
    expect(await activate(card.trackingNumber, 2)).toEqual({
      resultCode: '-20409',
      resultText: 'The card is already activated.',
    })
    expect(await activate('9000019999999999')).toEqual(NO_CARD)
    expect(await auditEntries(card.id)).toEqual(['setCardStatus 0'])
    expect((await history(card.id)).map(({ kind }) => kind)).toEqual(['activated'])
  })

  it('an activation of a list activates the eligible cards, reports a result for each card, and names each in the audit trail', async () => {
    const [first, second, expired] = [
      unusedCard('notActivated'),
      unusedCard('notActivated'),
      unusedCard('notActivated'),
    ]
    await sql`UPDATE card SET expires_on = '2020-01-01' WHERE id = ${expired.id}`.execute(db())
    const { rows } = await sql<{ tracking_number: string }>`
      SELECT tracking_number FROM card WHERE owner_id = 1 LIMIT 1`.execute(db())
    const otherOwnersNumber = rows[0]?.tracking_number ?? ''
    const identifiers = [
      first.trackingNumber,
      unusedCard('active').trackingNumber,
      otherOwnersNumber,
      second.trackingNumber,
      first.trackingNumber,
      '700000000000001',
      expired.trackingNumber,
    ]
    const response = await people.olive.call('setCardStatus', { identifiers, identifierType: 2 })
    expect(response).toMatchObject({ resultCode: '0', activated: 2, resultText: '2 of 7 cards activated' })
    expect(response.results.map(({ identifier }) => identifier)).toEqual(identifiers)
    expect(response.results.map(({ activated, resultText }) => `${activated} ${resultText}`)).toEqual([
      'true Card activated successfully',
      'false The card is already activated.',
      'false There is no such card',
      'true Card activated successfully',
      'false The card is already activated.',
      'false There is no such card',
      'false The card has expired.',
    ])
    expect(response.results.map(({ alreadyActivated }) => alreadyActivated === true)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ])
    expect(await auditEntries(first.id)).toEqual(['setCardStatus 0'])
    expect(await auditEntries(second.id)).toEqual(['setCardStatus 0'])
  })

  it('an activation accepts 1 to 250 identifiers', async () => {
    const call = (count: number) =>
      people.olive.call('setCardStatus', { identifiers: Array.from({ length: count }, () => 'x'), identifierType: 1 })
    expect((await call(251)).resultCode).toBe('-20400')
    expect((await call(0)).resultCode).toBe('-20400')
    expect(await call(250)).toMatchObject({ resultCode: '0', activated: 0 })
  })

  it('a note is stored and returned exactly as written', async () => {
    const card = unusedCard('active')
    const noteText = '<img src=x onerror=alert(1)> =1+1 "quoted"\r\n{"level":60}'
    const response = await people.rita.call('addCardNote', { noteText: `  ${noteText} `, voucherId: String(card.id) })
    const note = {
      VOUCHERNOTETEXT: noteText,
      VOUCHERNOTEDATE: new Date(demo.server.clock.now).toISOString(),
      USERNAME: 'rita',
    }
    expect(response).toEqual({ resultCode: '0', note })
    expect((await details(card.id)).VOUCHERNOTES[0]).toEqual(note)
    expect(demo.server.log()).not.toContain('onerror')
    for (const [text, code] of [
      ['   ', '-20400'],
      ['x'.repeat(1001), '-20400'],
      [`call ${card.pan.slice(0, 8)} ${card.pan.slice(8)}`, '-20400'],
      [card.trackingNumber, '0'],
    ] as const)
      expect((await people.rita.call('addCardNote', { noteText: text, voucherId: String(card.id) })).resultCode).toBe(
        code,
      )
  })

  it('every action on another owner’s card returns "not found"', async () => {
    const card = unusedCard('active', [2])
    const unknownCard = { pan: '9000019999999999', trackingNumber: '700000000000001', id: 999_999_999 }
    for (const { pan, trackingNumber, id } of [card, unknownCard]) {
      const calls: [string, object][] = [
        ['stopCard', { trackingNumber, activationData: '', stopReasonID: 1 }],
        ['unstopCard', { cardNumber: pan }],
        ['retireCard', { trackingNumber, activationData: '' }],
        ['changePin', { voucherNumber: pan, trackingNumber, newCardPin: '123456' }],
        ['toggleMagstripe', { voucherNumber: pan, status: 0 }],
        ['devalueCard', { cardNumber: pan }],
        ['insertCardFee', { identifierType: 1, identifier: pan, amount: '1.00', feeId: '1' }],
        ['insertCardFee', { identifierType: 2, identifier: trackingNumber, amount: '1.00', feeId: '1' }],
        [
          'reverseTransaction',
          { voucherNumber: pan, transactionType: 5, transactionId: '1', requesterName: 'a', declineReason: 'b' },
        ],
        ['addCardNote', { noteText: 'a', voucherId: String(id) }],
        ['setCardStatus', { identifiers: [pan], identifierType: 1 }],
      ]
      for (const [method, params] of calls)
        expect(await people.hal.call(method as 'stopCard', params as never), method).toEqual(NO_CARD)
    }
    expect(await history(card.id)).toEqual([])
    for (const id of [card.id, unknownCard.id])
      expect(await people.hal.call('cardHistory', { voucherID: String(id) })).toEqual(NO_CARD)
  })
})
