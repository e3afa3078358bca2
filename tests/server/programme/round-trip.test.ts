// The demo programme is exported, imported into an empty database and exported again, which gives the same bytes.
// Unmasked card numbers are exported only on request.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { insertProgramme } from '#server/demo/campaigns.ts'
import { insertDemoUsers } from '#server/demo/users.ts'
import { demoCard } from '#server/demo/cards.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { CommandError } from '#server/programme/command.ts'
import { exportProgramme } from '#server/programme/export-files.ts'
import { englishWords } from '#server/stored-text.ts'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { importPath } from '#tests/support/import-programme.ts'
import { programmeOn } from '#tests/support/programme.ts'

const names = ['cards', 'holders', 'transactions'] as const
const progress = () => ({ add: () => undefined, end: () => undefined })

describe('a programme that is exported and imported', () => {
  const opened: Database[] = []
  const folders: string[] = []
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const open = async (template: 'empty' | 'demo') => {
    const database = await freshDatabase(template)
    opened.push(database)
    return programmeOn(database)
  }
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-export-'))
    folders.push(folder)
    return folder
  }
  const textOf = (folder: string, name: string) => readFileSync(join(folder, `${name}.csv`), 'utf8')

  it('is the same in a second export, byte for byte', async () => {
    const demo = await open('demo')
    // Texts that a spreadsheet program or a csv reader might misread.
    const difficultTexts = [
      '=1+1',
      "'=1+1",
      '+65 8123',
      '-',
      '@home',
      'a;=b',
      "a;'=b",
      'say "hi", all',
      ';,',
      '＝1',
      "it's",
    ]
    for (const [index, name] of difficultTexts.entries())
      await sql`UPDATE card SET name = ${name}, label = ${name} WHERE id = ${index + 1}`.execute(demo.db)
    await addLateTransactions(demo.db)
    const first = createFolder()
    const files = await exportProgramme(demo, first, { includesCardNumbers: true, progress })
    const ownCards = Array.from({ length: demoCardCount }, (_, index) => demoCard(index)).filter(
      ({ campaign }) => campaign.ownerId === voyager.ownerId,
    )
    expect(files.map(({ rowCount }) => rowCount)).toEqual([ownCards.length, ownCards.length, expect.any(Number)])
    expect(ownCards.every(({ pan }) => textOf(first, 'cards').includes(`,${pan},`))).toBe(true)

    const target = await open('empty')
    await insertProgramme(target.db, { timeZone: voyager.timeZone, now: Date.now() })
    await insertDemoUsers(target.db, testSecrets, new Date(), async () => 'none')
    for (const [index, name] of names.entries())
      expect(await importPath(target, name, join(first, `${name}.csv`), { chunkSize: 150 })).toEqual([
        `${files[index]?.rowCount.toLocaleString('en')} ${name} were imported.`,
      ])
    expect(await checkLedger(target.db)).toEqual([])
    const second = createFolder()
    await exportProgramme(target, second, { includesCardNumbers: true, progress })
    for (const name of names) expect(textOf(second, name)).toBe(textOf(first, name))
    expect(await balances(target.db)).toEqual(await balances(demo.db))
    // A column that no file contains would be lost, and the two exports would still be the same.
    for (const table of comparedTables) {
      const [exportedColumns, importedColumns] = [
        await readColumns(demo.db, table),
        await readColumns(target.db, table),
      ]
      for (const [column, values] of exportedColumns) {
        const name = `${table.name}.${column}`
        expect(new Set(values).size, `all rows of this test have the same ${name}: change one`).toBeGreaterThan(1)
        expect(importedColumns.get(column), name).toEqual(values)
      }
    }
    // Importing into the original database finds nothing new.
    for (const [index, name] of names.entries())
      expect(await importPath(demo, name, join(first, `${name}.csv`))).toEqual([
        `${files[index]?.rowCount.toLocaleString('en')} ${name} already exist with the same data.`,
        `0 ${name} were imported.`,
      ])
  })

  it('masks card numbers unless they are requested, in files that only the user can read', async () => {
    const demo = await open('demo')
    const folder = createFolder()
    await exportProgramme(demo, folder, { includesCardNumbers: false, progress })
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    for (let index = 0; index < demoCardCount; index += 1) expect(text).not.toContain(demoCard(index).pan)
    expect(textOf(folder, 'cards')).not.toContain('CVV')
    expect(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])).toEqual(
      names.map((name) => [`${name}.csv`, 0o600]),
    )
    const [line] = await importPath(demo, 'cards', join(folder, 'cards.csv'))
    expect(line).toBe('Line 2: Card Number is masked: the full number is needed.')
    const secondExport = exportProgramme(demo, folder, { includesCardNumbers: false, progress })
    await expect(secondExport).rejects.toThrow(CommandError)
    const { rows } = await sql`SELECT method FROM audit_event WHERE by_programme ORDER BY id`.execute(demo.db)
    expect(rows[0]).toEqual({ method: 'exportProgramme' })
  })
})

