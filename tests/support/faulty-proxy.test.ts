// Tests of lost responses depend on the faulty proxy: it must lose exactly the chosen response, after the server has
// acted.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'

let server: Server
let line: FaultyProxy
let acted: string[]
/** True if the server closes each connection on a request, as it closes a connection that was idle too long. */
let isEnding: boolean

beforeEach(async () => {
  acted = []
  isEnding = false
  server = createServer((request, response) => {
    if (isEnding) return void request.socket.destroy()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      acted.push(body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ heard: body, padding: 'x'.repeat(100_000) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line = await startFaultyProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/voyager/`)
})

afterEach(async () => {
  await line.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const say = (body: string) => fetch(`${line.url}api`, { method: 'POST', body })
const hear = async (body: string) => ((await (await say(body)).json()) as { heard: string }).heard

it('passes everything through under the same path', async () => {
  expect(new URL(line.url).pathname).toBe('/voyager/')
  expect(await hear('one')).toBe('one')
  expect(await hear('two')).toBe('two')
})

it('loses the response to the matching request once, after the server has acted on it', async () => {
  const lost = line.dropResponseTo('submit')
  expect(await hear('verify')).toBe('verify')
  await expect(say('submit')).rejects.toThrow('fetch failed')
  await lost
  expect(acted).toEqual(['verify', 'submit'])
  expect(await hear('submit')).toBe('submit')
})

it('loses the response to the repeated request if the server closed the connection before it received the first', async () => {
  isEnding = true
  const lost = line.dropResponseTo('submit')
  await expect(say('submit')).rejects.toThrow('fetch failed')
  expect(acted).toEqual([])
  isEnding = false
  await expect(say('submit')).rejects.toThrow('fetch failed')
  await lost
  expect(acted).toEqual(['submit'])
})

it('delivers only part of a response', async () => {
  const cut = line.truncateResponseTo('verify', 300)
  await expect(say('verify').then((response) => response.json())).rejects.toThrow()
  await cut
  expect(acted).toEqual(['verify'])
})

it('holds back responses until it is restored', async () => {
  line.holdResponses()
  const response = hear('slow')
  let isThere = false
  void response.then(() => (isThere = true))
  await expect.poll(() => acted).toEqual(['slow'])
  expect(isThere).toBe(false)
  line.restore()
  expect(await response).toBe('slow')
})

it('the proxy refuses connections while it is cut', async () => {
  await hear('before')
  line.cut()
  await expect(say('during')).rejects.toThrow('fetch failed')
  line.restore()
  expect(await hear('after')).toBe('after')
  expect(acted).toEqual(['before', 'after'])
})
