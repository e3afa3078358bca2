// The two sides of a move: the source, which has the programme, and the target, a database on another PostgreSQL server
// that gets the programme. The databases themselves store how far the move is, so an interrupted move can continue.
import pg from 'pg'
import { MOVE } from '#server/db/move-traces.ts'
import { splitServers } from '#server/db/primary.ts'
import { connectionName } from '#server/db/server-version.ts'
import { newestVersion } from '#server/db/migrate.ts'
import { CommandError } from '../command.ts'

/** How far the move is, as stored in the target. */
export type Step =
  /** The target is a copy of the source, and follows its changes. */
  | 'copying'
  /** Servers use the target. */
  | 'switched'
  /** The move was given up. */
  | 'undone'

export interface Side {
  readonly url: string
  readonly client: pg.Client
  /** The address of the server, for messages. */
  readonly address: string
  /** True if the database is read-only for sessions that do not ask for write access. */
  readonly isReadOnly: boolean
}

export interface Sides {
  readonly source: Side
  readonly target: Side
  /** Undefined before the move. */
  readonly step: Step | undefined
}

interface FoundServer extends Side {
  /** True if the database has the tables of a programme. */
  readonly hasTables: boolean
  /** How far the move to this server is. Undefined if this server is not the target of a move. */
  readonly step: Step | undefined
}

/** Finds both sides among the servers in DATABASE_URL. Throws a CommandError that says what to do. */
export async function openSides(databaseUrl: string | undefined): Promise<Sides> {
  const urls = databaseUrl === undefined ? [] : splitServers(databaseUrl)
  if (urls.length < 2)
    throw new CommandError(
      'DATABASE_URL names one PostgreSQL server: add the new one, as in postgres://user:password@old:5432,new:5432/portal.',
    )
  const found: FoundServer[] = []
  try {
    for (const url of urls) {
      const server = await findServer(url)
      if (server) found.push(server)
    }
    // A target has tables too, but only the source has no step.
    const [source, ...otherSources] = found.filter(({ hasTables, step }) => hasTables && step === undefined)
    const startedTarget = found.find(({ step }) => step === 'copying' || step === 'switched')
    const target = startedTarget ?? findEmptyTarget(found)
    if (!source || otherSources.length > 0) throw new CommandError(...explainSourceProblem(found))
    if (!target) throw new CommandError(...explainMissingTarget(found, source))
    const otherServers = found.filter((server) => server !== source && server !== target)
    await Promise.all(otherServers.map(({ client }) => client.end()))
    return { source, target, step: target.step }
  } catch (error) {
    await Promise.all(found.map(({ client }) => client.end().catch(() => undefined)))
    throw error
  }
}

/**
 * A database that can become the target. It is empty, and read-only, so that no server mistakes it for the database of
 * the programme.
 */
const findEmptyTarget = (found: readonly FoundServer[]): FoundServer | undefined =>
  found.find(({ hasTables, isReadOnly }) => !hasTables && isReadOnly)

/** The sentences about a move for which no source, or more than one, was found. */
function explainSourceProblem(found: readonly FoundServer[]): string[] {
  const withTables = found.filter(({ hasTables }) => hasTables)
  const writable = withTables.filter(({ isReadOnly }) => !isReadOnly)
  if (withTables.length === 0) return ['No server in DATABASE_URL has a programme.']
  // After a move, the old database is read-only and still has everything.
  const hasMoveEnded = withTables.length === 2 && writable.length === 1
  if (hasMoveEnded)
    return [
      `The programme is at ${writable[0]?.address}, and the move has ended: remove the other server from DATABASE_URL, then drop its database.`,
    ]
  return ['Several databases have a programme, and none of them is the target of a move: nothing was changed.']
}

function explainMissingTarget(found: readonly FoundServer[], source: FoundServer): string[] {
  const empty = found.find(({ hasTables }) => !hasTables)
  if (empty) {
    const databaseName = empty.client.database ?? ''
    return [
      `The empty database at ${empty.address} is writable, so a server could take it for the programme's. First run there: ALTER DATABASE ${pg.escapeIdentifier(databaseName)} SET default_transaction_read_only = on`,
    ]
  }
  const undone = found.find(({ step }) => step === 'undone')
  if (undone)
    return [`The database at ${undone.address} is left from a move that was undone: drop it and create it again.`]
  return [
    `The programme is at ${source.address}, and no other server in DATABASE_URL has an empty database for it. If the move has ended, remove the old server from DATABASE_URL and drop its database.`,
  ]
}

/** Undefined for a standby. */
async function findServer(url: string): Promise<FoundServer | undefined> {
  const client = await connect(url)
  const { rows } = await client.query<{
    isStandby: boolean
    isReadOnly: boolean
    hasTables: boolean
    hasState: boolean
  }>(`
    SELECT pg_is_in_recovery() AS "isStandby", to_regclass('migration') IS NOT NULL AS "hasTables",
      to_regclass('${MOVE}.state') IS NOT NULL AS "hasState",
      EXISTS (
        SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
        WHERE d.datname = current_database() AND s.setrole = 0 AND 'default_transaction_read_only=on' = ANY(s.setconfig)
      ) AS "isReadOnly"`)
  const [server] = rows
  if (!server || server.isStandby) {
    await client.end()
    return undefined
  }
  const step = server.hasState ? await readStep(client) : undefined
  return { url, client, address: `${client.host}:${client.port}`, ...server, step }
}

async function readStep(client: pg.Client): Promise<Step | undefined> {
  const { rows } = await client.query<{ step: Step }>(`SELECT step FROM ${MOVE}.state`)
  return rows[0]?.step
}

/** Opens a connection that can change the database even while it is read-only for other connections. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: connectionName(newestVersion),
    options: '-c default_transaction_read_only=off -c timezone=UTC',
  })
  // Without a listener, a lost connection would end the process. The next query reports the loss.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export const closeSides = async ({ source, target }: Sides): Promise<void> => {
  await Promise.all([source, target].map(({ client }) => client.end().catch(() => undefined)))
}

/** The URL for connections that can change the database even while it is read-only for other connections. */
export function toWritableUrl(url: string): string {
  const writable = new URL(url)
  writable.searchParams.set('options', '-c default_transaction_read_only=off')
  return writable.href
}

/** Makes the database read-only for every new session, or writable again. */
export async function setReadOnly({ client }: Side, { isReadOnly }: { readonly isReadOnly: boolean }): Promise<void> {
  const databaseName = pg.escapeIdentifier(client.database ?? '')
  const change = isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'
  await client.query(`ALTER DATABASE ${databaseName} ${change}`)
}
