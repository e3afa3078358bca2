// The request layer's interpretation of responses: success, refusal, or neither (docs/rules/requests.md, "Missing
// responses").
import { m } from '#words/messages.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { request, requestWithoutSession, change } from '#services/server/api.ts'
import { connectionState } from '#services/server/connection.ts'
import { passwordQuestion } from '#services/server/password-prompt.ts'
import { forgetPendingCalls, pendingCalls, whilePending } from '#services/server/pending.ts'
import { type Session, sessionStore } from '#services/session/session.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const session: Session = {
  token: 'token-1',
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: { Batch: ['load'] },
}
const requestId = '0b0a4a7e-6f0c-4f43-9a2e-2f4f8f0f1a11'
const logIn = () => requestWithoutSession('logIn', { username: 'olive', password: 'p', ownerID: 3 })

const server = withStubServer()
afterEach(() => {
  sessionStore.clear('logout')
})

it('a successful call returns the result without the code', async () => {
  server.respondJson({ resultCode: '0', resultText: 'Fine', token: 't' })
  expect(await logIn()).toEqual({ ok: true, result: { token: 't' }, resultText: 'Fine' })
})

it('only calls that need a session contain the token', async () => {
  sessionStore.set(session)
  server.respondJson({ resultCode: '0' })
  await request('overview', {})
  await change('rejectBatchLoad', { requestId, batchLoadFileID: '1' })
  await logIn()
  await expect
    .poll(() => server.requests.map(({ method, params }) => [method, params['token']]))
    .toEqual([
      ['overview', 'token-1'],
      ['rejectBatchLoad', 'token-1'],
      ['logIn', undefined],
    ])
  await expect.poll(() => server.requests[1]?.params['requestId']).toBe(requestId)
})

it('a change that needs the password again is sent again once the user has entered it, and not if they cancel', async () => {
  sessionStore.set(session)
  let isConfirmed = false
  server.respondWith((response) =>
    json(
      response,
      isConfirmed ? { resultCode: '0' } : { resultCode: '-20409', resultText: 'Enter it', passwordNeeded: true },
    ),
  )
  const end = () => change('endMySession', { requestId, sessionId: requestId })
  const cancelled = end()
  await vi.waitFor(() => expect(passwordQuestion.get()).toBeDefined())
  passwordQuestion.get()?.answer(false)
  expect(await cancelled).toMatchObject({ ok: false, text: 'Enter it' })
  const sent = end()
  await vi.waitFor(() => expect(passwordQuestion.get()).toBeDefined())
  isConfirmed = true
  passwordQuestion.get()?.answer(true)
  expect(await sent).toMatchObject({ ok: true })
  expect(passwordQuestion.get()).toBeUndefined()
  await expect
    .poll(() => server.requests.map(({ params }) => params['requestId']))
    .toEqual([requestId, requestId, requestId])
})

it('large calls have the token in a header too, so that the server knows the session before it reads the body', async () => {
  sessionStore.set(session)
  const headers: unknown[] = []
  server.respondWith((response) => {
    headers.push(response.req.headers.authorization)
    json(response, { resultCode: '0' })
  })
  const reject = (reason: string) => change('rejectBatchLoad', { requestId, batchLoadFileID: '1', reason })
  await reject('short')
  await reject('x'.repeat(70_000))
  await requestWithoutSession('logIn', { username: 'x'.repeat(70_000), password: 'p', ownerID: 3 })
  expect(headers).toEqual([undefined, 'Bearer token-1', undefined])
})

it('a call contains the language of the page, which can differ from the browser’s', async () => {
  const languages: unknown[] = []
  server.respondWith((response) => {
    languages.push(response.req.headers['accept-language'])
    json(response, { resultCode: '0' })
  })
  await logIn()
  expect(languages).toEqual(['en'])
})

it('a refused call returns the server’s message and details', async () => {
  server.respondJson({
    resultCode: '-20400',
    resultText: 'Parameters refused',
    errors: [{ path: 'username', message: 'Too long' }, 'stray'],
    retryAfter: 30,
  })
  expect(await logIn()).toMatchObject({
    ok: false,
    kind: 'refused',
    code: '-20400',
    text: 'Parameters refused',
    errors: [{ path: 'username', message: 'Too long' }],
    retryAfter: 30,
  })
})

it('a refusal without a message is reported as “An error occurred”', async () => {
  server.respondJson({ resultCode: '-20500' })
  expect(await logIn()).toMatchObject({ kind: 'refused', text: 'An error occurred' })
})

it.each([400, 413, 415, 429, 503])('status %i with a valid response is a refusal', async (status) => {
  server.respondJson({ resultCode: '-20400', resultText: 'Not now' }, status)
  expect(await logIn()).toMatchObject({ ok: false, kind: 'refused', text: 'Not now' })
})

it.each([500, 503, 504])('after status %i the outcome of a change is unknown', async (status) => {
  sessionStore.set(session)
  server.respondJson({ resultCode: '-20500', resultText: 'The server is not ready' }, status)
  expect(await change('rejectBatchLoad', { requestId, batchLoadFileID: '1' })).toMatchObject({ kind: 'unreachable' })
  expect(await request('overview', {})).toMatchObject({ kind: 'refused', text: 'The server is not ready' })
})

