// Structured logs with a list of allowed fields. Other fields are dropped, so that no object brings card data, a
// password or a token into a log entry. Parameters are never logged. Rules: docs/security.md, T22.
import { pino, type DestinationStream } from 'pino'
import type { Settings } from './config/settings.ts'

const allowedFields = [
  'method',
  'code',
  'status',
  'ms',
  'userId',
  'ownerId',
  'correlationId',
  'requestId',
  'address',
  'error',
  'frames',
  'table',
  'constraint',
  'routine',
  'job',
  'jobId',
  'attempt',
  'batchId',
  'orderId',
  'count',
  'loadedCount',
  'issuedCount',
  'failedCount',
  'rule',
  'port',
  'host',
  'database',
  'version',
  'position',
  'hash',
  // The first characters of a machine user's key, as the portal shows them.
  'keyStart',
  // Names of guards of the database.
  'refusedByRole',
  // The reason why a replica is not used. It is one of a few words, and never contains text of a user.
  'replicaFault',
  'lagSeconds',
] as const

type LogFields = Readonly<Partial<Record<(typeof allowedFields)[number], unknown>>>
interface WriteEntry {
  (fields: LogFields, text: string): void
  (text: string): void
}
/** The log of a process. An entry with a field that would be dropped does not compile. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteEntry>>

const allowedFieldSet: ReadonlySet<string> = new Set(allowedFields)
const STDERR = 2

/** The log of the process: JSON lines on stderr, or into `destination`. */
export function createLog(level: Settings['logLevel'], destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => allowedFieldSet.has(name))),
      },
    },
    destination ?? pino.destination({ dest: STDERR, sync: true }),
  )
}

const MAX_FRAMES = 8

interface ErrorFields {
  readonly error: string
  readonly code?: string
  readonly table?: string
  readonly constraint?: string
  readonly routine?: string
  readonly frames?: string
}

/**
 * The loggable fields of an error: its type and origin. The message and the detail are never logged, because messages
 * of the database contain the refused values.
 */
export function errorToFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, table, constraint, routine } = error as Error & Record<string, unknown>
  const stringFields = Object.entries({ code, table, constraint, routine }).filter(
    ([, value]) => typeof value === 'string',
  )
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join(' | ')
  return {
    error: error.name,
    ...(Object.fromEntries(stringFields) as Partial<ErrorFields>),
    ...(frames ? { frames } : {}),
  }
}
