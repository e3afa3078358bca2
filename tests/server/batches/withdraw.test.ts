// Withdrawal by the maker, rescheduling by a checker, and the check before a scheduled run. Each rejection has a
// message, and of concurrent changes only one succeeds.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { Mail } from '#server/mail/messages.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { approve, resultsOf, uploadLoads } from '#tests/support/demo-server.ts'
import { fundingBalance, setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

type Username = 'olive' | 'amir' | 'ada'

describe('withdrawing and rescheduling batches', () => {
  const demo = withDemoServer({ withHarbour: true, provesLedger: true })
  const { db, people, advanceHours, localTimeInHours, runJobs } = demo
  const { catchFrom, mailsOf } = catchMail()
  let usedRows = 0
  beforeAll(() => catchFrom(demo.server.server))

  const upload = (by: 'olive' | 'ada' = 'olive') => {
    usedRows += 2
    return uploadLoads(people[by], sampleRows(120).slice(usedRows - 2, usedRows), {
      loadReference: `Batch ${usedRows}`,
    })
  }
  const schedule = (id: string, hours: number) => approve(demo.server, people.amir, id, localTimeInHours(hours))
  const withdraw = (by: Username, id: string) => people[by].call('withdrawBatchLoad', { batchLoadFileID: id })
  const unschedule = (by: Username, id: string, scheduledDate?: string) =>
    people[by].call('unscheduleBatchLoad', {
      batchLoadFileID: id,
      ...(scheduledDate !== undefined && { scheduledDate }),
    })
  const batchOf = async (id: string) => (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).batchLoad
  const idsIn = async (filter: 1 | 2 | 3 | 4 | 5) =>
    (await people.amir.call('batchLoads', { filter })).batchLoads.map((batch) => batch.BATCHLOADFILEID)
  const runTimesOf = async (id: string) => {
    const { rows } = await sql<{ run_at: Date }>`
      SELECT run_at FROM job WHERE kind = 'process-batch' AND payload->>'batchId' = ${id}`.execute(db())
    return rows.map((row) => row.run_at.toISOString())
  }
  const toInstant = (local: string) => new Date(`${local.replace(' ', 'T')}+08:00`).toISOString()
  const mailsAbout = (id: string, kind: Mail['kind']) => mailsOf(id).filter((mail) => mail.kind === kind)

  describe('withdrawing', () => {
    it('removes a pending batch from approval: it is listed as withdrawn, mailed to the checkers and audited', async () => {
      const id = await upload()
      expect(await withdraw('olive', id)).toMatchObject({ resultCode: '0', resultText: 'Batch load withdrawn' })
      expect(await batchOf(id)).toMatchObject({
        WITHDRAWN: true,
        BATCHLOADFILEREJECTED: false,
        BATCHLOADFILECLOSED: false,
        RETRYABLE: false,
      })
      expect(await idsIn(1)).not.toContain(id)
      expect(await idsIn(3)).not.toContain(id)
      expect(await idsIn(4)).toContain(id)
      const mine = (await people.olive.call('myBatches', {})).batchLoads.find((batch) => batch.BATCHLOADFILEID === id)
      expect(mine).toMatchObject({ WITHDRAWN: true, WITHDRAWNDATE: new Date(demo.server.clock.now).toISOString() })
      const { rows } = await sql`
        SELECT method, subject_id, result_code FROM audit_event WHERE method = 'withdrawBatchLoad' AND subject_id = ${id}`.execute(
        db(),
      )
      expect(rows).toEqual([{ method: 'withdrawBatchLoad', subject_id: id, result_code: '0' }])
      await runJobs()
      const mails = mailsAbout(id, 'batchWithdrawn')
      expect(mails.map((mail) => mail.to.username).sort()).toEqual(['ada', 'amir', 'otto'])
      expect(mailToText(mails[0])).toContain('was withdrawn by Olive')
    })

    it('is final: no one can decide about the batch, by the API or by raw SQL', async () => {
      const id = await upload()
      await withdraw('olive', id)
      const text = 'This batch has been withdrawn by its uploader'
      expect(await approve(demo.server, people.amir, id)).toMatchObject({ resultCode: '-20409', resultText: text })
      const rejection = await people.amir.call('rejectBatchLoad', { batchLoadFileID: id })
      expect(rejection).toMatchObject({ resultCode: '-20409', resultText: text })
      expect(await withdraw('olive', id)).toMatchObject({ resultText: 'This batch has already been withdrawn' })
      const updateBySql = (set: string) => sql.raw(`UPDATE batch_file SET ${set} WHERE id = ${id}`).execute(db())
      await expect(updateBySql(`approved_by = ${people.amir.id}, approved_at = now()`)).rejects.toThrow(
        'batch_withdrawn_undecided',
      )
      await expect(updateBySql('withdrawn_at = NULL')).rejects.toThrow('decision')
    })

    it('is possible only for the maker, before a decision', async () => {
      const id = await upload()
      const notFound = { resultCode: '-20404', resultText: 'There is no such batch' }
      expect(await withdraw('ada', id)).toMatchObject(notFound)
      expect(await withdraw('olive', '999999')).toMatchObject(notFound)
      expect((await withdraw('amir', id)).resultCode).toBe('-20403')
      expect(await people.hal.call('withdrawBatchLoad', { batchLoadFileID: id })).toMatchObject(notFound)
      expect((await people.olive.call('withdrawBatchLoad', { batchLoadFileID: 'x' })).resultCode).toBe('-20400')
      await schedule(id, 3)
      expect(await withdraw('olive', id)).toMatchObject({
        resultCode: '-20409',
        resultText: 'This batch has already been approved',
      })
      const other = await upload()
      await people.amir.call('rejectBatchLoad', { batchLoadFileID: other })
      expect(await withdraw('olive', other)).toMatchObject({ resultText: 'This batch has already been rejected' })
    })

    it('and approving at the same time never both succeed', async () => {
      for (let round = 0; round < 4; round += 1) {
        const id = await upload()
        const responses = await Promise.all([withdraw('olive', id), approve(demo.server, people.amir, id)])
        expect(responses.map((response) => response.resultCode).sort()).toEqual(['-20409', '0'])
        const batch = await batchOf(id)
        expect(batch.WITHDRAWN).toBe(responses[0].resultCode === '0')
        expect(batch.BATCHLOADFILEAPPROVED).toBe(responses[1].resultCode === '0')
      }
    })

    it('leaves no duplicate warnings on the same rows when they are uploaded again', async () => {
      const id = await upload()
      await withdraw('olive', id)
      const rows = sampleRows(120).slice(usedRows - 2, usedRows)
      const second = await uploadLoads(people.olive, rows, {
        loadReference: 'Second',
        duplicateReason: 'Withdrawn before',
      })
      const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: second })
      expect(details.map((detail) => detail.REPEATEDIN)).toEqual([[], []])
    })
  })

  describe('a scheduled batch', () => {
    it('can return to pending, does not run at its old time, and runs once after another approval', async () => {
      const id = await upload()
      await schedule(id, 3)
      expect(await runTimesOf(id)).toHaveLength(1)
      expect(await unschedule('ada', id)).toMatchObject({
        resultCode: '0',
        resultText: 'Batch load awaiting approval again',
      })
      expect(await batchOf(id)).toMatchObject({
        BATCHLOADFILEAPPROVED: false,
        SCHEDULEDDATE: null,
        APPROVALUSERFIRSTNAME: null,
      })
      expect(await runTimesOf(id)).toEqual([])
      expect(await idsIn(1)).toContain(id)
      await advanceHours(4)
      await runJobs()
      expect((await resultsOf(demo.server, id)).map((row) => row.state)).toEqual(['waiting', 'waiting'])
      const mails = mailsAbout(id, 'batchUnscheduled')
      expect(mails.map((mail) => mail.to.username).sort()).toEqual(['ada', 'amir', 'olive', 'otto'])
      expect(mailToText(mails[0])).toContain('was taken off its schedule by Ada')
      expect((await approve(demo.server, people.amir, id)).resultCode).toBe('0')
      await runJobs()
      expect(await batchOf(id)).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 2 })
    })

    it('can be rescheduled earlier or later, and runs only at the new time', async () => {
      const id = await upload()
      await schedule(id, 3)
      const later = localTimeInHours(9)
      expect(await unschedule('ada', id, later)).toMatchObject({
        resultCode: '0',
        resultText: `Load scheduled on ${later}`,
      })
      expect(await batchOf(id)).toMatchObject({ SCHEDULEDDATE: toInstant(later), APPROVALUSERFIRSTNAME: 'Ada' })
      expect(await runTimesOf(id)).toEqual([toInstant(later)])
      await advanceHours(5)
      await runJobs()
      expect((await batchOf(id)).PROCESSED).toBe(false)
      await advanceHours(5)
      await runJobs()
      expect(await batchOf(id)).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 2 })
      const posted = await sql`SELECT row_no FROM posted_row WHERE batch_id = ${id}`.execute(db())
      expect(posted.rows).toHaveLength(2)
    })

    it('can be unscheduled by its maker, who cannot reschedule it', async () => {
      const id = await upload('ada')
      await schedule(id, 3)
      expect(await unschedule('ada', id, localTimeInHours(5))).toMatchObject({
        resultCode: '-20409',
        resultText: 'A user cannot schedule their own load',
      })
      expect((await unschedule('ada', id)).resultCode).toBe('0')
      expect(await approve(demo.server, people.ada, id)).toMatchObject({
        resultCode: '-20409',
        resultText: 'A user cannot approve their own load',
      })
    })

    it('cannot be rescheduled to an invalid time, and batches in other states cannot be rescheduled', async () => {
      const id = await upload()
      const noSchedule = { resultCode: '-20409', resultText: 'Only an approved batch has a schedule' }
      expect(await unschedule('amir', id)).toMatchObject(noSchedule)
      await schedule(id, 3)
      const before = await batchOf(id)
      for (const [time, text] of [
        ['2020-01-05 10:00:00', 'This date and time have passed. Choose a later one.'],
        ['tomorrow', 'Invalid input format'],
      ] as const)
        expect(await unschedule('amir', id, time)).toMatchObject({
          resultCode: '-20400',
          errors: [{ path: 'scheduledDate', message: text }],
        })
      expect(await batchOf(id)).toEqual(before)
      expect(await runTimesOf(id)).toHaveLength(1)
      expect((await unschedule('olive', id)).resultCode).toBe('-20403')
      await advanceHours(3)
      expect(await unschedule('amir', id)).toMatchObject({
        resultCode: '-20409',
        resultText: 'The scheduled time has passed: this batch is being processed',
      })
      await runJobs()
      expect(await unschedule('amir', id)).toMatchObject({ resultText: 'This batch has already been processed' })
      const immediate = await upload()
      await approve(demo.server, people.amir, immediate)
      expect(await unschedule('amir', immediate)).toMatchObject({ resultText: 'This batch is not scheduled' })
      const retried = await upload()
      await schedule(retried, 3)
      await people.amir.call('retryBatchLoad', { batchLoadFileID: retried })
      expect(await unschedule('amir', retried)).toMatchObject({ resultText: 'This batch is not scheduled' })
    })

    it('accepts only one of two concurrent changes, and SQL can change its time only together with the decision', async () => {
      const id = await upload()
      await schedule(id, 3)
      const closing = people.ada.call('closeBatchLoad', { batchLoadFileID: id })
      const responses = await Promise.all([unschedule('amir', id), closing])
      expect(responses.map((response) => response.resultCode).sort()).toEqual(['-20409', '0'])
      const other = await upload()
      await schedule(other, 3)
      const updateBySql = (set: string) => sql.raw(`UPDATE batch_file SET ${set} WHERE id = ${other}`).execute(db())
      await expect(updateBySql('scheduled_at = now()')).rejects.toThrow('decision')
      await expect(updateBySql('approved_by = uploaded_by, approved_at = now()')).rejects.toThrow(
        'batch_approver_is_not_uploader',
      )
      await people.ada.call('closeBatchLoad', { batchLoadFileID: other })
      await expect(updateBySql('approved_by = NULL, approved_at = NULL, scheduled_at = NULL')).rejects.toThrow()
    })
  })

  describe('the check before a scheduled run', () => {
    const stop = async (id: string) => {
      const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
      await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${details[0]?.VOUCHERID}`.execute(
        db(),
      )
    }

    it('reports failing rows to maker and approver six hours ahead, and earlier in the details', async () => {
      const id = await upload()
      await schedule(id, 10)
      await stop(id)
      const { details } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
      expect(details.map((detail) => detail.FINDINGSNOW)).toEqual([['cardStopped'], []])
      const { rows } = await people.olive.call('myBatchRows', { batchLoadFileID: id })
      expect(rows.map((row) => row.FINDINGSNOW)).toEqual([['cardStopped'], []])
      await advanceHours(3)
      await runJobs()
      expect(await batchOf(id)).toMatchObject({ PREFLIGHTDATE: null, PREFLIGHTFAILING: null })
      await advanceHours(2)
      await runJobs()
      expect(await batchOf(id)).toMatchObject({
        PREFLIGHTDATE: new Date(demo.server.clock.now).toISOString(),
        PREFLIGHTFAILING: 1,
      })
      const mails = mailsAbout(id, 'batchForeseen')
      expect(mails.map((mail) => mail.to.username).sort()).toEqual(['amir', 'olive'])
      expect(mailToText(mails[0])).toContain('1 of 2 loads is expected to fail')
      const { recentActivity } = await people.olive.call('overview', {})
      expect(recentActivity.map(({ what }) => what)).toContain(
        `Checked Batch ${usedRows}: 1 of 2 loads is expected to fail`,
      )
      expect(recentActivity.find(({ what }) => what.startsWith('Checked'))).toMatchObject({ isForeseen: true })
      // A rescheduled batch is checked again.
      await unschedule('amir', id, localTimeInHours(4))
      expect(await batchOf(id)).toMatchObject({ PREFLIGHTDATE: null, PREFLIGHTFAILING: null })
      await advanceHours(2.1)
      await runJobs()
      expect(mailsAbout(id, 'batchForeseen')).toHaveLength(4)
      await advanceHours(3)
      await runJobs()
      expect(await batchOf(id)).toMatchObject({ PROCESSED: true, LOADEDCOUNT: 1 })
    })

    it('reports nothing if no row would fail, or if the batch was unscheduled', async () => {
      const [loadable, stopped] = [await upload(), await upload()]
      await schedule(loadable, 2)
      await schedule(stopped, 2)
      await stop(stopped)
      await unschedule('amir', stopped)
      await advanceHours(1.1)
      await runJobs()
      expect(await batchOf(loadable)).toMatchObject({ PREFLIGHTFAILING: 0 })
      expect([...mailsAbout(loadable, 'batchForeseen'), ...mailsAbout(stopped, 'batchForeseen')]).toEqual([])
    })

    it('reports the funds that the batch will lack after the batches that run earlier', async () => {
      // Runs the batches that are still scheduled, since their amounts are reserved first.
      await advanceHours(20)
      await runJobs()
      const [first, second, third] = [await upload(), await upload(), await upload()]
      const costOf = async (id: string) => {
        const { LOADSAMOUNT, FEEAMOUNT } = await batchOf(id)
        return Math.round((Number(LOADSAMOUNT) + Number(FEEAMOUNT)) * 100)
      }
      const [firstCost, secondCost] = [await costOf(first), await costOf(second)]
      const before = await fundingBalance(db())
      // Enough for the first, 1.00 too little for the second, nothing for the third, which runs after both.
      await setFunds(db(), firstCost + secondCost - 100, new Date(demo.server.clock.now))
      await schedule(second, 4)
      await schedule(first, 2)
      await schedule(third, 5)
      await advanceHours(1.1)
      await runJobs()
      expect(await batchOf(first)).toMatchObject({ PREFLIGHTFAILING: 0, PREFLIGHTSHORT: '0.00' })
      expect(mailsAbout(first, 'batchForeseen')).toEqual([])
      await advanceHours(0.95)
      await runJobs()
      expect(await batchOf(second)).toMatchObject({ PREFLIGHTFAILING: 0, PREFLIGHTSHORT: '1.00' })
      const mails = mailsAbout(second, 'batchForeseen')
      expect(mails.map((mail) => mail.to.username).sort()).toEqual(['amir', 'olive'])
      expect(mailToText(mails[0])).toContain('the funding account is SGD 1.00 short')
      const { recentActivity } = await people.olive.call('overview', {})
      expect(recentActivity.map(({ what }) => what)).toContain(
        `Checked Batch ${usedRows - 2}: the funding account is SGD 1.00 short`,
      )
      await advanceHours(0.6)
      await runJobs()
      const { PREFLIGHTSHORT } = await batchOf(third)
      expect(PREFLIGHTSHORT).toBe(((await costOf(third)) / 100 + 1).toFixed(2))
      await setFunds(db(), before, new Date(demo.server.clock.now))
    })

    it('shows why a retry of failed rows would fail, but not for a closed batch', async () => {
      const id = await upload()
      await stop(id)
      await approve(demo.server, people.amir, id)
      await runJobs()
      const findings = async () =>
        (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).details.map(
          (detail) => detail.FINDINGSNOW,
        )
      expect(await findings()).toEqual([['cardStopped'], []])
      await people.amir.call('closeBatchLoad', { batchLoadFileID: id })
      expect(await findings()).toEqual([[], []])
    })
  })
})
