// Explains why a database cannot be used, to the person who starts a server or a command.
import { DatabaseClient } from './connections.ts'
import { isPausedByMove } from './move-traces.ts'
import { StandbyError } from './primary.ts'

// PostgreSQL's error codes.
const NO_RIGHTS = '42501'
const NO_SUCH_TABLE = '42P01'
const INVALID_PASSWORD = '28P01'
const INVALID_USER = '28000'
const NO_SUCH_DATABASE = '3D000'

/**
 * Returns the end of a sentence that begins with "The database". Connects without a pool, which would hide PostgreSQL's
 * error code.
 */
export async function explainUnreachable(url: string): Promise<string> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    await client.query('SELECT FROM migration LIMIT 1')
    return TOO_SLOW
  } catch (error) {
    if (error instanceof StandbyError) return explainNoPrimary(url)
    const { code, message } = error as NodeJS.ErrnoException
    if (message === 'The server does not support SSL connections')
      return 'does not offer TLS, which DATABASE_TLS or the address requires: switch on ssl in postgresql.conf.'
    if (isCertificateError(code))
      return `has a certificate that cannot be verified (${code}): add sslrootcert with its certificate authority to DATABASE_URL.`
    // Before the first start, the database has no tables. It answers now, so it was too slow before.
    if (code === NO_SUCH_TABLE) return TOO_SLOW
    if (code === NO_RIGHTS)
      return 'gives the role of DATABASE_URL no rights to its tables: run npm run programme -- role grant with a DATABASE_URL that logs in as the owner of the tables.'
    if (code === INVALID_PASSWORD || code === INVALID_USER)
      return 'refuses the user or the password: check DATABASE_URL.'
    if (code === NO_SUCH_DATABASE) return 'does not exist on the server: create it, or check DATABASE_URL.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has an unknown host name: check DATABASE_URL.'
    const suffix = code === undefined ? '' : ` (${code})`
    return `cannot be reached${suffix}: check DATABASE_URL and that PostgreSQL runs.`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Why none of the servers of the URL is the primary, although all have answered. */
async function explainNoPrimary(url: string): Promise<string> {
  const isPaused = await isPausedByMove(url).catch(() => false)
  return isPaused
    ? 'is read-only at all servers of DATABASE_URL, because client move has paused it. If that command was interrupted, run npm run programme -- client move again now, or with --undo.'
    : 'has no primary: all servers of DATABASE_URL are standbys or read-only. Promote one of them.'
}

const TOO_SLOW = 'answers too slowly: check its load.'

/** True for a certificate that is untrusted, invalid, or issued for another name. */
const isCertificateError = (code = ''): boolean => certificateErrorParts.some((part) => code.includes(part))

/** Parts of the error codes of OpenSSL and Node for such a certificate. */
const certificateErrorParts = ['CERT', 'SELF_SIGNED', 'UNABLE_TO_VERIFY', 'UNABLE_TO_GET', 'ERR_TLS']
