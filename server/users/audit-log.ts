// Reads the audit trail by person, subject, action and days, newest first and in pages. Only events of the viewer's
// owner are shown. A login attempt with an unknown name belongs to no owner, so it is never shown.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { auditEntryToText, isSuccess, isSubjectType, subjectNouns } from '#contract/audit-actions.ts'
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { deviceToWords } from '#domain/access/devices.ts'
import { groupDigits } from '#domain/cards/identifiers.ts'
import { describeFileName } from '#domain/reports/files.ts'
import { methodInfo, methodNames } from '#contract/methods.ts'
import { subjectToDownload } from '#server/audit/audit.ts'
import { type Change, changeToCampaigns, auditChangeToText } from '#server/audit/audit-fields.ts'
import type { Db, Handler, Viewer } from '#server/operations/context.ts'
import { batchesInScope, campaignsInScope, inScope, type Scope } from '#server/operations/scope.ts'
import { refuse } from '#server/operations/context.ts'
import { storedToText } from '#server/stored-text.ts'
import { type SortPosition, andPositionOrderLimit, cursorColumn, toPage } from '#server/operations/paging.ts'

interface EventRow extends SortPosition {
  readonly at: Date
  readonly user_id: number | null
  readonly username: string | null
  readonly firstname: string | null
  readonly lastname: string | null
  readonly method: string
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly result_code: string
  readonly by_programme: boolean
  readonly run_by: string | null
  readonly changes: Change[] | null
  readonly refusal: string | null
  readonly address: string
  readonly device: string
}

/** More entries are not counted. So a page is as fast in a trail of ten million entries as in a short trail. */
const MAX_COUNTED = 100_000

export const auditLog: Handler<'auditLog'> = async ({ db, viewer, client, recordValues }, params) => {
  // The range is not limited, because the history of a card or a person can span years.
  if (params.startDate > params.endDate) return refuse(codes.spanReversed, m.common_startAfterEnd)
  const condition = sql`${matchesParams(viewer.ownerId, params, client.timeZone)} AND ${isInViewersScope(viewer)}`
  const moment = sql`e.at`
  const { rows: eventRows } = await sql<EventRow>`
    SELECT e.id, e.at, e.user_id, u.username, u.firstname, u.lastname, e.method, e.subject_type, e.subject_id,
           e.result_code, e.by_programme, e.run_by, e.changes, e.refusal, e.address, e.device, ${cursorColumn(moment)}
    FROM audit_event e LEFT JOIN user_account u ON u.id = e.user_id
    WHERE ${condition} ${andPositionOrderLimit({ moment, id: sql`e.id`, page: params })}`.execute(db)
  const page = await toPage(eventRows, params, async () => {
    const { rows } = await sql<{ total: number }>`
      SELECT count(*)::int AS total
      FROM (SELECT FROM audit_event e WHERE ${condition} LIMIT ${MAX_COUNTED + 1}) counted`.execute(db)
    return rows[0]?.total ?? 0
  })
  recordValues({ days: `${params.startDate} – ${params.endDate}`, entries: page.rows.length })
  const names = await findNames(db, viewer, page.rows)
  const lookup = { zone: client, campaignName: (id: number) => nameOfCampaign(id, names) }
  return {
    entries: page.rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      userId: row.user_id === null ? null : String(row.user_id),
      who: userToText(row),
      method: row.method,
      what: actionToText(row, names),
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      resultCode: row.result_code,
      changes: visibleChanges(row, viewer).map((change) => auditChangeToText(change, lookup)),
      refusal: row.refusal === null ? null : storedToText(row.refusal),
      address: row.address,
      device: row.run_by === null ? deviceToWords(row.device) : m.users_commandLine({ systemUser: row.run_by }),
    })),
    ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
    total: Math.min(page.total, MAX_COUNTED),
    ...(page.total > MAX_COUNTED && { isTotalMinimum: true as const }),
  }
}

function actionToText(row: EventRow, names: SubjectNames): string {
  const subject = subjectToText(row, names)
  if (addsUser(row) && subject !== undefined) return m.users_addedUser({ subject })
  return auditEntryToText(row.method, row.result_code, subject)
}

