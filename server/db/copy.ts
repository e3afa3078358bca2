// COPY, PostgreSQL's command to insert many rows, through the same connections and transactions as every other
// statement. The rows are passed as the statement's only parameter. No files are involved.
import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/operations/context.ts'
import type { ColumnValue } from './sets.ts'

/** Rows in COPY's text format, for `COPY … FROM STDIN`. */
export class CopyIn {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** Receives the rows of `COPY … TO STDOUT` chunk by chunk. The next chunk waits until this one is processed. */
export class CopyOut {
  readonly onChunk: (bytes: Buffer) => void | Promise<void>
  constructor(onChunk: CopyOut['onChunk']) {
    this.onChunk = onChunk
  }
}

/**
 * Appends rows to a table. The values of a row are in the order of `columns`. Pass at most about ten thousand rows at a
 * time, because they are all in memory as one text.
 */
export async function copyRows(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly ColumnValue[])[],
): Promise<void> {
  if (rows.length > 0) await copyIn(db, table, columns, Buffer.from(rows.map(rowToCopyLine).join('')))
}

/** Appends rows that are already in COPY's text format. */
export async function copyIn(db: Db, table: string, columns: readonly string[], bytes: Buffer): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(`COPY ${quoteName(table)} (${columns.map(quoteName).join(', ')}) FROM STDIN`, [
      new CopyIn(bytes),
    ]),
  )
}

/**
 * Writes the result of a query in COPY's text format, and returns the number of rows. `query` is a statement without
 * parameters.
 */
export async function copyOut(db: Db, query: string, onChunk: CopyOut['onChunk']): Promise<number> {
  const { rows } = await db.executeQuery<CopiedRows>(
    CompiledQuery.raw(`COPY (${query}) TO STDOUT`, [new CopyOut(onChunk)]),
  )
  return rows[0]?.count ?? 0
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A row in COPY's text format, with its line break. */
export function rowToCopyLine(row: readonly ColumnValue[]): string {
  let line = ''
  for (let index = 0; index < row.length; index += 1)
    line += (index === 0 ? '' : '\t') + valueToCopy(row[index] ?? null)
  return `${line}\n`
}

function valueToCopy(value: ColumnValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return NEEDS_ESCAPE.test(value) ? value.replace(TO_ESCAPE, escapeCharacter) : value
  if (value instanceof Date) return value.toISOString()
  // The backslash of bytea's hexadecimal format must be escaped in COPY's format.
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return String(value)
}

const NEEDS_ESCAPE = /[\\\t\n\r]/
const TO_ESCAPE = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escapeCharacter = (character: string): string => escapes[character] ?? character

/** The pool for Kysely, which also accepts statements that contain a CopyIn or a CopyOut. */
export function withCopy(pool: pg.Pool): PostgresPool {
  // Kysely identifies a connection by its object, so each connection keeps one object.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      let wrapper = wrappers.get(client)
      if (!wrapper) wrappers.set(client, (wrapper = connectionWithCopy(client)))
      return wrapper
    },
    end: () => pool.end(),
  }
}

function connectionWithCopy(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[] = []) => {
    const [copy] = parameters
    return copy instanceof CopyIn || copy instanceof CopyOut
      ? new Promise((resolve, reject) => client.query(new Copy(text, copy, resolve, reject)))
      : client.query(text, [...parameters])
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

/** Members of pg's connection that its types do not include: the messages with COPY's rows. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

interface CopiedRows {
  readonly count: number
}
interface CopyResult {
  readonly command: 'COPY'
  readonly rows: readonly CopiedRows[]
}

/** Rows arrive one at a time and are passed on in chunks of at least this size, 256 KiB. */
const CHUNK_BYTES = 256 << 10

/** One COPY in the form that pg's client expects for a query. */
class Copy implements pg.Submittable {
  readonly #text: string
  readonly #copy: CopyIn | CopyOut
  readonly #resolve: (result: CopyResult) => void
  readonly #reject: (error: unknown) => void
  #count = 0
  #waitingChunks: Buffer[] = []
  #waitingBytes = 0
  #lastPass: Promise<void> = Promise.resolve()

  constructor(
    text: string,
    copy: CopyIn | CopyOut,
    resolve: (result: CopyResult) => void,
    reject: (error: unknown) => void,
  ) {
    this.#text = text
    this.#copy = copy
    this.#resolve = resolve
    this.#reject = reject
  }

  // The rows are sent with the statement, without waiting for PostgreSQL to request them. If PostgreSQL refuses the
  // statement, it ignores the rows (PostgreSQL documentation, "COPY Operations").
  submit(rawConnection: pg.Connection): void {
    const connection = rawConnection as CopyConnection
    connection.stream.cork()
    connection.query(this.#text)
    if (this.#copy instanceof CopyIn) {
      connection.sendCopyFromChunk(this.#copy.bytes)
      connection.endCopyFrom()
    }
    connection.stream.uncork()
  }

  handleCopyInResponse(): void {
    // The rows were sent already.
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: pg.Connection): void {
    // The bytes are copied, because pg reuses the memory of the chunk.
    this.#waitingChunks.push(Buffer.from(chunk))
    this.#waitingBytes += chunk.length
    if (this.#waitingBytes < CHUNK_BYTES) return
    stream.pause()
    const resume = () => void stream.resume()
    this.#passOn().then(resume, resume)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#count = Number(/^COPY ([0-9]+)/.exec(text)?.[1] ?? 0)
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#passOn().then(() => this.#resolve({ command: 'COPY', rows: [{ count: this.#count }] }), this.#reject)
  }

  /** Passes the waiting chunks on, in order. After a failure, no further chunks are passed on. */
  #passOn(): Promise<void> {
    const bytes = Buffer.concat(this.#waitingChunks)
    this.#waitingChunks = []
    this.#waitingBytes = 0
    const { onChunk } = this.#copy as CopyOut
    if (bytes.length > 0) this.#lastPass = this.#lastPass.then(() => onChunk(bytes))
    return this.#lastPass
  }
}
