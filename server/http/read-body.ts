// Reads the body of a call as text. Large bodies come from logged-in users. A request can name its session in a header;
// otherwise the session is in the body. Until it is read, the memory for large bodies is limited per address and in
// total. A refused body is read and dropped up to a limit, since a client that is still sending when the connection
// closes never sees the response.
import { m } from '#words/messages.js'
import type { FastifyRequest } from 'fastify'
import { SMALL_REQUEST } from '#contract/codes.ts'
import { requestToToken } from './call.ts'
import { addressToKey } from './rate-limits.ts'

const MIB = 1024 * 1024
const BODY_LIMIT = 8 * MIB
/** Memory for large bodies that are being read, per address or user and in total. */
const MAX_READING_BYTES_OF_ONE = 4 * BODY_LIMIT
const MAX_READING_BYTES = 16 * BODY_LIMIT
/** Bytes of a refused body that are read and dropped. As for every request, the time is limited too. */
const MAX_DROPPED_BYTES = 32 * MIB
/**
 * Number of refused bodies that are read and dropped at the same time. Further connections are closed, since reading
 * keeps the server busy.
 */
const MAX_DROPPED_BODIES = 50

/** The body is too large; the transport responds 413. */
export class TooLarge extends Error {
  readonly statusCode = 413
}

/** Too many large bodies at the same time; the transport responds 429. */
export class TooManyBodies extends Error {
  readonly statusCode = 429
  readonly retryAfter = 5
}

/** The client disconnected before the end of the body. */
class BrokenOff extends Error {
  readonly statusCode = 400
}

// Matches only a key of the body itself: within a text the quotes would be escaped.
const TOKEN = /"token"\s{0,8}:\s{0,8}"([\w.-]{20,2000})"/

/** Replaces a large body whose token has no session: the call gets the response of a call without a session. */
export const WITHOUT_SESSION = { method: '', params: {} }

/**
 * Returns the function that reads a body: its text, or WITHOUT_SESSION. A large body is parsed only if its token has a
 * session: otherwise a stranger could keep the server busy with megabytes. Logged-in users have a memory limit per
 * user, so that strangers behind the same address cannot prevent their uploads.
 */
export function createBodyReader(userOf: (token: string) => Promise<number | undefined>) {
  const ofStrangers = createMemory()
  const ofUsers = createMemory()
  const dropped = { count: 0 }
  return async (
    request: Pick<FastifyRequest, 'headers' | 'ip'>,
    payload: AsyncIterable<Buffer>,
  ): Promise<string | typeof WITHOUT_SESSION> => {
    const { 'content-length': length } = request.headers
    const announced = Number(length ?? 0)
    if (announced > BODY_LIMIT + MAX_DROPPED_BYTES) throw new TooLarge(m.server_requestTooLarge())
    const canBeLarge = length === undefined || announced > SMALL_REQUEST
    const named = canBeLarge ? requestToToken(request) : undefined
    const user = named === undefined ? undefined : await userOf(named)
    let refusal: Error | undefined
    if (announced > BODY_LIMIT) refusal = new TooLarge(m.server_requestTooLarge())
    else if (named !== undefined && user === undefined) refusal = new NoSession()
    const [memory, key] = user === undefined ? [ofStrangers, addressToKey(request.ip)] : [ofUsers, String(user)]
    const body = await memory
      .whileHeld(key, (hold) => collect(payload, refusal, { hold, dropped }))
      .catch(orWithoutSession)
    if (typeof body !== 'string' || body.length <= SMALL_REQUEST) return body
    const token = TOKEN.exec(body)?.[1]
    if (token === undefined) throw new TooLarge(m.server_requestTooLargeUnsigned())
    return (await userOf(token)) === undefined ? WITHOUT_SESSION : body
  }
}

/**
 * The token in the header has no session: the body is dropped, and the call gets the response of a call without a
 * session.
 */
class NoSession extends Error {}

function orWithoutSession(error: unknown): typeof WITHOUT_SESSION {
  if (error instanceof NoSession) return WITHOUT_SESSION
  throw error
}

/**
 * `hold` is called with the number of bytes over the size of a small body, and returns false if no memory is left for
 * them.
 */
async function collect(
  payload: AsyncIterable<Buffer>,
  refusedBefore: Error | undefined,
  { hold, dropped }: { readonly hold: (bytes: number) => boolean; readonly dropped: { count: number } },
): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  let refusal = refusedBefore
  let isDropped = false
  try {
    for await (const chunk of payload) {
      length += chunk.length
      if (length > BODY_LIMIT) refusal ??= new TooLarge(m.server_requestTooLarge())
      // Ends the connection.
      if (length > BODY_LIMIT + MAX_DROPPED_BYTES) break
      if (!refusal && length > SMALL_REQUEST && !hold(chunk.length)) refusal = new TooManyBodies()
      if (!refusal) {
        chunks.push(chunk)
        continue
      }
      chunks.length = 0
      if (!isDropped && dropped.count >= MAX_DROPPED_BODIES) break
      if (!isDropped) dropped.count += 1
      isDropped = true
    }
  } catch {
    throw new BrokenOff()
  } finally {
    if (isDropped) dropped.count -= 1
  }
  if (refusal) throw refusal
  return Buffer.concat(chunks).toString('utf8')
}

/** Counts the bytes of large bodies in memory, by key and in total. */
function createMemory() {
  const ofKey = new Map<string, number>()
  let total = 0
  const add = (key: string, bytes: number) => {
    total += bytes
    const held = (ofKey.get(key) ?? 0) + bytes
    if (held > 0) ofKey.set(key, held)
    else ofKey.delete(key)
  }
  return {
    whileHeld: async <T>(key: string, work: (hold: (bytes: number) => boolean) => Promise<T>): Promise<T> => {
      let own = 0
      const hold = (bytes: number) => {
        if (total + bytes > MAX_READING_BYTES || (ofKey.get(key) ?? 0) + bytes > MAX_READING_BYTES_OF_ONE) return false
        own += bytes
        add(key, bytes)
        return true
      }
      try {
        return await work(hold)
      } finally {
        add(key, -own)
      }
    },
  }
}
