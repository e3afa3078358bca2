// Several clients in one process: CLIENTS_FILE, what each client has for itself, a client that cannot start, and
// commands for all clients.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { codes } from '#contract/codes.ts'
import { methodNames } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'
import { readClients } from '#server/config/clients-file.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { runCommand } from '#server/programme/run-command.ts'
import { type SeveralClients, startSeveralClients } from '#server/several-clients.ts'
import { clientFor, post } from '#tests/support/call.ts'
import { createDatabase, type NewDatabase } from '#tests/support/database.ts'
import { withServer } from '#tests/support/templates.ts'
import { writeTestKeys } from '#tests/support/test-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-clients-'))
const path = join(folder, 'clients.json')
const environment = {
  CLIENTS_FILE: path,
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  CALLS_PER_MINUTE: '100000',
  METRICS_PORT: '0',
}
const writeFile = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
afterAll(() => rmSync(folder, { recursive: true }))

describe('CLIENTS_FILE', () => {
  it('adds the settings of a row to those of the process, with a folder for each client', () => {
    writeFile({ voyager: { DATABASE_URL: 'postgres://a/one' }, harbour: { IDLE_MINUTES: '5' } })
    const [voyager, harbour] = readClients({ ...environment, IDLE_MINUTES: '20', SECRETS_DIR: '/keys' })
    expect(voyager).toMatchObject({ databaseUrl: 'postgres://a/one', idleMinutes: 20, secretsDir: '/keys/voyager' })
    expect(voyager?.publicUrl).toBe('http://localhost:4180/voyager/')
    expect(harbour).toMatchObject({ idleMinutes: 5, dataDir: join(folder, 'harbour'), secretsDir: '/keys/harbour' })
    expect(readClients({ ...environment, CLIENT: 'harbour' }).map(({ client }) => client.key)).toEqual(['harbour'])
    expect(readClients({ CLIENT: 'harbour' })).toEqual([environmentToSettings({ CLIENT: 'harbour' })])
  })

  it.each([
    ['{"voyager": ', /clients\.json must be JSON such as /],
    [{ voyager: { PORT: '1' } }, /row 'voyager': PORT applies to the whole process, not to a row\.$/],
    [{ voyager: { PORT_FILE: '/x' } }, /row 'voyager': PORT_FILE applies to the whole process/],
    [{ voyager: { DATABASE_ULR: 'postgres://a/b' } }, /row 'voyager': there is no setting DATABASE_ULR\.$/],
    [{ voyager: { IDLE_MINUTES: '99' } }, /row 'voyager': IDLE_MINUTES is '99', but it must be/],
    [{ nobody: {} }, /row 'nobody': CLIENT is 'nobody', but there is no such client/],
    [{}, /clients\.json has no row: add one for each client\.$/],
    [
      { voyager: { DATABASE_URL: 'postgres://a/b' }, harbour: { DATABASE_URL: 'postgres://a/b' } },
      /'voyager' and 'harbour' have the same DATABASE_URL\. Each client needs its own\.$/,
    ],
    [{ voyager: { DATA_DIR: '/d' }, harbour: { DATA_DIR: '/d' } }, /have the same SECRETS_DIR/],
  ])('%j is refused in a sentence', (content, sentence) => {
    writeFile(content)
    expect(() => readClients(environment)).toThrow(sentence)
  })

  it('that is missing is refused, and so is a client without a row', () => {
    writeFile({ voyager: {} })
    expect(() => readClients({ ...environment, CLIENT: 'harbour' })).toThrow(
      "CLIENT is 'harbour', but " + path + ' has no such row.',
    )
    expect(() => readClients({ CLIENTS_FILE: '/none' })).toThrow(
      "CLIENTS_FILE is '/none', but this file cannot be read.",
    )
  })
})

