// Erases data whose retention time is over, by one rule for each type of data. docs/running/personal-data.md has the same
// list.
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#server/config/settings.ts'
import { pruneTrail } from '#server/audit/chain.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { eraseHolders, eraseOrderRows, hasHolderDataSql, hasOrderDataSql } from './holders.ts'
import { eraseUsers, isDeletedUserSql } from './users.ts'

type EraseServices = Pick<Services, 'db' | 'secrets' | 'now' | 'client'>

export interface ExpiryRule {
  /** The type of data in singular and plural, printed after a count. */
  readonly nouns: readonly [one: string, many: string]
  /** How many days the data is kept. The condition of each rule says from which event the days are counted. */
  readonly keepDays: (settings: Settings) => number
  /** Counts the data whose event was before this time. */
  readonly count: (services: EraseServices, before: Date) => Promise<number>
  /** Erases some of this data and returns the number of rows. 0 if none are left. */
  readonly eraseChunk: (services: EraseServices, before: Date) => Promise<number>
}

const ROWS_PER_CHUNK = 1_000

/** Data that is erased by ids. `from`, `id` and `where` are the parts of the SQL query for the ids. */
interface DataWithIds {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly where: (before: Date, ownerId: number) => RawBuilder<unknown>
  readonly erase: (trx: Db, ids: readonly number[], services: EraseServices) => Promise<unknown>
}

/** The functions of a rule that erases data by ids. */
const byIds = ({ from, id, where, erase }: DataWithIds): Pick<ExpiryRule, 'count' | 'eraseChunk'> => ({
  count: async ({ db, client }, before) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${from} WHERE ${where(before, client.ownerId)}`.execute(db)
    return rows[0]?.count ?? 0
  },
  eraseChunk: (services, before) =>
    inTransaction(services.db, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        SELECT ${id} AS id FROM ${from} WHERE ${where(before, services.client.ownerId)} ORDER BY 1 LIMIT ${ROWS_PER_CHUNK}`.execute(
        trx,
      )
      const ids = rows.map((row) => row.id)
      if (ids.length > 0) await erase(trx, ids, services)
      return ids.length
    }),
})

/** SQL that is true for a card `c` that was retired or expired before this time. */
const hasEndedSql = (before: Date) => sql`(c.retired_at < ${before} OR c.expires_on < ${before}::timestamptz::date)`

/** SQL that is true for an order row `r` of a finished order that was placed before this time. */
const isFinishedOrderSql = (before: Date, ownerId: number) => sql`
  r.order_id IN (SELECT o.id FROM card_order o WHERE o.owner_id = ${ownerId} AND o.ordered_at < ${before}
    AND (o.processed_at IS NOT NULL OR o.rejected_at IS NOT NULL OR o.cancelled_at IS NOT NULL OR o.fetched_at IS NOT NULL))`

export const expiryRules: readonly ExpiryRule[] = [
  {
    nouns: ['CVV of a card that is retired or expired', 'CVVs of cards that are retired or expired'],
    keepDays: () => 0,
    ...byIds({
      from: sql`card c`,
      id: sql`c.id`,
      where: (before, ownerId) =>
        sql`c.owner_id = ${ownerId} AND ${hasEndedSql(before)} AND octet_length(c.cvv_cipher) > 0`,
      erase: (trx, ids) => sql`UPDATE card SET cvv_cipher = '' WHERE id = ANY (${[...ids]})`.execute(trx),
    }),
  },
  {
    nouns: ['holder of a retired or expired card', 'holders of retired or expired cards'],
    keepDays: ({ keepHoldersDays }) => keepHoldersDays,
    ...byIds({
      from: sql`card c`,
      id: sql`c.id`,
      where: (before, ownerId) => sql`c.owner_id = ${ownerId} AND ${hasEndedSql(before)} AND ${hasHolderDataSql}`,
      erase: eraseHolders,
    }),
  },
  {
    nouns: ['row of a finished order', 'rows of finished orders'],
    keepDays: ({ keepHoldersDays }) => keepHoldersDays,
    count: async ({ db, client }, before) => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM card_order_row r
        WHERE ${isFinishedOrderSql(before, client.ownerId)} AND ${hasOrderDataSql}`.execute(db)
      return rows[0]?.count ?? 0
    },
    eraseChunk: ({ db, client }, before) =>
      inTransaction(db, (trx) => eraseOrderRows(trx, isFinishedOrderSql(before, client.ownerId))),
  },
  {
    nouns: ['user who was deleted', 'users who were deleted'],
    keepDays: ({ keepUsersDays }) => keepUsersDays,
    ...byIds({
      from: sql`user_account u`,
      id: sql`u.id`,
      where: (before, ownerId) => sql`u.owner_id = ${ownerId} AND u.deleted_at < ${before} AND ${isDeletedUserSql}`,
      erase: (trx, ids, { secrets }) => eraseUsers(trx, secrets, ids),
    }),
  },
  {
    nouns: ['uploaded file of a finished batch', 'uploaded files of finished batches'],
    keepDays: ({ keepFilesDays }) => keepFilesDays,
    ...byIds({
      from: sql`batch_uploaded_file f JOIN batch_file b ON b.id = f.batch_id`,
      id: sql`f.batch_id`,
      where: (before, ownerId) => sql`
        b.owner_id = ${ownerId} AND b.uploaded_at < ${before}
        AND num_nonnulls(b.processed_at, b.rejected_at, b.withdrawn_at, b.closed_at) > 0`,
      erase: (trx, ids) => sql`DELETE FROM batch_uploaded_file WHERE batch_id = ANY (${[...ids]})`.execute(trx),
    }),
  },
  {
    nouns: ['entry of the audit trail', 'entries of the audit trail'],
    keepDays: ({ keepAuditDays }) => keepAuditDays,
    count: async ({ db }, before) => {
      // The chain cannot have gaps. So only the entries before the first entry that must stay are erased. If no entry
      // must stay, the position after the last entry takes its place, and all are erased.
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM audit_link WHERE position < coalesce(
          (SELECT min(l.position) FROM audit_link l JOIN audit_event e ON e.id = l.event_id WHERE e.at >= ${before}),
          (SELECT max(position) + 1 FROM audit_link))`.execute(db)
      return rows[0]?.count ?? 0
    },
    eraseChunk: pruneTrail,
  },
]
