// A fresh database for a test file, on each engine there is: a copy of a template that is migrated and, where wished,
// filled with the demo programme.
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { type Round, startRound } from './round.ts'
import { writeTestKeys } from './test-keys.ts'
import { addressOf, dropDatabase, withServer } from './templates.ts'

/** 'one line': PostgreSQL reached as the embedded database is, whose one line everybody shares. */
export type Engine = Database['kind'] | 'one line'

/** What `describe.each` runs the host suite on; PostgreSQL only where the run has a server (tools/test.mjs). */
export const engines: readonly Database['kind'][] = process.env['TEST_POSTGRES_URL']
  ? ['embedded', 'postgres']
  : ['embedded']

/**
 * For rules that no engine can change, of what is asked and answered: the engine of production where there is one, which costs a third
 * of the embedded one. On its one line, whoever asks for a second one inside a transaction waits in vain, as there.
 */
export const anyEngine: Engine = engines.includes('postgres') ? 'one line' : 'embedded'

/**
 * For what is long and alike on both: the engine of production where there is one, and all in the long round. The browser tests run on
 * the embedded one, which takes two to three times as long.
 */
export function enginesOfRound(): Pick<Round, 'seed' | 'drawn' | 'isSoak'> & { readonly tried: readonly Engine[] } {
  const { isSoak, seed, drawn } = startRound()
  return { isSoak, seed, drawn, tried: isSoak ? engines : engines.slice(-1) }
}

/** In a describe of several engines: what no engine can change is proved on the last of them alone. */
export const isLastEngine = (engine: Engine, of: readonly Engine[] = engines): boolean => engine === of.at(-1)

/** A database of one's own, gone when it is closed. 'demo' has the users and 400 cards of the demo programme. */
export async function freshDatabase(engine: Engine, template: 'empty' | 'demo' = 'demo'): Promise<Database> {
  return engine === 'embedded' ? freshEmbedded(template) : freshPostgres(template, engine === 'one line')
}

// Compiled once for all databases of this process: as long as somebody holds it, whoever compiles the same bytes gets it as it is,
// with all that has become fast meanwhile.
const wasm = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
let compiled: Promise<WebAssembly.Module> | undefined
/** Before an embedded database is opened in this process, by whomever: the next ones are opened in half the time. */
export const holdCompiled = (): Promise<unknown> =>
  (compiled ??= readFile(wasm).then((bytes) => WebAssembly.compile(bytes)))

/** In a folder, as every host has its own: loading a dump into memory takes twice as long. */
async function freshEmbedded(template: 'empty' | 'demo'): Promise<Database> {
  await holdCompiled()
  const folder = await mkdtemp(join(tmpdir(), 'portal-data-'))
  layTemplate(template, folder)
  const database = await connectDatabase({ dataDir: folder })
  return {
    ...database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// Node's other ways of copying, which wait for each file, take five times the processor.
const layTemplate = (template: 'empty' | 'demo', folder: string) =>
  cpSync(inject('templates').embedded[template], folder, { recursive: true })

async function freshPostgres(template: 'empty' | 'demo', onOneLine: boolean): Promise<Database> {
  const { address, drop } = await freshPostgresAddress(template)
  const database = await connectDatabase({ databaseUrl: address, onOneLine })
  return {
    ...database,
    // On a machine that is busy with four suites an answer may take longer than a host waits for one before it refuses all calls.
    // Tests of a database that is gone, or hangs, open theirs by its address.
    isAlive: () => Promise.resolve(true),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** The address of a fresh PostgreSQL database, for hosts that run as processes (DATABASE_URL). */
export async function freshPostgresAddress(
  template: 'empty' | 'demo' = 'demo',
): Promise<{ address: string; drop: () => Promise<void> }> {
  const server = process.env['TEST_POSTGRES_URL']
  const templates = inject('templates').postgres
  if (!server || !templates) throw new Error('This run has no PostgreSQL: set TEST_POSTGRES_URL.')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  await withServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${templates[template]}`))
  return { address: addressOf(server, name), drop: () => dropDatabase(server, name) }
}

/** A data folder with the demo programme and its keys, for hosts that run as processes (`dataFrom`): a third of a seed's work. */
export async function freshDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-data-'))
  layDemo(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export function layDemo(folder: string): void {
  layTemplate('demo', folder)
  writeTestKeys(join(folder, 'keys'))
}
