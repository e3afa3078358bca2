// Switches to the copy, or undoes the move. For the switch, the old database becomes read-only. Then the new database
// receives the last changes, and both are compared. One transaction of the new database decides that the client has
// moved.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { MOVE } from '#server/db/move-traces.ts'
import { CommandError } from '../command.ts'
import { dropSlot, readTables, readSlotName } from './copy.ts'
import { setReadOnly, type Side, type Sides } from './sides.ts'

const POLL_MS = 20
const LATE_SESSIONS_POLL_MS = 200
/**
 * For this long after the switch, new sessions on the old database are ended. A server that was just opening a session
 * needs less time than this to open it.
 */
const LATE_SESSIONS_MS = 4_000

export interface SwitchOutcome {
  /** The time during which the programme was read-only. */
  readonly pauseMs: number
  /** The rows of all tables. */
  readonly rowCount: number
}

/**
 * Switches servers to the new database. Throws a CommandError if the pause would be longer than `maxPauseMs`, or if the
 * databases differ. Servers then continue with the old database.
 */
export async function switchSides(
  sides: Sides,
  maxPauseMs: number,
  print: (line: string) => void,
): Promise<SwitchOutcome> {
  const { source, target } = sides
  const startedAt = performance.now()
  const deadline = startedAt + maxPauseMs
  let mayBeSwitched = false
  print('Changes are paused.')
  try {
    await setReadOnly(source, { isReadOnly: true })
    await endSessions(source)
    await waitUntilReceived(sides, deadline)
    await copySequences(sides)
    const rowCount = await compareContent(sides, deadline)
    await requireNoWriters(source)
    print(`Both databases have the same ${rowCount.toLocaleString('en')} rows, balances and sequences.`)
    mayBeSwitched = true
    await commitSwitch(target)
    const pauseMs = performance.now() - startedAt
    return { pauseMs, rowCount }
  } catch (error) {
    // If `commitSwitch` failed, only the new database knows whether the switch was committed.
    if (mayBeSwitched)
      throw new CommandError(
        'The connection was lost at the moment of the switch. Both databases may be read-only: run the command again.',
      )
    await setReadOnly(source, { isReadOnly: false })
    await endSessions(source)
    throw error
  }
}

/** Switches in one transaction. After its commit, servers find the programme only at the new server. */
async function commitSwitch(target: Side): Promise<void> {
  const { client } = target
  await client.query('BEGIN')
  await client.query(`UPDATE ${MOVE}.state SET step = 'switched'`)
  await setReadOnly(target, { isReadOnly: false })
  await client.query('COMMIT')
}

/** Ends the sessions of servers, which then look for the primary again. */
async function endSessions({ client }: Side): Promise<void> {
  await client.query(`
    SELECT pg_terminate_backend(a.pid, 5000) FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
    WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND a.pid <> pg_backend_pid()
      -- Only a superuser can end the sessions of a superuser, for example of monitoring.
      AND (NOT r.rolsuper OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user))`)
}

/**
 * Throws a CommandError if a session still changes the database. A session that began before the pause is not
 * read-only, and endSessions may not have been allowed to end it.
 */
async function requireNoWriters({ client }: Side): Promise<void> {
  // Only a transaction that has changed something has a backend_xid.
  const { rows } = await client.query<{ writer_count: number }>(`
    SELECT count(*)::int AS writer_count FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND xact_start IS NOT NULL AND backend_xid IS NOT NULL`)
  const writerCount = rows[0]?.writer_count ?? 0
  if (writerCount > 0)
    throw new CommandError('A session still changes the old database: nothing was switched. Run the command again.')
}

/** Waits until the new database has everything that is in the log of the old database now. */
async function waitUntilReceived({ source }: Sides, deadline: number): Promise<void> {
  const slotName = await readSlotName(source)
  const { rows } = await source.client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn')
  const endOfLog = rows[0]?.lsn
  for (;;) {
    const { rows: slots } = await source.client.query<{ hasReceivedAll: boolean }>(
      'SELECT confirmed_flush_lsn >= $1::pg_lsn AS "hasReceivedAll" FROM pg_replication_slots WHERE slot_name = $2',
      [endOfLog, slotName],
    )
    if (slots[0]?.hasReceivedAll) return
    if (performance.now() >= deadline) throw pauseTooLong()
    await pause(POLL_MS)
  }
}

const pauseTooLong = () =>
  new CommandError(
    'The pause would have become too long: nothing was switched, and the old database goes on. Run the command again when there is less work, or with a longer --pause.',
  )

