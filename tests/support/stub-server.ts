// A server that answers as a test tells it, for testing how the request layer treats good, bad and missing answers; and
// a way for relative addresses to reach it outside a browser.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, vi } from 'vitest'

export interface StubServer {
  /** The calls, in order. */
  readonly requests: { method: string; params: Record<string, unknown> }[]
  /** Answers calls with this from now on. */
  answer(next: Respond): void
  /** JSON with this status, 200 otherwise. */
  answerJson(body: unknown, status?: number): void
  /** Answers every request that is not a call with this from now on; by default like a server that is ready. */
  serve(next: RequestListener): void
  close(): Promise<void>
}

type Respond = (response: ServerResponse, requests: { method: string; params: Record<string, unknown> }) => void

const realFetch = globalThis.fetch

/** A new server for each test of the file. */
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
    sent: (wanted: string) => server.requests.filter(({ method }) => method === wanted).map(({ params }) => params),
    answer: (next: Respond) => server.answer(next),
    answerJson: (body: unknown, status?: number) => server.answerJson(body, status),
    serve: (next: RequestListener) => server.serve(next),
  }
}

export async function startStubServer(): Promise<StubServer> {
  const requests: StubServer['requests'] = []
  let respond: Respond = (response) => response.writeHead(500).end()
  let serve: RequestListener = (_, response) => json(response, { ready: true })
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (request.method !== 'POST') return serve(request, response)
      const call = JSON.parse(body) as StubServer['requests'][number]
      requests.push(call)
      respond(response, call)
    })
  })
  const listening = new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
  // Immediately, so that what the page of the last test still asks does not fail in between.
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => realFetch(new URL(path, await listening), init))
  await listening
  return {
    requests,
    answer: (next) => {
      respond = next
    },
    serve: (next) => {
      serve = next
    },
    answerJson: (body, status = 200) => {
      respond = (response) => json(response, body, status)
    },
    close: () => {
      vi.stubGlobal('fetch', unanswered)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/**
 * What a page that was left still asks waits until the page gives up: a failed call would report the connection as
 * lost, which disables the page of the next test.
 */
const unanswered = (_: string, { signal }: RequestInit = {}) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError'))))