/** Some transactions that were posted later than they happened, and holds whose amount has changed. */
async function addLateTransactions(db: Db): Promise<void> {
  const { rows } = await sql<{ card_id: number; id: number; settlement_id: number }>`
    SELECT a.card_id, a.id, o.id AS settlement_id FROM account a
    JOIN account o ON o.owner_id = a.owner_id AND o.kind = 'settlement'
    WHERE a.owner_id = ${voyager.ownerId} AND a.balance_cents - a.held_cents > 1000 ORDER BY a.card_id LIMIT 20`.execute(
    db,
  )
  const postedAt = new Date()
  await db.transaction().execute((trx) =>
    postMovements(
      trx,
      rows.map(({ card_id: cardId, id: fromAccountId, settlement_id: toAccountId }, index) => ({
        ownerId: voyager.ownerId,
        kind: 'purchase',
        postedAt,
        happenedAt: new Date(postedAt.getTime() - (index + 1) * DAY_MS),
        cardId,
        fromAccountId,
        toAccountId,
        amountCents: cents(100),
        feeTypeId: null,
        description: 'City Cab',
        merchantId: '900000000001',
        authNumber: '271828',
      })),
    ),
  )
  await sql`
    UPDATE failed_transaction SET manager = 'Manager ' || id, method = 'Method ' || id, error_code = id::text WHERE id % 2 = 0`.execute(
    db,
  )
  await sql`
    UPDATE card_authorisation SET first_authorised_at = authorised_at - id * interval '1 minute' WHERE id % 2 = 0`.execute(
    db,
  )
}

/** A table of the export: its rows with the tracking number of their card, and the columns that are not compared. */
interface ComparedTable {
  readonly name: string
  readonly rows: RawBuilder<unknown>
  readonly uncomparedColumns: readonly string[]
}

/** The files contain some columns in another form, and no file contains some others: PINs are set again. */
const comparedTables: readonly ComparedTable[] = [
  {
    name: 'card',
    rows: sql`SELECT c.tracking_number AS of_card, c.* FROM card c`,
    uncomparedColumns: ['id', 'pan_cipher', 'cvv_cipher', 'pin_hash'],
  },
  {
    name: 'ledger_transaction',
    rows: sql`
      SELECT c.tracking_number AS of_card, t.*, ${englishWords(sql`t.description`)} AS words, e.amount_cents FROM ledger_transaction t
      JOIN ledger_entry e ON e.transaction_id = t.id JOIN account a ON a.id = e.account_id JOIN card c ON c.id = a.card_id
      WHERE t.kind <> 'opening' ORDER BY c.tracking_number, t.posted_at, t.id`,
    // Batches and orders are not exported, fee types have other ids elsewhere, and the words of descriptions are compared.
    uncomparedColumns: [
      'id',
      'card_id',
      'batch_id',
      'order_id',
      'first_row',
      'last_row',
      'reverses',
      'fee_type_id',
      'description',
    ],
  },
  {
    name: 'card_authorisation',
    rows: sql`
      SELECT c.tracking_number AS of_card, h.* FROM card_authorisation h JOIN card c ON c.id = h.card_id
      ORDER BY c.tracking_number, h.authorised_at, h.id`,
    uncomparedColumns: ['id', 'card_id', 'feed_event_id'],
  },
  {
    name: 'failed_transaction',
    rows: sql`
      SELECT c.tracking_number AS of_card, f.* FROM failed_transaction f JOIN card c ON c.id = f.card_id
      ORDER BY c.tracking_number, f.failed_at, f.id`,
    uncomparedColumns: ['id', 'card_id'],
  },
]

/** The values of each compared column, for the rows of the owner's cards in the order of their tracking numbers. */
async function readColumns(
  db: Db,
  { rows: tableRows, uncomparedColumns }: ComparedTable,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ column: string; values: string[] }>`
    WITH compared AS (
      SELECT r.position, to_jsonb(r) - 'position' AS content
      FROM (SELECT row_number() OVER () AS position, t.* FROM (${tableRows}) t) r
      WHERE r.of_card IN (SELECT tracking_number FROM card WHERE owner_id = ${voyager.ownerId})
    )
    SELECT v.key AS column, array_agg(v.value::text ORDER BY c.content ->> 'of_card', c.position) AS values
    FROM compared c CROSS JOIN LATERAL jsonb_each(c.content) v
    WHERE v.key <> 'owner_id' AND v.key <> ALL (${uncomparedColumns}::text[]) GROUP BY v.key`.execute(db)
  return new Map(rows.map(({ column, values }) => [column, values]))
}

const balances = async (db: Db) =>
  (
    await sql`
      SELECT c.tracking_number, a.balance_cents, a.held_cents FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = ${voyager.ownerId} ORDER BY 1`.execute(db)
  ).rows
