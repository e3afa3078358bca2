// Creates an environment for commands of the programme (a data folder, keys and a database), and runs commands in this
// process.
import { createCounters } from '#server/metrics/counters.ts'
import { createHeldCalls } from '#server/sessions/held-calls.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/operations/context.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { type CommandServices, CommandError } from '#server/programme/command.ts'
import { parseCall } from '#server/programme/parse-call.ts'
import { runCommand } from '#server/programme/run-command.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { createDatabase } from './database.ts'
import { testSecrets, writeTestKeys } from './test-keys.ts'
import { silentLog } from './in-process.ts'

export interface CommandResult {
  readonly code: 0 | 1 | 2
  /** The lines written to the output. */
  readonly output: readonly string[]
  /** The reasons for a refusal or failure. */
  readonly errors: readonly string[]
}

export interface Instance {
  readonly folder: string
  /** The environment variables with which commands and servers use it. */
  readonly env: Readonly<Record<string, string>>
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<CommandResult>
  /** Queries or changes the database while no command runs. */
  readonly withDb: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** The relative paths of all files below the folder. */
  readonly files: () => Promise<string[]>
  readonly remove: () => Promise<void>
}

/**
 * Creates a data folder and a database. With 'nothing' the database does not even have tables. With 'demo' it has the
 * demo programme, and the folder its keys.
 */
export async function freshInstance(content: 'nothing' | 'demo'): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-instance-'))
  const dataDir = join(folder, 'data')
  const { url, drop } = await createDatabase(content)
  if (content === 'demo') writeTestKeys(join(dataDir, 'keys'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  return {
    folder: dataDir,
    env,
    run: (args, extraEnv = {}) => runInProcess(args, { ...env, ...extraEnv }),
    async withDb(work) {
      const database = await connectDatabase({ databaseUrl: url })
      try {
        return await work(database.db)
      } finally {
        await database.close()
      }
    },
    files: async () => (await readdir(folder, { recursive: true })).sort(),
    async remove() {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a command in this process. */
export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const output: string[] = []
  const errors: string[] = []
  const code = await runCommand(args, env, {
    print: (line) => void output.push(line),
    printError: (line) => void errors.push(line),
    terminal: { isTTY: false, columns: 80, write: () => true },
  })
  return { code, output, errors }
}

/** The sample of a programme's file, with comments. */
export const sampleFilePath = join(import.meta.dirname, '../../server/programme/samples/programme.jsonc')
export const sample = readFileSync(sampleFilePath, 'utf8')

/** The sample with some passages replaced; throws if one does not exist. */
export const changedSample = (...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The sample has no ${from}`)
    return text.replace(from, to)
  }, sample)

/** The context of a command over a database that is already open, so that repeated calls do not reopen it. */
export function programmeOn({ db }: Pick<Database, 'db'>): CommandServices {
  const settings = environmentToSettings({})
  const now = Date.now
  const jobs = createJobs({ db, log: silentLog, now, ignoresLeases: false, ownerId: settings.client.ownerId })
  return {
    db,
    isDryRun: false,
    settings,
    client: settings.client,
    secrets: testSecrets,
    jobs,
    log: silentLog,
    counters: createCounters(),
    heldCalls: createHeldCalls(),
    now,
  }
}

/** Runs a command over a database that is already open. Returns its output, or the reasons for its refusal. */
export async function runOnOpenDatabase(
  programme: CommandServices,
  args: readonly string[],
): Promise<readonly string[]> {
  const parsed = parseCall(args)
  if ('helpCommand' in parsed) throw new Error(`Not a command: ${args.join(' ')}`)
  const output: string[] = []
  try {
    const { lines } = await parsed.command.run({
      ...parsed,
      settings: programme.settings,
      open: () => Promise.resolve(programme),
      print: (line) => void output.push(line),
      progress: () => ({ add: () => undefined, end: () => undefined }),
    })
    return [...output, ...lines]
  } catch (error) {
    if (error instanceof CommandError) return ['Refused', ...error.sentences]
    throw error
  }
}
