// Fills an empty database from a backup, completely or not at all, and verifies the data before anyone sees it.
import { sql } from 'kysely'
import { countToText } from '../count-to-text.ts'
import type { Db } from '#server/operations/context.ts'
import { copyIn, quoteName } from '#server/db/copy.ts'
import { migrate, readSchemaVersions, newestVersion } from '#server/db/migrate.ts'
import { hasKeys, readKeys } from '#server/keys/key-files.ts'
import { countReadableCards } from '#server/keys/readable-cards.ts'
import { openKeys } from '#server/keys/database-keys.ts'
import { keysToSecrets, type Secrets } from '#server/keys/secrets.ts'
import { CommandError } from '../command.ts'
import { readContent } from './content.ts'
import { type BackupHead, readBackupHead, readEncrypted } from './encrypted-file.ts'
import { findBackupTables, type BackupTable, prefilledTables } from './tables.ts'

/** A backup for which the keys are available. */
export interface OpenedBackup {
  readonly path: string
  readonly head: BackupHead
  /** Decrypts with the keys that the backup was made with. */
  readonly secrets: Secrets
}

export interface RestoreCounts {
  readonly tableCount: number
  readonly rowCount: number
}

/**
 * Throws a CommandError if the file is not a backup, comes from a newer version, or was made with other keys than those in
 * the folder. Throws a StartError if a key file is missing or damaged.
 */
export async function openBackup(path: string, secretsDir: string): Promise<OpenedBackup> {
  const head = await readBackupHead(path)
  requireKnownVersion(head)
  const { generation } = head.keys
  if (!hasKeys(secretsDir, generation))
    throw new CommandError(
      `The backup was made with keys of generation ${generation}, which are not in ${secretsDir}: point SECRETS_DIR to a copy of the keys of its time. Without them it cannot be read.`,
    )
  const secrets = keysToSecrets(readKeys(secretsDir, generation, 'throwExceptToken'))
  if (secrets.marks.data.toString('base64') !== head.keys.mark)
    throw new CommandError(
      `The backup was made with other keys (generation ${generation}) than those in ${secretsDir}: point SECRETS_DIR to the keys of its time.`,
    )
  return { path, head, secrets }
}

function requireKnownVersion({ migration }: BackupHead): void {
  if (migration > newestVersion)
    throw new CommandError(
      `The backup is of version ${migration} of the database, and this product knows ${newestVersion} at most: restore it with a newer one.`,
    )
}

/** Creates the tables as they were when the backup was made. After they are filled, `restore` migrates them. */
async function createTables(trx: Db, { migration }: BackupHead): Promise<void> {
  const { applied } = await readSchemaVersions(trx)
  if (applied === 0) await migrate(trx, migration)
  else if (applied !== migration)
    throw new CommandError(
      `The backup is of version ${migration} of the database, and the tables are of version ${applied}: restore it into a database without tables.`,
    )
}

/** Reads a whole backup without restoring anything. Throws a CommandError if it is incomplete. */
export async function verifyBackup({ path, head, secrets }: OpenedBackup, onRead: OnRead): Promise<RestoreCounts> {
  let tableCount = 0
  let rowCount = 0
  let lineCount = 0
  await readContent(readEncrypted(path, head, secrets, onRead), {
    onTable: async () => {
      tableCount += 1
      lineCount = 0
    },
    onRows: async (bytes) => {
      lineCount += countLines(bytes)
    },
    onTableEnd: async (count) => {
      requireCount(count, lineCount, 'row in a table', 'rows in a table')
      rowCount += count
    },
    onEnd: async (end) => requireCount(end.tableCount, tableCount, 'table', 'tables'),
  })
  return { tableCount, rowCount }
}

type OnRead = (bytes: number) => void

const LINE_FEED = 10

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

/**
 * Restores into an empty database. The caller must verify the ledger afterwards. If it throws a CommandError, the
 * database is unchanged.
 */
export async function restore(
  db: Db,
  { path, head, secrets }: OpenedBackup,
  secretsDir: string,
  onRead: OnRead,
  audit: (trx: Db) => Promise<void>,
): Promise<RestoreCounts> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
    await createTables(trx, head)
    const tables = await findBackupTables(trx)
    await requireEmpty(trx, tables)
    // The triggers accepted these rows when they were first written. Instead of the triggers, the checks below
    // and the verification of the ledger detect wrong rows.
    await setTriggers(trx, tables, 'DISABLE')
    for (const name of prefilledTables) await sql`DELETE FROM ${sql.table(name)}`.execute(trx)
    let rowCount = 0
    let tableCount = 0
    let currentTable: BackupTable | undefined
    await readContent(readEncrypted(path, head, secrets, onRead), {
      onTable: async ({ table: name, columns }) => {
        currentTable = tables.find((table) => table.name === name)
        if (!currentTable) throw new CommandError(`The backup has a table '${name}', which this version does not have.`)
        currentTable = { name, columns }
        tableCount += 1
      },
      onRows: async (bytes) => {
        if (currentTable) await copyIn(trx, currentTable.name, currentTable.columns, bytes)
      },
      onTableEnd: async (count) => {
        const { rows } = await sql<{ count: number }>`
          SELECT count(*) AS count FROM ${sql.table(currentTable?.name ?? '')}`.execute(trx)
        requireCount(count, rows[0]?.count ?? 0, 'row in a table', 'rows in a table')
        rowCount += count
      },
      onEnd: async (end) => {
        requireCount(end.tableCount, tableCount, 'table', 'tables')
        for (const [name, lastValue] of Object.entries(end.sequences))
          await sql`SELECT setval(${quoteName(name)}::regclass, ${lastValue}::bigint)`.execute(trx)
      },
    })
    await setTriggers(trx, tables, 'ENABLE')
    await migrate(trx)
    await requireReadableCards(trx, secretsDir)
    await audit(trx)
    // New tables have no statistics.
    await sql`ANALYZE`.execute(trx)
    return { tableCount, rowCount }
  })
}

async function requireEmpty(trx: Db, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    if (prefilledTables.includes(name)) continue
    const { rows } = await sql`SELECT FROM ${sql.table(name)} LIMIT 1`.execute(trx)
    if (rows.length > 0)
      throw new CommandError(
        'The database is not empty: a backup is restored into an empty one only. Give it a new DATABASE_URL or DATA_DIR.',
      )
  }
}

async function setTriggers(trx: Db, tables: readonly BackupTable[], action: 'DISABLE' | 'ENABLE'): Promise<void> {
  for (const { name } of tables) await sql`ALTER TABLE ${sql.table(name)} ${sql.raw(action)} TRIGGER USER`.execute(trx)
}

function requireCount(expected: number, actual: number, one: string, many: string): void {
  if (expected !== actual)
    throw new CommandError(
      `The backup should have ${countToText(expected, one, many)} and has ${actual.toLocaleString('en')}. Nothing was restored.`,
    )
}

/** Throws a CommandError if the keys in the folder, which servers will use, cannot read the card numbers. */
async function requireReadableCards(trx: Db, secretsDir: string): Promise<void> {
  const { secrets } = await openKeys(trx, secretsDir, { isReadOnly: true })
  if ((await countReadableCards(trx, secrets)) === undefined)
    throw new CommandError('The card numbers in the backup cannot be read with these keys. Nothing was restored.')
}
