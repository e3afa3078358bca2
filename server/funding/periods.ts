// Closes months of the ledger with two users: one proposes, another confirms. Rules: docs/rules/periods.md.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate, localToInstant } from '#domain/dates.ts'
import { endOfMonth, monthCloseRefusal } from '#domain/funding/periods.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { hasRunsStartedBefore, findClosedPeriodsEnd, closePeriod } from '#server/ledger/periods.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { type Db, type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { readCurrency } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

interface StoredPeriod {
  readonly id: number
  readonly last_day: CalendarDate
  readonly ends_at: Date
  readonly proposed_by: number
  readonly proposed_at: Date
  readonly confirmed_at: Date | null
  readonly accounts: number | null
  readonly hash: string | null
  readonly proposer_first: string
  readonly proposer_last: string
  readonly confirmer_first: string | null
  readonly confirmer_last: string | null
}

/** The closed periods and the proposed one, newest first. */
const readPeriods = async (db: Db, ownerId: number): Promise<readonly StoredPeriod[]> => {
  const { rows } = await sql<StoredPeriod>`
    SELECT p.id, p.last_day, p.ends_at, p.proposed_by, p.proposed_at, p.confirmed_at, p.accounts,
      encode(p.balances_hash, 'hex') AS hash, u.firstname AS proposer_first, u.lastname AS proposer_last,
      c.firstname AS confirmer_first, c.lastname AS confirmer_last
    FROM ledger_period p JOIN user_account u ON u.id = p.proposed_by LEFT JOIN user_account c ON c.id = p.confirmed_by
    WHERE p.owner_id = ${ownerId} AND p.withdrawn_at IS NULL ORDER BY p.ends_at DESC, p.id DESC`.execute(db)
  return rows
}

export const ledgerPeriods: Handler<'ledgerPeriods'> = async (context) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  const periods = await readPeriods(db, viewer.ownerId)
  return {
    periods: periods.map((period) => ({
      periodId: String(period.id),
      month: period.last_day.slice(0, 7),
      proposedBy: toFullName(period.proposer_first, period.proposer_last),
      proposedAt: period.proposed_at.toISOString(),
      isOwn: period.proposed_by === viewer.userId,
      confirmedBy: period.confirmed_at && toFullName(period.confirmer_first, period.confirmer_last),
      confirmedAt: instantToApi(period.confirmed_at),
      accounts: period.accounts,
      hash: period.hash,
    })),
  }
}

export const proposePeriodClose: Handler<'proposePeriodClose'> = async (context, { month }) => {
  const { db, viewer, now, client } = context
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  await lockOwner(db, viewer.ownerId)
  const closedTo = await findClosedPeriodsEnd(db, viewer.ownerId)
  const today = instantToDate(now(), client.timeZone)
  // `closedTo` is the start of the first open day, or 0 if no period is closed.
  const lastClosedDay = closedTo === 0 ? undefined : addDays(instantToDate(closedTo, client.timeZone), -1)
  const monthRefusal = checkParameter('month', () => monthCloseRefusal(month, { today, closedTo: lastClosedDay }))
  if (monthRefusal) return monthRefusal
  if (await findWaitingPeriod(db, viewer.ownerId)) return refuse(codes.refusedState, m.funding_periodWaits)
  const lastDay = endOfMonth(month)
  const endsAt = localToInstant(addDays(lastDay, 1), '00:00', client.timeZone)
  if (endsAt === undefined) throw new Error(`${month} has no end in ${client.timeZone}`)
  const { id } = await db
    .insertInto('ledger_period')
    .values({
      owner_id: viewer.ownerId,
      last_day: lastDay,
      ends_at: new Date(endsAt),
      proposed_by: viewer.userId,
      proposed_at: new Date(now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.recordValues({ closedMonth: month })
  return { periodId: String(id) }
}

export const confirmPeriodClose: Handler<'confirmPeriodClose'> = async (context, { periodId }) => {
  const period = await lockWaitingPeriod(context, periodId)
  if ('refusalCode' in period) return period
  const { db, viewer, secrets, now } = context
  if (period.proposed_by === viewer.userId) return refuse(codes.refusedState, m.funding_periodNotOwn)
  const refusal = await refuseIfViewerEditedMaker(context, period.proposed_by)
  if (refusal) return refusal
  // No one can post until the period is closed, because every posting waits for this lock.
  await lockOwnerAccounts(db, viewer.ownerId, await readCurrency(db, viewer.ownerId))
  if (await hasRunsStartedBefore(db, viewer.ownerId, period.ends_at))
    return refuse(codes.refusedState, m.funding_periodHasRuns)
  const { accounts, hash } = await closePeriod(db, secrets, {
    id: period.id,
    owner_id: viewer.ownerId,
    ends_at: period.ends_at,
    proposed_by: period.proposed_by,
    confirmed_by: viewer.userId,
    confirmed_at: new Date(now()),
  })
  context.recordValues({ closedMonth: period.last_day.slice(0, 7), balancesHash: hash.toString('hex') })
  return { accounts, hash: hash.toString('hex') }
}

export const withdrawPeriodClose: Handler<'withdrawPeriodClose'> = async (context, { periodId }) => {
  const period = await lockWaitingPeriod(context, periodId)
  if ('refusalCode' in period) return period
  const { db, now } = context
  await db
    .updateTable('ledger_period')
    .set({ withdrawn_at: new Date(now()) })
    .where('id', '=', period.id)
    .execute()
  context.recordValues({ closedMonth: period.last_day.slice(0, 7) })
  return {}
}

/** The proposals of an owner, and the decisions about them, wait for each other because of this lock. */
const lockOwner = (db: Db, ownerId: number) =>
  sql`SELECT id FROM owner WHERE id = ${ownerId} FOR NO KEY UPDATE`.execute(db)

/** The proposed period that waits for its confirmation. */
async function findWaitingPeriod(db: Db, ownerId: number): Promise<StoredPeriod | undefined> {
  const periods = await readPeriods(db, ownerId)
  return periods.find(({ confirmed_at: confirmedAt }) => confirmedAt === null)
}

async function lockWaitingPeriod(context: SessionContext, periodId: string): Promise<StoredPeriod | Refusal> {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  await lockOwner(db, viewer.ownerId)
  const period = await findWaitingPeriod(db, viewer.ownerId)
  if (!period || String(period.id) !== periodId) return refuse(codes.notFound, m.funding_noSuchPeriod)
  return period
}