describe('two clients in one process', () => {
  let databases: readonly NewDatabase[] = []
  let several: SeveralClients
  let address: string
  let metricsAddress: string
  const printed: string[] = []
  const urlOf = (key: string) => `${address}/${key}/`
  const listen = async (server: Server) => {
    await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    databases = await Promise.all([createDatabase(), createDatabase()])
    const rows = ['voyager', 'harbour'].map((key, index) => [key, { DATABASE_URL: databases[index]?.url ?? '' }])
    writeFile(Object.fromEntries(rows))
    for (const key of ['voyager', 'harbour']) {
      mkdirSync(join(folder, key), { recursive: true })
      writeTestKeys(join(folder, key, 'keys'))
    }
    several = await startSeveralClients(readClients(environment), {
      version: '1.2.3',
      print: (line) => printed.push(line),
      onStart: () => Promise.resolve(),
      reset: () => Promise.resolve(),
    })
    address = await listen(several.server)
    metricsAddress = await listen(several.metrics)
  })
  afterAll(async () => {
    for (const server of [several.server, several.metrics]) {
      server.closeAllConnections()
      server.close()
    }
    await several.stop()
    for (const { drop } of databases) await drop()
  })

  it('are each at their own path, and no portal is elsewhere', async () => {
    for (const key of ['voyager', 'harbour']) {
      const health = await fetch(`${urlOf(key)}health`)
      expect(await health.json()).toMatchObject({ ready: true, version: '1.2.3' })
    }
    for (const wrongPath of ['/', '/voyagers/api', '/other/health', '/harbourvoyager/health'])
      expect((await fetch(address + wrongPath)).status).toBe(404)
  })

  it('know neither the users nor the sessions of the other, and have their own files and metrics', async () => {
    const olive = await clientFor({ url: urlOf('voyager') }, 'olive')
    const hal = await clientFor({ url: urlOf('harbour') }, 'hal')
    expect((await olive.call('userInfo', {})).user.username).toBe('olive')
    const withSession = methodNames.filter((method) => operations[method].permission !== 'none')
    for (const [url, token] of [
      [urlOf('harbour'), olive.token],
      [urlOf('voyager'), hal.token],
    ] as const) {
      const answers = await Promise.all(withSession.map((method) => post(url, method, { token })))
      expect(new Set(answers.map(({ response }) => response.resultCode))).toEqual(new Set([codes.sessionInvalid]))
    }
    const metricsOf = async (key: string) => (await fetch(`${metricsAddress}/${key}/metrics`)).text()
    const [ofVoyager, ofHarbour] = [await metricsOf('voyager'), await metricsOf('harbour')]
    expect(ofVoyager).toContain('portal_info{version="1.2.3",client="voyager"} 1')
    expect(ofVoyager).toContain('portal_calls_total{method="userInfo",code="0"} 1')
    expect(ofHarbour).toContain('portal_info{version="1.2.3",client="harbour"} 1')
    expect(ofHarbour).toContain('portal_calls_total{method="userInfo",code="0"} 0')
    expect(readdirSync(join(folder, 'voyager'))).toContain('keys')
  })

  it('one that cannot start says why, is tried again, and does not stop the other', async () => {
    const [working, late] = [await createDatabase(), await createDatabase('nothing')]
    await late.drop()
    writeFile({ voyager: { DATABASE_URL: working.url }, harbour: { DATABASE_URL: late.url, DEMO: 'off' } })
    const lines: string[] = []
    const pair = await startSeveralClients(readClients(environment), {
      version: '1',
      print: (line) => lines.push(line),
      onStart: () => Promise.resolve(),
      reset: () => Promise.resolve(),
      retryMs: 50,
    })
    const pairAddress = await listen(pair.server)
    expect(lines.join('\n')).toMatch(
      /^Harbour could not start, and is tried again every 0\.05 seconds\. The database /m,
    )
    expect((await fetch(`${pairAddress}/voyager/health`)).status).toBe(200)
    const health = await fetch(`${pairAddress}/harbour/health`)
    expect([health.status, await health.text()]).toEqual([
      503,
      'This portal is not running at the moment. Try again in a minute.\n',
    ])
    const name = new URL(late.url).pathname.slice(1)
    await withServer(inject('templates').server, (client) => client.query(`CREATE DATABASE ${name}`))
    await expect.poll(async () => (await fetch(`${pairAddress}/harbour/health`)).status).toBe(200)
    pair.server.closeAllConnections()
    pair.server.close()
    await pair.stop()
    await working.drop()
    await late.drop()
  })

  it('a command that only reads runs for all of them, and every other one asks for which', async () => {
    const rows = ['voyager', 'harbour'].map((key, index) => [key, { DATABASE_URL: databases[index]?.url ?? '' }])
    writeFile(Object.fromEntries(rows))
    const run = async (args: readonly string[], client?: string) => {
      const [output, errors] = [[] as string[], [] as string[]]
      const code = await runCommand(
        args,
        { ...environment, ...(client && { CLIENT: client }) },
        {
          print: (line) => output.push(line),
          printError: (line) => errors.push(line),
          terminal: { isTTY: false, write: vi.fn() } as never,
        },
      )
      return { code, output, errors }
    }
    const checked = await run(['ledger', 'check'])
    expect(checked).toMatchObject({ code: 0, errors: [] })
    expect(checked.output.filter((line) => line.endsWith(':'))).toEqual(['Voyager:', 'Harbour:'])
    expect(checked.output.filter((line) => line.startsWith('The ledger is in order'))).toHaveLength(2)
    expect((await run(['ledger', 'check'], 'harbour')).output.join()).toMatch(/^The ledger is in order/)
    expect(await run(['user', 'unlock', 'olive'])).toMatchObject({
      code: 1,
      errors: ["CLIENTS_FILE has 2 clients: say for which one 'user unlock' is, as in CLIENT=voyager."],
    })
  })
})
