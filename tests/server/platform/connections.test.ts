// The number of open connections is limited in total and per address. Hundreds of connections with unfinished large
// bodies do not affect memory, health or uploads of signed-in users.
import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import type { Settings } from '#server/config/settings.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

const MIB = 1024 * 1024
const BYTES_SENT = MIB / 2

const servers: InProcessServer[] = []
const sockets: Socket[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

async function start(settings: Partial<Settings> = {}): Promise<InProcessServer> {
  // Long enough that no client is disconnected for being slow during a test.
  const timeouts = { headersMs: 60_000, requestMs: 120_000, stallMs: 60_000, checkIntervalMs: 2_000 }
  const server = await startInProcess({ settings, timeouts })
  servers.push(server)
  return server
}

/** Connects and requests the server's health. False if the connection is closed without a response. */
async function isServed({ url }: InProcessServer): Promise<boolean> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${pathname}health HTTP/1.1\r\nhost: x\r\n\r\n`)
  const response = once(socket, 'data').then(([bytes]) => (bytes as Buffer).toString().startsWith('HTTP/1.1 200'))
  return Promise.race([response, once(socket, 'close').then(() => false)])
}

const areServed = async (server: InProcessServer, count: number) => {
  const served: boolean[] = []
  for (let at = 0; at < count; at += 1) served.push(await isServed(server))
  return served
}

it('connections are limited for each address, and possible again once others are closed', async () => {
  const server = await start({ maxConnectionsPerAddress: 3 })
  expect(await areServed(server, 5)).toEqual([true, true, true, false, false])
  const [first] = sockets
  first?.destroy()
  await expect.poll(() => isServed(server)).toBe(true)
})

it('connections have only the total limit behind a trusted proxy, since all come from its address', async () => {
  const server = await start({ maxConnectionsPerAddress: 3, maxConnections: 5, proxyCount: 1 })
  expect(await areServed(server, 7)).toEqual([true, true, true, true, true, false, false])
})

// Each connection sends only half a MiB of a body of 8 MB. A few are opened at a time, since more would wait in the
// system's accept queue. They run in another process, so that their memory is not counted as the server's.
const CLIENTS = `
const { connect } = require('node:net')
const [port, path, count] = process.argv.slice(1)
const part = Buffer.alloc(${BYTES_SENT}, ' ')
let left = Number(count)
const next = () => {
  if (left-- <= 0) return
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => undefined)
  socket.write('POST ' + path + 'api HTTP/1.1\\r\\nhost: x\\r\\ncontent-type: application/json\\r\\ncontent-length: 8000000\\r\\n\\r\\n')
  socket.write(part, next)
}
for (let at = 0; at < 20; at += 1) next()
`
const CONNECTIONS = 800
const ROWS = 5_000

it(`${CONNECTIONS} connections with unfinished bodies use little memory, and a user can upload ${ROWS} rows in the meantime`, async () => {
  const server = await start()
  const maker = await server.addUser({ username: 'maker', permissions: ['Batch.load'] })
  const { port, pathname } = new URL(server.url)
  const usedBytes = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const accepted: Socket[] = []
  const addSocket = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', addSocket)
  const before = usedBytes()
  const child = spawn(process.execPath, ['-e', CLIENTS, port, pathname, String(CONNECTIONS)])
  children.push(child)
  const isReceived = ({ bytesRead, destroyed }: Socket) => destroyed || bytesRead > BYTES_SENT
  let peak = 0
  await expect
    .poll(
      () => {
        peak = Math.max(peak, usedBytes() - before)
        return accepted.filter(isReceived).length
      },
      { timeout: 25_000, interval: 20 },
    )
    .toBe(CONNECTIONS)
  // Without limits these connections would take 400 MiB.
  expect(peak).toBeLessThan(200 * MIB)
  expect((await fetch(`${server.url}health`)).status).toBe(200)

  const params = {
    type: 'load',
    name: 'rows.csv',
    identifierType: 1,
    batchSizeLimit: ROWS,
    additionalValidation: [],
    reference: 'rows',
    batchElements: Array.from({ length: ROWS }, (_, row) => ({
      identifier: `90000100${String(row).padStart(8, '0')}`,
      amount: '1.00',
    })),
    token: maker.token,
  }
  const upload = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ method: 'verifyBatchFile', params }),
    })
    return (await response.json()) as { resultCode: string; batchElements?: unknown[] }
  }
  // Without the header the client counts as one without a session: it is rejected, or disconnected before it has read
  // the response.
  const withoutSession = await upload({}).catch(() => ({ resultCode: codes.tooManyAttempts }))
  expect(withoutSession.resultCode).toBe(codes.tooManyAttempts)
  const response = await upload({ authorization: `Bearer ${maker.token}` })
  expect(response.resultCode).toBe(codes.success)
  expect(response.batchElements).toHaveLength(ROWS)
  unsubscribe('net.server.socket', addSocket)
  // Small calls need no header.
  expect((await post(server.url, 'getCampaigns', { token: maker.token })).response.resultCode).toBe(codes.success)
})

it('connections with an invalid token in the header are treated like those without a token', async () => {
  const server = await start()
  const response = await fetch(`${server.url}api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer invalid' },
    body: JSON.stringify({ method: 'verifyBatchFile', params: { token: 'invalid', text: 'x'.repeat(MIB) } }),
  })
  expect(await response.json()).toMatchObject({ resultCode: codes.sessionInvalid })
})
