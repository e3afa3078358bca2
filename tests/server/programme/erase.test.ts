// `erase expired`, `erase user` and `erase holder` on a real database remove personal data, and leave amounts, card
// numbers and the ledger unchanged.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { orderFields } from '#domain/order/fields.ts'
import { chainEntries, verifyTrail } from '#server/audit/chain.ts'
import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/ledger/check.ts'
import type { CommandServices } from '#server/programme/command.ts'
import { personalOrderFields } from '#server/programme/erase/holders.ts'
import { userTables } from '#server/programme/erase/users.ts'
import { auditForEachOwner } from '#server/programme/owner.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

let database: Database
let programme: CommandServices
beforeEach(async () => {
  database = await freshDatabase('demo', { maxConnections: 3 })
  const original = programmeOn(database)
  programme = {
    ...original,
    settings: { ...original.settings, keepHoldersDays: 10, keepUsersDays: 10, keepFilesDays: 30 },
  }
})
afterEach(() => database.close())

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
/** All amounts, and the numbers of the cards. */
const readFigures = () =>
  rowsOf(sql`
    SELECT (SELECT md5(string_agg(e::text, '' ORDER BY e.transaction_id, e.account_id)) FROM ledger_entry e) AS entries,
      (SELECT md5(string_agg(t::text, '' ORDER BY t.id)) FROM ledger_transaction t) AS transactions,
      (SELECT md5(string_agg(a::text, '' ORDER BY a.id)) FROM account a) AS accounts,
      (SELECT md5(string_agg(c.pan_hash::text || c.tracking_number || c.pan_masked, '' ORDER BY c.id)) FROM card c) AS cards,
      (SELECT md5(string_agg(r.load_cents || ',' || r.fee_cents || r.state, '' ORDER BY r.order_id, r.row_no)) FROM card_order_row r) AS orders`)
