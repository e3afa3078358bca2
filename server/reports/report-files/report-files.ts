// Report files in the database. Each file has a report, days, its progress, and its encrypted bytes in chunks.
import { m } from '#words/messages.js'
import { type Selectable, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { reportFileToName } from '#domain/reports/files.ts'
import type { ReportDays } from '#domain/reports/periods.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { ReportFileTable } from '#server/db/reports-tables.ts'
import type { Db, Services } from '#server/operations/context.ts'

/** A user's file is deleted after a week. */
const RETENTION_MS = 7 * 24 * HOUR_MS

/** The job that makes a file. Its payload: { fileId }. */
export const MAKE_REPORT = 'make-report-file'

export interface FileToMake {
  readonly ownerId: number
  /** Undefined for an automatic file, which is for all readers of reports and is stored forever. */
  readonly userId: number | undefined
  readonly report: ReportId
  readonly days: ReportDays
  readonly format: 'csv' | 'xlsx'
  readonly campaignId: number | undefined
  /** '' unless a saved report requested the file. */
  readonly savedName: string
}

/**
 * Adds a file to make, and the job that makes it. Returns the file's id. Undefined if the file already exists. Must be
 * called in the transaction of the operation that requests the file.
 */
export async function requestFile(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  db: Db,
  { ownerId, userId, report, days, format, campaignId, savedName }: FileToMake,
): Promise<number | undefined> {
  const addedFile = await db
    .insertInto('report_file')
    .values({
      owner_id: ownerId,
      user_id: userId ?? null,
      report,
      format,
      start_day: days.start,
      end_day: days.end,
      campaign_id: campaignId ?? null,
      saved_name: savedName,
      file_name: reportFileToName({ report, days, format }),
      asked_at: new Date(now()),
      made_at: null,
      total: null,
      kept_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!addedFile) return undefined
  await jobs.enqueue(db, MAKE_REPORT, { fileId: addedFile.id }, { singletonKey: String(addedFile.id) })
  return addedFile.id
}

export type WaitingFile = Selectable<ReportFileTable>

/** Finds a file that has not been made yet. Undefined if the file was made or discarded. */
export const findWaitingFile = (db: Db, id: number): Promise<WaitingFile | undefined> =>
  db.selectFrom('report_file').selectAll().where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst()

/**
 * Deletes the chunks of an earlier attempt, and stores the expected number of rows and the campaigns of the file.
 * Undefined campaigns mean all.
 */
export async function startFile(
  db: Db,
  id: number,
  { total, campaignIds }: { readonly total: number; readonly campaignIds: readonly number[] | undefined },
): Promise<void> {
  await db.deleteFrom('report_file_part').where('file_id', '=', id).execute()
  await db
    .updateTable('report_file')
    .set({ total, row_count: 0, bytes: 0, campaign_ids: campaignIds ? [...campaignIds] : null })
    .where('id', '=', id)
    .execute()
}

interface NewChunk {
  /** The position in the file, from 0. */
  readonly chunkNumber: number
  readonly cipher: Buffer
  /** The size of this chunk before it was encrypted. */
  readonly bytes: number
  /** The rows of the file up to the end of this chunk. */
  readonly rowsSoFar: number
}

/** Adds a chunk to a waiting file. Returns false if the file was discarded meanwhile. */
export async function addChunk(db: Db, id: number, chunk: NewChunk): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    WITH file AS (
      UPDATE report_file SET row_count = ${chunk.rowsSoFar}, bytes = bytes + ${chunk.bytes}
      WHERE id = ${id} AND state = 'waiting' RETURNING id
    )
    INSERT INTO report_file_part (file_id, part_no, content_cipher)
    SELECT id, ${chunk.chunkNumber}, ${chunk.cipher} FROM file RETURNING file_id AS id
  `.execute(db)
  return rows.length === 1
}

/** The reasons why a file could not be made, by their stored keys. */
const reasonTexts = {
  failed: () => m.reports_fileNotGenerated(),
  noCampaign: () => m.common_thereIsNoSuchCampaign(),
  tooManyRows: () => m.reports_tooLargeForWorkbook(),
} as const
export type FailureReason = keyof typeof reasonTexts

/** The stored reason in the reader's language. '' for a file that is waiting or made. */
export const reasonToText = (storedReason: string): string =>
  Object.hasOwn(reasonTexts, storedReason) ? reasonTexts[storedReason as FailureReason]() : ''

/**
 * Marks a waiting file as made or failed at the time `at`, in milliseconds since 1970. Returns false if the file was
 * discarded meanwhile.
 */
export async function finishFile(
  db: Db,
  id: number,
  at: number,
  result: { readonly state: 'made' | 'failed'; readonly reason: FailureReason | '' },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    UPDATE report_file SET state = ${result.state}, made_at = ${new Date(at)}, result_text = ${result.reason},
      kept_until = CASE WHEN user_id IS NULL THEN NULL ELSE ${new Date(at + RETENTION_MS)}::timestamptz END
    WHERE id = ${id} AND state = 'waiting' RETURNING id
  `.execute(db)
  return rows.length === 1
}

/** The decrypted bytes of a file, chunk by chunk. */
export async function* readChunks(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  id: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let chunkNumber = 0; ; chunkNumber++) {
    const chunk = await db
      .selectFrom('report_file_part')
      .select('content_cipher')
      .where('file_id', '=', id)
      .where('part_no', '=', chunkNumber)
      .executeTakeFirst()
    if (!chunk) return
    yield new Uint8Array(secrets.decrypt(chunk.content_cipher))
  }
}

/** The owner's automatic file of this report with this first day. Undefined if the file has not been made. */
export const findAutomaticFile = (db: Db, ownerId: number, report: ReportId, start: CalendarDate) =>
  db
    .selectFrom('report_file')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('user_id', 'is', null)
    .where('report', '=', report)
    .where('start_day', '=', start)
    .where('state', '=', 'made')
    .executeTakeFirst()

/**
 * The address of a report file, below the client's base path. An automatic file is identified by its name, a user's
 * file by its id.
 */
export function fileToAddress(file: Pick<Selectable<ReportFileTable>, 'id' | 'file_name' | 'user_id'>): string {
  const query = file.user_id === null ? '' : `?file=${file.id}`
  return `reports/${file.file_name}${query}`
}

/** True if files of the report can be made in this format in the background. */
export const hasBackgroundFormat = (report: ReportId, format: string): format is 'csv' | 'xlsx' =>
  format !== 'xls' && (reportOf(report).files as readonly string[]).includes(format)
