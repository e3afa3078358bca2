// Response bodies: short ones are complete before they are sent, long or slow ones are streamed.
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bufferOrStream, type TransferObserver } from '#server/http/file-body.ts'

let events: string[]
const observer: TransferObserver = {
  onStart: () => Promise.resolve(void events.push('started')),
  onComplete: () => Promise.resolve(void events.push('completed')),
  onAbort: () => Promise.resolve(void events.push('aborted')),
}
beforeEach(() => {
  events = []
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

/** Yields that many chunks of that many bytes, each after that many milliseconds. */
async function* chunks(count: number, size: number, ms: number) {
  for (let chunk = 0; chunk < count; chunk++) {
    vi.advanceTimersByTime(ms)
    yield new Uint8Array(size)
  }
}

it('a short body is complete before anything is sent', async () => {
  const body = await bufferOrStream(chunks(3, 100, 500), observer)
  expect(Buffer.isBuffer(body) && body.length).toBe(300)
  expect(events).toEqual(['completed'])
})

it.each([
  ['long', 5, 100_000, 1],
  ['slow but short', 9, 0, 500],
  ['slow', 20, 10, 400],
])('a %s body is streamed', async (_, count, size, ms) => {
  const body = await bufferOrStream(chunks(count, size, ms), observer)
  if (Buffer.isBuffer(body)) throw new Error('it was buffered')
  expect(events).toEqual(['started'])
  let length = 0
  for await (const bytes of body.stream) length += (bytes as Buffer).length
  await body.ended
  expect(length).toBe(count * size)
  expect(events).toEqual(['started', 'completed'])
})

it('a body that the client stops reading, or never reads, is closed and reported once', async () => {
  const ended = vi.fn<() => void>()
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(100_000)
    } finally {
      ended()
    }
  }
  for (const read of [false, true]) {
    events = []
    const body = await bufferOrStream(endless(), observer)
    if (Buffer.isBuffer(body)) throw new Error('it was buffered')
    if (read) await Readable.prototype[Symbol.asyncIterator].call(body.stream).next()
    body.stream.destroy()
    await body.ended
    expect(events).toEqual(['started', 'aborted'])
  }
  expect(ended).toHaveBeenCalledTimes(2)
})

it('an error before anything was sent is thrown', async () => {
  async function* failing() {
    yield new Uint8Array(1)
    throw new Error('lost')
  }
  await expect(bufferOrStream(failing(), observer)).rejects.toThrow('lost')
  expect(events).toEqual([])
})