/** Copies the values of sequences, which are not replicated. */
async function copySequences({ source, target }: Sides): Promise<void> {
  const { rows } = await source.client.query<{ name: string; value: string | null }>(`
    SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema()`)
  for (const { name, value } of rows)
    if (value !== null) await target.client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
}

/** PostgreSQL's code for a statement that took too long. */
const STATEMENT_TIMEOUT = '57014'

/** What is compared between the two databases. */
interface ComparedContent {
  /** The number of rows of each table. */
  readonly counts: Readonly<Record<string, number>>
  /** A hash over the balances, the last entries and the sequences. */
  readonly hash: string
}

/**
 * Compares the number of rows of each table, all balances, and the heads of the ledger and of the audit trail. Throws a
 * CommandError if they differ. Returns the number of all rows.
 */
async function compareContent({ source, target }: Sides, deadline: number): Promise<number> {
  const tables = await readTables(source.client)
  const maxMs = Math.max(1, Math.floor(deadline - performance.now()))
  const [oldContent, newContent] = await Promise.all([
    readContent(source.client, tables, maxMs),
    readContent(target.client, tables, maxMs),
  ])
  const differingTables = tables.filter((table) => oldContent.counts[table] !== newContent.counts[table])
  if (differingTables.length > 0) {
    const differences = differingTables.map(
      (table) => `${table} ${oldContent.counts[table]}, ${newContent.counts[table]}`,
    )
    throw new CommandError(`The databases differ, so nothing was switched. Rows (old, new): ${differences.join('; ')}.`)
  }
  if (oldContent.hash !== newContent.hash)
    throw new CommandError('The balances of the databases differ, so nothing was switched.')
  return Object.values(oldContent.counts).reduce((sum, count) => sum + count, 0)
}

/** Throws a CommandError if it takes longer than `maxMs`. */
async function readContent(client: pg.Client, tables: readonly string[], maxMs: number): Promise<ComparedContent> {
  await client.query(`SET statement_timeout = ${maxMs}`)
  const countQueries = tables.map(
    (table) => `SELECT '${table.replaceAll("'", "''")}' AS name, count(*) AS row_count FROM ${table}`,
  )
  try {
    const { rows } = await client.query<ComparedContent>(`
      SELECT (SELECT jsonb_object_agg(name, row_count) FROM (
          ${countQueries.join(' UNION ALL ')}
        ) counts) AS counts,
        md5(concat_ws(' ',
          (SELECT string_agg(concat_ws(':', id, balance_cents, version), ',' ORDER BY id) FROM account),
          (SELECT concat_ws(':', sum(amount_cents), sum(balance_after), max(transaction_id)) FROM ledger_entry),
          (SELECT concat_ws(':', position, hash) FROM audit_link ORDER BY position DESC LIMIT 1),
          (SELECT string_agg(concat_ws(':', sequencename, last_value), ',' ORDER BY sequencename) FROM pg_sequences
            WHERE schemaname = current_schema())
        )) AS hash`)
    return rows[0] ?? { counts: {}, hash: '' }
  } catch (error) {
    const isTimeout = (error as NodeJS.ErrnoException).code === STATEMENT_TIMEOUT
    throw isTimeout ? pauseTooLong() : error
  } finally {
    await client.query('RESET statement_timeout')
  }
}

/** Ends the replication after the switch. The old database keeps its content and stays read-only. */
export async function endReplication({ source, target }: Sides): Promise<void> {
  const deadline = performance.now() + LATE_SESSIONS_MS
  while (performance.now() < deadline) {
    await endSessions(source)
    await pause(LATE_SESSIONS_POLL_MS)
  }
  await dropSubscription(target)
  await source.client.query(`DROP PUBLICATION IF EXISTS ${MOVE}`)
  await dropSlot(source)
  await target.client.query(`DROP SCHEMA ${MOVE} CASCADE`)
}

/** Gives the move up, which is only possible before the switch. Servers continue with the old database. */
export async function undoMove({ source, target, step }: Sides): Promise<void> {
  if (step === 'switched')
    throw new CommandError(
      `The programme has moved to ${target.address}, so this cannot be undone. Run the command without --undoMove to end the move.`,
    )
  if (step === undefined) throw new CommandError('No move has begun.')
  await setReadOnly(source, { isReadOnly: false })
  await endSessions(source)
  await dropSubscription(target)
  await source.client.query(`DROP PUBLICATION IF EXISTS ${MOVE}`)
  await dropSlot(source)
  await target.client.query(`UPDATE ${MOVE}.state SET step = 'undone'`)
}

const dropSubscription = async ({ client }: Side): Promise<void> => {
  await client.query(`DROP SUBSCRIPTION IF EXISTS ${MOVE}`)
}
