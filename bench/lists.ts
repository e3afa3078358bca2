// P14: how long the server takes for the first rows of lists that have grown for years.
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import type { Db } from '#server/operations/context.ts'
import { post } from '#tests/support/call.ts'
import { demoDatabase } from './databases.ts'
import { atMost, type Figure, formatCount, interleave, isQuick, time } from './figure.ts'
import { startLocalServer } from './local-server.ts'

const BATCHES = isQuick ? 2_000 : 20_000
const AUDIT_ENTRIES = isQuick ? 20_000 : 10_000_000
const LINES = isQuick ? 5_000 : 50_000
const FOUND_CARDS = isQuick ? 500 : 1_500
const LIMIT_MS = 300

export const longLists: Figure = {
  id: 'P14',
  title: `The first rows of long lists: ${formatCount(BATCHES)} batches of a user, ${formatCount(AUDIT_ENTRIES)} entries of the audit trail, ${formatCount(FOUND_CARDS)} found cards, and the page and the newest month of a card with ${formatCount(LINES)} transactions`,
  reference: 'a wait that does not interrupt work',
  explanation:
    'Batches and entries are read page by page through an index, so their number does not matter; at most 100,000 entries are counted. A statement reads the transactions since its first day, and counts back from the current balance. The page of a card and Find Card sum all transactions of each card, because the amounts ever loaded and settled are not stored.',
  async measure() {
    const database = await demoDatabase()
    const cardId = demoCardsInState('active', 1)[0]?.id ?? 1
    await addRows(database.db, cardId)
    const { url, tokenOf, close } = await startLocalServer(database)
    const maker = await tokenOf('olive')
    const reader = await tokenOf('ada')
    const today = instantToDate(Date.now(), voyager.timeZone)
    const call = (method: string, token: string, params: object) => () =>
      time(async () => {
        const { response } = await post(url, method, { ...params, token })
        if (response['resultCode'] !== '0') throw new Error(`${method}: ${JSON.stringify(response).slice(0, 300)}`)
      })
    const allDays = { startDate: addDays(today, -55), endDate: today, limit: 50 }
    const month = { startDate: addDays(today, -30), endDate: today }
    const ms = await interleave({
      batches: call('myBatches', maker, allDays),
      audit: call('auditLog', reader, { ...allDays, startDate: '2000-01-01' }),
      search: call('cardSearch', reader, { searchTerm: 'BENCH', searchType: '2', showExpired: true }),
      card: call('cardDetails', reader, { voucherID: String(cardId) }),
      statement: call('cardStatement', reader, { cardID: String(cardId), ...month }),
    })
    await close()
    const rowOf = (list: string, duration: number) =>
      atMost(list, { value: Math.round(duration), limit: LIMIT_MS, unit: 'ms' })
    return [
      rowOf('My batches', ms.batches),
      rowOf('audit trail', ms.audit),
      rowOf('Find Card', ms.search),
      rowOf('card page', ms.card),
      rowOf('statement', ms.statement),
    ]
  },
}

/** The entries of the card do not balance, so the ledger's triggers are disabled and the rows are only for reading. */
async function addRows(db: Db, cardId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    await sql`
      WITH last AS (SELECT max(id) AS id FROM ledger_transaction),
           account_of_card AS (SELECT id, version FROM account WHERE card_id = ${cardId}),
           posted AS (
        INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, description)
        SELECT last.id + n, ${voyager.ownerId}, 'purchase', now() - (${LINES}::integer - n) * interval '1 hour', ${cardId}, 'Bench'
        FROM last, generate_series(1, ${LINES}::integer) n)
      INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
      SELECT last.id + n, a.id, -1, ${LINES}::integer - n + 1, ${LINES}::integer - n, a.version + n
      FROM last, account_of_card a, generate_series(1, ${LINES}::integer) n
    `.execute(trx)
    await sql`UPDATE card SET customer_id = 'BENCH' || id WHERE id IN (SELECT id FROM card ORDER BY id LIMIT ${FOUND_CARDS})`.execute(
      trx,
    )
    await copyBatches(trx)
    await sql`
      INSERT INTO audit_event (at, user_id, owner_id, method, subject_type, subject_id, result_code, correlation_id)
      SELECT now() - n * interval '10 seconds', u.id, u.owner_id, 'cardDetails', 'card', (n % 20000)::text, '0', ''
      FROM user_account u, generate_series(1, ${AUDIT_ENTRIES}::integer) n WHERE u.username = 'olive'
    `.execute(trx)
  })
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection)
    await sql`VACUUM ANALYZE`.execute(connection)
  })
}

/** Copies one batch of the demo programme, with all its columns. */
async function copyBatches(trx: Db): Promise<void> {
  const { rows } = await sql<{ columns: string }>`
    SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
    WHERE attrelid = 'batch_file'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname NOT IN ('id', 'uploaded_by', 'uploaded_at')
  `.execute(trx)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`
    INSERT INTO batch_file (uploaded_by, uploaded_at, ${columns})
    SELECT (SELECT id FROM user_account WHERE username = 'olive'), now() - n * interval '4 minutes', ${columns}
    FROM generate_series(1, ${BATCHES}::integer) n, (SELECT * FROM batch_file WHERE processed_at IS NOT NULL LIMIT 1) f
  `.execute(trx)
}
