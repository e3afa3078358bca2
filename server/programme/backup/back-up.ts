// Writes a backup of a database: all tables as of one moment, even while servers are running.
import { sql } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'
import { copyOut, quoteName } from '#server/db/copy.ts'
import { readSchemaVersions } from '#server/db/migrate.ts'
import { readInstalledClients } from '#server/db/installed-client.ts'
import { readPreviousKeySet } from '#server/keys/database-keys.ts'
import { CommandError } from '../command.ts'
import type { Progress } from '../progress.ts'
import { createEncryptedWriter, type EncryptedWriter } from './encrypted-file.ts'
import { findBackupTables, type BackupTable } from './tables.ts'

/** Pages of a table per statement. Progress is shown after each statement. */
const PAGES_PER_STATEMENT = 2_000

interface BackUpOptions {
  readonly progress: (what: string, total: number) => Progress
}

export interface BackupCounts {
  readonly tableCount: number
  readonly rowCount: number
}

/** Throws a CommandError if the file already exists or cannot be written. */
export async function backUp(
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  path: string,
  { progress }: BackUpOptions,
): Promise<BackupCounts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      if (await readPreviousKeySet(trx))
        throw new CommandError(
          'The keys are being replaced, and a backup would need both generations: complete keys rotate --online first.',
        )
      await sql`SET LOCAL statement_timeout = 0`.execute(trx)
      // Writing to the disk can be slow.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
      const tables = await findBackupTables(trx)
      const pages = new Map<string, number>()
      for (const { name } of tables) pages.set(name, await countPages(trx, name))
      const description = {
        at: new Date(now()).toISOString(),
        migration: (await readSchemaVersions(trx)).applied,
        clients: await readInstalledClients(trx),
      }
      const writer = createEncryptedWriter(path, secrets, description)
      try {
        const writingProgress = progress('Pages', sum(pages.values()))
        let rowCount = 0
        for (const table of tables)
          rowCount += await writeTable(trx, table, pages.get(table.name) ?? 0, writer, writingProgress)
        await writer.write(toLine({ sequences: await readSequences(trx), tableCount: tables.length }))
        await writer.end()
        writingProgress.end()
        return { tableCount: tables.length, rowCount }
      } catch (error) {
        await writer.discard()
        throw error
      }
    })
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

/** Writes the table's name and columns, its rows in COPY's text format, the end-of-rows line, and the row count. */
async function writeTable(
  trx: Db,
  { name, columns }: BackupTable,
  pages: number,
  { write }: EncryptedWriter,
  progress: Progress,
): Promise<number> {
  await write(toLine({ table: name, columns }))
  let rowCount = 0
  for (let page = 0; page === 0 || page < pages; page += PAGES_PER_STATEMENT) {
    // A row's ctid is its position on the disk: (page, item). The last range has no upper bound, since rows can be
    // beyond the counted pages.
    const end = page + PAGES_PER_STATEMENT
    const upperBound = end < pages ? `AND ctid < '(${end},0)'` : ''
    rowCount += await copyOut(
      trx,
      `SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(name)} WHERE ctid >= '(${page},0)' ${upperBound}`,
      write,
    )
    progress.add(Math.min(end, pages) - page)
  }
  await write(`\\.\n${toLine({ rowCount })}`)
  return rowCount
}

async function countPages(trx: Db, name: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    SELECT (pg_relation_size(${name}::regclass) / current_setting('block_size')::integer)::integer AS pages`.execute(
    trx,
  )
  return rows[0]?.pages ?? 0
}

async function readSequences(trx: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; last: number }>`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`.execute(trx)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
