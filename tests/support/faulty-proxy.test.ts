// Tests of lost responses depend on the faulty proxy: it must lose exactly the chosen response, after the server has
// acted.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'

let server: Server
let proxy: FaultyProxy
let received: string[]
/** True if the server closes each connection when a request arrives, as if it had been idle for too long. */
let closesConnections: boolean

beforeEach(async () => {
  received = []
  closesConnections = false
  server = createServer((request, response) => {
    if (closesConnections) return void request.socket.destroy()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ received: body, padding: 'x'.repeat(100_000) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await startFaultyProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/voyager/`)
})

afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const send = (body: string) => fetch(`${proxy.url}api`, { method: 'POST', body })
const sendAndRead = async (body: string) => ((await (await send(body)).json()) as { received: string }).received

it('passes everything through under the same path', async () => {
  expect(new URL(proxy.url).pathname).toBe('/voyager/')
  expect(await sendAndRead('one')).toBe('one')
  expect(await sendAndRead('two')).toBe('two')
})

it('loses the response to the matching request once, after the server has acted on it', async () => {
  const lost = proxy.dropResponseTo('submit')
  expect(await sendAndRead('verify')).toBe('verify')
  await expect(send('submit')).rejects.toThrow('fetch failed')
  await lost
  expect(received).toEqual(['verify', 'submit'])
  expect(await sendAndRead('submit')).toBe('submit')
})

it('loses the response to the repeated request if the server closed the connection before it received the first', async () => {
  closesConnections = true
  const lost = proxy.dropResponseTo('submit')
  await expect(send('submit')).rejects.toThrow('fetch failed')
  expect(received).toEqual([])
  closesConnections = false
  await expect(send('submit')).rejects.toThrow('fetch failed')
  await lost
  expect(received).toEqual(['submit'])
})

it('delivers only part of a response', async () => {
  const cut = proxy.truncateResponseTo('verify', 300)
  await expect(send('verify').then((response) => response.json())).rejects.toThrow()
  await cut
  expect(received).toEqual(['verify'])
})

it('holds back responses until it is restored', async () => {
  proxy.holdResponses()
  const response = sendAndRead('slow')
  let hasResponse = false
  void response.then(() => (hasResponse = true))
  await expect.poll(() => received).toEqual(['slow'])
  expect(hasResponse).toBe(false)
  proxy.restore()
  expect(await response).toBe('slow')
})

it('refuses connections while it is cut', async () => {
  await sendAndRead('before')
  proxy.cut()
  await expect(send('during')).rejects.toThrow('fetch failed')
  proxy.restore()
  expect(await sendAndRead('after')).toBe('after')
  expect(received).toEqual(['before', 'after'])
})