/** True if the call added a user. A call that records an earlier username changed a user. */
function addsUser({ method, result_code: resultCode, changes }: EventRow): boolean {
  if (method !== 'saveUser' || !isSuccess(resultCode)) return false
  const usernameChange = changes?.find(({ field }) => field === 'username')
  if (!usernameChange) return false
  return usernameChange.before === undefined || usernameChange.before === null
}

/** The actions that only show something, and change nothing. */
const viewMethods = methodNames.filter((method) => methodInfo(method).trail === 'view')

/**
 * An SQL condition on the event `e`: false for cards, batches and orders outside the viewer's campaigns. A payment
 * belongs to no campaign, so only viewers of all campaigns see the events of a payment. The ids of cards, batches,
 * orders and payments are numbers, so an event with another id is always visible.
 */
const isInViewersScope = (viewer: Viewer): RawBuilder<unknown> => {
  if (viewer.campaignIds === undefined) return sql`true`
  const id = sql`e.subject_id::bigint`
  return sql`CASE WHEN e.subject_id !~ '^[0-9]{1,15}$' THEN true
    WHEN e.subject_type = 'card' THEN EXISTS (SELECT FROM card c WHERE c.id = ${id} AND ${inScope(viewer, 'c')})
    WHEN e.subject_type = 'batch' THEN EXISTS (SELECT FROM batch_file f WHERE f.id = ${id} AND ${batchesInScope(viewer)})
    WHEN e.subject_type = 'payment' THEN false
    WHEN e.subject_type = 'order' THEN EXISTS (SELECT FROM card_order o WHERE o.id = ${id} AND ${inScope(viewer, 'o')})
    ELSE true END`
}

/**
 * Leaves out the card numbers that other users have exported, because the cards may be outside the viewer's campaigns.
 */
function visibleChanges({ changes, user_id: userId }: EventRow, viewer: Viewer): readonly Change[] {
  const allChanges = changes ?? []
  const canSeeNumbers = viewer.campaignIds === undefined || userId === viewer.userId
  return canSeeNumbers ? allChanges : allChanges.filter(({ field }) => field !== 'cardNumbers')
}

