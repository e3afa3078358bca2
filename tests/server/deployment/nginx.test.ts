// nginx with packaging/nginx.conf in front of two servers of one database: TLS, HTTP/2, addresses, limits, and the loss
// of one server. Only ports, certificate and paths are changed. Skipped if nginx is not installed.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/ports.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const packaging = join(import.meta.dirname, '../../../packaging')

describe.skipIf(!hasNginx)('nginx in front of two servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'))
  const servers: RunningServer[] = []
  let drop: () => Promise<void>
  let databaseUrl: string
  let nginx: ChildProcess
  let session: ClientHttp2Session
  let [httpPort, httpsPort] = [0, 0]

  beforeAll(async () => {
    const database = await createDatabase('demo')
    ;({ url: databaseUrl, drop } = database)
    for (const _ of [1, 2])
      servers.push(
        await startServer({
          env: { DATABASE_URL: database.url, DEMO: 'off', TRUST_PROXY: 'on', LOG_LEVEL: 'info' },
        }),
      )
    httpPort = await freePort()
    httpsPort = await freePort()
    const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...certificate],
      { stdio: 'ignore' },
    )
    const ports = servers.map(({ url }) => new URL(url).port)
    const adapt = (file: string) => {
      const text = readFileSync(join(packaging, file), 'utf8')
        .replaceAll('/etc/nginx/', `${folder}/`)
        .replaceAll('/etc/ssl/portal/', `${folder}/`)
        .replaceAll('/var/log/nginx/', `${folder}/`)
        .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
        .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
        .replace('127.0.0.1:4180', `127.0.0.1:${ports[0]}`)
        .replace('127.0.0.1:4181', `127.0.0.1:${ports[1]}`)
      writeFileSync(join(folder, file), text)
    }
    for (const file of ['nginx.conf', 'portal-proxy.conf', 'portal-upstream.conf']) adapt(file)
    const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, 'main.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${temporaryPaths.join(' ')} include ${folder}/nginx.conf; }`,
    )
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'main.conf')], { stdio: 'inherit' })
    await vi.waitUntil(() => redirectOf('/voyager/').catch(() => undefined), 20_000)
    session = connect(`https://127.0.0.1:${httpsPort}`, { rejectUnauthorized: false })
    await once(session, 'connect')
  })
  afterAll(async () => {
    session?.destroy()
    if (nginx) {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    for (const server of servers) await server.remove()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const redirectOf = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const request = httpRequest({ port: httpPort, host: '127.0.0.1', path, headers: { host: 'portal.example' } })
      request.on('response', (response) => {
        response.resume()
        resolve(response.headers.location)
      })
      request.on('error', reject)
      request.end()
    })

  interface Response {
    readonly status: number
    readonly headers: Readonly<Record<string, unknown>>
    readonly body: string
  }

  /** One request over HTTP/2. */
  async function send(path: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
    const stream = session.request({
      ':path': path,
      ':method': body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    })
    // A body that is rejected early cannot be written to its end.
    stream.on('error', () => undefined)
    stream.end(body)
    const [response] = (await once(stream, 'response')) as [Record<string, unknown>]
    let text = ''
    stream.setEncoding('utf8')
    for await (const chunk of stream) text += String(chunk)
    return { status: Number(response[':status']), headers: response, body: text }
  }
  const call = async (method: string, params: object, headers: Record<string, string> = {}) => {
    const response = await send('/voyager/api', JSON.stringify({ method, params }), headers)
    return { ...response, result: JSON.parse(response.body) as Record<string, unknown> }
  }

  it('redirects a browser without TLS to the same address with TLS', async () => {
    expect(await redirectOf('/voyager/card/search?x=1')).toBe('https://portal.example/voyager/card/search?x=1')
  })

  it('uses HTTP/2 with browsers, and compresses pages but no API responses', async () => {
    expect(session.alpnProtocol).toBe('h2')
    const script = /src="([^"]*assets[^"]+\.js)"/.exec((await send('/voyager/')).body)?.[1] ?? ''
    const compressed = await send(new URL(script, 'https://portal.example/voyager/').pathname, undefined, {
      'accept-encoding': 'gzip',
    })
    expect([compressed.status, compressed.headers['content-encoding']]).toEqual([200, 'gzip'])
    const response = await call('userInfo', { token: 'none' }, { 'accept-encoding': 'gzip' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.result['resultCode']).toBe('-20012')
  })

  it('forwards the client’s address, not an address that the client claims', async () => {
    const credentials = { username: 'unknown', password: 'Wrong-Horse-7', ownerID: 3 }
    await call('logIn', credentials, { 'x-forwarded-for': '203.0.113.9' })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      `SELECT address FROM audit_event WHERE method = 'logIn' ORDER BY id DESC LIMIT 1`,
    )
    await client.end()
    expect(rows).toEqual([{ address: '127.0.0.1' }])
  })

  it('passes bodies of up to 8 MB to the server, and rejects larger ones', async () => {
    const large = await call('userInfo', { token: 'x'.repeat(6_000_000) })
    expect(large.result['resultCode']).toBeDefined()
    expect((await send('/voyager/api', JSON.stringify({ x: 'y'.repeat(9_000_000) }))).status).toBe(413)
  })

  it('serves every request while one of the servers is down, and uses this server again when it is back', async () => {
    const [first] = servers as [RunningServer, RunningServer]
    await first.kill()
    for (let n = 0; n < 20; n += 1) expect((await send('/voyager/health')).status).toBe(200)
    for (let n = 0; n < 20; n += 1) expect((await call('userInfo', { token: randomUUID() })).status).toBe(200)
    await first.start()
    const before = first.log().length
    await expect
      .poll(async () => {
        await call('userInfo', { token: randomUUID() })
        return first.log().slice(before).includes('"method":"userInfo"')
      })
      .toBe(true)
  })

  it('logs no secret of a mailed link, with or without TLS, and whatever happens to the request', async () => {
    const secret = randomUUID()
    const paths = [
      `/voyager/user/${secret}/activate`,
      `/voyager/password/${secret}/reset`,
      `/voyager/user/${secret}/activate?from=mail`,
      `/voyager//password/${secret}/reset/`,
    ]
    for (const path of paths) {
      await redirectOf(path)
      await send(path)
    }
    for (const server of servers) await server.stop()
    for (const path of paths) expect((await send(path)).status).toBe(502)
    for (const server of servers) await server.start()
    const lines = () => readFileSync(join(folder, 'portal.log'), 'utf8').split('\n')
    await expect.poll(() => lines().filter((line) => line.includes('/***/')).length).toBe(paths.length * 3)
    expect(lines().some((line) => line.includes('"GET /voyager/user/***/activate HTTP/2.0" 502'))).toBe(true)
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.log')))
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain(secret)
  })

  it('reports that no server is available instead of hanging', async () => {
    for (const server of servers) await server.stop()
    expect((await send('/voyager/health')).status).toBe(502)
    for (const server of servers) await server.start()
  })
})
