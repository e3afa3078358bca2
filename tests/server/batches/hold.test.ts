// The hold of batches that cannot be undone: until it ends, maker and checker can cancel, and each is notified of the
// other's action. A batch is either posted once or cancelled, whichever comes first.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { processBatch } from '#server/ledger/process-batch.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import type { Db } from '#server/operations/context.ts'
import type { Mail } from '#server/mail/messages.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import {
  approve,
  balanceOf,
  type DemoServer,
  devalueUpload,
  resultsOf,
  startSecondServer,
  transferUpload,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const MINUTE_IN_HOURS = 1 / 60

/** Sessions that wait for a lock of this database, read from pg_locks (see tests/support/database-locks.ts). */
const waitingSessions = async (trx: Db) =>
  (
    await sql`SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid IN (
      SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database())`.execute(
      trx,
    )
  ).rows

type Username = 'olive' | 'amir' | 'ada'

describe('the hold after an approval', () => {
  const demo = withDemoServer({
    withHarbour: true,
    provesLedger: true,
    maxConnections: 8,
    settings: { undoHoldMinutes: 5 },
  })
  const { db, people, advanceHours, localTimeInHours, runJobs } = demo
  const { catchFrom, mailsOf } = catchMail()
  let cards: { id: number; pan: string }[]
  let usedCards = 0
  beforeAll(async () => {
    catchFrom(demo.server.server)
    const { rows } = await sql<{ card_id: number }>`
      SELECT card_id FROM account WHERE card_id IS NOT NULL AND balance_cents BETWEEN 5000 AND 100000 AND held_cents = 0`.execute(
      db(),
    )
    const usableIds = new Set(rows.map((row) => row.card_id))
    cards = demoCardsInState('active', 160, [1, 2, 3]).filter(({ id }) => usableIds.has(id))
  })

  const card = () => cards[usedCards++] ?? { id: 0, pan: '' }
  const transfer = async (from = card(), by: 'olive' | 'ada' = 'olive') =>
    uploadedId(
      await people[by].call(
        'batchTransferUpload',
        transferUpload([{ identifier: from.pan, identifierTo: card().pan, amount: '1.00' }]),
      ),
    )
  const devalue = async (from = card(), retire = false) =>
    uploadedId(
      await people.olive.call(
        'batchDevalueUpload',
        devalueUpload([{ identifier: from.pan, amount: retire ? '0.00' : '1.00' }], { retire }),
      ),
    )
  const withdraw = (by: Username, id: string) => people[by].call('withdrawBatchLoad', { batchLoadFileID: id })
  const cancel = (by: Username, id: string) => people[by].call('unscheduleBatchLoad', { batchLoadFileID: id })
  const retry = (id: string) => people.amir.call('retryBatchLoad', { batchLoadFileID: id })
  const batchOf = async (id: string) => (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).batchLoad
  const post = (id: string, server: DemoServer = demo.server) =>
    processBatch({ db: db(), timeZone: server.server.client.timeZone, now: server.server.now }, Number(id))
  const countPostings = async (id: string) =>
    (await sql`SELECT row_no FROM posted_row WHERE batch_id = ${id}`.execute(db())).rows.length
  const statesOf = async (id: string) => (await resultsOf(demo.server, id)).map((row) => row.state)
  const mailsAbout = (id: string, kind: Mail['kind']) => mailsOf(id).filter((mail) => mail.kind === kind)
  const inMinutes = (minutes: number) => new Date(demo.server.clock.now + minutes * 60_000).toISOString()
  const auditOf = async (id: string, method: string) =>
    (
      await sql`SELECT u.username, a.result_code FROM audit_event a JOIN user_account u ON u.id = a.user_id
        WHERE a.method = ${method} AND a.subject_id = ${id}`.execute(db())
    ).rows

  it.each([
    ['a transfer', () => transfer()],
    ['a devalue', () => devalue()],
    ['a devalue that retires its cards', () => devalue(card(), true)],
  ])('delays %s, shows when it ends, and then posts it once', async (_, upload) => {
    const id = await upload()
    expect((await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).holdMinutes).toBe(5)
    expect(await approve(demo.server, people.amir, id)).toMatchObject({
      resultCode: '0',
      resultText: 'Batch load scheduled for processing',
    })
    const end = inMinutes(5)
    expect(await batchOf(id)).toMatchObject({ HELDUNTIL: end, SCHEDULEDDATE: end, RETRYABLE: false, PROCESSED: false })
    await advanceHours(4 * MINUTE_IN_HOURS)
    await runJobs()
    expect(await statesOf(id)).toEqual(['waiting'])
    await advanceHours(MINUTE_IN_HOURS)
    await runJobs()
    expect(await statesOf(id)).toEqual(['loaded'])
    expect(await countPostings(id)).toBe(1)
    expect(mailToText(mailsAbout(id, 'batchDecided')[0])).toContain('Until then, you can cancel it in My batches.')
  })

  it('does not delay a load, which can be undone', async () => {
    const id = await uploadLoads(people.olive, [{ identifier: card().pan, amount: '20.00' }])
    const { holdMinutes } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(holdMinutes).toBeUndefined()
    await approve(demo.server, people.amir, id)
    expect(await batchOf(id)).toMatchObject({ HELDUNTIL: null, SCHEDULEDDATE: null })
    await runJobs()
    expect(await statesOf(id)).toEqual(['loaded'])
  })

  it('lets the maker cancel: the batch is withdrawn, never posted, and the approver is notified', async () => {
    const from = card()
    const before = await balanceOf(demo.server, from.id)
    const id = await transfer(from)
    await approve(demo.server, people.amir, id)
    expect(await withdraw('olive', id)).toMatchObject({ resultCode: '0', resultText: 'Batch load withdrawn' })
    expect(await batchOf(id)).toMatchObject({
      WITHDRAWN: true,
      BATCHLOADFILEAPPROVED: false,
      SCHEDULEDDATE: null,
      HELDUNTIL: null,
    })
    await advanceHours(1)
    expect(await post(id)).toBeUndefined()
    await runJobs()
    expect(await statesOf(id)).toEqual(['waiting'])
    expect(await balanceOf(demo.server, from.id)).toBe(before)
    expect(await auditOf(id, 'withdrawBatchLoad')).toEqual([{ username: 'olive', result_code: '0' }])
    const notices = mailsAbout(id, 'batchWithdrawn')
    expect(notices.map((mail) => mail.to.username).sort()).toEqual(['ada', 'amir', 'otto'])
    expect(mailToText(notices[0])).toContain('during the hold after its approval')
    expect(await approve(demo.server, people.amir, id)).toMatchObject({ resultCode: '-20409' })
  })

  it('lets the checker cancel: the batch awaits approval again, and the maker is notified', async () => {
    const id = await devalue()
    await approve(demo.server, people.amir, id)
    expect(await cancel('amir', id)).toMatchObject({
      resultCode: '0',
      resultText: 'Batch load awaiting approval again',
    })
    expect(await batchOf(id)).toMatchObject({ BATCHLOADFILEAPPROVED: false, SCHEDULEDDATE: null, HELDUNTIL: null })
    await advanceHours(1)
    await runJobs()
    expect(await statesOf(id)).toEqual(['waiting'])
    expect(await auditOf(id, 'unscheduleBatchLoad')).toEqual([{ username: 'amir', result_code: '0' }])
    const notices = mailsAbout(id, 'batchUnscheduled')
    expect(notices.map((mail) => mail.to.username)).toContain('olive')
    expect(mailToText(notices[0])).toContain('was cancelled by Amir')
    // A second approval starts a new hold, and the batch is posted once.
    await approve(demo.server, people.amir, id)
    expect(await batchOf(id)).toMatchObject({ HELDUNTIL: inMinutes(5) })
    await advanceHours(1)
    await runJobs()
    expect(await statesOf(id)).toEqual(['loaded'])
    expect(await countPostings(id)).toBe(1)
  })

  it('cannot be skipped by processing now, by an earlier time, or by SQL', async () => {
    const id = await transfer()
    await approve(demo.server, people.amir, id)
    expect(await retry(id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'This batch is on hold so that it can be cancelled. It is processed when the hold ends.',
    })
    const updateBySql = (set: string) => sql.raw(`UPDATE batch_file SET ${set} WHERE id = ${id}`).execute(db())
    await expect(updateBySql('held_until = NULL')).rejects.toThrow('decision')
    await expect(updateBySql('posting_started_at = approved_at, posted_to = 1')).rejects.toThrow(
      'batch_held_is_not_posted',
    )
    await expect(updateBySql('processed_at = approved_at')).rejects.toThrow('batch_held_is_not_posted')
    await expect(post(id)).rejects.toThrow('scheduled for later')
    const soon = await transfer()
    await approve(demo.server, people.amir, soon, localTimeInHours(2 * MINUTE_IN_HOURS))
    expect(await batchOf(soon)).toMatchObject({ SCHEDULEDDATE: inMinutes(5), HELDUNTIL: inMinutes(5) })
  })

  it('ends before a later scheduled time: the maker can still cancel, and the checker can process it now', async () => {
    const schedule = async () => {
      const id = await transfer()
      await approve(demo.server, people.amir, id, localTimeInHours(30))
      return id
    }
    const [first, second] = [await schedule(), await schedule()]
    expect(await retry(first)).toMatchObject({ resultCode: '-20409' })
    await advanceHours(1)
    expect(await withdraw('olive', first)).toMatchObject({ resultCode: '0' })
    expect(await retry(second)).toMatchObject({ resultCode: '0' })
    expect(await withdraw('olive', second)).toMatchObject({ resultText: 'This batch is not scheduled' })
    await runJobs()
    expect(await statesOf(second)).toEqual(['loaded'])
  })

  it('ends on time for everyone: after it neither maker nor checker can cancel, before or after the posting', async () => {
    const id = await transfer()
    await approve(demo.server, people.amir, id)
    await advanceHours(5 * MINUTE_IN_HOURS)
    const lateRefusal = {
      resultCode: '-20409',
      resultText: 'The scheduled time has passed: this batch is being processed',
    }
    expect(await withdraw('olive', id)).toMatchObject(lateRefusal)
    expect(await cancel('amir', id)).toMatchObject(lateRefusal)
    await runJobs()
    const processedRefusal = { resultCode: '-20409', resultText: 'This batch has already been processed' }
    expect(await withdraw('olive', id)).toMatchObject(processedRefusal)
    expect(await cancel('amir', id)).toMatchObject(processedRefusal)
    expect(await countPostings(id)).toBe(1)
  })

  it('lets only the maker withdraw, and only users who can approve unschedule', async () => {
    const id = await transfer()
    await approve(demo.server, people.amir, id)
    expect(await withdraw('ada', id)).toMatchObject({ resultCode: '-20404' })
    expect((await withdraw('amir', id)).resultCode).toBe('-20403')
    expect((await cancel('olive', id)).resultCode).toBe('-20403')
    const call = { batchLoadFileID: id }
    expect((await people.hal.call('withdrawBatchLoad', call)).resultCode).toBe('-20404')
    expect((await people.hal.call('unscheduleBatchLoad', call)).resultCode).toBe('-20404')
    expect(await batchOf(id)).toMatchObject({ BATCHLOADFILEAPPROVED: true, HELDUNTIL: inMinutes(5) })
  })

  it('ends with a withdrawn batch if maker and checker cancel at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await transfer()
      await approve(demo.server, people.amir, id)
      const [byMaker, byChecker] = await Promise.all([withdraw('olive', id), cancel('amir', id)])
      const batch = await batchOf(id)
      expect(batch.BATCHLOADFILEAPPROVED).toBe(false)
      // If the checker is first, the maker can withdraw the batch, which awaits approval again. If the maker is first,
      // nothing is left to cancel.
      expect(byMaker.resultCode).toBe('0')
      expect(batch.WITHDRAWN).toBe(true)
      expect(['0', '-20409']).toContain(byChecker.resultCode)
    }
  })

  it.each([
    ['the maker’s cancellation', 'the posting', (id: string) => withdraw('olive', id)],
    ['the approver’s cancellation', 'the posting', (id: string) => cancel('amir', id)],
    ['the posting', 'the maker’s cancellation', (id: string) => withdraw('olive', id)],
    ['the posting', 'the approver’s cancellation', (id: string) => cancel('amir', id)],
  ])(
    'of two operations that wait for the batch, only the first succeeds: %s before %s',
    async (first, _, cancelBatch) => {
      const id = await transfer()
      await approve(demo.server, people.amir, id)
      // The posting's clock is at the end of the hold; the server's clock is a millisecond earlier, so it still cancels.
      demo.server.clock.now += 5 * 60_000 - 1
      await demo.signIn()
      const now = () => demo.server.clock.now + 1
      const responses: { resultCode?: string; loadedCount?: number }[] = []
      const calls = [
        async () => responses.push(await cancelBatch(id)),
        async () =>
          responses.push((await processBatch({ db: db(), timeZone: 'Asia/Singapore', now }, Number(id))) ?? {}),
      ]
      if (first === 'the posting') calls.reverse()
      const pending: Promise<unknown>[] = []
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`SELECT id FROM batch_file WHERE id = ${id} FOR UPDATE`.execute(trx)
          for (const call of calls) {
            pending.push(call())
            await expect.poll(async () => (await waitingSessions(trx)).length).toBe(pending.length)
          }
        })
      await Promise.all(pending)
      const isPosted = first === 'the posting'
      expect(responses).toContainEqual(expect.objectContaining(isPosted ? { loadedCount: 1 } : { resultCode: '0' }))
      expect(responses).toContainEqual(isPosted ? expect.objectContaining({ resultCode: '-20409' }) : {})
      expect(await countPostings(id)).toBe(isPosted ? 1 : 0)
      expect(await statesOf(id)).toEqual([isPosted ? 'loaded' : 'waiting'])
    },
  )

  it('survives a restart, and two servers post the batch once', async () => {
    const id = await transfer()
    const cancelled = await transfer()
    await approve(demo.server, people.amir, id)
    await approve(demo.server, people.amir, cancelled)
    const secondServer = await startSecondServer(demo.server)
    try {
      secondServer.clock.now = demo.server.clock.now
      // The second server cancels a batch whose job the first server runs.
      expect(
        (await (await secondServer.logIn('amir')).call('unscheduleBatchLoad', { batchLoadFileID: cancelled }))
          .resultCode,
      ).toBe('0')
      await advanceHours(6 * MINUTE_IN_HOURS)
      secondServer.clock.now = demo.server.clock.now
      await Promise.all([post(id), post(id, secondServer), runJobs()])
      await secondServer.server.jobs.start()
      await secondServer.server.jobs.stop()
    } finally {
      await secondServer.close()
    }
    expect(await statesOf(id)).toEqual(['loaded'])
    expect(await countPostings(id)).toBe(1)
    expect(await countPostings(cancelled)).toBe(0)
  })
})

describe('without the setting', () => {
  const demo = withDemoServer()

  it('no batch is held', async () => {
    const { olive, amir } = demo.people
    const { rows } = await sql<{ card_id: number }>`
      SELECT card_id FROM account WHERE card_id IS NOT NULL AND balance_cents > 5000 AND held_cents = 0`.execute(
      demo.db(),
    )
    const usableIds = new Set(rows.map((row) => row.card_id))
    const from = demoCardsInState('active', 60, [1]).find(({ id }) => usableIds.has(id))
    const id = uploadedId(
      await olive.call('batchDevalueUpload', devalueUpload([{ identifier: from?.pan ?? '', amount: '1.00' }])),
    )
    const details = await amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(details.holdMinutes).toBeUndefined()
    expect(await approve(demo.server, amir, id)).toMatchObject({ resultCode: '0' })
    const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID: id })
    expect(batchLoad).toMatchObject({ HELDUNTIL: null, SCHEDULEDDATE: null })
    expect((await olive.call('withdrawBatchLoad', { batchLoadFileID: id })).resultText).toBe(
      'This batch has already been approved',
    )
  })
})
