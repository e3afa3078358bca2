// The job that makes a report file. The file has the same bytes as a direct download, and is stored in encrypted
// chunks. If the server stops during the job, the job starts again later. If the user discards the file, the job stops.
import * as z from 'zod'
import type { CalendarDate } from '#domain/calendar.ts'
import { reportOf } from '#domain/reports/reports.ts'
import type { Db, Services } from '#server/operations/context.ts'
import type { JobHandler } from '#server/jobs/queue.ts'
import { enqueueAlert, userToRecipient } from '#server/mail/queue.ts'
import { ownerScope } from '#server/operations/scope.ts'
import { grantedPermissions, findUserScope } from '#server/operations/user-scope.ts'
import { validateReportScope, toReportQuery } from '../report-query.ts'
import { inLanguage } from '#server/language.ts'
import { findUserLanguage } from '#server/user-language.ts'
import { chooseReportsDatabase } from '#server/db/replica.ts'
import type { ReportSource } from '../source.ts'
import { sourceOf } from '../sources.ts'
import { countRows, writeReport } from '../write-report.ts'
import {
  addChunk,
  type FailureReason,
  findWaitingFile,
  finishFile,
  MAKE_REPORT,
  startFile,
  type WaitingFile,
} from './report-files.ts'

const payload = z.strictObject({ fileId: z.int() })

/** A chunk ends with the piece that reaches this size. Each chunk is encrypted, and later decrypted, as a whole. */
const CHUNK_BYTES = 256 * 1024
/** Maximum rows of a workbook. A csv has no limit. */
const MAX_WORKBOOK_ROWS = 5_000_000
/** After this many attempts the file is marked as failed. */
const MAX_ATTEMPTS = 5

export function registerMakeReport(services: Services): void {
  const { db, jobs, now, log } = services
  const handler: JobHandler = async (data, { attempt }) => {
    const { fileId } = payload.parse(data)
    try {
      const madeFile = await makeFile(services, fileId)
      if (madeFile) log.debug(madeFile, 'report file made')
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error
      await finishFile(db, fileId, now(), { state: 'failed', reason: 'failed' })
      throw error
    }
    jobs.wake()
  }
  jobs.registerHandler(MAKE_REPORT, 'background', handler)
}

/** Makes the file. Undefined if the file was not made. `source` is only for tests and replaces the report's source. */
export async function makeFile(services: Services, fileId: number, source?: ReportSource) {
  const { db, client } = services
  const file = await findWaitingFile(db, fileId)
  if (!file) return undefined
  const rowSource = source ?? sourceOf(file.report)
  if (!rowSource) return undefined
  const language =
    file.user_id === null ? client.languages[0] : await findUserLanguage(db, client, { id: file.user_id })
  return inLanguage(language, () => makeWaitingFile(services, file, rowSource))
}

async function makeWaitingFile(services: Services, file: WaitingFile, rowSource: ReportSource) {
  const { db, secrets, client, now } = services
  const { id: fileId } = file
  const startTime = performance.now()
  // Uses the user's current permissions, not those at the time of the request.
  const reader = file.user_id === null ? ownerScope(file.owner_id) : await findUserScope(db, file.user_id)
  const fail = async (reason: FailureReason) => {
    await finishFile(db, fileId, now(), { state: 'failed', reason })
    return undefined
  }
  if (!reader) return fail('failed')
  const campaignIds = file.campaign_id === null ? undefined : [file.campaign_id]
  const scope = await validateReportScope(db, reader, file.report, campaignIds)
  if ('refusalCode' in scope) return fail('noCampaign')
  const query = await toReportQuery(services, {
    ...scope,
    start: file.start_day as CalendarDate,
    end: file.end_day as CalendarDate,
  })
  const content = {
    report: file.report,
    format: file.format,
    query,
    source: rowSource,
    timeZoneLabel: client.timeZoneLabel,
  }
  const { db: readDb } = await chooseReportsDatabase(services)
  const total = await countRows(readDb, content)
  if (file.format === 'xlsx' && total > MAX_WORKBOOK_ROWS) return fail('tooManyRows')
  await startFile(db, fileId, { total, campaignIds: scope.campaignIds })
  let rowsSoFar = 0
  const onRows = (count: number) => {
    rowsSoFar = count
  }
  let chunkNumber = 0
  for await (const bytes of toChunks(writeReport(readDb, content, { onRows }))) {
    const cipher = secrets.encrypt(bytes)
    const isStillWanted = await addChunk(db, fileId, { chunkNumber, cipher, bytes: bytes.length, rowsSoFar })
    if (!isStillWanted) return undefined
    chunkNumber += 1
  }
  await db.transaction().execute(async (trx) => {
    const isMade = await finishFile(trx, fileId, now(), { state: 'made', reason: '' })
    const isOfSavedReport = file.saved_name !== ''
    if (isMade && isOfSavedReport) await mailUser(services, trx, file)
  })
  return { fileId, report: file.report, count: rowsSoFar, ms: Math.round(performance.now() - startTime) }
}

/** Joins small pieces into chunks of at least CHUNK_BYTES. */
async function* toChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waitingPieces: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    waitingPieces.push(piece)
    size += piece.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(waitingPieces)
    waitingPieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waitingPieces)
}

/**
 * Mails the user that the file of the saved report is ready, with a link that needs a login. Users who can no longer
 * read reports get no mail.
 */
async function mailUser(services: Services, db: Db, file: WaitingFile): Promise<void> {
  const user = await db
    .selectFrom('user_account as u')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['firstname', 'lastname', 'email', 'username', grantedPermissions.as('permissions')])
    .where('u.id', '=', file.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user?.permissions.includes('Report.read')) return
  await enqueueAlert(services, db, {
    kind: 'reportReady',
    to: userToRecipient(user),
    name: file.saved_name,
    title: reportOf(file.report).title,
  })
}
