// A server with responses set by the test, for testing how the request layer handles good, bad and missing responses.
// Also makes relative addresses reach it outside a browser.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetPendingCalls } from '#services/server/pending.ts'

export interface StubServer {
  /** The calls, in order. */
  readonly requests: { method: string; params: Record<string, unknown> }[]
  /** Handles calls with this function from now on. */
  respondWith(handler: Respond): void
  /** Responds to calls with this JSON and status (200 by default) from now on. */
  respondJson(body: unknown, status?: number): void
  /**
   * Handles requests other than calls with this function from now on. By default the server reports that it is ready.
   */
  serve(handler: RequestListener): void
  close(): Promise<void>
}

type Respond = (response: ServerResponse, call: { method: string; params: Record<string, unknown> }) => void

const realFetch = globalThis.fetch

/** Starts a new server for each test of the file. */
export function withStubServer() {
  let server: StubServer
  beforeEach(async () => {
    server = await startStubServer()
  })
  afterEach(() => server.close())
  return {
    get requests() {
      return server.requests
    },
    /** The parameters of each call of a method. */
    paramsOf: (wanted: string) => server.requests.filter(({ method }) => method === wanted).map(({ params }) => params),
    respondWith: (handler: Respond) => server.respondWith(handler),
    respondJson: (body: unknown, status?: number) => server.respondJson(body, status),
    serve: (handler: RequestListener) => server.serve(handler),
  }
}

export async function startStubServer(): Promise<StubServer> {
  const requests: StubServer['requests'] = []
  let isClosed = false
  let respond: Respond = (response) => response.writeHead(500).end()
  let serve: RequestListener = (_, response) => json(response, { ready: true })
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.method !== 'POST') return serve(request, response)
      const call = JSON.parse(body) as StubServer['requests'][number]
      requests.push(call)
      respond(response, call)
    })
  })
  const listening = new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
  // Stubbed immediately, so that pending requests of the previous test's page do not fail meanwhile.
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const address = new URL(path, await listening)
    return realFetch(address, init).catch((error: unknown) => (isClosed ? never() : Promise.reject(error)))
  })
  await listening
  return {
    requests,
    respondWith: (handler) => {
      respond = handler
    },
    serve: (handler) => {
      serve = handler
    },
    respondJson: (body, status = 200) => {
      respond = (response) => json(response, body, status)
    },
    close: () => {
      isClosed = true
      vi.stubGlobal('fetch', never)
      forgetPendingCalls()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/**
 * For requests of a page after its test, and those that the closed server left without a response. If they failed, also
 * by a timeout half a minute later, they would report the connection as lost and disable the page of another test.
 */
const never = (): Promise<never> => new Promise(() => undefined)
