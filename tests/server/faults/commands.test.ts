// `kill -9` during init and during a key rotation: a second run finishes each command, and a server then starts. The
// commands run as processes and need the build (`npm run build`).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '#server/ledger/check.ts'
import { demoCard } from '#server/demo/cards.ts'
import { clientFor } from '#tests/support/call.ts'
import { startServer } from '#tests/support/server.ts'
import { lockWaits } from '#tests/support/database-locks.ts'
import { freshInstance, type Instance, sampleFilePath } from '#tests/support/programme.ts'
import { programmeProgram } from '#tests/support/run-program.ts'

const TIMEOUT_MS = 60_000

let instance: Instance
afterEach(() => instance.remove())

/** Starts a command; `waitForOutput` waits until it has printed the text or has ended. */
function start(args: readonly string[]): { child: ChildProcess; waitForOutput: (text: string) => Promise<void> } {
  const child = spawn(process.execPath, [programmeProgram, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...instance.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    waitForOutput: (text) =>
      vi.waitFor(() => expect(hasEnded() || output.includes(text)).toBe(true), { timeout: TIMEOUT_MS, interval: 5 }),
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('kill -9 of a command', () => {
  it('during init changes nothing in the database, and the next run succeeds', async () => {
    instance = await freshInstance('nothing')
    const { child } = start(['init', sampleFilePath])
    // The keys are written after the database is opened and before the only transaction.
    await vi.waitFor(() => expect(keysIn()).toContain('draft.key'), { timeout: TIMEOUT_MS, interval: 5 })
    await kill(child)
    const { code, errors } = await instance.run(['init', sampleFilePath])
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    await instance.withDb(async (db) => {
      expect(await checkLedger(db)).toEqual([])
      const { rows } = await sql<{ owners: number; users: number; funds: number }>`
        SELECT (SELECT count(*)::int FROM owner) AS owners, (SELECT count(*)::int FROM user_account) AS users,
          (SELECT count(*)::int FROM ledger_transaction) AS funds`.execute(db)
      expect(rows).toEqual([{ owners: 1, users: 1, funds: 1 }])
    })
  })

  it('during a key rotation blocks servers and commands until a second run has finished it', async () => {
    instance = await freshInstance('demo')
    const { child, waitForOutput } = start(['keys', 'rotate'])
    await waitForOutput('Converting: ')
    await kill(child)
    const keys = keysIn()
    const wasInterrupted = keys.includes('data.key')
    const rejected = await instance.run(['user', 'unlock', 'lou'])
    // The kill can come just after the command has finished its work.
    expect(wasInterrupted ? rejected.errors.join() : 'ended').toMatch(/^The keys are being rotated: |^ended$/)
    expect(await instance.run(['keys', 'rotate'])).toMatchObject({ code: 0, errors: [] })
    expect(keysIn().every((name) => /\.[23]\.key$/.test(name))).toBe(true)

    const server = await startServer({
      env: { ...instance.env, SECRETS_DIR: join(instance.folder, 'keys') },
    })
    const amir = await clientFor(server, 'amir')
    expect(await amir.call('revealCard', { voucherID: '1' })).toMatchObject({ CARDNUMBER: demoCard(0).pan })
    await server.remove()
  })
})

const keysIn = () => (existsSync(join(instance.folder, 'keys')) ? readdirSync(join(instance.folder, 'keys')) : [])

it('a key rotation cannot run at the same time as a server or another rotation', async () => {
  instance = await freshInstance('demo')
  const url = instance.env['DATABASE_URL'] ?? ''
  const lockingClient = new pg.Client(url)
  await lockingClient.connect()
  await lockingClient.query('BEGIN')
  await lockingClient.query('LOCK TABLE recovery_code')
  const { child } = start(['keys', 'rotate'])
  await expect.poll(() => lockWaits(lockingClient, 'recovery_code')).toBeGreaterThan(0)
  // The rotation is running and has exclusive access.
  const second = await instance.run(['keys', 'rotate'])
  expect(second.errors).toEqual(['A server or another command runs on this database: stop all servers first.'])
  await kill(child)
  await lockingClient.query('ROLLBACK')
  await lockingClient.end()
  const { output } = await instance.run(['keys', 'rotate'])
  expect(output[0]).toMatch(/are now generation 2/)

  const server = await startServer({ env: { ...instance.env, SECRETS_DIR: join(instance.folder, 'keys') } })
  expect((await instance.run(['keys', 'rotate'])).errors).toEqual([
    'A server or another command runs on this database: stop all servers first.',
  ])
  const added = await instance.run(['user', 'add', 'mia', '--email', 'mia@voyager.example', '--group', 'Readers'])
  expect(added.code).toBe(0)
  await server.mailTo('mia@voyager.example')
  await server.stop()
  expect((await instance.run(['keys', 'rotate', '--dry-run'])).code).toBe(0)
  await server.remove()
})
