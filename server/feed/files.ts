// Files of events that one user uploads and another confirms. The upload returns a preview: it applies the events,
// reads the results, and rolls everything back. Rules: docs/rules/feed.md, "Files on the page".
import { createHash } from 'node:crypto'
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { FeedEvent, FeedFile } from '#contract/feed.ts'
import { MAX_FEED_EVENTS } from '#contract/feed.ts'
import { feedFileDecisionRefusal, type FeedFileState } from '#domain/feed/files.ts'
import { type FeedFault, feedTypes } from '#domain/feed/event-types.ts'
import { toFullName } from '#server/mail/recipients.ts'
import {
  type Db,
  type Handler,
  refuse,
  checkRule,
  type Refusal,
  type SessionContext,
} from '#server/operations/context.ts'
import { andPositionOrderLimit, cursorColumn, toPage } from '#server/operations/paging.ts'
import { refuseCardNumber, refuseParameter } from '#server/operations/refuse-parameter.ts'
import { instantToApi, moneyToApi } from '#server/operations/to-api.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { toFeedTarget } from './feed-target.ts'
import { ingest } from './ingest.ts'
import { enqueueFileMail } from './mail.ts'
import { readUpload, type UploadedEvents } from './read-upload.ts'
import type { FeedTarget } from './target.ts'
import { storeTotals } from './totals.ts'

/** What the file would lead to. */
interface Preview {
  /** The number of events that were received before. */
  readonly known: number
  /** The number of events that would be refused, because another event has the same id. */
  readonly refused: number
  /** The number of events that would wait for the event to which they refer. */
  readonly waiting: number
  readonly faults: readonly { readonly fault: FeedFault; readonly count: number }[]
  /** The number of totals that would differ from the ledger. */
  readonly differences: number
  /** The money that the events would take from cards. */
  readonly postedCents: number
}

interface FileRow {
  readonly id: number
  readonly source: string
  readonly file_name: string
  readonly content: UploadedEvents
  readonly preview: Preview
  readonly uploaded_by: number
  readonly uploaded_at: Date
  readonly decided_by: number | null
  readonly decided_at: Date | null
  readonly is_posted: boolean
  readonly reject_reason: string | null
}

/** A file can have events of any campaign, so users who are limited to some campaigns cannot use files. */
const refuseLimitedViewer = ({ viewer }: SessionContext): Refusal | undefined =>
  viewer.campaignIds === undefined ? undefined : refuse(codes.notAuthorized, m.feed_filesNotForLimitedUsers)

