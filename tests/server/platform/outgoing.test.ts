// Outgoing bytes: short bodies are complete before they are sent, long or slow bodies are streamed.
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bufferOrStream, type TransferObserver } from '#server/http/file-body.ts'

let output: string[]
const notified: TransferObserver = {
  onStart: () => Promise.resolve(void output.push('begun')),
  onComplete: () => Promise.resolve(void output.push('whole')),
  onAbort: () => Promise.resolve(void output.push('broken off')),
}
beforeEach(() => {
  output = []
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

/** Yields that many chunks of that many bytes, each after that many milliseconds. */
async function* pieces(count: number, size: number, ms: number) {
  for (let piece = 0; piece < count; piece++) {
    vi.advanceTimersByTime(ms)
    yield new Uint8Array(size)
  }
}

it('a short body is complete before anything is sent', async () => {
  const body = await bufferOrStream(pieces(3, 100, 500), notified)
  expect(Buffer.isBuffer(body) && body.length).toBe(300)
  expect(output).toEqual(['whole'])
})

it.each([
  ['long', 5, 100_000, 1],
  ['slow, though short', 9, 0, 500],
  ['slow', 20, 10, 400],
])('a body that is %s is sent as it comes', async (_, count, size, ms) => {
  const body = await bufferOrStream(pieces(count, size, ms), notified)
  if (Buffer.isBuffer(body)) throw new Error('it was waited for')
  expect(output).toEqual(['begun'])
  let length = 0
  for await (const bytes of body.stream) length += (bytes as Buffer).length
  await body.ended
  expect(length).toBe(count * size)
  expect(output).toEqual(['begun', 'whole'])
})

it('a body that the client stops reading, or never reads, is ended and reported once', async () => {
  const ended = vi.fn<() => void>()
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(100_000)
    } finally {
      ended()
    }
  }
  for (const read of [false, true]) {
    output = []
    const body = await bufferOrStream(endless(), notified)
    if (Buffer.isBuffer(body)) throw new Error('it has no end')
    if (read) await Readable.prototype[Symbol.asyncIterator].call(body.stream).next()
    body.stream.destroy()
    await body.ended
    expect(output).toEqual(['begun', 'broken off'])
  }
  expect(ended).toHaveBeenCalledTimes(2)
})

it('an error before anything was sent is thrown', async () => {
  async function* failing() {
    yield new Uint8Array(1)
    throw new Error('lost')
  }
  await expect(bufferOrStream(failing(), notified)).rejects.toThrow('lost')
  expect(output).toEqual([])
})
