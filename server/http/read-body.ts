// Reads the body of a call as text. Accepts large bodies only from logged-in users. A request can name its session in a
// header; otherwise the session is in the body. While large bodies are read, their memory is limited per address or
// user and in total. A refused body is read and dropped up to a limit, because a client that is still sending when the
// connection closes never sees the response.
import { m } from '#words/messages.js'
import type { FastifyRequest } from 'fastify'
import { MAX_LENGTH_WITHOUT_SESSION } from '#contract/codes.ts'
import { requestToToken } from './call.ts'
import { addressToKey } from './rate-limits.ts'

const MIB = 1024 * 1024
const BODY_LIMIT = 8 * MIB
/** The memory per address or user for large bodies that are being read. */
const MAX_READING_BYTES_PER_KEY = 4 * BODY_LIMIT
/** The memory for all large bodies that are being read. */
const MAX_READING_BYTES = 16 * BODY_LIMIT
/** Bytes of a refused body that are read and dropped. The time for this is limited as for every request. */
const MAX_DROPPED_BYTES = 32 * MIB
/**
 * Number of refused bodies that are read and dropped at the same time. Further refused bodies are not read, because
 * reading keeps the server busy. Their connections are closed.
 */
const MAX_DROPPED_BODIES = 50

/** The body is too large. The transport responds 413. */
export class BodyTooLargeError extends Error {
  readonly statusCode = 413
  /** True if the rest of the body is still read, so that the connection must stay open after the answer. */
  readonly isStillRead: boolean

  constructor(message: string, { isStillRead = false }: { readonly isStillRead?: boolean } = {}) {
    super(message)
    this.isStillRead = isStillRead
  }
}

/** Too many large bodies at the same time. The transport responds 429. */
export class TooManyBodiesError extends Error {
  readonly statusCode = 429
  readonly retryAfter = 5
}

/** The client disconnected before the end of the body. */
class ClientDisconnectedError extends Error {
  readonly statusCode = 400
}

/** A session token. Matches only a key of the JSON itself, because quotes within a text are escaped. */
const TOKEN = /"token"\s{0,8}:\s{0,8}"([\w.-]{20,2000})"/
/** The feed key of a card processor, which stands for a session. */
const FEED_KEY = /"key"\s{0,8}:\s{0,8}"(feed_[\w-]{43})"/

/** Replaces a large body whose token has no session. So the call gets the response of a call without a session. */
export const WITHOUT_SESSION = { method: '', params: {} }

/**
 * Returns the function that reads the text of a body. For a large body without a session the function returns
 * WITHOUT_SESSION. Otherwise anyone could keep the server busy with parsing megabytes. Logged-in users have a memory
 * limit per user, so that callers without a session at the same IP address cannot prevent their uploads.
 */
export function createBodyReader(findCallerId: (token: string) => Promise<number | undefined>) {
  const unauthenticatedMemory = createMemoryLimit()
  const userMemory = createMemoryLimit()
  const droppedBodies = { count: 0 }
  return async (
    request: Pick<FastifyRequest, 'headers' | 'ip'>,
    payload: AsyncIterable<Buffer>,
  ): Promise<string | typeof WITHOUT_SESSION> => {
    const { 'content-length': lengthHeader } = request.headers
    const declaredLength = Number(lengthHeader ?? 0)
    if (declaredLength > BODY_LIMIT + MAX_DROPPED_BYTES) throw new BodyTooLargeError(m.server_requestTooLarge())
    const mayBeLarge = lengthHeader === undefined || declaredLength > MAX_LENGTH_WITHOUT_SESSION
    // The token of a small body is not needed: a small body is read without a check.
    const headerToken = mayBeLarge ? requestToToken(request) : undefined
    const callerId = headerToken === undefined ? undefined : await findCallerId(headerToken)
    const isTooLarge = declaredLength > BODY_LIMIT
    // The response does not wait for a body that may never come. The server still reads the part that comes, because a
    // client that is sending when the connection closes never sees the response.
    if (isTooLarge && droppedBodies.count < MAX_DROPPED_BODIES) {
      void dropBody(payload, droppedBodies)
      throw new BodyTooLargeError(m.server_requestTooLarge(), { isStillRead: true })
    }
    const hasTokenWithoutSession = headerToken !== undefined && callerId === undefined
    // `collectBody` throws this refusal.
    let refusal: Error | undefined
    if (isTooLarge) refusal = new BodyTooLargeError(m.server_requestTooLarge())
    else if (hasTokenWithoutSession) refusal = new NoSessionError()
    const memory = callerId === undefined ? unauthenticatedMemory : userMemory
    const memoryKey = callerId === undefined ? addressToKey(request.ip) : String(callerId)
    let body: string
    try {
      body = await memory.withReservation(memoryKey, (reserve) =>
        collectBody(payload, refusal, { reserve, droppedBodies }),
      )
    } catch (error) {
      if (error instanceof NoSessionError) return WITHOUT_SESSION
      throw error
    }
    if (body.length <= MAX_LENGTH_WITHOUT_SESSION) return body
    const [, token] = TOKEN.exec(body) ?? FEED_KEY.exec(body) ?? []
    if (token === undefined) throw new BodyTooLargeError(m.server_sessionlessRequestTooLarge())
    const callerIdOfToken = await findCallerId(token)
    return callerIdOfToken === undefined ? WITHOUT_SESSION : body
  }
}

