// Recognises database errors that are not bugs: the database is unreachable, the transaction can be retried, or a unique
// key refused a value.

// PostgreSQL's error codes.
const STATEMENT_TIMEOUT = '57014'
const DISK_FULL = '53100'
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const UNIQUE_VIOLATION = '23505'

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT', // the Unix socket does not exist
  '53000', // insufficient resources
  DISK_FULL,
  '53200', // out of memory
  '53300', // too many connections
  STATEMENT_TIMEOUT,
  '57P01', // shutting down
  '57P02', // crashed
  '57P03', // starting up
  '25P03', // idle in transaction for too long
  '25006', // read-only: a standby, or a database that is being moved
  // These can only occur when connecting: the password was changed, the database was dropped or renamed.
  '28000',
  '28P01',
  '3D000',
])
/** Parts of messages that have no code: of pg, of connection poolers and of our own code (connections.ts, primary.ts). */
const unreachableTexts = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'connection terminated',
  'connection ended',
  'not queryable',
  'not currently accepting connections',
  'database is not answering',
]

/**
 * True if the database is down, stopped, full or out of connections. Nothing was changed then, and the server responds
 * that it is not ready.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { readonly code?: unknown }
  if (typeof code === 'string') {
    const isConnectionError = code.startsWith('08')
    if (isConnectionError || unreachableCodes.has(code)) return true
  }
  const message = error.message.toLowerCase()
  return unreachableTexts.some((text) => message.includes(text))
}

/** True if the disk of the database is full. The statement was rolled back. */
export const isDiskFull = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === DISK_FULL

/**
 * True if the connection was lost or could not be opened. False for a statement that took too long, because the
 * database responded.
 */
export const isConnectionLost = (error: unknown): boolean =>
  isUnreachable(error) && (error as NodeJS.ErrnoException).code !== STATEMENT_TIMEOUT

/** True for a deadlock or a serialization failure. The transaction was rolled back and can run again. */
export function isRetryable(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code === DEADLOCK || code === SERIALIZATION_FAILURE
}

/** True if one of these unique keys refused a row because the value is already in use. */
export function isUniqueViolation(error: unknown, keys: readonly string[]): boolean {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown }
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' && keys.includes(constraint)
}
