// Clients that send too slowly are disconnected at any stage of a request, while others are served immediately.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

const MANY = 200
const DRIP_MS = 50

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({
    timeouts: { headersMs: 500, requestMs: 1_000, stallMs: 1_000, checkIntervalMs: 100 },
  })
})
afterAll(() => server.close())

const headers = 'POST /voyager/api HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

/** Sends `start`, then `more` repeatedly with pauses. Returns what the server sent before it closed the connection. */
async function drip(start: string, more: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  let response = ''
  socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
  // The server closes the connection during a write.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(start)
  const timer = setInterval(() => socket.write(more), DRIP_MS)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return response
}

it.each([
  ['a connection that sends nothing', '', ''],
  ['headers that never end', headers, 'x'],
  ['a body that never ends', `${headers}content-length: 1000000\r\n\r\n{`, ' '],
  ['a chunked body that never ends', `${headers}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
])('disconnects %s', async (_, start, more) => {
  const response = await drip(start, more)
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ resultCode: '-20400' })
})

it('responds with a result code to a request that is not HTTP', async () => {
  const response = await drip('nonsense\r\n\r\n', 'x')
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ resultCode: '-20400' })
})

it(`serves others while ${MANY} slow clients stay connected, and disconnects all of them`, async () => {
  const slowRequests = Array.from({ length: MANY }, () => drip(headers, 'x'))
  const { status, response } = await post(server.url, 'userInfo', {})
  expect([status, response.resultCode]).toEqual([200, '-20012'])
  await Promise.all(slowRequests)
})
