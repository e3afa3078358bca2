// A place of one's own for commands of the programme: a data folder, its keys and a database on either engine, with or without
// anything in it, and calls of commands in this process.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/context.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { type Programme, Refused } from '#server/programme/command.ts'
import { parseCall } from '#server/programme/parse-call.ts'
import { runCommand } from '#server/programme/run-command.ts'
import { environmentToSettings } from '#server/settings.ts'
import { type Engine, freshPostgresAddress, holdCompiled, layDemo } from './database.ts'
import { testSecrets, writeTestKeys } from './test-keys.ts'
import { silentLog } from './in-process.ts'
import { addressOf, dropDatabase, withServer } from './templates.ts'

export interface Ran {
  readonly code: 0 | 1 | 2
  /** What was asked for. */
  readonly said: readonly string[]
  /** Why it was not done. */
  readonly complained: readonly string[]
  /** What was shown of its progress. */
  readonly shown: string
}

export interface Place {
  readonly folder: string
  /** The variables that commands and hosts find it by. */
  readonly env: Readonly<Record<string, string>>
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>
  /** Looks into the database, or changes it, while no command runs. */
  readonly ask: <T>(question: (db: Db) => Promise<T>) => Promise<T>
  /** All files, by their paths below the folder. */
  readonly files: () => Promise<string[]>
  readonly remove: () => Promise<void>
}

/** 'nothing': not even tables; on PostgreSQL an empty database, embedded no folder. 'demo': the demo programme with its keys. */
export async function freshPlace(engine: Engine, content: 'nothing' | 'demo'): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-place-'))
  const dataDir = join(folder, 'data')
  const postgres = engine !== 'embedded' ? await postgresWith(content) : undefined
  if (content === 'demo' && postgres) writeTestKeys(join(dataDir, 'keys'))
  if (!postgres) await holdCompiled()
  if (content === 'demo' && !postgres) layDemo(dataDir)
  const env = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.address }) }
  return {
    folder: dataDir,
    env,
    run: (args, more = {}) => runHere(args, { ...env, ...more }),
    async ask(question) {
      const database = await connectDatabase({ databaseUrl: postgres?.address, dataDir })
      try {
        return await question(database.db)
      } finally {
        await database.close()
      }
    },
    files: async () => (await readdir(folder, { recursive: true })).sort(),
    async remove() {
      await postgres?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function postgresWith(content: 'nothing' | 'demo') {
  if (content === 'demo') return freshPostgresAddress('demo')
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('This run has no PostgreSQL: set TEST_POSTGRES_URL.')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  await withServer(server, (client) => client.query(`CREATE DATABASE ${name}`))
  return { address: addressOf(server, name), drop: () => dropDatabase(server, name) }
}

/** A command in this process. */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const said: string[] = []
  const complained: string[] = []
  let shown = ''
  const code = await runCommand(args, env, {
    say: (line) => void said.push(line),
    complain: (line) => void complained.push(line),
    terminal: { isTTY: false, columns: 80, write: (text: string | Uint8Array) => ((shown += String(text)), true) },
  })
  return { code, said, complained, shown }
}

/** The commented sample of a programme's file. */
export const sampleFile = join(import.meta.dirname, '../../server/programme/samples/programme.jsonc')

/** What a command is given, over a database that is open already: many calls without opening it for each. */
export function programmeOver({ db }: Database): Programme {
  const settings = environmentToSettings({})
  const now = Date.now
  const jobs = createJobs({ db, log: silentLog, now, exclusive: false })
  return {
    db,
    isDryRun: false,
    settings,
    client: settings.client,
    secrets: testSecrets,
    jobs,
    log: silentLog,
    now,
  }
}

/** A command over a database that is open already: what it says, or why it is refused. */
export async function runOver(programme: Programme, args: readonly string[]): Promise<readonly string[]> {
  const parsed = parseCall(args)
  if ('helpOf' in parsed) throw new Error(`no call: ${args.join(' ')}`)
  const said: string[] = []
  try {
    const { lines } = await parsed.command.run({
      ...parsed,
      settings: programme.settings,
      open: () => Promise.resolve(programme),
      openBare: () => Promise.resolve(programme),
      say: (line) => void said.push(line),
      progress: () => ({ add: () => undefined, end: () => undefined }),
    })
    return [...said, ...lines]
  } catch (error) {
    if (error instanceof Refused) return ['Refused', ...error.sentences]
    throw error
  }
}
