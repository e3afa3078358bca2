// A request of an earlier test must not fail during a later one: it would report the connection as lost there.
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { startStubServer } from './stub-server.ts'

it('a request that the closed server left without a response never ends, even if it times out', async () => {
  const server = await startStubServer()
  const connectionClosed = new Promise<void>((resolve) =>
    server.respondWith((response) => void once(response, 'close').then(() => resolve())),
  )
  const timeout = new AbortController()
  let ended = 0
  const send = () => void fetch('/api', { method: 'POST', body: '{}', signal: timeout.signal }).finally(() => ended++)
  send()
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000)
  await server.close()
  await connectionClosed
  send()
  timeout.abort()
  await setImmediate()
  expect(ended).toBe(0)
})

it('a request fails while the server is open', async () => {
  const server = await startStubServer()
  server.respondWith((response) => response.destroy())
  await expect(fetch('/api', { method: 'POST', body: '{}' })).rejects.toThrow()
  await server.close()
})
