// The demo programme is exported, imported into an empty database and exported again, which gives the same bytes.
// Unmasked card numbers are exported only on request.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { insertProgramme } from '#server/demo/campaigns.ts'
import { insertDemoUsers } from '#server/demo/users.ts'
import { demoCard } from '#server/demo/cards.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { CommandError } from '#server/programme/command.ts'
import { exportProgramme } from '#server/programme/export-files.ts'
import { demoCardCount } from '#tests/support/demo.ts'
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
    const first = createFolder()
    const files = await exportProgramme(demo, first, { includesCardNumbers: true, progress })
    const ownCards = Array.from({ length: demoCardCount }, (_, index) => demoCard(index)).filter(
      ({ campaign }) => campaign.ownerId === voyager.ownerId,
    )
    expect(files.map(({ count }) => count)).toEqual([ownCards.length, ownCards.length, expect.any(Number)])
    expect(ownCards.every(({ pan }) => textOf(first, 'cards').includes(`,${pan},`))).toBe(true)

    const target = await open('empty')
    await insertProgramme(target.db, { timeZone: voyager.timeZone, now: Date.now() })
    await insertDemoUsers(target.db, testSecrets, new Date(), async () => 'none')
    for (const [index, name] of names.entries())
      expect(await importPath(target, name, join(first, `${name}.csv`), { chunkSize: 150 })).toEqual([
        `${files[index]?.count.toLocaleString('en')} ${name} were imported.`,
      ])
    expect(await checkLedger(target.db)).toEqual([])
    const second = createFolder()
    await exportProgramme(target, second, { includesCardNumbers: true, progress })
    for (const name of names) expect(textOf(second, name)).toBe(textOf(first, name))
    expect(await balances(target.db)).toEqual(await balances(demo.db))
    // A column of the cards that neither file contains would be lost, and the two exports would still be the same.
    const [exportedColumns, importedColumns] = [await readCardColumns(demo.db), await readCardColumns(target.db)]
    for (const [column, values] of exportedColumns) {
      expect(new Set(values).size, `all cards of this test have the same ${column}: change one`).toBeGreaterThan(1)
      expect(importedColumns.get(column), column).toEqual(values)
    }
    // Importing into the original database finds nothing new.
    for (const [index, name] of names.entries())
      expect(await importPath(demo, name, join(first, `${name}.csv`))).toEqual([
        `${files[index]?.count.toLocaleString('en')} ${name} already exist with the same data.`,
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

/** Columns of `card` that the files contain in another form, or that no file contains: PINs are set again. */
const UNCOMPARED_COLUMNS = ['id', 'owner_id', 'pan_cipher', 'cvv_cipher', 'pin_hash']

/** The values of each other column of `card`, for the owner's cards in the order of their tracking numbers. */
async function readCardColumns(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ column: string; values: string[] }>`
    SELECT v.key AS column, array_agg(v.value::text ORDER BY c.tracking_number) AS values
    FROM card c CROSS JOIN LATERAL jsonb_each(to_jsonb(c)) v
    WHERE c.owner_id = ${voyager.ownerId} AND v.key <> ALL (${UNCOMPARED_COLUMNS}::text[])
    GROUP BY v.key`.execute(db)
  return new Map(rows.map(({ column, values }) => [column, values]))
}

const balances = async (db: Db) =>
  (
    await sql`
      SELECT c.tracking_number, a.balance_cents, a.held_cents FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = ${voyager.ownerId} ORDER BY 1`.execute(db)
  ).rows