/** Reads the rest of a refused body. */
async function dropBody(payload: AsyncIterable<Buffer>, droppedBodies: { count: number }): Promise<void> {
  droppedBodies.count += 1
  let length = 0
  try {
    for await (const chunk of payload) {
      length += chunk.length
      // Leaving the loop closes the connection.
      if (length > BODY_LIMIT + MAX_DROPPED_BYTES) break
    }
  } catch {
    // The client has disconnected.
  } finally {
    droppedBodies.count -= 1
  }
}

/** The token in the header has no session. The body is dropped and replaced by WITHOUT_SESSION. */
class NoSessionError extends Error {}

/** Reserves memory for a chunk of a large body. Returns false if no memory is left. */
type Reserve = (bytes: number) => boolean

/** Reads the body as text. Once the body exceeds MAX_LENGTH_WITHOUT_SESSION, memory is reserved for each chunk. */
async function collectBody(
  payload: AsyncIterable<Buffer>,
  initialRefusal: Error | undefined,
  { reserve, droppedBodies }: { readonly reserve: Reserve; readonly droppedBodies: { count: number } },
): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  let refusal = initialRefusal
  let isDropping = false
  try {
    for await (const chunk of payload) {
      length += chunk.length
      // Also replaces a TooManyBodiesError, because sending the body again later cannot help.
      if (length > BODY_LIMIT && !(refusal instanceof NoSessionError))
        refusal = new BodyTooLargeError(m.server_requestTooLarge())
      // Leaving the loop closes the connection.
      if (length > BODY_LIMIT + MAX_DROPPED_BYTES) break
      const needsMemory = !refusal && length > MAX_LENGTH_WITHOUT_SESSION
      if (needsMemory && !reserve(chunk.length)) refusal = new TooManyBodiesError()
      if (!refusal) {
        chunks.push(chunk)
        continue
      }
      chunks.length = 0
      if (isDropping) continue
      if (droppedBodies.count >= MAX_DROPPED_BODIES) break
      droppedBodies.count += 1
      isDropping = true
    }
  } catch {
    throw new ClientDisconnectedError()
  } finally {
    if (isDropping) droppedBodies.count -= 1
  }
  if (refusal) throw refusal
  return Buffer.concat(chunks).toString('utf8')
}

/** Counts the bytes of large bodies in memory, by key and in total. */
function createMemoryLimit() {
  const bytesByKey = new Map<string, number>()
  let total = 0
  const add = (key: string, bytes: number) => {
    total += bytes
    const bytesOfKey = (bytesByKey.get(key) ?? 0) + bytes
    if (bytesOfKey > 0) bytesByKey.set(key, bytesOfKey)
    else bytesByKey.delete(key)
  }
  return {
    withReservation: async <T>(key: string, work: (reserve: Reserve) => Promise<T>): Promise<T> => {
      let reservedBytes = 0
      const reserve = (bytes: number) => {
        const bytesOfKey = bytesByKey.get(key) ?? 0
        if (total + bytes > MAX_READING_BYTES || bytesOfKey + bytes > MAX_READING_BYTES_PER_KEY) return false
        reservedBytes += bytes
        add(key, bytes)
        return true
      }
      try {
        return await work(reserve)
      } finally {
        add(key, -reservedBytes)
      }
    },
  }
}
