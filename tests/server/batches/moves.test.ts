// Transfers and devalues through the API: the findings about both cards, their messages, and the moved money. The
// ledger is checked after every test.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { processBatch } from '#server/ledger/process-batch.ts'
import { type DemoCard, type DemoState } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import {
  approve,
  balanceOf,
  devalueUpload,
  placeHoldOn,
  type MoveRow,
  resultsOf,
  transferUpload,
  uploadedId,
} from '#tests/support/demo-server.ts'
import { fundingBalance } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const panInState = (state: DemoState) => demoCardsInState(state, 1, [1])[0]?.pan ?? ''
const NO_CARD = { pan: '', id: 0 } as DemoCard

describe('handling transfers and devalues', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people } = demo
  let active: DemoCard[]
  let usedCards = 0
  beforeAll(async () => {
    const accounts = await sql<{ card_id: number }>`
      SELECT card_id FROM account WHERE card_id IS NOT NULL AND balance_cents BETWEEN 5000 AND 100000 AND held_cents = 0`.execute(
      db(),
    )
    const usableIds = new Set(accounts.rows.map((row) => row.card_id))
    active = demoCardsInState('active', 120, [1, 2, 3]).filter((card) => usableIds.has(card.id))
  })

  const card = (): DemoCard => active[usedCards++] ?? NO_CARD
  const process = (id: string) =>
    processBatch({ db: db(), timeZone: demo.server.server.client.timeZone, now: demo.server.server.now }, Number(id))
  const transfer = async (rows: readonly MoveRow[]) =>
    uploadedId(
      await people.olive.call('batchTransferUpload', transferUpload(rows, { duplicateReason: 'Tested again' })),
    )
  const devalue = async (rows: readonly MoveRow[], retire = false) =>
    uploadedId(
      await people.olive.call('batchDevalueUpload', devalueUpload(rows, { retire, duplicateReason: 'Tested again' })),
    )
  const run = async (id: string) => {
    expect((await approve(demo.server, people.amir, id)).resultCode).toBe('0')
    return process(id)
  }
  const verify = (type: 'transfer' | 'devalue' | 'activate', element: MoveRow, retire = false) =>
    people.olive.call('verifyBatchElement', {
      type,
      identifierType: 1,
      additionalValidation: type === 'transfer' ? ['loadlimit', 'duplicateCard'] : ['duplicateCard'],
      retire,
      element,
    })
  const balancesOf = (list: readonly DemoCard[]) => Promise.all(list.map(({ id }) => balanceOf(demo.server, id)))
  const reasonsOf = (response: { errors?: { message: string }[] }) => response.errors?.map((error) => error.message)

  it('moves money from card to card, and the whole balance if no amount is given', async () => {
    const [a, b, c, d] = [card(), card(), card(), card()]
    const [ofA = 0, ofB = 0, ofC = 0, ofD = 0] = await balancesOf([a, b, c, d])
    const id = await transfer([
      { identifier: a.pan, identifierTo: b.pan, amount: '12.34' },
      { identifier: c.pan, identifierTo: d.pan, amount: '0.00' },
    ])
    expect(await run(id)).toMatchObject({
      loadedCount: 2,
      loadedCents: 1234 + ofC,
      loadedFeeCents: 0,
      failedCount: 0,
    })
    expect(await balancesOf([a, b, c, d])).toEqual([ofA - 1234, ofB + 1234, 0, ofD + ofC])
    expect(await resultsOf(demo.server, id)).toEqual(Array(2).fill({ state: 'loaded', result_text: 'Transferred' }))
    const { details, batchLoad } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(batchLoad).toMatchObject({ LOADTYPE: 'transfer', LOADEDCOUNT: 2, FEEAMOUNT: '0.00' })
    expect(details[1]).toMatchObject({ IDENTIFIER: c.pan, IDENTIFIERTO: d.pan, WHOLEBALANCE: true })
  })

  it('lets a card pay out money that an earlier row paid in', async () => {
    const [a, b, c] = [card(), card(), card()]
    const [ofA = 0, ofB = 0, ofC = 0] = await balancesOf([a, b, c])
    const sum = ((ofA + ofB) / 100).toFixed(2)
    const id = await transfer([
      { identifier: a.pan, identifierTo: b.pan, amount: '0.00' },
      { identifier: b.pan, identifierTo: c.pan, amount: sum },
    ])
    expect(await run(id)).toMatchObject({ loadedCount: 2, failedCount: 0 })
    expect(await balancesOf([a, b, c])).toEqual([0, 0, ofA + ofB + ofC])
  })

  it('rejects a transfer to the same card, and two transfers from one card', async () => {
    const [a, b, c] = [card(), card(), card()]
    const self = await people.olive.call(
      'batchTransferUpload',
      transferUpload([{ identifier: a.pan, identifierTo: a.pan, amount: '1.00' }]),
    )
    expect(self).toMatchObject({
      resultCode: '-20400',
      errors: [
        {
          path: 'batchElements.0.identifierTo',
          message: 'Both cards are the same. Choose another card or remove the row.',
        },
      ],
    })
    const twice = await people.olive.call(
      'batchTransferUpload',
      transferUpload([b, c].map((target) => ({ identifier: a.pan, identifierTo: target.pan, amount: '1.00' }))),
    )
    expect(reasonsOf(twice)).toEqual(
      Array(2).fill('This card appears more than once, which is not allowed here. Keep one of its rows.'),
    )
  })

  const target = (identifierTo: string) => ({ identifierTo })
  const source = (identifier: string) => ({ identifier })
  const unidentified = demoCardsInState('unidentified', 1, [2])[0]?.pan ?? ''
  it.each<[string, Partial<MoveRow>, string]>([
    ['from a stopped card', source(panInState('stopped')), 'The card is stopped.'],
    ['from a retired card', source(panInState('retired')), 'The card is retired and cannot be transferred again.'],
    ['from an expired card', source(panInState('expired')), 'The card has expired.'],
    ['from a card not activated', source(panInState('notActivated')), 'The card is not activated.'],
    ['from an unknown card', source('9000010000000000'), 'No card in your programme has this card number.'],
    ['from an empty card', { identifier: panInState('empty'), amount: '0.00' }, 'The card has no money to take off.'],
    ['to a stopped card', target(panInState('stopped')), 'The target card is stopped.'],
    ['to a retired card', target(panInState('retired')), 'The target card is retired'],
    ['to an expired card', target(panInState('expired')), 'The target card has expired.'],
    ['to a card not activated', target(panInState('notActivated')), 'The target card is not activated.'],
    ['to an unknown card', target('9000010000000000'), 'No card in your programme has this number.'],
    ['to a mistyped card', target('9000010000000001'), 'The target card number does not have 16 digits'],
    ['without a target card', target(''), 'A transfer needs a second card to pay into.'],
    ['to an unidentified holder', target(unidentified), 'The holder of the target card has not passed identification'],
    ['of more than the maximum', { amount: '9999.00' }, 'Transfer 1.00 to 5,000.00'],
    ['of more than is available', { amount: '4999.99' }, ' available. Enter no more than that'],
  ])('explains why it rejects a transfer %s', async (_, row, message) => {
    const [from, to] = [active.at(-1) ?? NO_CARD, active.at(-2) ?? NO_CARD]
    const element = { identifier: from.pan, identifierTo: to.pan, amount: '1.00', ...row }
    const response = await people.olive.call('batchTransferUpload', transferUpload([element]))
    expect(response.resultCode).toBe('-20400')
    expect(reasonsOf(response)?.join('\n')).toContain(message)
  })

  it('returns the facts and findings of both cards', async () => {
    const [source, target] = [active.at(-1) ?? NO_CARD, panInState('stopped')]
    const { element } = await verify('transfer', { identifier: source.pan, identifierTo: target, amount: '0.00' })
    expect(element.amount).toBe(((await balanceOf(demo.server, source.id)) / 100).toFixed(2))
    expect(element).toMatchObject({
      batchFeeAmount: '0.00',
      source: { exists: true, active: true },
      destination: { exists: true, stopped: true, cardnumber: `900001••••••${target.slice(-4)}` },
      findings: ['targetRefused', 'wholeBalance'],
    })
  })

  it('fails only rows whose cards have changed since the upload, and retries them on request', async () => {
    const cards = Array.from({ length: 10 }, card)
    const row = (index: number) => ({
      identifier: cards[index]?.pan ?? '',
      identifierTo: cards[index + 5]?.pan ?? '',
      amount: '2.00',
    })
    const id = await transfer([0, 1, 2, 3, 4].map(row))
    const [stopped, retired, emptied, targetExpired] = [cards[0]?.id, cards[1]?.id, cards[2], cards[8]?.id]
    await run(await devalue([{ identifier: emptied?.pan ?? '', amount: '0.00' }]))
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${stopped}`.execute(db())
    await sql`UPDATE card SET retired_at = now() WHERE id = ${retired}`.execute(db())
    await sql`UPDATE card SET expires_on = '2020-01-01' WHERE id = ${targetExpired}`.execute(db())
    const before = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(before.details.map((detail) => detail.FINDINGSNOW)).toEqual([
      ['cardStopped'],
      ['cardRetired'],
      ['balanceShort'],
      ['targetRefused'],
      [],
    ])
    expect(await run(id)).toMatchObject({ loadedCount: 1, loadedCents: 200, failedCount: 4 })
    expect((await resultsOf(demo.server, id)).map((result) => result.result_text)).toEqual([
      'Not transferred: the card is stopped.',
      'Not transferred: the card is retired.',
      'Not transferred: the card no longer has enough for this row.',
      'Not transferred: the target card has expired.',
      'Transferred',
    ])
    await sql`UPDATE card SET stopped_at = NULL, stop_reason_id = NULL WHERE id = ${stopped}`.execute(db())
    const balance = await balanceOf(demo.server, cards[4]?.id)
    expect(await people.amir.call('retryBatchLoad', { batchLoadFileID: id })).toMatchObject({
      resultCode: '0',
      resultText: 'Batch load scheduled for re-processing',
    })
    expect(await process(id)).toMatchObject({ loadedCount: 1, failedCount: 3 })
    expect(await balanceOf(demo.server, cards[4]?.id)).toBe(balance)
    const { batchLoad } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(batchLoad).toMatchObject({ LOADEDCOUNT: 2, LOADEDAMOUNT: '4.00', RETRYABLE: true, PROCESSED: true })
  })

  it('returns money from active and stopped cards to the funding account, and retires cards on request', async () => {
    const [partial, all] = [card(), card()]
    const stopped = active.at(-3) ?? NO_CARD
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${stopped.id}`.execute(db())
    const funds = () => fundingBalance(db())
    const [before, allBalance, stoppedBalance] = [
      await funds(),
      await balanceOf(demo.server, all.id),
      await balanceOf(demo.server, stopped.id),
    ]
    const id = await devalue([
      { identifier: partial.pan, amount: '10.00' },
      { identifier: all.pan, amount: '0.00' },
      { identifier: stopped.pan, amount: '0.00' },
    ])
    expect(await run(id)).toMatchObject({ loadedCount: 3, failedCount: 0 })
    expect(await funds()).toBe(before + 1_000 + allBalance + stoppedBalance)
    expect((await resultsOf(demo.server, id))[0]?.result_text).toBe('Devalued')

    const withMoney = await people.olive.call(
      'batchDevalueUpload',
      devalueUpload([{ identifier: partial.pan, amount: '10.00' }], { retire: true }),
    )
    expect(reasonsOf(withMoney)?.[0]).toContain('would be retired with money left on it')
    const retired = await devalue([{ identifier: partial.pan, amount: '0.00' }], true)
    expect(await run(retired)).toMatchObject({ loadedCount: 1 })
    expect((await resultsOf(demo.server, retired))[0]?.result_text).toBe('Devalued and retired')
    const { rows } = await sql<{ retired: boolean; events: number }>`
      SELECT c.retired_at IS NOT NULL AS retired, (SELECT count(*)::integer FROM card_event e WHERE e.card_id = c.id AND e.kind = 'retired') AS events
      FROM card c WHERE id = ${partial.id}`.execute(db())
    expect(rows).toEqual([{ retired: true, events: 1 }])
  })

  it('retires an empty card without a movement or a statement line', async () => {
    const [empty, full, receiver, payer] = [card(), card(), card(), card()]
    const emptied = [empty, receiver].map(({ pan }) => ({ identifier: pan, amount: '0.00' }))
    await run(await devalue(emptied))
    const row = { identifier: empty.pan, amount: '0.00' }
    expect(reasonsOf(await people.olive.call('batchDevalueUpload', devalueUpload([row])))).toEqual([
      'The card has no money to take off. Remove the row.',
    ])
    expect((await verify('devalue', row, true)).element).toMatchObject({ findings: ['wholeBalance'], amount: '0.00' })
    const id = await devalue(
      [row, { identifier: full.pan, amount: '0.00' }, { identifier: receiver.pan, amount: '0.00' }],
      true,
    )
    await run(await transfer([{ identifier: payer.pan, identifierTo: receiver.pan, amount: '3.00' }]))
    const details = () => people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect((await details()).details.map((detail) => detail.FINDINGSNOW)).toEqual([[], [], ['retireLeaves']])
    expect(await run(id)).toMatchObject({ loadedCount: 2, failedCount: 1 })
    expect((await resultsOf(demo.server, id)).map(({ result_text }) => result_text)).toEqual([
      'Retired',
      'Devalued and retired',
      'Not devalued: the card has more than the row takes off and would be retired with money left on it.',
    ])
    const { rows } = await sql<{ id: number; retired: boolean; posted: number }>`
      SELECT c.id, c.retired_at IS NOT NULL AS retired,
             (SELECT count(*)::integer FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
              JOIN account a ON a.id = e.account_id WHERE a.card_id = c.id AND t.batch_id = ${id}) AS posted
      FROM card c WHERE c.id = ANY (${[empty.id, full.id, receiver.id]}::bigint[])`.execute(db())
    expect(rows.sort((a, b) => a.id - b.id)).toEqual(
      [
        { id: empty.id, retired: true, posted: 0 },
        { id: full.id, retired: true, posted: 1 },
        { id: receiver.id, retired: false, posted: 0 },
      ].sort((a, b) => a.id - b.id),
    )
  })

  it('does not retire a card that received money after the upload, nor take money authorised for a merchant', async () => {
    const [receiver, payer, held] = [card(), card(), card()]
    const id = await devalue([{ identifier: receiver.pan, amount: '0.00' }], true)
    await run(await transfer([{ identifier: payer.pan, identifierTo: receiver.pan, amount: '3.00' }]))
    expect(await run(id)).toMatchObject({ loadedCount: 0, failedCount: 1 })
    expect((await resultsOf(demo.server, id))[0]?.result_text).toBe(
      'Not devalued: the card has more than the row takes off and would be retired with money left on it.',
    )
    await placeHoldOn(db(), held.id, 100)
    const response = await people.olive.call(
      'batchDevalueUpload',
      devalueUpload([{ identifier: held.pan, amount: '0.00' }]),
    )
    expect(reasonsOf(response)?.[0]).toContain('the rest is reserved for pending purchases')
  })

  it('posts transfers in opposite directions without a deadlock', async () => {
    const cards = Array.from({ length: 12 }, card)
    const before = await balancesOf(cards)
    const there = cards
      .slice(0, 6)
      .map((one, index) => ({ identifier: one.pan, identifierTo: cards[index + 6]?.pan ?? '', amount: '1.00' }))
    const back = there.map((row) => ({ ...row, identifier: row.identifierTo, identifierTo: row.identifier })).reverse()
    const ids = [await transfer(there), await transfer(back), await transfer(there), await transfer(back)]
    for (const id of ids) expect((await approve(demo.server, people.amir, id)).resultCode).toBe('0')
    const outcomes = await Promise.all(ids.map(process))
    expect(outcomes.map((outcome) => outcome?.failedCount)).toEqual([0, 0, 0, 0])
    expect(await balancesOf(cards)).toEqual(before)
  })

  it('requires the permission to redeem, a description, and at most 250 rows', async () => {
    const rows = [{ identifier: active[0]?.pan ?? '', amount: '1.00' }]
    expect(await people.olive.call('batchDevalueUpload', devalueUpload(rows, { batchDescription: ' ' }))).toMatchObject(
      {
        resultCode: '-20400',
        errors: [{ path: 'batchDescription', message: 'The batch description is required' }],
      },
    )
    const tooManyRows = Array.from({ length: 251 }, () => rows[0] ?? { identifier: '', amount: '1.00' })
    expect((await people.olive.call('batchDevalueUpload', devalueUpload(tooManyRows))).resultCode).toBe('-20400')
    expect((await people.amir.call('batchDevalueUpload', devalueUpload(rows))).resultCode).toBe('-20403')
  })

  it('looks up the cards of a transfer only at processing if the upload requests it', async () => {
    const [source] = [card()]
    const unknownTargetRow = { identifier: source.pan, identifierTo: '9000010000000000', amount: '1.00' }
    const options = { batchTransferOptions: ['noIdentifierValidation' as const] }
    const id = uploadedId(await people.olive.call('batchTransferUpload', transferUpload([unknownTargetRow], options)))
    expect(await run(id)).toMatchObject({ loadedCount: 0, failedCount: 1 })
    expect((await resultsOf(demo.server, id))[0]?.result_text).toBe(
      'Not transferred: no card in the programme has the target number.',
    )
    const wholeBalanceRow = { identifier: '9000010000000000', identifierTo: source.pan, amount: '0.00' }
    const refused = await people.olive.call('batchTransferUpload', transferUpload([wholeBalanceRow], options))
    expect(reasonsOf(refused)).toEqual(['This row has no amount. Enter one or remove the row.'])
  })

  it('rejects an activation of an active, unknown, retired or expired card, or with a second card', async () => {
    const findings = async (identifier: string, more = {}) =>
      (
        await people.ada.call('verifyBatchElement', {
          type: 'activate',
          identifierType: 1,
          additionalValidation: [],
          element: { identifier, amount: '0.00', ...more },
        })
      ).element.findings
    expect(await findings(panInState('notActivated'))).toEqual([])
    expect(await findings(card().pan)).toEqual(['cardActive'])
    expect(await findings('9000010000000000')).toEqual(['cardUnknown'])
    expect(await findings(panInState('retired'))).toEqual(['cardRetired'])
    expect(await findings(panInState('expired'))).toEqual(['cardExpired'])
    // Otherwise the second card would be ignored silently.
    expect(await findings(panInState('notActivated'), { identifierTo: card().pan })).toEqual(['fieldCount'])
  })
})
