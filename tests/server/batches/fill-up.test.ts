// Loads that top up cards to a target balance: the missing amount is calculated at the check, fixed at the upload and
// checked again at posting. No card ends above its target.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { cents, centsToDecimal } from '#domain/money.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { type DemoCard, demoCard } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import {
  approve,
  balanceOf,
  devalueUpload,
  resultsOf,
  uploadedId,
  uploadLoads,
  loadUpload,
} from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('handling loads to a target balance', () => {
  const demo = withDemoServer({ provesLedger: true, maxConnections: 6 })
  const { db, people } = demo
  let cards: DemoCard[]
  let usedCards = 0
  beforeAll(async () => {
    const { rows } = await sql<{ card_id: number }>`
      SELECT card_id FROM account WHERE card_id IS NOT NULL AND balance_cents BETWEEN 2000 AND 30000 AND held_cents = 0`.execute(
      db(),
    )
    const loadableIds = new Set(rows.map((row) => row.card_id))
    cards = demoCardsInState('active', 120, [1]).filter(({ id }) => loadableIds.has(id))
  })
  const card = () => cards[usedCards++] ?? demoCard(0)
  const decimal = (amount: number) => centsToDecimal(cents(amount))
  /** A card with its balance, and a target that is `more` above the balance. */
  const cardBelowTarget = async (more: number) => {
    const { id, pan } = card()
    const balance = (await balanceOf(demo.server, id)) ?? 0
    return { id, pan, balance, target: balance + more }
  }
  const verify = (elements: readonly object[]) =>
    people.olive.call('verifyBatchFile', {
      type: 'load',
      name: 'a.csv',
      identifierType: 1,
      batchSizeLimit: 5000,
      additionalValidation: ['loadlimit'],
      reference: 'Fill up',
      batchElements: elements as { identifier: string; amount: string }[],
    })
  const element = ({ pan, target }: { pan: string; target: number }, amount = 0) => ({
    identifier: pan,
    amount: decimal(amount),
    targetBalance: decimal(target),
  })
  const upload = (elements: readonly ReturnType<typeof element>[]) =>
    people.olive.call('batchLoadUpload', loadUpload(elements))
  const process = (id: string) =>
    processBatch({ db: db(), timeZone: 'Asia/Singapore', now: demo.server.server.now }, Number(id))
  const load = async (pan: string, amount: string) => {
    const id = await uploadLoads(people.olive, [{ identifier: pan, amount }], { loadReference: `Load ${usedCards}` })
    await approve(demo.server, people.amir, id)
    await process(id)
  }

  it('computes the missing amount of each row, names cards that have enough, and shows the sum', async () => {
    const [belowTarget, atTarget] = [await cardBelowTarget(5000), await cardBelowTarget(0)]
    const { batchElements, funding, fingerprint } = await verify([element(belowTarget), element(atTarget)])
    expect(batchElements).toMatchObject([
      { amount: '50.00', findings: [], source: { balance: decimal(belowTarget.balance) } },
      { amount: '0.00', findings: ['atTarget'] },
    ])
    expect(funding).toMatchObject({ needed: decimal(5000 + 50) })
    // The fingerprint is that of the submission, in which the card that has enough is skipped.
    expect(fingerprint).toBe((await verify([element(belowTarget)])).fingerprint)
    const { element: single } = await people.olive.call('verifyBatchElement', {
      type: 'load',
      identifierType: 1,
      additionalValidation: ['loadlimit'],
      element: element(belowTarget),
    })
    expect(single).toMatchObject({ amount: '50.00', findings: [] })
  })

  it('stores the shown amounts with their targets for checker and maker, and loads exactly to the target', async () => {
    const belowTarget = await cardBelowTarget(5000)
    const verified = await verify([element(belowTarget)])
    const id = uploadedId(await upload([element(belowTarget, 5000)]))
    const { batchLoad, details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(batchLoad).toMatchObject({ LOADSAMOUNT: '50.00', FINGERPRINT: verified.fingerprint })
    expect(details).toMatchObject([
      { AMOUNT: '50.00', TARGETBALANCE: decimal(belowTarget.target), WHOLEBALANCE: false },
    ])
    const { rows } = await people.olive.call('myBatchRows', { batchLoadFileID: id })
    expect(rows).toMatchObject([{ AMOUNT: '50.00', TARGETBALANCE: decimal(belowTarget.target) }])
    await approve(demo.server, people.amir, id)
    expect(await process(id)).toMatchObject({ loadedCount: 1, loadedCents: 5000 })
    expect(await balanceOf(demo.server, belowTarget.id)).toBe(belowTarget.target)
    const { rows: trail } = await sql<{ details: unknown }>`
      SELECT to_jsonb(a)::text AS details FROM audit_event a WHERE method = 'batchLoadUpload' AND subject_id = ${id}`.execute(
      db(),
    )
    expect(String(trail[0]?.details)).toContain('filledUp')
  })

  it('fails a row whose card would now end above its target, and loads it in a retry once it fits again', async () => {
    const [loaded, unchanged] = [await cardBelowTarget(5000), await cardBelowTarget(5000)]
    const id = uploadedId(await upload([element(loaded, 5000), element(unchanged, 5000)]))
    await approve(demo.server, people.amir, id)
    await load(loaded.pan, '20.00')
    const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(details.map(({ FINDINGSNOW }) => FINDINGSNOW)).toEqual([['aboveTarget'], []])
    expect(await process(id)).toMatchObject({ loadedCount: 1, failedCount: 1 })
    expect(await balanceOf(demo.server, loaded.id)).toBe(loaded.balance + 2000)
    expect(await balanceOf(demo.server, unchanged.id)).toBe(unchanged.target)
    expect(await resultsOf(demo.server, id)).toMatchObject([
      { state: 'failed', result_text: 'Not loaded: the card would have ended above its target balance.' },
      { state: 'loaded' },
    ])
    const devalue = uploadedId(
      await people.olive.call(
        'batchDevalueUpload',
        devalueUpload([{ identifier: loaded.pan, amount: '20.00' }], { duplicateReason: 'Tested again' }),
      ),
    )
    await approve(demo.server, people.amir, devalue)
    await process(devalue)
    await people.amir.call('retryBatchLoad', { batchLoadFileID: id })
    expect(await process(id)).toMatchObject({ loadedCount: 1 })
    expect(await balanceOf(demo.server, loaded.id)).toBe(loaded.target)
  })

  it('loads only the approved amount if the card has spent money in the meantime', async () => {
    const belowTarget = await cardBelowTarget(5000)
    const id = uploadedId(await upload([element(belowTarget, 5000)]))
    const devalue = uploadedId(
      await people.olive.call('batchDevalueUpload', {
        batchElements: [{ identifier: belowTarget.pan, amount: '10.00' }],
        identifierType: 1,
        batchDescription: 'Spent',
        fileName: 'a.csv',
        retire: false,
      }),
    )
    for (const batch of [devalue, id]) {
      await approve(demo.server, people.amir, batch)
      await process(batch)
    }
    expect(await balanceOf(demo.server, belowTarget.id)).toBe(belowTarget.target - 1000)
  })

  it('counts earlier rows of the same card, so that a card with two rows is topped up once', async () => {
    const belowTarget = await cardBelowTarget(5000)
    const { batchElements } = await verify([element(belowTarget), element(belowTarget)])
    expect(batchElements.map(({ amount, findings }) => [amount, findings.includes('atTarget')])).toEqual([
      ['50.00', false],
      ['0.00', true],
    ])
    const response = await upload([element(belowTarget, 5000), element(belowTarget, 5000)])
    expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'batchElements.1.amount' }] })
  })

  it('never loads a card above its target if two batches are posted at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const belowTarget = await cardBelowTarget(5000)
      const batches = [
        uploadedId(await upload([element(belowTarget, 5000)])),
        await uploadLoads(people.olive, [{ identifier: belowTarget.pan, amount: '30.00' }], {
          loadReference: `Race ${round}`,
        }),
      ]
      for (const id of batches) await approve(demo.server, people.amir, id)
      await Promise.all(batches.map(process))
      const [topUp] = await resultsOf(demo.server, batches[0] ?? '')
      const balance = await balanceOf(demo.server, belowTarget.id)
      // The plain load has no target, so it is loaded in either order.
      expect(balance).toBe(topUp?.state === 'loaded' ? belowTarget.target + 3000 : belowTarget.balance + 3000)
    }
  })

  it('respects the limits of the card', async () => {
    const { batchElements } = await verify([
      element(await cardBelowTarget(9_000_000)),
      element(await cardBelowTarget(1)),
    ])
    expect(batchElements.map(({ findings }) => findings)).toEqual([['loadLimit'], ['loadLimit']])
  })

  it('rejects a stale amount, an unknown card, another batch type, a wrong target and a change by SQL', async () => {
    const belowTarget = await cardBelowTarget(5000)
    expect(await upload([element(belowTarget, 5001)])).toMatchObject({
      resultCode: '-20400',
      errors: [
        { path: 'batchElements.0.amount', message: expect.stringContaining('would end above its target') as string },
      ],
    })
    expect(await upload([element({ ...belowTarget, target: belowTarget.balance })])).toMatchObject({
      errors: [{ message: expect.stringContaining('so nothing is loaded') as string }],
    })
    const unknownCardRow = { identifier: '9000019999999999', amount: '0.00', targetBalance: '200.00' }
    const uploadWithoutValidation = loadUpload([unknownCardRow], { batchLoadOptions: ['noIdentifierValidation'] })
    expect((await people.olive.call('batchLoadUpload', uploadWithoutValidation)).resultCode).toBe('-20400')
    const verifyDevalue = {
      type: 'devalue' as const,
      identifierType: 1 as const,
      additionalValidation: [] as [],
      element: element(belowTarget),
    }
    expect(await people.olive.call('verifyBatchElement', verifyDevalue)).toMatchObject({
      errors: [{ path: 'targetBalance', message: 'Only loads can have a target balance' }],
    })
    for (const targetBalance of ['-5.00', '0.00', '2e3', '']) {
      const response = await upload([{ ...element(belowTarget), targetBalance }])
      expect(response.resultCode).toBe('-20400')
    }
    const id = uploadedId(await upload([element(belowTarget, 4000)]))
    const updateBySql = sql.raw(`UPDATE batch_row SET target_balance_cents = 999999 WHERE batch_id = ${id}`)
    await expect(updateBySql.execute(db())).rejects.toThrow()
  })
})
