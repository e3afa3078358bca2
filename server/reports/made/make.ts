// Making a report file as a job: row after row as it is fetched directly, into sealed parts. A host that ends in the middle begins it
// anew; one that was discarded is left at once.
import * as z from 'zod'
import type { CalendarDate } from '#domain/calendar.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import type { Db, Host } from '#server/context.ts'
import type { JobHandler } from '#server/jobs/queue.ts'
import { enqueueAlert, userToRecipient } from '#server/mail/queue.ts'
import * as say from '#words/server/reports/made.ts'
import { toAsk } from '../ask.ts'
import type { ReportSource } from '../source.ts'
import { sourceOf } from '../sources.ts'
import { countRows, writeReport } from '../write-report.ts'
import { addPart, beginFile, endFile, MAKE_REPORT, waitingFile } from './store.ts'

const payload = z.strictObject({ fileId: z.int() })

/** Bytes of a part; sealed at once, and read at once by whoever fetches it. */
const PART_BYTES = 256 * 1024
/** Rows that a workbook may have; a csv has no limit. */
const WORKBOOK_ROWS = 5_000_000
/** Tries until it is given up, with a word about it. */
const MAX_ATTEMPTS = 5
const FAILED = say.fileCouldNotBeMadePlease
const TOO_LONG = say.thisReportHasMoreRowsThan

export function registerMakeReport(host: Host): void {
  const { db, jobs, now, log } = host
  const work: JobHandler = async (given, { attempt }) => {
    const { fileId } = payload.parse(given)
    try {
      const made = await makeFile(host, fileId)
      if (made) log.info(made, 'report file made')
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error
      await endFile(db, fileId, now(), { state: 'failed', resultText: FAILED })
      throw error
    }
    jobs.wake()
  }
  jobs.work(MAKE_REPORT, 'unhurried', work)
}

/** Undefined where nothing was left to do. `source`: for tests, in place of the report's own. */
export async function makeFile(host: Host, fileId: number, source?: ReportSource) {
  const { db, secrets, client, now } = host
  const file = await waitingFile(db, fileId)
  const from = file && (source ?? sourceOf(file.report))
  if (!file || !from) return undefined
  const started = performance.now()
  const ask = await toAsk(host, {
    ownerId: file.owner_id,
    campaignIds: file.campaign_id === null ? undefined : [file.campaign_id],
    start: file.start_day as CalendarDate,
    end: file.end_day as CalendarDate,
  })
  const written = { report: file.report, format: file.format, ask, source: from, timeZoneLabel: client.timeZoneLabel }
  const total = await countRows(db, written)
  if (file.format === 'xlsx' && total > WORKBOOK_ROWS) {
    await endFile(db, fileId, now(), { state: 'failed', resultText: TOO_LONG })
    return undefined
  }
  await beginFile(db, fileId, total)
  let [rows, no] = [0, 0]
  for await (const bytes of inParts(writeReport(db, written, { onRows: (count) => (rows = count) }))) {
    const cipher = secrets.encrypt(bytes)
    if (!(await addPart(db, fileId, { no, cipher, bytes: bytes.length, rows }))) return undefined
    no += 1
  }
  await db.transaction().execute(async (trx) => {
    const isMade = await endFile(trx, fileId, now(), { state: 'made', resultText: '' })
    if (isMade && file.user_id !== null && file.saved_name !== '')
      await tell(host, trx, file.user_id, file.report, file.saved_name)
  })
  return { fileId, report: file.report, count: rows, ms: Math.round(performance.now() - started) }
}

/** Joins small pieces and gives them on where there are enough. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0]
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    ;[waiting, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** That it is ready, never what is in it: the link needs the sign-in. Whoever may read no reports any more is told nothing. */
async function tell(host: Host, db: Db, userId: number, report: ReportId, savedName: string): Promise<void> {
  const user = await db
    .selectFrom('user_account')
    .innerJoin('user_group', 'user_group.id', 'user_account.group_id')
    .select(['firstname', 'lastname', 'email', 'username', 'permissions'])
    .where('user_account.id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user?.permissions.includes('Report.read')) return
  await enqueueAlert(host, db, {
    kind: 'reportReady',
    to: userToRecipient(user),
    name: savedName,
    title: reportOf(report).title,
  })
}
