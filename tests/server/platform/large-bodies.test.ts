// Bodies that are too large, or too many at the same time: the response arrives while the client is still sending, and
// memory use is bounded.
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBodyReader, BodyTooLargeError, TooManyBodiesError, WITHOUT_SESSION } from '#server/http/read-body.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

const MIB = 1024 * 1024
const someUser = () => Promise.resolve(7)
const noUser = () => Promise.resolve(undefined)

describe('a body above 8 MiB', () => {
  let server: InProcessServer
  beforeAll(async () => {
    server = await startInProcess()
  })
  afterAll(() => server.close())

  const post = (body: BodyInit) =>
    fetch(`${server.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)

  it('always gets 413, whether its length is announced or not', async () => {
    const body = 'x'.repeat(9 * MIB)
    const chunked = () =>
      new ReadableStream({ start: (to) => (to.enqueue(new TextEncoder().encode(body)), to.close()) })
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, () => post(body)),
      ...Array.from({ length: 5 }, () => post(chunked())),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([413]))
    expect(await responses[0]?.json()).toEqual({ resultCode: '-20400', resultText: 'The request is larger than 8 MiB' })
  })

  it('gets its answer as soon as it is announced, and the connection stays open for the rest of it', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect({ host: hostname, port: Number(port) })
    let response = ''
    socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
    socket.on('error', () => undefined)
    const announce = (length: number) =>
      `POST /voyager/api HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
    socket.write(`${announce(9 * MIB)}{`)
    await expect.poll(() => response).toMatch(/^HTTP\/1\.1 413 /)
    socket.write('x'.repeat(9 * MIB - 1))
    response = ''
    socket.write(`${announce(2)}{}`)
    await expect.poll(() => response).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('is not read if its announced length is far too large', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect({ host: hostname, port: Number(port) })
    let response = ''
    socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
    socket.on('error', () => undefined)
    socket.write(
      `POST /voyager/api HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${60 * MIB}\r\n\r\n{`,
    )
    await once(socket, 'close')
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('large bodies that are being read', () => {
  const chunk = Buffer.alloc(MIB, ' ')
  const from = (ip: string, announced?: number) => ({
    ip,
    headers: { 'content-length': announced === undefined ? undefined : String(announced) },
  })

  const signedIn = (token: string) => ({ ...from('10.0.0.1'), headers: { authorization: `Bearer ${token}` } })

  /** A body of that many MiB whose end is sent when `end` is called. */
  function openBody(count: number) {
    let end = () => {}
    let reportRead = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const isRead = new Promise<void>((resolve) => (reportRead = resolve))
    const stream = (async function* () {
      for (let sent = 0; sent < count; sent += 1) yield chunk
      reportRead()
      await ended
    })()
    return { stream, end, isRead }
  }
  const outcomeOf = (reading: Promise<unknown>) =>
    reading.then(
      () => 'read',
      (error: Error) => error.constructor,
    )

  it('can use 32 MiB per address and 128 MiB in total, and release this memory', async () => {
    const read = createBodyReader(someUser)
    const openBodies = Array.from({ length: 16 }, (_, index) => {
      const { stream, end, isRead } = openBody(8)
      return { end, isRead, reading: outcomeOf(read(from(`10.0.0.${Math.floor(index / 4)}`), stream)) }
    })
    const readTwoMib = (ip: string) => {
      const { stream, end } = openBody(2)
      end()
      return outcomeOf(read(from(ip), stream))
    }
    await Promise.all(openBodies.map(({ isRead }) => isRead))
    // One address has used its share, and the others have used all that remains.
    expect([await readTwoMib('10.0.0.0'), await readTwoMib('10.0.0.9')]).toEqual([
      TooManyBodiesError,
      TooManyBodiesError,
    ])
    for (const { end } of openBodies) end()
    // The bodies are rejected like those of a client without a session, since they contain no token.
    expect(await Promise.all(openBodies.map(({ reading }) => reading))).toEqual(Array(16).fill(BodyTooLargeError))
    expect([await readTwoMib('10.0.0.0'), await readTwoMib('10.0.0.9')]).toEqual([BodyTooLargeError, BodyTooLargeError])
  })

  it('that are larger than 8 MiB get 413 even if there is no memory for them', async () => {
    const read = createBodyReader(someUser)
    const bodies = Array.from({ length: 4 }, () => openBody(8))
    const readings = bodies.map(({ stream }) => outcomeOf(read(from('10.0.0.1'), stream)))
    await Promise.all(bodies.map(({ isRead }) => isRead))
    const { stream, end } = openBody(9)
    end()
    expect(await outcomeOf(read(from('10.0.0.1'), stream))).toBe(BodyTooLargeError)
    for (const { end: endOne } of bodies) endOne()
    await Promise.all(readings)
  })

  it('with a token in the header have a memory share for each user', async () => {
    const users: Readonly<Record<string, number>> = { olive: 1, amir: 2 }
    const read = createBodyReader((token) => Promise.resolve(users[token]))
    const hold = async (request: ReturnType<typeof signedIn> | ReturnType<typeof from>) => {
      const bodies = Array.from({ length: 4 }, () => openBody(8))
      const readings = bodies.map(({ stream }) => outcomeOf(read(request, stream)))
      await Promise.all(bodies.map(({ isRead }) => isRead))
      return async () => {
        for (const { end } of bodies) end()
        await Promise.all(readings)
      }
    }
    const readTwoMib = (request: ReturnType<typeof signedIn> | ReturnType<typeof from>) => {
      const { stream, end } = openBody(2)
      end()
      return outcomeOf(read(request, stream))
    }
    const release = [await hold(from('10.0.0.1')), await hold(signedIn('olive'))]
    expect(await readTwoMib(from('10.0.0.1'))).toBe(TooManyBodiesError)
    expect(await readTwoMib(signedIn('olive'))).toBe(TooManyBodiesError)
    // This body is rejected only because it contains no token: there is enough memory.
    expect(await readTwoMib(signedIn('amir'))).toBe(BodyTooLargeError)
    for (const end of release) await end()
  })

  it('with an invalid token in the header are dropped without being stored', async () => {
    const read = createBodyReader(noUser)
    const bodies = Array.from({ length: 20 }, () => openBody(8))
    const readings = bodies.map(({ stream }) => read(signedIn('invalid'), stream))
    await Promise.all(bodies.map(({ isRead }) => isRead))
    const { stream, end } = openBody(4)
    end()
    // Dropped bodies use no memory, so another body is still read.
    expect(await outcomeOf(read(from('10.0.0.1'), stream))).toBe(BodyTooLargeError)
    for (const { end: endOne } of bodies) endOne()
    expect(new Set(await Promise.all(readings))).toEqual(new Set([WITHOUT_SESSION]))
  })

  it('are dropped at most fifty at a time; further bodies are not read', async () => {
    const read = createBodyReader(noUser)
    const bodies = Array.from({ length: 50 }, () => openBody(1))
    const readings = bodies.map(({ stream }) => read(signedIn('invalid'), stream))
    await Promise.all(bodies.map(({ isRead }) => isRead))
    let sent = 0
    const unread = (async function* () {
      for (; sent < 5; sent += 1) yield chunk
    })()
    expect(await read(signedIn('invalid'), unread)).toBe(WITHOUT_SESSION)
    expect(sent).toBe(0)
    for (const { end } of bodies) end()
    await Promise.all(readings)
    const { stream, end } = openBody(5)
    end()
    expect(await read(signedIn('invalid'), stream)).toBe(WITHOUT_SESSION)
  })

  it('do not affect bodies of up to 64 KiB, which are always read', async () => {
    const read = createBodyReader(someUser)
    const bodies = Array.from({ length: 4 }, () => openBody(8))
    const readings = bodies.map(({ stream }) => outcomeOf(read(from('10.0.0.1'), stream)))
    await Promise.all(bodies.map(({ isRead }) => isRead))
    const small = (async function* () {
      yield Buffer.from('{"a":1}')
    })()
    expect(await read(from('10.0.0.1'), small)).toBe('{"a":1}')
    for (const { end } of bodies) end()
    await Promise.all(readings)
  })

  it('are processed only with the token of a session', async () => {
    const body = `{"params":{"x":"${'x'.repeat(70_000)}","token":"${'t'.repeat(20)}"}}`
    const stream = () =>
      (async function* () {
        yield Buffer.from(body)
      })()
    expect(
      await createBodyReader((token) => Promise.resolve(token === 't'.repeat(20) ? 7 : undefined))(from('a'), stream()),
    ).toBe(body)
    expect(await createBodyReader(noUser)(from('a'), stream())).toBe(WITHOUT_SESSION)
  })

  it('are read to their end when they are rejected, unless the remaining body is too long', async () => {
    const read = createBodyReader(someUser)
    let sent = 0
    const endless = (length: number) =>
      (async function* () {
        for (sent = 0; sent < length; sent += 1) yield chunk
      })()
    await expect(read(from('a'), endless(30))).rejects.toThrow(BodyTooLargeError)
    expect(sent).toBe(30)
    await expect(read(from('a'), endless(1000))).rejects.toThrow(BodyTooLargeError)
    expect(sent).toBe(40)
    await expect(read(from('a', 41 * MIB), endless(41))).rejects.toThrow(BodyTooLargeError)
  })
})
