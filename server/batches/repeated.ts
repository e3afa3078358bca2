// Rows that another batch carries as well: a file uploaded again with one row corrected has another fingerprint, and would load
// all its other rows twice. Nothing is refused for it; maker and checker are told (threats T35).
import { type RawBuilder, sql } from 'kysely'
import type { BatchType } from '#domain/batch/kinds.ts'
import type { SessionContext } from '#server/context.ts'
import { columnsToSet } from '#server/db/sets.ts'
import type { JudgedRow } from './judged.ts'

/** Long enough for a corrected file after a weekend; too short for the weekly allowance to cry wolf each time. */
const DAYS = 5

/** The newest other batch that carries each row, by the row's position. One statement, whatever the number of rows. */
export async function repeatedRows(
  { db, viewer, now }: SessionContext,
  type: BatchType,
  judged: readonly JudgedRow[],
): Promise<ReadonlyMap<number, number>> {
  const known = judged.flatMap((row, index) => (row.card ? [{ index, row, cardId: row.card.card_id }] : []))
  if (type === 'activate' || known.length === 0) return new Map()
  const since = new Date(now() - DAYS * 86_400_000)
  const { rows } = await sql<{ index: number; batch_id: number }>`
    SELECT s.index, max(o.batch_id) AS batch_id
    FROM ${columnsToSet([
      ['integer', known.map(({ index }) => index)],
      ['bigint', known.map(({ cardId }) => cardId)],
      ['bigint', known.map(({ row }) => row.target?.card?.card_id ?? null)],
      ['bigint', known.map(({ row }) => row.amountCents)],
    ])} AS s (index, card_id, target_card_id, amount_cents)
    JOIN batch_row o ON ${isSameRow(sql`s`)} JOIN batch_file g ON g.id = o.batch_id
    WHERE g.owner_id = ${viewer.ownerId} AND g.kind = ${type} AND ${isAlive(sql`${since}::timestamptz`)}
    GROUP BY s.index
  `.execute(db)
  return new Map(rows.map((row) => [row.index, row.batch_id]))
}

/** The same of a stored row `r` of the batch `f`, as a column; null where there is none, or the row is done with. */
export const repeatedIn = sql`CASE WHEN r.state <> 'loaded' AND f.rejected_at IS NULL AND f.closed_at IS NULL THEN (
  SELECT max(o.batch_id) FROM batch_row o JOIN batch_file g ON g.id = o.batch_id
  WHERE ${isSameRow(sql`r`)} AND o.batch_id <> r.batch_id AND g.owner_id = f.owner_id AND g.kind = f.kind
    AND ${isAlive(sql`f.uploaded_at - make_interval(days => ${DAYS}::integer)`)}
) END`

function isSameRow(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(o.card_id = ${row}.card_id AND o.amount_cents = ${row}.amount_cents
    AND o.target_card_id IS NOT DISTINCT FROM ${row}.target_card_id)`
}

/** Done lately, or still to be done; a row that failed, was rejected or was closed moves nothing. */
function isAlive(since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((o.state = 'loaded' AND g.uploaded_at >= ${since})
    OR (o.state = 'waiting' AND g.rejected_at IS NULL AND g.closed_at IS NULL))`
}
