// Rows that are also in another batch, for example if a corrected file is uploaded. Maker and checker see a warning for
// each such row; nothing is rejected.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { rowsToSummary } from '#domain/batch/summary.ts'
import { detailsToRows } from '#pages/batches/approve/details.ts'
import { summaryToCounts } from '#pages/batches/approve/warnings.ts'
import { approve, devalueUpload, transferUpload, uploadedId, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const DAY = 86_400_000
const cards = demoCardsInState('active', 90, [1])

describe('the search for rows that are also in another batch', () => {
  const demo = withDemoServer()
  const { people, signIn } = demo
  let usedCards = 0
  /** Rows with cards that no other test uses. */
  const newRows = (count: number): [SampleRow, ...SampleRow[]] =>
    cards.slice(usedCards, (usedCards += count)).map(({ pan }) => ({ identifier: pan, amount: '23.45' })) as [SampleRow]
  const verify = async (batchElements: SampleRow[], type: 'load' | 'transfer' | 'devalue' = 'load') => {
    const response = await people.olive.call('verifyBatchFile', {
      type,
      name: 'loads.csv',
      identifierType: 1,
      batchSizeLimit: 250,
      additionalValidation: [],
      reference: 'Loads',
      batchElements,
    })
    return response.batchElements.map(({ findings, repeatedIn }) => [findings.join(), repeatedIn?.join()])
  }
  const run = async (id: string) => {
    expect((await approve(demo.server, people.amir, id)).resultCode).toBe('0')
    await demo.server.server.jobs.start()
    await expect.poll(async () => (await detailsOf(id)).batchLoad.PROCESSED).toBe(true)
    await demo.server.server.jobs.stop()
  }
  const detailsOf = (id: string) => people.amir.call('batchLoadDetails', { batchLoadFileID: id })
  const otherBatchesOf = async (id: string) => (await detailsOf(id)).details.map((row) => row.REPEATEDIN.join() || null)
  const NO_DUPLICATE = ['', undefined]
  /** The batches that the list of approvals names for each batch. Its other warnings are those of the details. */
  const otherBatchesInList = async () => {
    const { batchLoads } = await people.amir.call('batchLoads', { filter: 1 })
    for (const batch of batchLoads) {
      const { details, batchLoad } = await detailsOf(batch.BATCHLOADFILEID)
      const counts = summaryToCounts(rowsToSummary(detailsToRows(details, batchLoad)))
      expect(batch.ROWWARNINGS, batch.BATCHLOADFILEID).toEqual(counts)
    }
    return new Map(batchLoads.map((batch) => [batch.BATCHLOADFILEID, batch.ROWWARNINGS?.repeatedIn]))
  }

  it('finds only the rows of a corrected file that are pending in the first batch', async () => {
    const [a, b, c] = newRows(3) as [SampleRow, SampleRow, SampleRow]
    const first = await uploadLoads(people.olive, [a, b])
    const corrected = [a, { ...b, amount: '24.45' }, c]
    expect(await verify(corrected)).toEqual([['repeated', first], NO_DUPLICATE, NO_DUPLICATE])
    const verification = await people.olive.call('verifyBatchElement', {
      type: 'load',
      identifierType: 1,
      additionalValidation: [],
      element: a,
    })
    expect(verification.element).toMatchObject({ findings: ['repeated'], repeatedIn: [first] })

    const second = await uploadLoads(people.olive, corrected)
    expect(await otherBatchesOf(second)).toEqual([first, null, null])
    expect(await otherBatchesOf(first)).toEqual([second, null])
    // A third batch gets warnings with both numbers, newest first.
    expect(await verify([a, { ...b, amount: '25.45' }])).toEqual([['repeated', `${second},${first}`], NO_DUPLICATE])
  })

  it('counts the same rows for the list of approvals as for the details', async () => {
    const [a, b, c] = newRows(3) as [SampleRow, SampleRow, SampleRow]
    const first = await uploadLoads(people.olive, [a, a, b])
    const second = await uploadLoads(people.olive, [a, c, { ...b, amount: '25.45' }])
    await sql`
      UPDATE card SET stopped_at = now(), stop_reason_id = 1
      WHERE id = (SELECT card_id FROM batch_row WHERE batch_id = ${Number(second)} AND row_no = 2)`.execute(
      demo.server.database.db,
    )
    const { batchLoads } = await people.amir.call('batchLoads', { filter: 1 })
    const warningsOf = (id: string) => batchLoads.find((batch) => batch.BATCHLOADFILEID === id)?.ROWWARNINGS
    expect(warningsOf(first)).toEqual({
      duplicates: 2,
      wholeBalances: 0,
      repeated: 2,
      repeatedIn: [second],
      changed: 0,
    })
    expect(warningsOf(second)).toMatchObject({ duplicates: 0, repeated: 1, repeatedIn: [first], changed: 1 })
    await otherBatchesInList()
    // Other lists have no decision to make.
    const approved = await people.amir.call('batchLoads', { filter: 2 })
    expect(approved.batchLoads.every((batch) => batch.ROWWARNINGS === undefined)).toBe(true)
  })

  it('does not report rows of a rejected batch, or mark duplicates in it', async () => {
    const rows = newRows(2)
    const rejected = await uploadLoads(people.olive, rows)
    const rejection = await people.amir.call('rejectBatchLoad', { batchLoadFileID: rejected, reason: 'Not these' })
    expect(rejection.resultCode).toBe('0')
    expect(await verify([rows[0]])).toEqual([NO_DUPLICATE])
    await uploadLoads(people.olive, rows, { duplicateReason: 'The first was rejected' })
    expect(await otherBatchesOf(rejected)).toEqual([null, null])
  })

  it('reports a loaded row for 5 days, and a pending row as long as it is pending', async () => {
    const [loadedRow, waitingRow] = newRows(2) as [SampleRow, SampleRow]
    const loaded = await uploadLoads(people.olive, [loadedRow])
    await run(loaded)
    const waiting = await uploadLoads(people.olive, [waitingRow])
    expect(await verify([loadedRow, waitingRow])).toEqual([
      ['repeated', loaded],
      ['repeated', waiting],
    ])
    expect(await otherBatchesOf(loaded)).toEqual([null])
    demo.server.clock.now += 5 * DAY + 60_000
    await signIn()
    expect(await verify([loadedRow, waitingRow])).toEqual([NO_DUPLICATE, ['repeated', waiting]])
  })

  it('counts the 5 days from the load, not from the upload', async () => {
    const [late] = newRows(1)
    const id = await uploadLoads(people.olive, [late])
    demo.server.clock.now += 6 * DAY
    await signIn()
    await run(id)
    expect(await verify([late])).toEqual([['repeated', id]])
  })

  it('warns before a retry if another batch has loaded the failed rows in the meantime', async () => {
    const [loading, failing] = newRows(2) as [SampleRow, SampleRow]
    const card = cards.find(({ pan }) => pan === failing.identifier)
    const id = await uploadLoads(people.olive, [loading, failing])
    const { stopReasons } = await people.olive.call('getStopReasons', {})
    await people.olive.call('stopCard', {
      trackingNumber: card?.trackingNumber ?? '',
      activationData: '',
      stopReasonID: stopReasons[0]?.STOPREASONID ?? 0,
    })
    await run(id)
    await people.olive.call('unstopCard', { cardNumber: failing.identifier })
    // A failed row has not been loaded, so it is not a duplicate.
    expect(await verify([failing])).toEqual([NO_DUPLICATE])
    expect(await otherBatchesOf(id)).toEqual([null, null])

    const second = await uploadLoads(people.olive, [failing])
    await run(second)
    expect(await otherBatchesOf(id)).toEqual([null, second])
  })

  it('matches a transfer only with a transfer to the same card, and never a devalue with a load', async () => {
    const [from, to, other] = newRows(3) as [SampleRow, SampleRow, SampleRow]
    const row = { identifier: from.identifier, identifierTo: to.identifier, amount: '2.01' }
    // Gives the cards a balance to take off.
    await run(await uploadLoads(people.olive, [from, to]))
    const transfer = uploadedId(await people.olive.call('batchTransferUpload', transferUpload([row])))
    expect(await verify([row], 'transfer')).toEqual([['repeated', transfer]])
    expect(await verify([{ ...row, identifierTo: other.identifier } as SampleRow], 'transfer')).toEqual([NO_DUPLICATE])
    expect(await verify([{ identifier: from.identifier, amount: '2.01' }], 'devalue')).toEqual([NO_DUPLICATE])

    const devalue = uploadedId(
      await people.olive.call('batchDevalueUpload', devalueUpload([{ identifier: to.identifier, amount: '2.02' }])),
    )
    expect(await verify([{ identifier: to.identifier, amount: '2.02' }], 'devalue')).toEqual([['repeated', devalue]])
    expect(await verify([{ identifier: to.identifier, amount: '2.02' }])).not.toContainEqual(['repeated', devalue])

    const second = uploadedId(
      await people.olive.call('batchTransferUpload', transferUpload([row], { duplicateReason: 'Sent once more' })),
    )
    const load = await uploadLoads(people.olive, [{ identifier: to.identifier, amount: '2.02' }])
    const listed = await otherBatchesInList()
    expect([transfer, second, devalue, load].map((id) => listed.get(id))).toEqual([[second], [transfer], [], []])
  })

  it('counts the 5 days of each batch in the list from its own upload', async () => {
    const [loadedRow, a, b] = newRows(3) as [SampleRow, SampleRow, SampleRow]
    const loaded = await uploadLoads(people.olive, [loadedRow])
    await run(loaded)
    const early = await uploadLoads(people.olive, [loadedRow, a])
    demo.server.clock.now += 6 * DAY
    await signIn()
    const late = await uploadLoads(people.olive, [loadedRow, b])
    const listed = await otherBatchesInList()
    expect([early, late].map((id) => listed.get(id))).toEqual([[late, loaded], [early]])
  })
})