export const uploadFeedFile: Handler<'uploadFeedFile'> = async (context, { source, fileName, base64 }) => {
  const { db, viewer, client, now } = context
  const refusal = refuseLimitedViewer(context) ?? refuseCardNumber('fileName', fileName)
  if (refusal) return refusal
  const bytes = Buffer.from(base64, 'base64')
  const content = readUpload(fileName, bytes)
  if ('refusal' in content) return refuseParameter('base64', content.refusal)
  const fingerprint = createHash('sha256').update(bytes).digest()
  const uploadedAt = new Date(now())
  context.recordValues({ fileName, feedSource: source, rows: content.events.length })
  const earlierId = await findSameFile(db, { ownerId: viewer.ownerId, source, fingerprint })
  if (earlierId !== undefined) {
    context.setSubject('feedFile', earlierId)
    return { fileId: String(earlierId) }
  }
  const target = await toFeedTarget(db, viewer.ownerId, source, uploadedAt)
  const preview = await tryOut(db, target, client, content)
  if ('refusalCode' in preview) return preview
  const { id } = await db
    .insertInto('feed_file')
    .values({
      owner_id: viewer.ownerId,
      source,
      file_name: fileName,
      fingerprint,
      content: JSON.stringify(content),
      preview: JSON.stringify(preview),
      uploaded_by: viewer.userId,
      uploaded_at: uploadedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.setSubject('feedFile', id)
  await enqueueFileMail(context, { fileId: id, event: 'waiting' })
  return { fileId: String(id) }
}

/** The id of an upload of the same file that waits or was posted. A rejected file can be uploaded again. */
async function findSameFile(
  db: Db,
  file: { readonly ownerId: number; readonly source: string; readonly fingerprint: Buffer },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_file')
    .select('id')
    .where('owner_id', '=', file.ownerId)
    .where('source', '=', file.source)
    .where('fingerprint', '=', file.fingerprint)
    .where(sql<boolean>`(decided_by IS NULL OR is_posted)`)
    .executeTakeFirst()
  return row?.id
}

export const feedFiles: Handler<'feedFiles'> = async (context, { state, fileId, ...page }) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  const stateConditions = {
    waiting: sql`f.decided_by IS NULL`,
    posted: sql`f.is_posted`,
    rejected: sql`f.decided_by IS NOT NULL AND NOT f.is_posted`,
  }
  const stateCondition = state ? stateConditions[state] : sql`true`
  const idCondition = fileId === undefined ? sql`true` : sql`f.id = ${Number(fileId)}`
  const condition = sql`f.owner_id = ${viewer.ownerId} AND ${stateCondition} AND ${idCondition}`
  const moment = sql`f.uploaded_at`
  const sortFirst = state === 'waiting' ? 'oldest' : 'newest'
  type ListedRow = FileRow & {
    readonly cursor_us: number
    readonly currency: string
    readonly uploader_first: string
    readonly uploader_last: string
    readonly decider_first: string | null
    readonly decider_last: string | null
  }
  const { rows } = await sql<ListedRow>`
    SELECT f.*, ${cursorColumn(moment)}, p.currency, u.firstname AS uploader_first, u.lastname AS uploader_last,
           d.firstname AS decider_first, d.lastname AS decider_last
    FROM feed_file f JOIN programme p ON p.owner_id = f.owner_id JOIN user_account u ON u.id = f.uploaded_by
    LEFT JOIN user_account d ON d.id = f.decided_by
    WHERE ${condition}
    ${andPositionOrderLimit({ moment, id: sql`f.id`, page, sortFirst })}`.execute(db)
  const listedPage = await toPage(rows, page, async () => {
    const counted = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM feed_file f WHERE ${condition}`.execute(db)
    return counted.rows[0]?.count ?? 0
  })
  return {
    files: listedPage.rows.map((row): FeedFile => ({
      fileId: String(row.id),
      source: row.source,
      fileName: row.file_name,
      state: rowToState(row),
      kinds: countKinds(row.content.events, row.currency),
      events: row.content.events.length,
      totals: row.content.totals.length,
      currency: row.currency,
      preview: previewToApi(row.preview),
      uploadedBy: toFullName(row.uploader_first, row.uploader_last),
      isOwn: row.uploaded_by === viewer.userId,
      uploadedAt: row.uploaded_at.toISOString(),
      decidedBy: row.decided_at && toFullName(row.decider_first, row.decider_last),
      decidedAt: instantToApi(row.decided_at),
      rejectReason: row.reject_reason,
    })),
    total: listedPage.total,
    ...(listedPage.cursor !== undefined && { cursor: listedPage.cursor }),
  }
}

const previewToApi = ({ postedCents, ...counts }: Preview): FeedFile['preview'] => ({
  ...counts,
  faults: [...counts.faults],
  posted: moneyToApi(postedCents),
})

function rowToState(row: Pick<FileRow, 'decided_by' | 'is_posted'>): FeedFileState {
  if (row.decided_by === null) return 'waiting'
  return row.is_posted ? 'posted' : 'rejected'
}

/** The number of events of each kind, and the sum of their amounts in the programme's currency. */
function countKinds(events: readonly FeedEvent[], currency: string): FeedFile['kinds'] {
  const kindsInFile = new Set(events.map(({ kind }) => kind))
  const kinds = (Object.keys(feedTypes) as FeedEvent['kind'][]).filter((kind) => kindsInFile.has(kind))
  return kinds.map((kind) => {
    const eventsOfKind = events.filter((event) => event.kind === kind)
    const amounts = eventsOfKind.map((event) => amountIn(currency, event)).filter((amount) => amount !== undefined)
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    return { kind, count: eventsOfKind.length, amount: amounts.length === 0 ? null : moneyToApi(sum) }
  })
}

/** Undefined for an event without an amount, or with an amount in another currency. */
const amountIn = (currency: string, event: FeedEvent): number | undefined =>
  'currency' in event && event.currency === currency ? event.amount : undefined

export const confirmFeedFile: Handler<'confirmFeedFile'> = async (context, { fileId }) => {
  const { db, viewer, client, now } = context
  const file = await lockWaitingFile(context, fileId)
  if ('refusalCode' in file) return file
  const makerRefusal = await refuseIfViewerEditedMaker(context, file.uploaded_by)
  if (makerRefusal) return makerRefusal
  const at = new Date(now())
  const target = await toFeedTarget(db, viewer.ownerId, file.source, at)
  const applied = await applyFile(db, target, client, file.content)
  if ('refusalCode' in applied) return applied
  const { refusedCount } = applied
  await db
    .updateTable('feed_file')
    .set({ decided_by: viewer.userId, decided_at: at, is_posted: true })
    .where('id', '=', file.id)
    .execute()
  await enqueueFileMail(context, { fileId: file.id, event: 'decided' })
  return { accepted: file.content.events.length - refusedCount, refused: refusedCount }
}

export const rejectFeedFile: Handler<'rejectFeedFile'> = async (context, { fileId, reason: typedReason }) => {
  const { db, viewer, now } = context
  const file = await lockWaitingFile(context, fileId)
  if ('refusalCode' in file) return file
  const reason = typedReason?.trim() || null
  const refusal = refuseCardNumber('reason', reason ?? '')
  if (refusal) return refusal
  context.recordValues({ reason })
  await db
    .updateTable('feed_file')
    .set({ decided_by: viewer.userId, decided_at: new Date(now()), reject_reason: reason })
    .where('id', '=', file.id)
    .execute()
  await enqueueFileMail(context, { fileId: file.id, event: 'decided' })
  return {}
}

/** Locks a file that waits for a decision by this user. */
async function lockWaitingFile(context: SessionContext, fileId: string): Promise<FileRow | Refusal> {
  const limitRefusal = refuseLimitedViewer(context)
  if (limitRefusal) return limitRefusal
  const { db, viewer } = context
  context.setSubject('feedFile', fileId)
  const { rows } = await sql<FileRow>`
    SELECT * FROM feed_file WHERE id = ${Number(fileId)} AND owner_id = ${viewer.ownerId} FOR UPDATE`.execute(db)
  const [row] = rows
  if (!row) return refuse(codes.notFound, m.feed_noSuchFile)
  const refusal = checkRule(codes.refusedState, () =>
    feedFileDecisionRefusal({ state: rowToState(row), isOwn: row.uploaded_by === viewer.userId }),
  )
  if (refusal) return refusal
  context.recordValues({ fileName: row.file_name, feedSource: row.source, rows: row.content.events.length })
  return row
}

/** Applies the events, then compares the totals. Refused if the totals cannot be stored. */
async function applyFile(
  trx: Db,
  target: FeedTarget,
  zone: { readonly timeZone: string },
  { events, totals }: UploadedEvents,
): Promise<{ readonly refusedCount: number } | Refusal> {
  let refusedCount = 0
  for (let start = 0; start < events.length; start += MAX_FEED_EVENTS) {
    const outcomes = await ingest(trx, target, events.slice(start, start + MAX_FEED_EVENTS))
    refusedCount += outcomes.filter(({ result }) => result === 'refused').length
  }
  if (totals.length > 0) {
    const comparedTotals = await storeTotals(trx, target, zone, totals)
    if ('refusalCode' in comparedTotals) return comparedTotals
  }
  return { refusedCount }
}

/** Applies the file after a savepoint, reads the results, and rolls back to the savepoint. */
async function tryOut(
  trx: Db,
  target: FeedTarget,
  zone: { readonly timeZone: string },
  content: UploadedEvents,
): Promise<Preview | Refusal> {
  const { ownerId, source } = target
  const eventIds = [...new Set(content.events.map(({ eventId }) => eventId))]
  const readIds = async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM feed_event
      WHERE owner_id = ${ownerId} AND source = ${source} AND event_id = ANY (${eventIds}::text[])`.execute(trx)
    return rows.map(({ id }) => id)
  }
  const knownIds = new Set(await readIds())
  await sql`SAVEPOINT try_out`.execute(trx)
  try {
    const applied = await applyFile(trx, target, zone, content)
    if ('refusalCode' in applied) return applied
    // The queries search by id. A join with the texts of 5,000 event ids took longer than applying the events, because
    // the planner has no statistics of rows that were just added. The owner's accounts are locked meanwhile.
    const addedIds = (await readIds()).filter((id) => !knownIds.has(id))
    // The new events that wait, and the money that the new events took from cards. Such entries of cards are negative.
    const { rows } = await sql<{ waiting: number; posted: number }>`
      SELECT count(*) FILTER (WHERE e.state = 'waiting')::integer AS waiting,
             coalesce(-sum(posted.amount_cents), 0)::bigint AS posted
      FROM feed_event e
      LEFT JOIN LATERAL (
        SELECT sum(n.amount_cents) AS amount_cents FROM ledger_entry n JOIN account a ON a.id = n.account_id
        WHERE a.card_id = e.card_id AND n.transaction_id IN (e.transaction_id, e.fee_transaction_id)
      ) posted ON true
      WHERE e.id = ANY (${addedIds}::bigint[])`.execute(trx)
    const faults = await sql<{ fault: FeedFault; count: number }>`
      SELECT fault, count(*)::integer AS count FROM feed_exception
      WHERE feed_event_id = ANY (${addedIds}::bigint[]) AND resolved_at IS NULL
      GROUP BY fault ORDER BY fault`.execute(trx)
    const days = [...new Set(content.totals.map(({ day }) => day))]
    // 0 without totals, because then no day matches.
    const differences = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM feed_total
      WHERE owner_id = ${ownerId} AND source = ${source} AND day = ANY (${days}::date[]) AND differs`.execute(trx)
    return {
      known: knownIds.size,
      refused: applied.refusedCount,
      waiting: rows[0]?.waiting ?? 0,
      faults: faults.rows,
      differences: differences.rows[0]?.count ?? 0,
      postedCents: rows[0]?.posted ?? 0,
    }
  } finally {
    await sql`ROLLBACK TO SAVEPOINT try_out`.execute(trx)
  }
}