/** An SQL condition on the event `e`: true if the event matches the parameters of the call. */
function matchesParams(ownerId: number, params: Params<'auditLog'>, timeZone: string): RawBuilder<unknown> {
  const { subjectType, subjectId, userId, method, kind, startDate, endDate } = params
  const conditions = [
    sql`e.owner_id = ${ownerId}`,
    sql`e.at >= ${startDate}::date::timestamp AT TIME ZONE ${timeZone}`,
    sql`e.at < (${endDate}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
  ]
  if (subjectType !== undefined) conditions.push(sql`e.subject_type = ${subjectType}`)
  if (subjectId !== undefined) conditions.push(sql`e.subject_type IS NOT NULL AND e.subject_id = ${subjectId}`)
  if (userId !== undefined) conditions.push(sql`e.user_id = ${userId}::bigint`)
  if (method !== undefined) conditions.push(sql`e.method = ${method}`)
  if (kind === 'views') conditions.push(sql`e.method = ANY(${viewMethods}::text[])`)
  if (kind === 'changes') conditions.push(sql`e.method <> ALL(${viewMethods}::text[])`)
  return sql.join(conditions, sql` AND `)
}

/** For example 'Olive Tan (olive)', or a text about commands on the server. '' if no one was signed in. */
const userToText = ({ username, firstname, lastname, by_programme: byProgramme }: EventRow): string => {
  if (byProgramme) return m.contract_programmeCommand()
  if (username === null) return ''
  const name = [firstname, lastname].filter((part) => part).join(' ')
  return name === '' ? username : `${name} (${username})`
}

/** The names of users, cards and campaigns. A key is the type and the id: 'card 43'. */
type SubjectNames = ReadonlyMap<string, string>

/** An id that no row has. Added to each list for IN, because such a list must not be empty. */
const NO_ID = 0

/** Includes deleted users, cards and campaigns, because the trail has events about them too. */
async function findNames(db: Db, scope: Scope, rows: readonly EventRow[]): Promise<SubjectNames> {
  const idsOf = (type: string) => {
    const subjects = rows.filter((row) => row.subject_type === type && isId(row.subject_id))
    return [...new Set(subjects.map((row) => Number(row.subject_id)))]
  }
  const users = await db
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('owner_id', '=', scope.ownerId)
    .where('id', 'in', [NO_ID, ...idsOf('user')])
    .execute()
  const cards = await db
    .selectFrom('card')
    .select(['id', 'pan_masked'])
    .where(sql<boolean>`${inScope(scope, 'card')}`)
    .where('id', 'in', [NO_ID, ...idsOf('card')])
    .execute()
  const downloadedCampaigns = rows.flatMap((row) => downloadOf(row)?.campaignIds ?? [])
  const changedCampaigns = rows.flatMap(({ changes }) => (changes ?? []).flatMap(changeToCampaigns))
  const campaigns = await db
    .selectFrom('campaign as c')
    .select(['id', 'name'])
    .where(sql<boolean>`${campaignsInScope(scope, 'c')}`)
    .where('id', 'in', [NO_ID, ...new Set([...downloadedCampaigns, ...changedCampaigns])])
    .execute()
  return new Map([
    ...campaigns.map(({ id, name }) => [`campaign ${id}`, name] as const),
    ...users.map(({ id, username }) => [`user ${id}`, m.users_user({ username })] as const),
    ...cards.map(({ id, pan_masked }) => [`card ${id}`, m.users_card({ number: groupDigits(pan_masked) })] as const),
  ])
}

const isId = (text: string | null): boolean => text !== null && /^[0-9]{1,15}$/.test(text)

const downloadOf = ({ subject_type: type, subject_id: id }: EventRow) =>
  type === 'report' && id !== null ? subjectToDownload(id) : undefined

/** ' of Travel' or ' of 3 campaigns'. '' for an empty list, which means all campaigns. */
function campaignsToText(ids: readonly number[], names: SubjectNames): string {
  const [id] = ids
  if (id === undefined) return ''
  if (ids.length > 1) return m.users_ofCampaigns({ count: ids.length })
  return m.users_ofCampaign({ campaign: nameOfCampaign(id, names) })
}

const nameOfCampaign = (id: number, names: SubjectNames): string =>
  names.get(`campaign ${id}`) ?? m.users_campaign({ id })

/** The title and days of a report. A file whose name is not a report's name is shown by its name. */
function reportToText(fileName: string, campaignsText: string): string {
  const description = describeFileName(fileName)
  if (!description) return fileName + campaignsText
  return m.users_reportOfDays({
    title: description.title,
    campaigns: campaignsText,
    days: description.days,
    hasFormat: description.format === '' ? 'no' : 'yes',
    format: description.format,
  })
}

/**
 * The subject in words: 'batch 43', 'user dora', '3 cards', 'the Fee Report of Travel, 01 Jan 2026 to 31 Jan 2026
 * (csv), 31 rows'.
 */
function subjectToText(row: EventRow, names: SubjectNames): string | undefined {
  const { subject_type: type, subject_id: id } = row
  if (type === null) return undefined
  const noun = isSubjectType(type) ? subjectNouns[type] : type
  if (id === null) return noun
  const download = downloadOf(row)
  if (download) {
    const { fileName, campaignIds = [], rows } = download
    const rowCount = m.common_countedRows({ count: rows })
    return m.users_reportWithRows({
      report: reportToText(fileName, campaignsToText(campaignIds, names)),
      rows: isSuccess(row.result_code) ? rowCount : m.users_countWentOut({ given: rowCount }),
    })
  }
  if (type === 'cards') return m.common_countedCards({ count: Number(id) })
  if (type === 'rows') return m.common_countedRows({ count: Number(id) })
  return names.get(`${type} ${id}`) ?? m.users_nounWithId({ noun, id })
}
