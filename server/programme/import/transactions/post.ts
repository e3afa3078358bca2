// Posts staged history in chunks. A chunk has all transactions of its cards, in the order of time.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { placeHolds } from '#server/ledger/place-holds.ts'
import { postHistory, postOpeningBalances } from '#server/ledger/post-history.ts'
import { isPostedSql } from './stage.ts'

export interface PostedChunk {
  /** The number of this chunk. Undefined if no chunk was left. */
  readonly chunk: number | undefined
  readonly rowCount: number
  /** Cards that were used after the check. Their history was not posted. */
  readonly usedCardIds: readonly number[]
}

interface Owner {
  readonly ownerId: number
  readonly currency: string
}

/** Chunks are numbered from 0. */
export const BEFORE_FIRST_CHUNK = -1

/** Posts the chunk after `lastChunk`, which is BEFORE_FIRST_CHUNK at the start. Must be called in a transaction. */
export async function postStagedHistory(trx: Db, owner: Owner, lastChunk: number): Promise<PostedChunk> {
  const nextChunks = await sql<{ chunk: number; has_corrections: boolean }>`
    SELECT chunk, bool_or(correction <> 0) AS has_corrections FROM import_history_chunk
    WHERE chunk = (SELECT min(chunk) FROM import_history_chunk WHERE chunk > ${lastChunk}) GROUP BY chunk`.execute(trx)
  const [nextChunk] = nextChunks.rows
  if (!nextChunk) return { chunk: undefined, rowCount: 0, usedCardIds: [] }
  const { chunk } = nextChunk
  const cards = sql`(SELECT * FROM import_history_chunk WHERE chunk = ${chunk})`
  const usedCardIds = await excludeUsedCards(trx, owner, chunk)
  if (nextChunk.has_corrections)
    await postOpeningBalances(
      trx,
      owner,
      sql`SELECT card_id, account_id, issued_at AS posted_at, correction AS amount FROM ${cards} c`,
    )
  await postHistory(
    trx,
    owner,
    sql`
      SELECT c.card_id, c.account_id, h.sequence_no, h.kind, h.posted_at, h.happened_at, h.amount, h.fee_type_id, h.reverses::bigint AS reverses,
             h.description, h.merchant_id, h.auth_number
      FROM ${cards} c JOIN import_history h ON h.card_id = c.card_id WHERE ${isPostedSql}`,
  )
  // Open authorisations.
  await placeHolds(
    trx,
    sql`
      SELECT c.card_id, c.account_id, h.amount, h.posted_at AS authorised_at, h.happened_at AS first_authorised_at, h.description,
             h.merchant_id, h.auth_number
      FROM ${cards} c JOIN import_history h ON h.card_id = c.card_id
      WHERE h.kind = 'authorisation' AND h.released_at IS NULL ORDER BY 1, h.sequence_no`,
  )
  // Released authorisations, which hold nothing.
  await sql`
    INSERT INTO card_authorisation
      (card_id, authorised_at, first_authorised_at, amount_cents, description, merchant_id, auth_number, released_at)
    SELECT c.card_id, h.posted_at, h.happened_at, h.amount, h.description, h.merchant_id, h.auth_number, h.released_at
    FROM ${cards} c JOIN import_history h ON h.card_id = c.card_id
    WHERE h.kind = 'authorisation' AND h.released_at IS NOT NULL ORDER BY 1, h.sequence_no`.execute(trx)
  await sql`
    INSERT INTO failed_transaction
      (card_id, failed_at, amount_cents, card_balance_cents, description, method, manager, error_code)
    SELECT c.card_id, h.posted_at, h.amount, h.card_balance, h.description, h.method, h.manager, h.error_code
    FROM ${cards} c JOIN import_history h ON h.card_id = c.card_id WHERE h.kind = 'failed' ORDER BY 1, h.sequence_no`.execute(
    trx,
  )
  const { rows } = await sql<{ rows: number }>`SELECT coalesce(sum(rows), 0)::integer AS rows FROM ${cards} c`.execute(
    trx,
  )
  return { chunk, rowCount: rows[0]?.rows ?? 0, usedCardIds }
}

/**
 * Removes the cards from the chunk that were used after the check, and returns their ids. Their history cannot be
 * posted, because it must precede the card's other transactions.
 */
async function excludeUsedCards(trx: Db, { ownerId, currency }: Owner, chunk: number): Promise<number[]> {
  await lockOwnerAccounts(trx, ownerId, currency)
  await sql`
    SELECT count(*) FROM (
      SELECT a.id FROM account a JOIN import_history_chunk p ON p.account_id = a.id WHERE p.chunk = ${chunk} ORDER BY a.id FOR UPDATE OF a
    ) locked`.execute(trx)
  const { rows } = await sql<{ card_id: number }>`
    DELETE FROM import_history_chunk p USING account a
    WHERE p.chunk = ${chunk} AND a.id = p.account_id AND a.version <> p.version RETURNING p.card_id`.execute(trx)
  return rows.map(({ card_id }) => card_id)
}
