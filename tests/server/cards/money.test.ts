// Money moved by users: devalue, fees and their reversal, each exactly once, also while loads are being posted. The
// ledger is checked after every test.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CardTransaction } from '#contract/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { approve, placeHoldOn, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('moving money', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people } = demo

  const balanceOfOwner = async (kind: string) =>
    (
      await sql<{
        balance_cents: number
      }>`SELECT balance_cents FROM account WHERE owner_id = 3 AND kind = ${kind}`.execute(db())
    ).rows[0]?.balance_cents ?? 0
  const accountOf = async (cardId: number) =>
    (
      await sql<{ id: number; balance_cents: number; held_cents: number }>`
        SELECT id, balance_cents, held_cents FROM account WHERE card_id = ${cardId}`.execute(db())
    ).rows[0] ?? { id: 0, balance_cents: 0, held_cents: 0 }
  let usedCount = 0
  /** An active card with a balance and without authorised amounts that no other test uses. */
  const unusedCard = async () => {
    for (;;) {
      const card = demoCardsInState('active', ++usedCount, [1]).at(-1)
      if (!card) throw new Error('no card is left')
      const { balance_cents, held_cents } = await accountOf(card.id)
      if (balance_cents > 500 && held_cents === 0) return { ...card, balanceCents: balance_cents }
    }
  }
  const devalue = (card: { pan: string }) => people.olive.call('devalueCard', { cardNumber: card.pan })
  const chargeFee = (card: { pan: string }, amount: string, more: object = {}) =>
    people.olive.call('insertCardFee', { identifierType: 1, identifier: card.pan, amount, feeId: '1', ...more })
  const statementOf = async (id: number) =>
    (await people.olive.call('cardStatement', { cardID: String(id), startDate: '1970-01-01', endDate: '2099-01-01' }))
      .transactions
  const reverse = (card: { pan: string }, line: CardTransaction | undefined, more: object = {}) =>
    people.olive.call('reverseTransaction', {
      voucherNumber: card.pan,
      transactionType: 5,
      transactionId: line?.TRANSACTIONID ?? '1',
      requesterName: 'Rosa <b>Rossi</b>',
      declineReason: '=1+1 charged twice',
      comments: 'by phone',
      ...more,
    })
  const eventKindsOf = async (id: number) =>
    (await sql<{ kind: string }>`SELECT kind FROM card_event WHERE card_id = ${id} ORDER BY id`.execute(db())).rows.map(
      ({ kind }) => kind,
    )

  it('a devalue returns the whole balance to the funding account with the result code 1, and cannot be repeated', async () => {
    const card = await unusedCard()
    const funding = await balanceOfOwner('funding')
    expect(await devalue(card)).toEqual({ resultCode: '1', resultText: 'Card devalued successfully' })
    expect((await accountOf(card.id)).balance_cents).toBe(0)
    expect(await balanceOfOwner('funding')).toBe(funding + card.balanceCents)
    expect((await statementOf(card.id))[0]).toMatchObject({
      TRANSACTIONTYPE: 4,
      TRANSACTIONTYPELABEL: 'Devalue',
      REVERSIBLE: 0,
      MONEYAMOUNT: (-card.balanceCents / 100).toFixed(2),
    })
    expect(await devalue(card)).toEqual({ resultCode: '-20409', resultText: 'The card has no funds.' })
    expect(await eventKindsOf(card.id)).toEqual(['devalued'])
  })

  it('returns the same response to a repeated devalue request, and moves no money again', async () => {
    const card = await unusedCard()
    const requestId = randomUUID()
    const request = () => people.olive.call('devalueCard', { cardNumber: card.pan, requestId })
    const responses = [await request(), await request()]
    expect(responses[0]).toEqual({ resultCode: '1', resultText: 'Card devalued successfully' })
    expect(responses[1]).toEqual(responses[0])
    expect(await eventKindsOf(card.id)).toEqual(['devalued'])
  })

  it('devalues once for concurrent requests', async () => {
    const card = await unusedCard()
    const responses = await Promise.all(Array.from({ length: 6 }, () => devalue(card)))
    expect(responses.filter(({ resultCode }) => resultCode === '1')).toHaveLength(1)
    expect(responses.filter(({ resultCode }) => resultCode === '-20409')).toHaveLength(5)
  })

  it('does not devalue a card with authorised amounts that are not settled, and says so', async () => {
    const card = await unusedCard()
    await placeHoldOn(db(), card.id, 300)
    expect(await devalue(card)).toEqual({
      resultCode: '-20409',
      resultText: '3.00 on the card is authorised and not settled yet. Devalue it when that is settled or released.',
    })
    const available = ((card.balanceCents - 299) / 100).toFixed(2)
    expect((await chargeFee(card, available)).resultText).toMatch(
      /^The fee of .* is larger than the .* available on the card/,
    )
    expect((await chargeFee(card, ((card.balanceCents - 300) / 100).toFixed(2))).resultCode).toBe('0')
    expect(await accountOf(card.id)).toMatchObject({ balance_cents: 300, held_cents: 300 })
  })

  it('devalues during a load of the same card, in either order, without losing money', async () => {
    for (let round = 0; round < 3; round++) {
      const card = await unusedCard()
      const others = demoCardsInState('active', 25, [4]).map(({ pan }) => ({ identifier: pan, amount: '6.00' }))
      const batch = await uploadLoads(people.olive, [{ identifier: card.pan, amount: '25.00' }, ...others], {
        duplicateReason: 'Tested again',
        loadReference: `round ${round}`,
      })
      await approve(demo.server, people.amir, batch)
      const services = { db: db(), timeZone: demo.server.server.client.timeZone, now: demo.server.server.now }
      const [outcome, response] = await Promise.all([processBatch(services, Number(batch)), devalue(card)])
      expect(outcome).toMatchObject({ failedCount: 0 })
      expect(response.resultCode).toBe('1')
      const lines = await statementOf(card.id)
      const devalueLine = lines.find(({ TRANSACTIONTYPE }) => TRANSACTIONTYPE === 4)
      const total = card.balanceCents + 2500
      const { balance_cents } = await accountOf(card.id)
      expect([0, 2500]).toContain(balance_cents)
      expect(Math.round(Number(devalueLine?.MONEYAMOUNT) * -100)).toBe(total - balance_cents)
    }
  })

  it('charges a fee by card number or tracking number, from the card to fee income', async () => {
    const card = await unusedCard()
    const income = await balanceOfOwner('fee')
    expect(await chargeFee(card, '1.50')).toEqual({ resultCode: '0', resultText: 'The fee has been inserted' })
    expect(
      (await chargeFee(card, '0.01', { identifierType: 2, identifier: card.trackingNumber, feeId: '3' })).resultCode,
    ).toBe('0')
    expect((await accountOf(card.id)).balance_cents).toBe(card.balanceCents - 151)
    expect(await balanceOfOwner('fee')).toBe(income + 151)
    expect((await statementOf(card.id)).slice(0, 2)).toMatchObject([
      {
        TRANSACTIONTYPE: 5,
        TRANSACTIONTYPELABEL: 'Fee',
        TRANSACTIONDESCRIPTION: 'Balance Enquiry Fee',
        MONEYAMOUNT: '-0.01',
        REVERSIBLE: 1,
        REVERSED: 0,
      },
      { TRANSACTIONTYPE: 5, TRANSACTIONDESCRIPTION: 'Card Replacement Fee', MONEYAMOUNT: '-1.50', REVERSIBLE: 1 },
    ])
  })

  it('rejects a fee larger than the balance, also for concurrent fees', async () => {
    const card = await unusedCard()
    const wholeBalance = (card.balanceCents / 100).toFixed(2)
    const tooMuch = ((card.balanceCents + 1) / 100).toFixed(2)
    expect(await chargeFee(card, tooMuch)).toEqual({
      resultCode: '-20409',
      resultText: `The fee of ${tooMuch} is larger than the ${wholeBalance} available on the card. Enter a smaller amount.`,
    })
    const responses = await Promise.all([
      chargeFee(card, wholeBalance),
      chargeFee(card, wholeBalance),
      chargeFee(card, wholeBalance),
    ])
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '-20409', '0'])
    expect((await accountOf(card.id)).balance_cents).toBe(0)
  })

  it.each(['0.00', '-1.00', '1', '1.234', '1e3', '', '1,000.00', '999999999999.99'])(
    'rejects a fee of %j',
    async (amount) => {
      expect((await chargeFee(await unusedCard(), amount)).resultCode).toBe('-20400')
    },
  )

  it('rejects a fee of an unknown type, and on a retired card', async () => {
    const card = await unusedCard()
    for (const feeId of ['99', '2147483649', '999999999999999999'])
      expect(await chargeFee(card, '1.00', { feeId })).toMatchObject({
        resultCode: '-20400',
        resultText: 'Choose a fee type from the list',
      })
    const [retired] = demoCardsInState('retired', 1)
    expect((await chargeFee(retired ?? card, '1.00')).resultText).toBe('The card is retired, which cannot be undone.')
  })

  it('reverses a fee once, from fee income to the card, with requester and reason', async () => {
    const card = await unusedCard()
    await chargeFee(card, '2.00')
    const income = await balanceOfOwner('fee')
    const line = (await statementOf(card.id))[0]
    expect(await reverse(card, line)).toEqual({ resultCode: '0', resultText: 'The Fee was reversed' })
    expect((await accountOf(card.id)).balance_cents).toBe(card.balanceCents)
    expect(await balanceOfOwner('fee')).toBe(income - 200)
    const [reversal, original] = await statementOf(card.id)
    expect(reversal).toMatchObject({
      TRANSACTIONTYPE: 6,
      TRANSACTIONTYPELABEL: 'Reversal',
      TRANSACTIONDESCRIPTION: 'Reversal of Card Replacement Fee',
      MONEYAMOUNT: '2.00',
      REVERSIBLE: 0,
    })
    expect(original).toMatchObject({ TRANSACTIONID: line?.TRANSACTIONID, REVERSIBLE: 0, REVERSED: 1 })
    expect(await reverse(card, line)).toEqual({ resultCode: '-20409', resultText: 'The fee was already reversed.' })
    const { rows } = await sql<Record<string, unknown>>`
      SELECT requester_name, decline_reason, comments FROM fee_reversal WHERE transaction_id = ${reversal?.TRANSACTIONID}
    `.execute(db())
    expect(rows).toEqual([
      { requester_name: 'Rosa <b>Rossi</b>', decline_reason: '=1+1 charged twice', comments: 'by phone' },
    ])
    expect(await eventKindsOf(card.id)).toEqual(['feeInserted', 'feeReversed'])
    const history = (await people.olive.call('cardHistory', { voucherID: String(card.id) })).events
    expect(history).toMatchObject([
      {
        kind: 'feeReversed',
        username: 'olive',
        amount: '2.00',
        description: 'Reversal of Card Replacement Fee',
        reversal: {
          requesterName: 'Rosa <b>Rossi</b>',
          storeName: '',
          contactPhone: '',
          declineReason: '=1+1 charged twice',
          comments: 'by phone',
        },
      },
      { kind: 'feeInserted', username: 'olive', amount: '-2.00', description: 'Card Replacement Fee', reversal: null },
    ])
  })

  it('rejects a reversal on a retired card', async () => {
    const card = await unusedCard()
    await chargeFee(card, '2.00')
    const line = (await statementOf(card.id))[0]
    const { balance_cents } = await accountOf(card.id)
    await sql`UPDATE card SET retired_at = now() WHERE id = ${card.id}`.execute(db())
    expect(await reverse(card, line)).toEqual({
      resultCode: '-20409',
      resultText: 'The card is retired, so the fee cannot be refunded to it.',
    })
    expect((await accountOf(card.id)).balance_cents).toBe(balance_cents)
  })

  it('reverses once for concurrent requests', async () => {
    const card = await unusedCard()
    await chargeFee(card, '2.00')
    const line = (await statementOf(card.id))[0]
    const responses = await Promise.all(Array.from({ length: 6 }, () => reverse(card, line)))
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual([...Array<string>(5).fill('-20409'), '0'])
    expect((await accountOf(card.id)).balance_cents).toBe(card.balanceCents)
  })

  it('reverses only a fee of this card', async () => {
    const [card, other] = [await unusedCard(), await unusedCard()]
    await chargeFee(other, '1.00')
    const load = (await statementOf(card.id)).find(({ TRANSACTIONTYPE }) => TRANSACTIONTYPE === 1)
    const lineOfOther = (await statementOf(other.id))[0]
    expect(await reverse(card, load, { transactionType: 1 })).toEqual({
      resultCode: '-20409',
      resultText: 'Only a fee can be reversed.',
    })
    expect((await reverse(card, load)).resultCode).toBe('-20409')
    expect(await reverse(card, lineOfOther)).toEqual({
      resultCode: '-20404',
      resultText: 'There is no such transaction',
    })
    expect((await reverse(card, undefined, { transactionId: '999999999' })).resultCode).toBe('-20404')
  })

  it.each([
    ['requesterName', ''],
    ['requesterName', '   '],
    ['declineReason', ''],
    ['requesterName', 'x'.repeat(256)],
    ['declineReason', 'x'.repeat(256)],
    ['comments', 'card 9000 0112 3456 7897'],
  ])('rejects a reversal whose %s is %j', async (field, text) => {
    const card = await unusedCard()
    await chargeFee(card, '1.00')
    expect((await reverse(card, (await statementOf(card.id))[0], { [field]: text })).resultCode).toBe('-20400')
    expect(
      (
        await reverse(card, (await statementOf(card.id))[0], {
          requesterName: 'x'.repeat(255),
          declineReason: '€'.repeat(255),
        })
      ).resultCode,
    ).toBe('0')
  })
})