/** Personal data that occurs nowhere in the demo programme. */
const secret = 'Wilhelmina'
/** The columns (table.column) of type text, json or array that contain the word in any table. */
async function findColumnsWith(word: string): Promise<string[]> {
  const columns = await rowsOf(sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'ARRAY') ORDER BY 1, 2`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const [row] = await rowsOf(
      sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(column)}::text ILIKE ${`%${word}%`} LIMIT 1`,
    )
    if (row) found.push(`${table}.${column}`)
  }
  return found
}
async function fillHolder(id: number) {
  const { db } = database
  await db
    .updateTable('card')
    .set({
      name: secret,
      phone: '+65 8111 2222',
      id_number: `${secret}-1`,
      customer_id: secret,
      customer_reference: secret,
      label: secret,
      activation_data: secret,
    })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('card_note')
    .values({ card_id: id, user_id: 1, text: secret, created_at: daysAgo(1) })
    .execute()
  await sql`INSERT INTO card_tag_value (card_id, tag_id, value) SELECT ${id}, min(id), ${secret} FROM card_tag
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`ALTER TABLE fee_reversal DISABLE TRIGGER USER`.execute(db)
  await sql`INSERT INTO fee_reversal SELECT id, ${secret}, 'shop', ${secret}, 'reason', ${secret}, '1' FROM ledger_transaction
    WHERE card_id = ${id} ORDER BY id LIMIT 1`.execute(db)
  await sql`ALTER TABLE fee_reversal ENABLE TRIGGER USER`.execute(db)
}
const cardWith = async (condition: ReturnType<typeof sql>) =>
  (
    await rowsOf(sql<{ id: number; tracking_number: string }>`
      SELECT c.id, c.tracking_number FROM card c JOIN ledger_transaction t ON t.card_id = c.id
      WHERE ${condition} AND c.owner_id = 3 ORDER BY c.id LIMIT 1`)
  )[0] as { id: number; tracking_number: string }
const inUse = sql`c.retired_at IS NULL AND c.expires_on > now() + interval '100 days'`
const retire = (id: number, days: number) =>
  database.db
    .updateTable('card')
    .set({ retired_at: daysAgo(days) })
    .where('id', '=', id)
    .execute()

describe('erase holder', () => {
  it('removes every trace of the person, and changes no amount', async () => {
    const card = await cardWith(inUse)
    await fillHolder(card.id)
    const before = await readFigures()
    expect((await findColumnsWith(secret)).length).toBeGreaterThanOrEqual(10)
    expect(await runOnOpenDatabase(programme, ['erase', 'holder', card.tracking_number])).toEqual([
      'Refused',
      'This card is in use: retire it first.',
    ])
    await retire(card.id, 0)
    expect((await runOnOpenDatabase(programme, ['erase', 'holder', card.tracking_number]))[0]).toBe(
      `The holder of ${card.tracking_number} was erased.`,
    )
    expect(await findColumnsWith(secret)).toEqual([])
    expect(await readFigures()).toEqual(before)
    expect(await checkLedger(database.db)).toEqual([])
    expect(await rowsOf(sql`SELECT changes FROM audit_event WHERE method = 'erasePersonalData'`)).toEqual([
      { changes: [{ field: 'done', after: [`1 holder: ${card.tracking_number}`] }] },
    ])
    // The triggers that protect the tables are enabled again.
    await expect(sql`UPDATE fee_reversal SET comments = 'x'`.execute(database.db)).rejects.toThrow()
  })

  it('names other cards of the same person', async () => {
    const card = await cardWith(inUse)
    const other = await cardWith(sql`${inUse} AND c.id > ${card.id}`)
    await fillHolder(card.id)
    await fillHolder(other.id)
    await retire(card.id, 0)
    expect((await runOnOpenDatabase(programme, ['erase', 'holder', card.tracking_number]))[1]).toContain(
      other.tracking_number,
    )
    expect(await runOnOpenDatabase(programme, ['erase', 'holder', '000000000000000'])).toEqual([
      'Refused',
      'There is no card with the tracking number 000000000000000.',
    ])
  })

  it('classifies every field of an order as personal or not', () => {
    const all = Object.values(orderFields).flatMap((fields) => fields.map(({ name }) => name as string))
    const others = ['loadAmount', 'cardOrderFee', 'expiryDate', 'tagName']
    expect([...personalOrderFields, ...others].sort()).toEqual([...new Set(all)].sort())
  })
})

describe('erase user', () => {
  it('erases a deleted user, but not the user’s decisions', async () => {
    const { db } = database
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'olive')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('user_account')
      .set({ firstname: secret, lastname: secret, email: `${secret}@x.example`, external_id: secret })
      .where('id', '=', id)
      .execute()
    expect(await runOnOpenDatabase(programme, ['erase', 'user', 'olive'])).toEqual([
      'Refused',
      'olive is not deleted: delete the user in the portal first.',
    ])
    await db
      .updateTable('user_account')
      .set({ deleted_at: daysAgo(1) })
      .where('id', '=', id)
      .execute()
    const batches = await rowsOf(sql`SELECT id FROM batch_file WHERE uploaded_by = ${id} ORDER BY id`)
    expect(batches.length).toBeGreaterThan(0)
    expect(await runOnOpenDatabase(programme, ['erase', 'user', 'Olive'])).toEqual([`Olive was erased: erased-${id}.`])
    expect(await findColumnsWith(secret)).toEqual([])
    expect(await rowsOf(sql`SELECT id FROM batch_file WHERE uploaded_by = ${id} ORDER BY id`)).toEqual(batches)
    const user = await db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ username: `erased-${id}`, password_hash: null, second_factor_secret: null })
    // A key rotation can still decrypt the draft key.
    expect(testSecrets.unwrapDraftKey(user.draft_key)).toHaveLength(32)
    expect(await runOnOpenDatabase(programme, ['erase', 'user', 'olive'])).toEqual([
      'Refused',
      'There is no user olive.',
    ])
  })
})

describe('the tables that name a user', () => {
  it('are all classified: erased, cleared, or records of actions', async () => {
    const tables = await rowsOf(sql<{ table: string }>`
      SELECT table_name AS table FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1`)
    const cleared = ['user_change']
    const records = ['audit_event', 'card_event', 'card_note', 'report_file', 'shared_columns']
    expect(tables.map(({ table }) => table)).toEqual([...userTables, ...cleared, ...records].sort())
  })
})

describe('erase expired', () => {
  it('first only shows what it would erase, then erases exactly that', async () => {
    const { db } = database
    const [oldCard, recentCard] = [await cardWith(inUse), await cardWith(sql`${inUse} AND c.id > 20`)]
    for (const { id } of [oldCard, recentCard]) await fillHolder(id)
    await retire(oldCard.id, 11)
    await retire(recentCard.id, 9)
    await db
      .updateTable('user_account')
      .set({ deleted_at: daysAgo(11) })
      .where('username', '=', 'olive')
      .execute()
    await db
      .updateTable('user_account')
      .set({ deleted_at: daysAgo(9) })
      .where('username', '=', 'rita')
      .execute()
    const before = await readFigures()

    const dryRun = await runOnOpenDatabase({ ...programme, isDryRun: true }, ['erase', 'expired', '--dry-run'])
    expect(dryRun[0]).toBe('Would be erased:')
    expect(await findColumnsWith(secret)).toContain('card.name')
    const realRun = await runOnOpenDatabase(programme, ['erase', 'expired'])
    expect(realRun).toEqual(['Erased:', ...dryRun.slice(1)])
    expect(realRun.join()).toMatch(/[1-9][0-9]* CVVs? .*1 user who was deleted/)

    const cards = await rowsOf(sql<{ id: number; name: string; cvv: number }>`
      SELECT id, name, octet_length(cvv_cipher) AS cvv FROM card WHERE id IN (${oldCard.id}, ${recentCard.id}) ORDER BY id`)
    expect(cards).toEqual([
      { id: oldCard.id, name: '', cvv: 0 },
      { id: recentCard.id, name: secret, cvv: 0 },
    ])
    const [cardsWithCvv] = await rowsOf(sql<{ count: number }>`
      SELECT count(*)::int AS count FROM card WHERE octet_length(cvv_cipher) > 0 AND (retired_at IS NOT NULL OR expires_on < now())`)
    expect(cardsWithCvv?.count).toBe(0)
    const [activeCardsWithoutCvv] = await rowsOf(sql<{ count: number }>`
      SELECT count(*)::int AS count FROM card WHERE octet_length(cvv_cipher) = 0 AND retired_at IS NULL AND expires_on >= now()::date`)
    expect(activeCardsWithoutCvv?.count).toBe(0)
    expect(await rowsOf(sql`SELECT username FROM user_account WHERE username IN ('olive', 'rita')`)).toEqual([
      { username: 'rita' },
    ])
    expect(await readFigures()).toEqual(before)
    expect(await checkLedger(db)).toEqual([])
    // Nothing is left for a second run.
    expect(
      (await runOnOpenDatabase(programme, ['erase', 'expired'])).slice(1).every((line) => line.startsWith('  0 ')),
    ).toBe(true)
  })

  it('clears rows of finished orders and deletes files of finished batches, but not of unfinished ones', async () => {
    const { db } = database
    await sql`INSERT INTO batch_uploaded_file SELECT id, 'x' FROM batch_file ON CONFLICT DO NOTHING`.execute(db)
    const keepingNothing = { ...programme, settings: { ...programme.settings, keepHoldersDays: 0, keepFilesDays: 0 } }
    const output = (await runOnOpenDatabase(keepingNothing, ['erase', 'expired'])).join('\n')
    expect(output).toMatch(/^ {2}[1-9][0-9]* rows? of (a )?finished orders?$/m)
    expect(output).toMatch(/^ {2}[1-9][0-9]* uploaded files? of (a )?finished batch(es)?$/m)
    const rows = await rowsOf(sql<{ fields: Record<string, string>; finished: boolean }>`
      SELECT r.fields, o.rejected_at IS NOT NULL AS finished FROM card_order_row r JOIN card_order o ON o.id = r.order_id
      WHERE o.owner_id = 3`)
    expect(new Set(rows.map(({ finished }) => finished))).toEqual(new Set([true, false]))
    for (const { fields, finished } of rows) expect(fields['customerReference'] === '').toBe(finished)
    const files = await rowsOf(sql<{ finished: boolean }>`
      SELECT DISTINCT num_nonnulls(b.processed_at, b.rejected_at, b.withdrawn_at, b.closed_at) > 0 AS finished
      FROM batch_uploaded_file f JOIN batch_file b ON b.id = f.batch_id WHERE b.owner_id = 3`)
    expect(files).toEqual([{ finished: false }])
    await expect(sql`UPDATE card_order_row SET fields = '{}'`.execute(db)).rejects.toThrow()
  })

  it('deletes old audit entries with their links in the chain, which then starts after them', async () => {
    const { db } = database
    await auditForEachOwner({ now: () => daysAgo(400).getTime() }, db, 'rotateKeys')
    await chainEntries({ db, secrets: testSecrets, now: () => daysAgo(400).getTime() })
    await auditForEachOwner({ now: Date.now }, db, 'rotateKeys')
    await chainEntries({ db, secrets: testSecrets, now: Date.now })
    const keepingOneYear = { ...programme, settings: { ...programme.settings, keepAuditDays: 365 } }
    expect((await runOnOpenDatabase(keepingOneYear, ['erase', 'expired'])).at(-1)).toMatch(
      /^ {2}[1-9][0-9]* entr(y|ies) of the audit trail$/,
    )
    expect(await rowsOf(sql`SELECT id FROM audit_event WHERE at < ${daysAgo(365)}`)).toEqual([])
    const { faults, prunedTo } = await verifyTrail(db, testSecrets)
    expect([faults, typeof prunedTo]).toEqual([[], 'number'])
  })
})