it('only the success code that the contract names for the operation is a success', async () => {
  sessionStore.set(session)
  const devalue = () => change('devalueCard', { requestId, cardNumber: '9000010000000000' })
  server.respondJson({ resultCode: '1' })
  expect((await devalue()).ok).toBe(true)
  server.respondJson({ resultCode: '0' })
  expect((await devalue()).ok).toBe(false)
})

const savePasswordParams = { userId: '7', ownerId: 3, userUUID: 'u', password: 'p', confirmPassword: 'p', reset: true }
it.each([
  ['a query', 30_000, () => request('overview', {})],
  ['a query without a session', 30_000, logIn],
  ['a change', 90_000, () => change('rejectBatchLoad', { requestId, batchLoadFileID: '1' })],
  [
    'a change without a session',
    90_000,
    () => requestWithoutSession('savePassword', { ...savePasswordParams, requestId }),
  ],
])('the response to %s has a time limit of %i ms', async (_, ms, send) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  server.respondJson({ resultCode: '0' })
  await send()
  expect(timeout.mock.calls).toEqual([[ms]])
  timeout.mockRestore()
})

it('after status 500 the outcome of a change without a session is unknown', async () => {
  server.respondJson({ resultCode: '-20500' }, 500)
  expect(await requestWithoutSession('savePassword', { ...savePasswordParams, requestId })).toMatchObject({
    kind: 'unreachable',
  })
})

describe('a call ends with “Cannot connect to server” if', () => {
  const unreachable = { ok: false, kind: 'unreachable', text: m.common_cannotConnectToServer() }
  it('the connection drops before the response', async () => {
    server.respondWith((response) => response.destroy())
    expect(await logIn()).toEqual(unreachable)
  })
  it('the JSON is incomplete', async () => {
    server.respondWith((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"resultCode":"0'),
    )
    expect(await logIn()).toEqual(unreachable)
  })
  it('the response is truncated', async () => {
    server.respondWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"resultCode":"0",')
      response.destroy()
    })
    expect(await logIn()).toEqual(unreachable)
  })
  it('a proxy sends a page with status 200', async () => {
    server.respondWith((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in to the Wi-Fi'),
    )
    expect(await logIn()).toEqual(unreachable)
  })
  it('JSON has another content type', async () => {
    server.respondWith((response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('{"resultCode":"0"}'),
    )
    expect(await logIn()).toEqual(unreachable)
  })
  it('the server redirects', async () => {
    server.respondWith((response) => response.writeHead(302, { location: '/portal-login' }).end())
    expect(await logIn()).toEqual(unreachable)
  })
  it.each([[{}], [[]], [null], ['0'], [{ resultCode: 0 }], [{ resultCode: '' }]])(
    'the JSON is not a valid response: %j',
    async (body) => {
      server.respondJson(body)
      expect(await logIn()).toEqual(unreachable)
    },
  )
  it('no response arrives in time', async () => {
    server.respondWith(() => undefined)
    expect(await request('overview', {}, { timeoutMs: 30 })).toEqual(unreachable)
  })
})

it('the connection counts as restored as soon as the server responds', async () => {
  server.respondWith((response) => response.destroy())
  await logIn()
  server.respondJson({ resultCode: '-20001', resultText: 'No' })
  await logIn()
  expect(connectionState().online).toBe(true)
})

it('an aborted call does not count as a lost connection', async () => {
  server.respondJson({ resultCode: '0' })
  await logIn()
  server.respondWith(() => undefined)
  const controller = new AbortController()
  const call = request('overview', {}, { signal: controller.signal })
  controller.abort()
  expect((await call).ok).toBe(false)
  expect(connectionState().online).toBe(true)
})

it('a call counts as pending until its response arrives', async () => {
  server.respondJson({ resultCode: '0' })
  // A page from an earlier test file may still wait for a response.
  const countBefore = pendingCalls()
  const call = logIn()
  expect(pendingCalls()).toBe(countBefore + 1)
  await call
  expect(pendingCalls()).toBe(countBefore)
})

it('a forgotten call no longer counts as pending, nor when it ends', async () => {
  forgetPendingCalls()
  let end = () => {}
  const call = whilePending(new Promise<void>((resolve) => (end = resolve)))
  expect(pendingCalls()).toBe(1)
  forgetPendingCalls()
  expect(pendingCalls()).toBe(0)
  end()
  await call
  expect(pendingCalls()).toBe(0)
})

describe('the code -20012', () => {
  it('ends the session that sent the call', async () => {
    sessionStore.set(session)
    server.respondJson({ resultCode: '-20012', resultText: 'Session expired' })
    expect(await request('overview', {})).toMatchObject({ kind: 'refused', code: '-20012' })
    expect(sessionStore.get()).toBeUndefined()
  })
  it('does not end a session that began after the call', async () => {
    sessionStore.set(session)
    server.respondWith((response) => {
      sessionStore.set({ ...session, token: 'token-2' })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"resultCode":"-20012"}')
    })
    await request('overview', {})
    expect(sessionStore.get()?.token).toBe('token-2')
  })
})
