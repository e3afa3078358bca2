// E-mails about a batch: first to users who can approve it, except its maker, then to the maker about decision and run.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { Mail } from '#server/mail/messages.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { approve, devalueUpload, uploadedId, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('mail about batches', () => {
  const demo = withDemoServer()
  const { people } = demo
  const { catchFrom, mailsOf, notified, sent } = catchMail()
  beforeAll(async () => {
    catchFrom(demo.server.server)
    await demo.server.server.jobs.start()
  })
  afterAll(() => demo.server.server.jobs.stop())

  it('tells checkers about a pending batch, and the maker about its approval and its run', async () => {
    const { ada, amir } = people
    const rows = sampleRows(3)
    const id = await uploadLoads(ada, rows, { loadReference: 'May allowances' })
    await expect.poll(() => notified(id).sort()).toEqual(['batchWaiting amir', 'batchWaiting otto'])
    expect(mailToText(mailsOf(id)[0])).toContain(`Batch load ${id} (\\"May allowances\\")`)
    expect((await approve(demo.server, amir, id)).resultCode).toBe('0')
    await expect.poll(() => notified(id).slice(2).sort()).toEqual(['batchDecided ada', 'batchProcessed ada'])
    expect(mailToText(mailsOf(id).find((mail) => mail.kind === 'batchProcessed'))).toContain('3 loaded, 0 failed; ')
    // No mail contains card data.
    for (const mail of mailsOf(id)) for (const row of rows) expect(JSON.stringify(mail)).not.toContain(row.identifier)
  })

  it('stops sending mails as soon as the user turns them off', async () => {
    const { ada, amir } = people
    const choose = (off: ('toApprove' | 'decided')[]) => amir.call('setMailAlerts', { off })
    expect((await choose(['toApprove', 'toApprove'])).resultCode).toBe('0')
    expect((await amir.call('mailAlerts', {})).off).toEqual(['toApprove'])
    const id = await uploadLoads(ada, sampleRows(2), { loadReference: 'Without mails' })
    await expect.poll(() => notified(id)).toEqual(['batchWaiting otto'])
    expect((await choose([])).resultCode).toBe('0')
    const otherId = await uploadLoads(ada, sampleRows(2), { loadReference: 'With mails', duplicateReason: 'Intended' })
    await expect.poll(() => notified(otherId).sort()).toEqual(['batchWaiting amir', 'batchWaiting otto'])
  })

  it('sends one e-mail per day to users who chose that, at the hour of the digest, with each event once', async () => {
    const { ada, amir } = people
    const choose = async (daily: boolean) =>
      expect((await amir.call('setMailAlerts', { off: [], daily })).resultCode).toBe('0')
    const digests = () => sent.filter(({ kind }) => kind === 'digest')
    const runDigests = async () => {
      await sql`UPDATE job SET run_at = created_at WHERE kind = 'send-digest'`.execute(demo.server.database.db)
      demo.server.server.jobs.wake()
      const remainingJobs = () =>
        demo.server.database.db.selectFrom('job').select('id').where('kind', '=', 'send-digest').execute()
      await expect.poll(remainingJobs).toEqual([])
    }
    await choose(true)
    expect(await amir.call('mailAlerts', {})).toMatchObject({ daily: true, dailyAt: '08:00' })
    // What was decided or withdrawn before the mail is written no longer waits.
    const rejectedId = await uploadLoads(ada, sampleRows(20).slice(0, 1), { loadReference: 'Rejected' })
    await expect.poll(() => notified(rejectedId)).toEqual(['batchWaiting otto'])
    await amir.call('rejectBatchLoad', { batchLoadFileID: rejectedId, reason: 'Not these' })
    const withdrawnId = await uploadLoads(ada, sampleRows(20).slice(1, 2), { loadReference: 'Withdrawn' })
    await expect.poll(() => notified(withdrawnId)).toEqual(['batchWaiting otto'])
    await ada.call('withdrawBatchLoad', { batchLoadFileID: withdrawnId })
    await expect.poll(() => notified(withdrawnId)).toContain('batchWithdrawn otto')
    const ids = [
      await uploadLoads(ada, sampleRows(20).slice(10, 12), { loadReference: 'First' }),
      await uploadLoads(ada, sampleRows(20).slice(12, 15), { loadReference: 'Second' }),
    ]
    for (const id of ids) await expect.poll(() => notified(id)).toEqual(['batchWaiting otto'])
    const { rows } = await sql<{ hour: number; count: number }>`
      SELECT extract(hour FROM run_at AT TIME ZONE 'Asia/Singapore')::int AS hour, count(*) OVER ()::int AS count
      FROM job WHERE kind = 'send-digest'`.execute(demo.server.database.db)
    expect(rows).toEqual([{ hour: 8, count: 1 }])
    expect(digests()).toEqual([])

    // No server ran at that hour, so the digest is sent when one runs again. A second job, left by a lost server, sends
    // nothing.
    await sql`
      INSERT INTO job (owner_id, kind, payload, run_at, created_at)
      SELECT owner_id, kind, payload, created_at, created_at FROM job WHERE kind = 'send-digest'`.execute(
      demo.server.database.db,
    )
    await runDigests()
    await expect.poll(digests).toHaveLength(1)
    const text = mailToText(digests()[0])
    expect(text).toContain('3 events')
    expect(text).toContain(`Batch ${withdrawnId} was withdrawn`)
    for (const id of [rejectedId, withdrawnId]) expect(text).not.toContain(`Batch ${id} is waiting`)
    for (const id of ids) {
      expect(text.split(`batchloads?batch=${id}`)).toHaveLength(2)
      expect(text).toContain(`Batch ${id} is waiting for approval`)
    }
    expect(digests()[0]?.to.username).toBe('amir')
    expect(await demo.server.database.db.selectFrom('digest_event').selectAll().execute()).toEqual([])

    // Back to immediate mails: stored events are still sent as a digest, and new events as single mails.
    const thirdId = await uploadLoads(ada, sampleRows(20).slice(15, 17), { loadReference: 'Third' })
    await expect.poll(() => notified(thirdId)).toEqual(['batchWaiting otto'])
    await choose(false)
    const otherId = await uploadLoads(ada, sampleRows(20).slice(17, 19), { loadReference: 'Fourth' })
    await expect.poll(() => notified(otherId).sort()).toEqual(['batchWaiting amir', 'batchWaiting otto'])
    await runDigests()
    await expect.poll(digests).toHaveLength(2)
    expect(mailToText(digests()[1])).toContain(`batch=${thirdId}`)
  })

  it('describes a devalue with the words of its type', async () => {
    const { olive, amir } = people
    const { rows } = await sql<{ tracking_number: string }>`
      SELECT c.tracking_number FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = 3 AND a.balance_cents - a.held_cents >= 100 ORDER BY c.id LIMIT 2`.execute(
      demo.server.database.db,
    )
    const elements = rows.map((row) => ({ identifier: row.tracking_number, amount: '1.00' }))
    const id = uploadedId(await olive.call('batchDevalueUpload', devalueUpload(elements, { identifierType: 2 })))
    await approve(demo.server, amir, id)
    const textOf = (kind: Mail['kind']) => mailToText(mailsOf(id).find((mail) => mail.kind === kind))
    await expect.poll(() => textOf('batchProcessed')).toContain('2 devalued, 0 failed; SGD 2.00')
    expect(textOf('batchWaiting')).toContain('2 devalues, SGD 2.00')
  })

  it('tells the maker why a batch was rejected', async () => {
    const { olive, amir } = people
    const id = await uploadLoads(olive, sampleRows(5).slice(3))
    const checkers = ['ada', 'amir', 'otto'].map((name) => `batchWaiting ${name}`)
    await expect.poll(() => notified(id).sort()).toEqual(checkers)
    await amir.call('rejectBatchLoad', { batchLoadFileID: id, reason: 'Wrong month' })
    await expect.poll(() => notified(id).slice(3)).toEqual(['batchDecided olive'])
    expect(mailToText(mailsOf(id)[3])).toContain('Reason: Wrong month')
  })
})
