// `backup` and `restore`: a whole database in one encrypted file, and back. Restoring a file that was truncated,
// changed or made with other keys changes nothing.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/operations/context.ts'
import { demoCard } from '#server/demo/cards.ts'
import { freshInstance, type Instance, type CommandResult } from '#tests/support/programme.ts'

interface Content {
  /** Rows of every table as text, in a fixed order. */
  readonly rows: ReadonlyMap<string, readonly string[]>
  readonly sequences: readonly unknown[]
}

async function contentOf(db: Db): Promise<Content> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`.execute(
    db,
  )
  const content = new Map<string, readonly string[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} t ORDER BY 1`.execute(db)
    content.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  const { rows: sequences } = await sql`
    SELECT sequencename, last_value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'audit%' ORDER BY 1`.execute(db)
  return { rows: content, sequences }
}

describe('a backup', () => {
  let source: Instance
  let original: Content
  let file: string
  let folder: string
  let backupResult: CommandResult
  const instances: Instance[] = []
  /** An empty instance with the keys of the backup. */
  const emptyInstance = async (): Promise<Instance> => {
    const instance = await freshInstance('nothing')
    instances.push(instance)
    mkdirSync(instance.folder, { recursive: true })
    cpSync(join(source.folder, 'keys'), join(instance.folder, 'keys'), { recursive: true })
    return instance
  }
  beforeAll(async () => {
    source = await freshInstance('demo')
    instances.push(source)
    folder = join(source.folder, 'backups')
    mkdirSync(folder, { recursive: true })
    file = join(folder, 'one.backup')
    backupResult = await source.run(['backup', file])
    original = await source.withDb(contentOf)
  })
  afterAll(async () => {
    for (const instance of instances) await instance.remove()
  })

  it('is one encrypted file that no other user can open', async () => {
    expect(backupResult).toMatchObject({ code: 0, errors: [] })
    expect(backupResult.output[0]).toMatch(/one\.backup: [\d,]+ rows in \d+ tables\.$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file).toString('latin1')
    for (const word of ['Aisha', 'olive', demoCard(0).trackingNumber, 'Harbor']) expect(text).not.toContain(word)
    expect(text).not.toContain(readFileSync(join(source.folder, 'keys/data.key'), 'utf8').trim())
    expect(await source.run(['backup', file])).toMatchObject({
      code: 1,
      errors: [`There is a file ${file} already: choose another name.`],
    })
  })

  it('is restored as it was, except for sessions', async () => {
    const target = await emptyInstance()
    // Rows that a first start writes into an empty database do not count as data.
    expect((await target.run(['ledger', 'check'])).code).toBe(0)
    const restored = await target.run(['restore', file])
    expect(restored).toMatchObject({ code: 0, errors: [] })
    expect(restored.output).toEqual([
      expect.stringMatching(/^The backup of \S+ was restored: [\d,]+ rows in \d+ tables\.$/),
      'The ledger is in order.',
    ])
    const current = await target.withDb(async (db) => {
      const content = await contentOf(db)
      // The triggers that protect the rows are enabled again.
      const directChange = sql`UPDATE account SET balance_cents = balance_cents + 1 WHERE card_id = 1`.execute(db)
      await expect(directChange).rejects.toThrow('a balance changed without its ledger entries')
      return content
    })
    expect([...current.rows.keys()]).toEqual([...original.rows.keys()])
    for (const [name, rows] of original.rows) {
      if (['ledger_proof', 'user_session', 'migration', 'audit_event'].includes(name)) continue
      expect({ name, rows: current.rows.get(name) }).toEqual({ name, rows })
    }
    expect(current.sequences).toEqual(original.sequences)
    // The only new rows are the entries about the restore, one in the audit trail of each client.
    const newEntries = (current.rows.get('audit_event') ?? []).filter(
      (row) => !original.rows.get('audit_event')?.includes(row),
    )
    expect(newEntries).toEqual([expect.stringContaining('restore'), expect.stringContaining('restore')])
    expect(await target.run(['restore', file])).toMatchObject({
      code: 1,
      errors: [
        'The database is not empty: a backup is restored into an empty one only. Give it a new DATABASE_URL or DATA_DIR.',
      ],
    })
  })

  it('can be verified completely without a database', async () => {
    const instance = await emptyInstance()
    const before = await instance.files()
    const dryRun = await instance.run(['restore', file, '--dry-run'])
    expect(dryRun).toMatchObject({
      code: 0,
      output: [expect.stringMatching(/^The backup of \S+ is complete: /), 'This was a dry run: nothing was changed.'],
    })
    expect(await instance.files()).toEqual(before)
  })

  // The restore detects the problem in the file and rolls back its single transaction.
  describe('a refused restore', () => {
    let target: Instance
    beforeAll(async () => {
      target = await emptyInstance()
    })
    const bytes = () => readFileSync(file)
    const damaged: readonly (readonly [what: string, damage: (bytesOfFile: Buffer) => Buffer, sentence: RegExp])[] = [
      [
        'with its end cut off',
        (bytesOfFile) => bytesOfFile.subarray(0, -100),
        /was cut: its end is missing\. Nothing was restored\.$/,
      ],
      [
        'cut in the middle',
        (bytesOfFile) => bytesOfFile.subarray(0, bytesOfFile.length >> 1),
        /was cut: its end is missing/,
      ],
      [
        'cut within its first line',
        (bytesOfFile) => bytesOfFile.subarray(0, 100),
        /is not a backup of this product\.$/,
      ],
      [
        'with a bit changed',
        (bytesOfFile) => {
          const changed = Buffer.from(bytesOfFile)
          changed[bytesOfFile.length >> 1]! ^= 1
          return changed
        },
        /was changed or damaged after it was made\. Nothing was restored\.$/,
      ],
      [
        'with another time in its header',
        (bytesOfFile) => Buffer.from(bytesOfFile.toString('latin1').replace(/"at":"2\d/, '"at":"19'), 'latin1'),
        /was changed or damaged/,
      ],
      [
        'with extra bytes after its end',
        (bytesOfFile) => Buffer.concat([bytesOfFile, Buffer.from('more')]),
        /was changed or damaged/,
      ],
      ['that is not a backup', () => Buffer.from('Tracking Number\n7\n'), /is not a backup of this product\.$/],
    ]
    it.each(damaged)('a file %s', async (_, damage, sentence) => {
      const path = join(folder, 'damaged.backup')
      writeFileSync(path, damage(bytes()))
      const refusedRun = await target.run(['restore', path, '--dry-run'])
      expect(refusedRun).toMatchObject({ code: 1, output: [] })
      expect(refusedRun.errors).toEqual([expect.stringMatching(sentence)])
    })

    it('a file that is damaged at its end, without leaving any rows', async () => {
      const path = join(folder, 'damaged.backup')
      const damagedAtEnd = bytes()
      damagedAtEnd[damagedAtEnd.length - 20]! ^= 1
      writeFileSync(path, damagedAtEnd)
      expect((await target.run(['restore', path])).errors).toEqual([expect.stringMatching(/was changed or damaged/)])
      const tablesWithRows = await target.withDb(async (db) =>
        [...(await contentOf(db)).rows].filter(([, rows]) => rows.length > 0),
      )
      expect(tablesWithRows.map(([name]) => name)).toEqual([])
    })

    it('with other keys, or without any keys', async () => {
      const path = join(target.folder, 'other-keys')
      cpSync(join(source.folder, 'keys'), path, { recursive: true })
      writeFileSync(join(path, 'data.key'), Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
      expect((await target.run(['restore', file], { SECRETS_DIR: path })).errors).toEqual([
        expect.stringMatching(
          /^The backup was made with other keys \(generation 1\) than those in .*other-keys: point SECRETS_DIR/,
        ),
      ])
      rmSync(path, { recursive: true })
      expect((await target.run(['restore', file], { SECRETS_DIR: path })).errors).toEqual([
        expect.stringMatching(
          /^The backup was made with keys of generation 1, which are not in .*other-keys: point SECRETS_DIR/,
        ),
      ])
    })

    it('of a newer version', async () => {
      // Only the header names the version, which is checked before anything is decrypted.
      const [header = '', ...rest] = bytes().toString('latin1').split('\n')
      const path = join(folder, 'other.backup')
      writeFileSync(
        path,
        Buffer.from([header.replace(/"migration":\d+/, '"migration":999'), ...rest].join('\n'), 'latin1'),
      )
      expect((await target.run(['restore', path, '--dry-run'])).errors).toEqual([
        expect.stringMatching(/^The backup is of version 999 of the database, and this product knows \d+ at most/),
      ])
    })

    it('while something else uses the database', async () => {
      const other = await emptyInstance()
      const { registerPresence } = await import('#server/db/presence.ts')
      const server = await registerPresence(other.env['DATABASE_URL'] ?? '', () => Promise.resolve(true))
      expect((await other.run(['restore', file])).errors).toEqual([
        'A server or another command runs on this database: stop all servers first.',
      ])
      await server?.release()
    })
  })
})
