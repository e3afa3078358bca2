// The maker proposes the time of the run: it is stored unchanged, schedules nothing alone, and is shown to the approver,
// in the mails and in the audit trail (docs/rules/batches.md, "Schedule").
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { fingerprintOf, loadUpload, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('the time that a maker proposes', () => {
  const demo = withDemoServer()
  const { db, people, localTimeInHours, runJobs } = demo
  const { catchFrom, mailsOf } = catchMail()
  beforeAll(() => catchFrom(demo.server.server))
  let batchCount = 0
  const rows = () => sampleRows(40).slice(batchCount, ++batchCount)
  /** The next day at 09:35 in Singapore. */
  const proposedDate = () => `${localTimeInHours(24).slice(0, 10)} 09:35:00`
  const proposedAt = () => `${proposedDate().slice(0, 10)}T01:35:00.000Z`
  const upload = () => uploadLoads(people.olive, rows(), { proposedDate: proposedDate() })
  const approve = async (id: string, scheduledDate?: string) =>
    people.amir.call('approveBatchLoad', {
      batchLoadFileID: id,
      fingerprint: await fingerprintOf(demo.server, id),
      ...(scheduledDate !== undefined && { scheduledDate }),
    })
  const batchOf = async (id: string) => (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).batchLoad
  const recorded = (name: string) =>
    sql`jsonb_path_query_first(changes, '$[*] ? (@.field == $name).after', ${JSON.stringify({ name })}) #>> '{}'`
  const trailOf = async (id: string) =>
    (
      await sql<{ method: string; proposed: string | null; scheduled: string | null }>`
        SELECT method, ${recorded('proposedFor')} AS proposed, ${recorded('scheduledFor')} AS scheduled
        FROM audit_event WHERE subject_type = 'batch' AND subject_id = ${id} ORDER BY id`.execute(db())
    ).rows

  it('is stored with its minutes, for the maker and the approver, and never changes', async () => {
    const id = await upload()
    expect(await batchOf(id)).toMatchObject({ PROPOSEDDATE: proposedAt(), SCHEDULEDDATE: null })
    const { batchLoad } = await people.olive.call('myBatch', { batchLoadFileID: id })
    expect(batchLoad.PROPOSEDDATE).toBe(proposedAt())
    const { batchLoads } = await people.amir.call('batchLoads', { filter: 1 })
    expect(batchLoads.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === id)?.PROPOSEDDATE).toBe(proposedAt())
    await expect(sql`UPDATE batch_file SET proposed_at = now() WHERE id = ${id}`.execute(db())).rejects.toThrow(
      'a batch cannot change after the upload',
    )
    expect((await batchOf(await uploadLoads(people.olive, rows()))).PROPOSEDDATE).toBeNull()
  })

  it('is confirmed or changed by the approver, and both times are in the audit trail', async () => {
    const [confirmed, changed] = [await upload(), await upload()]
    expect((await approve(confirmed, proposedDate())).resultText).toBe(`Load scheduled on ${proposedDate()}`)
    expect(await batchOf(confirmed)).toMatchObject({ PROPOSEDDATE: proposedAt(), SCHEDULEDDATE: proposedAt() })
    expect((await approve(changed, localTimeInHours(48))).resultCode).toBe('0')
    const [uploaded, approved] = await trailOf(changed)
    expect(uploaded).toMatchObject({ method: 'batchLoadUpload', proposed: proposedAt(), scheduled: null })
    expect(approved).toMatchObject({ method: 'approveBatchLoad', proposed: proposedAt() })
    expect(Date.parse(approved?.scheduled ?? '')).toBeGreaterThan(Date.parse(proposedAt()))
  })

  it('alone schedules nothing: an approval without a time processes the batch now', async () => {
    const id = await upload()
    expect((await approve(id)).resultText).toBe('Batch load scheduled for processing')
    await runJobs()
    expect(await batchOf(id)).toMatchObject({ PROCESSED: true, SCHEDULEDDATE: null })
  })

  it('is in the mail to the approvers, and in the mail to the maker if the approver has changed it', async () => {
    const [confirmed, changed] = [await upload(), await upload()]
    await approve(confirmed, proposedDate())
    await approve(changed, localTimeInHours(48))
    await runJobs()
    const textOf = (id: string, kind: string) => mailToText(mailsOf(id).find((mail) => mail.kind === kind))
    expect(textOf(changed, 'batchWaiting')).toMatch(
      /proposes to process it on \d\d \w+ \d{4}, 09:35 SGT \(Asia\/Singapore\)/,
    )
    expect(textOf(changed, 'batchDecided')).toMatch(/You had proposed \d\d \w+ \d{4}, 09:35 SGT/)
    expect(textOf(confirmed, 'batchDecided')).toContain('09:35 SGT')
    expect(textOf(confirmed, 'batchDecided')).not.toContain('You had proposed')
  })

  it.each([
    ['2020-01-05 09:00:00', 'This date and time have passed'],
    ['2126-01-05 09:00:00', 'more than a year ahead'],
  ])('%s is refused, and nothing is stored', async (date, text) => {
    const count = async () => (await sql`SELECT FROM batch_file`.execute(db())).rows.length
    const before = await count()
    const response = await people.olive.call('batchLoadUpload', loadUpload(rows(), { proposedDate: date }))
    expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path: 'proposedDate' }] })
    expect(response.resultText).toContain(text)
    expect(await count()).toBe(before)
  })
})
