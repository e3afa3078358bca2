// Several clients in one process: CLIENTS_FILE, what each client has for itself, a client that cannot start, and
// commands for all clients.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { codes } from '#contract/codes.ts'
import { methodNames } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'
import { routeNames, routeOf } from '#contract/rest.ts'
import { readClients } from '#server/config/clients-file.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { runCommand } from '#server/programme/run-command.ts'
import { type SeveralClients, startSeveralClients } from '#server/several-clients.ts'
import { clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { createDatabase, type NewDatabase } from '#tests/support/database.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import { callRest } from '#tests/support/rest.ts'
import { withServer } from '#tests/support/databases.ts'
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
/** A client that is not in the build. The demo programme has its owner, so it is the most similar one to Voyager. */
const acme = {
  like: 'voyager',
  name: 'Acme & Sons',
  languages: ['de', 'en'],
  accent: { light: 'oklch(0.45 0.1 20)', dark: 'oklch(0.75 0.1 20)' },
  flags: { hideFees: false },
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
    [{ voyager: { CLIENTS_FILE: '/x' } }, /row 'voyager': CLIENTS_FILE applies to the whole process/],
    [{ voyager: { DATABASE_ULR: 'postgres://a/b' } }, /row 'voyager': there is no setting DATABASE_ULR\.$/],
    [{ voyager: { IDLE_MINUTES: '99' } }, /row 'voyager': IDLE_MINUTES is '99', but it must be/],
    [{ nobody: {} }, /row 'nobody': CLIENT is 'nobody', but there is no such client/],
    [{}, /clients\.json has no row: add one for each client\.$/],
    [
      { voyager: { DATABASE_URL: 'postgres://a/b' }, harbour: { DATABASE_URL: 'postgres://a/b' } },
      /'voyager' and 'harbour' have the same DATABASE_URL\. Each client needs its own\.$/,
    ],
    [{ voyager: { DATA_DIR: '/d' }, harbour: { DATA_DIR: '/d' } }, /have the same SECRETS_DIR/],
    [{ voyager: { portal: acme } }, /row 'voyager': voyager is a client of the build, so its row cannot have a portal/],
    [{ 'acme/..': { portal: acme } }, /row 'acme\/\.\.': 'acme\/\.\.' is also an address: use 2 to 40 letters/],
    [{ acme: { portal: { ...acme, like: 'nobody' } } }, /portal\.like is 'nobody', but it must be one of voyager, /],
    [{ acme: { portal: { like: 'voyager' } } }, /row 'acme': portal\.name is missing or wrong\.$/],
    [{ acme: { portal: { ...acme, colour: 'red' } } }, /row 'acme': portal has no field colour\.$/],
    [{ acme: { portal: { ...acme, timeZone: 'Asia/Nowhere' } } }, /portal\.timeZone is missing or wrong\.$/],
    [{ acme: { portal: { ...acme, accent: { light: 'red', dark: 'red' } } } }, /portal\.accent\.light is /],
    [{ acme: { portal: { ...acme, like: 'harbour' } } }, /portal\.languages has de, but harbour has only en\.$/],
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
  const signIn = (key: string, username = 'olive') => clientFor({ url: urlOf(key), ownerId: voyager.ownerId }, username)
  const writeRows = () => {
    const [ofVoyager = '', ofAcme = ''] = databases.map(({ url }) => url)
    writeFile({ voyager: { DATABASE_URL: ofVoyager }, acme: { DATABASE_URL: ofAcme, portal: acme } })
  }
  const listen = async (server: Server) => {
    await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    databases = await Promise.all([createDatabase(), createDatabase()])
    // The template of the databases belongs to the clients of the build.
    const ofAcme = new pg.Client(databases[1]?.url)
    await ofAcme.connect()
    await ofAcme.query("UPDATE installed_client SET client = 'acme' WHERE client = 'harbour'")
    await ofAcme.end()
    writeRows()
    // The same keys, although each client would make its own, so that only the server tells the clients apart.
    for (const key of ['voyager', 'acme']) {
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
    for (const key of ['voyager', 'acme']) {
      const health = await fetch(`${urlOf(key)}health`)
      expect(await health.json()).toMatchObject({ ready: true, version: '1.2.3' })
    }
    for (const wrongPath of ['/', '/voyagers/api', '/other/health', '/acmevoyager/health'])
      expect((await fetch(address + wrongPath)).status).toBe(404)
  })

  it('have their own pages, from one build', async () => {
    const page = await (await fetch(urlOf('acme'), { headers: { accept: 'text/html' } })).text()
    const data = /<script[^>]*id="client"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '{}'
    expect(JSON.parse(data)).toMatchObject({ ...acme, key: 'acme', basePath: '/acme/', ownerId: voyager.ownerId })
    const flags = { ...voyager.flags, hideFees: false }
    expect(JSON.parse(data)).toMatchObject({ flags, fileWords: voyager.fileWords })
    expect(page).toMatch(/<title>[^<]*Acme &amp; Sons/)
    const icon = async (key: string) => (await fetch(`${urlOf(key)}icons/icon.svg`)).text()
    expect(await icon('acme')).toBe(await icon('voyager'))
  })

  it('a session of one is no session of the other, in any operation or file', async () => {
    const [ofVoyager, ofAcme] = [await signIn('voyager'), await signIn('acme')]
    const withSession = methodNames.filter((method) => operations[method].permission !== 'none')
    for (const [url, token] of [
      [urlOf('acme'), ofVoyager.token],
      [urlOf('voyager'), ofAcme.token],
    ] as const) {
      const answers = await Promise.all(withSession.map((method) => post(url, method, { token })))
      expect(new Set(answers.map(({ response }) => response.resultCode))).toEqual(new Set([codes.sessionInvalid]))
      const file = await fetch(`${url}reports/CardStatus_2026-01-31.csv`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(file.status).toBe(401)
    }
    expect((await ofVoyager.call('userInfo', {})).user.username).toBe('olive')
  })

  it('a key of one opens no route of the other', async () => {
    const { token } = await signIn('voyager', 'ada')
    const { key } = await makeMachineUser({ url: urlOf('voyager'), token, now: Date.now() })
    expect((await callRest(urlOf('voyager'), 'GET /campaigns', { key })).status).toBe(200)
    const statuses = await Promise.all(
      routeNames.map(async (name) => {
        const { method, path } = routeOf(name)
        const filled = path.replaceAll(/\{\w+\}/g, '1')
        const { status } = await callRest(urlOf('acme'), `${method.toUpperCase()} ${filled}`, { key, json: {} })
        return `${name} ${status}`
      }),
    )
    expect(statuses).toEqual(routeNames.map((name) => `${name} 401`))
    const { response } = await post(urlOf('acme'), 'feedEvents', { requestId: randomUUID(), key, events: [] })
    expect(response.resultCode).not.toBe(codes.success)
  })

  it('a mailed link of one opens nothing at the other', async () => {
    await post(urlOf('voyager'), 'rememberPassword', { account: 'amir', ownerId: voyager.ownerId })
    const mailsOf = (key: string) => {
      const outbox = join(folder, key, 'outbox')
      const names = existsSync(outbox) ? readdirSync(outbox) : []
      return names.map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    }
    const findLink = () => /\/voyager\/\S*?([0-9a-f]{8}-[0-9a-f-]{27})/.exec(mailsOf('voyager').join('\n'))?.[1]
    await expect.poll(findLink).toBeDefined()
    const userUUID = findLink() ?? ''
    const atAcme = async (method: string, params: object) => (await post(urlOf('acme'), method, params)).response
    const unknown = randomUUID()
    for (const [method, params] of [
      ['getResetPasswordInfo', (uuid: string) => ({ userUUID: uuid })],
      ['getActivationInfo', (uuid: string) => ({ userUUID: uuid })],
      [
        'savePassword',
        (uuid: string) => ({
          requestId: randomUUID(),
          userId: '1',
          ownerId: String(voyager.ownerId),
          userUUID: uuid,
          password: 'New-Harbor-4242',
          confirmPassword: 'New-Harbor-4242',
          reset: true,
        }),
      ],
    ] as const) {
      const { correlationId: _one, ...ofLink } = await atAcme(method, params(userUUID))
      const { correlationId: _other, ...ofUnknown } = await atAcme(method, params(unknown))
      expect(ofLink, method).toEqual(ofUnknown)
    }
    const { response: atVoyager } = await post(urlOf('voyager'), 'getResetPasswordInfo', { userUUID })
    expect(JSON.stringify(atVoyager)).toContain('amir')
    expect(JSON.stringify(await atAcme('getResetPasswordInfo', { userUUID }))).not.toContain('amir')
    expect(mailsOf('acme')).toEqual([])
  })

  it('a requestId of one is a new one at the other, and ids of one name nothing there', async () => {
    const [ofVoyager, ofAcme] = [await signIn('voyager'), await signIn('acme')]
    const [amirOfVoyager, amirOfAcme] = [await signIn('voyager', 'amir'), await signIn('acme', 'amir')]
    const upload = (olive: SignedInClient, requestId: string, loadReference: string) =>
      olive.call('batchLoadUpload', {
        requestId,
        loadReference,
        batchElements: [{ identifier: demoCardsInState('active', 1, [1])[0]?.trackingNumber ?? '', amount: '1.00' }],
        identifierType: 2,
        fileName: 'x.csv',
        batchLoadOptions: [],
        duplicateReason: 'The same card again',
      })
    const requestId = randomUUID()
    const [first, second] = [await upload(ofVoyager, requestId, 'A'), await upload(ofVoyager, randomUUID(), 'B')]
    // Other parameters with a known requestId are refused, so this one must be unknown.
    const there = await upload(ofAcme, requestId, 'C')
    expect(there).toMatchObject({ resultCode: codes.success, batchLoadFileID: first.batchLoadFileID })
    const referencesOf = async ({ call }: SignedInClient) =>
      (await call('batchLoads', { filter: 1 })).batchLoads.map(({ BATCHLOADFILEREFERENCE }) => BATCHLOADFILEREFERENCE)
    expect(await referencesOf(amirOfAcme)).not.toEqual(expect.arrayContaining(['A', 'B']))
    expect(await referencesOf(amirOfVoyager)).not.toContain('C')
    expect(
      await amirOfAcme.callUnchecked('batchLoadDetails', { batchLoadFileID: second.batchLoadFileID }),
    ).toMatchObject({
      resultCode: codes.notFound,
    })
  })

  it('have their own metrics and files', async () => {
    await (await signIn('voyager')).call('overview', {})
    const metricsOf = async (key: string) => (await fetch(`${metricsAddress}/${key}/metrics`)).text()
    const [ofVoyager, ofAcme] = [await metricsOf('voyager'), await metricsOf('acme')]
    expect(ofVoyager).toContain('portal_info{version="1.2.3",client="voyager"} 1')
    expect(ofVoyager).toContain('portal_calls_total{method="overview",code="0"} 1')
    expect(ofAcme).toContain('portal_info{version="1.2.3",client="acme"} 1')
    expect(ofAcme).toContain('portal_calls_total{method="overview",code="0"} 0')
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
    writeRows()
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
    expect(checked.output.filter((line) => line.endsWith(':'))).toEqual(['Voyager:', 'Acme & Sons:'])
    expect(checked.output.filter((line) => line.startsWith('The ledger is in order'))).toHaveLength(2)
    expect((await run(['ledger', 'check'], 'acme')).output.join()).toMatch(/^The ledger is in order/)
    expect(await run(['user', 'unlock', 'olive'])).toMatchObject({
      code: 1,
      errors: ["CLIENTS_FILE has 2 clients: say for which one 'user unlock' is, as in CLIENT=voyager."],
    })
  })
})
