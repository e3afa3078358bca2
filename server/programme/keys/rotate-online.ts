// Replaces the keys with which values are encrypted, while servers run. New values are encrypted with the new keys
// immediately, and existing values are encrypted again chunk by chunk. The rotation can be interrupted and continued,
// because each value begins with the number of its generation of keys. At the end, the rotation proves that no value
// needs the old keys, and removes the old keys.
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { countWriters } from '#server/db/presence.ts'
import { columnsToTable, type ColumnType, type ColumnValue } from '#server/db/sets.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createNextEncryptionKeys, removeKeys } from '#server/keys/key-files.ts'
import { insertKeySet, openKeySet, readKeySets, type StoredKeySet } from '#server/keys/database-keys.ts'
import { keysToSecrets, type Secrets } from '#server/keys/secrets.ts'
import { CommandError } from '../command.ts'
import type { Progress } from '../progress.ts'

interface OnlineOptions {
  readonly folder: string
  readonly progress: (what: string, total: number) => Progress
  /** Called in the last transaction. */
  readonly audit: (trx: Db) => Promise<void>
  /** How long to wait for servers that still encrypt with the old keys. */
  readonly maxWaitMs?: number
}

export interface OnlineResult {
  readonly generation: number
  /** The number of values that were encrypted again. */
  readonly count: number
  /** The number of values in each column. All of these values were decrypted with the new keys alone. */
  readonly proof: readonly { readonly column: string; readonly count: number }[]
}

/** The highest generation, which is stored in one byte. */
const LAST_GENERATION = 255
const ROWS_PER_CHUNK = 500
/** No id is less. */
const FIRST_ID = 0
const MAX_WAIT_MS = 60_000
/** The wait until statements have ended that servers began with the old keys. */
const SETTLE_MS = 1_000

type IdColumn = readonly [name: string, type: ColumnType]

/** A column with encrypted values. */
interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** The columns that identify a row. Rows are processed in the order of the first of these columns. */
  readonly ids: readonly [IdColumn, ...IdColumn[]]
  /** 'bytes': a bytea column. 'json': an object whose field `encrypted` is the value in base64. */
  readonly form: 'bytes' | 'json'
  /** The key that encrypts the values: the key of data, or the key of the keys of drafts. */
  readonly key: 'data' | 'draft'
  /** The trigger that refuses changes of these rows. It is disabled while a chunk is written. */
  readonly trigger?: string
}

const byId = [['id', 'bigint']] as const
const byBatch = [['batch_id', 'bigint']] as const
const byBatchRow = [...byBatch, ['row_no', 'integer']] as const

/** All columns with encrypted values. tests/server/programme/keys.test.ts reports a missing column. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'card', column: 'pan_cipher', ids: byId, form: 'bytes', key: 'data' },
  { table: 'card', column: 'cvv_cipher', ids: byId, form: 'bytes', key: 'data' },
  {
    table: 'batch_row',
    column: 'identifier_cipher',
    ids: byBatchRow,
    form: 'bytes',
    key: 'data',
    trigger: 'batch_row_immutable',
  },
  {
    table: 'batch_row',
    column: 'target_cipher',
    ids: byBatchRow,
    form: 'bytes',
    key: 'data',
    trigger: 'batch_row_immutable',
  },
  { table: 'batch_uploaded_file', column: 'content_cipher', ids: byBatch, form: 'bytes', key: 'data' },
  {
    table: 'funding_payment_file',
    column: 'content_cipher',
    ids: [['payment_id', 'bigint']],
    form: 'bytes',
    key: 'data',
  },
  { table: 'report_file_part', column: 'content_cipher', ids: byId, form: 'bytes', key: 'data' },
  { table: 'user_account', column: 'draft_key', ids: byId, form: 'bytes', key: 'draft' },
  { table: 'user_account', column: 'second_factor_secret', ids: byId, form: 'bytes', key: 'data' },
  { table: 'user_account', column: 'second_factor_offer', ids: byId, form: 'bytes', key: 'data' },
  { table: 'webhook_endpoint', column: 'secret_cipher', ids: byId, form: 'bytes', key: 'data' },
  { table: 'webhook_endpoint', column: 'previous_secret_cipher', ids: byId, form: 'bytes', key: 'data' },
  { table: 'request_answer', column: 'answer', ids: byId, form: 'json', key: 'data' },
  { table: 'job', column: 'payload', ids: byId, form: 'json', key: 'data' },
]

/** Creates the files of the next keys without using them, so that they can be copied to all servers first. */
export async function prepareOnline(db: Db, folder: string): Promise<number> {
  const { current } = await readState(db)
  return createNextEncryptionKeys(folder, openKeySet(folder, current, 'createToken').keys).generation
}

/** Begins a rotation, or continues an interrupted one. */
export async function rotateOnline(db: Db, options: OnlineOptions): Promise<OnlineResult> {
  const { folder, progress, audit, maxWaitMs = MAX_WAIT_MS } = options
  const initialState = await readState(db)
  const previous = initialState.previous ?? (await beginRotation(db, folder, initialState.current))
  const { current } = await readState(db)
  const opened = openKeySet(folder, current, 'createToken')
  const { secrets } = opened
  let count = await encryptAgain(db, secrets, previous.generation, progress)
  await waitForWriters(db, previous.generation, maxWaitMs)
  // Servers may have written values with the old keys until now. Repeats until there are no such values.
  let countWrittenMeanwhile: number
  do {
    await pause(SETTLE_MS)
    countWrittenMeanwhile = await encryptAgain(db, secrets, previous.generation, progress)
    count += countWrittenMeanwhile
  } while (countWrittenMeanwhile > 0)
  const proof = await proveNewKeys(db, keysToSecrets(opened.keys, opened.earlierIndexKeys), progress)
  await inTransaction(db, async (trx) => {
    // The old keys are deleted after this commit, so the commit must be on disk first.
    await sql`SET LOCAL synchronous_commit = on`.execute(trx)
    await sql`DELETE FROM key_set WHERE state = 'previous'`.execute(trx)
    await audit(trx)
  })
  removeKeys(folder, previous.generation)
  return { generation: current.generation, count, proof }
}

interface RotationState {
  readonly current: StoredKeySet
  /** Undefined unless a rotation while servers run has begun. */
  readonly previous: StoredKeySet | undefined
}

/** Throws a CommandError during a rotation with stopped servers. */
async function readState(db: Db): Promise<RotationState> {
  const { current, next, previous } = await readKeySets(db)
  if (next)
    throw new CommandError(
      'A rotation with stopped servers was interrupted: complete it with keys rotate, without --online.',
    )
  if (!current) throw new Error('the database has no keys')
  return { current, previous }
}

/**
 * Makes the new keys the current ones. After the commit, servers encrypt with them. Returns the set of the old keys.
 */
async function beginRotation(db: Db, folder: string, current: StoredKeySet): Promise<StoredKeySet> {
  if (current.generation === LAST_GENERATION)
    throw new CommandError(`There have been ${LAST_GENERATION} sets of keys, which is the maximum.`)
  const opened = openKeySet(folder, current, 'createToken')
  const next = createNextEncryptionKeys(folder, opened.keys)
  // Files that existed already can have other index and token keys, which only a rotation with stopped servers replaces.
  const keepsOtherKeys = next.index.equals(opened.keys.index) && next.token.equals(opened.keys.token)
  if (!keepsOtherKeys)
    throw new CommandError(
      `The files of generation ${next.generation} in ${folder} belong to another rotation: remove them and run the command again.`,
    )
  await inTransaction(db, async (trx) => {
    await sql`SET LOCAL synchronous_commit = on`.execute(trx)
    await sql`UPDATE key_set SET state = 'previous', step = 'online', step_after = 0 WHERE state = 'current'`.execute(
      trx,
    )
    const secrets = keysToSecrets(next)
    await insertKeySet(trx, { state: 'current', keys: next, secrets, earlierIndexKeys: opened.earlierIndexKeys })
  })
  return { ...current, state: 'previous' }
}

/** SQL for the encrypted value as bytes. */
const encryptedBytesSql = ({ column, form }: EncryptedColumn): RawBuilder<unknown> =>
  form === 'bytes' ? sql.ref(column) : sql`decode(${sql.ref(column)}->>'encrypted', 'base64')`

/** SQL that is true for a row with a value. An erased value is empty. */
function hasValueSql({ column, form }: EncryptedColumn): RawBuilder<unknown> {
  const value = sql.ref(column)
  if (form === 'json') return sql`${value} IS NOT NULL AND ${value} ? 'encrypted'`
  return sql`${value} IS NOT NULL AND octet_length(${value}) > 0`
}

/** SQL that is true for a row whose value is encrypted with this generation: its first byte is the generation. */
const isOfGenerationSql = (target: EncryptedColumn, generation: number): RawBuilder<unknown> =>
  sql`CASE WHEN ${hasValueSql(target)} THEN get_byte(${encryptedBytesSql(target)}, 0) = ${generation} ELSE false END`

async function countRows(db: Db, target: EncryptedColumn, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(target.table)} WHERE ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Encrypts all values of the old generation with the new keys, and returns their number. */
async function encryptAgain(
  db: Db,
  secrets: Secrets,
  oldGeneration: number,
  progress: OnlineOptions['progress'],
): Promise<number> {
  let total = 0
  for (const target of encryptedColumns) total += await countRows(db, target, isOfGenerationSql(target, oldGeneration))
  if (total === 0) return 0

  const progressBar = progress('Encrypting again', total)
  let count = 0
  for (const target of encryptedColumns) {
    let chunk = await encryptChunk(db, target, { secrets, oldGeneration, fromId: FIRST_ID })
    while (chunk) {
      count += chunk.count
      progressBar.add(chunk.count)
      chunk = await encryptChunk(db, target, { secrets, oldGeneration, fromId: chunk.lastId })
    }
  }
  progressBar.end()
  return count
}

interface Chunk {
  readonly count: number
  /** The first of the ids of the last row. */
  readonly lastId: number
}

interface ChunkOptions {
  readonly secrets: Secrets
  readonly oldGeneration: number
  /** `lastId` of the chunk before, or FIRST_ID. */
  readonly fromId: number
}

/** Encrypts the next values of a column again. Undefined if no value is left. */
async function encryptChunk(
  db: Db,
  target: EncryptedColumn,
  { secrets, oldGeneration, fromId }: ChunkOptions,
): Promise<Chunk | undefined> {
  const { table, column, ids, form, key, trigger } = target
  const [[firstIdColumn]] = ids
  const idRefs = ids.map(([name]) => sql.ref(name))
  // Rows with `fromId` itself can be left, because a chunk can end between rows with the same first id.
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(idRefs)}, ${encryptedBytesSql(target)} AS old_value FROM ${sql.table(table)}
    WHERE ${sql.ref(firstIdColumn)} >= ${fromId} AND ${isOfGenerationSql(target, oldGeneration)}
    ORDER BY ${sql.join(idRefs)} LIMIT ${ROWS_PER_CHUNK}`.execute(db)
  const lastRow = rows.at(-1)
  if (!lastRow) return undefined
  const lastId = Number(lastRow[firstIdColumn])
  const newValues = rows.map((row) => {
    const oldValue = row['old_value'] as Buffer
    try {
      if (key === 'draft') return secrets.wrapDraftKey(secrets.unwrapDraftKey(oldValue))
      return secrets.encrypt(secrets.decrypt(oldValue))
    } catch {
      throw new CommandError(
        `The keys cannot decrypt ${table}.${column} of ${firstIdColumn} ${String(row[firstIdColumn])}.`,
      )
    }
  })
  const idColumns = ids.map(([name, type]) => [name, [type, rows.map((row) => row[name] as ColumnValue)]] as const)
  const values = columnsToTable('s', {
    ...Object.fromEntries(idColumns),
    old_value: ['bytea', rows.map((row) => row['old_value'] as Buffer)],
    new_value: ['bytea', newValues],
  })
  // `t` is the table, and `s` the new values.
  const storedValue = sql`t.${sql.ref(column)}`
  // PostgreSQL breaks base64 into lines.
  const newBase64 = sql`replace(encode(s.new_value, 'base64'), E'\n', '')`
  const isJson = form === 'json'
  const newValue = isJson ? sql`jsonb_set(${storedValue}, '{encrypted}', to_jsonb(${newBase64}))` : sql`s.new_value`
  const currentBytes = isJson ? sql`decode(${storedValue}->>'encrypted', 'base64')` : storedValue
  const isSameRowSql = sql.join(
    idRefs.map((idRef) => sql`t.${idRef} = s.${idRef}`),
    sql` AND `,
  )
  await inTransaction(db, async (trx) => {
    if (trigger) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
    // Skips values that a server has changed meanwhile.
    await sql`
      UPDATE ${sql.table(table)} t SET ${sql.ref(column)} = ${newValue}
      FROM ${values}
      WHERE ${isSameRowSql} AND ${currentBytes} = s.old_value`.execute(trx)
    if (trigger) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
    await sql`
      UPDATE key_set SET step = ${`${table}.${column}`}, step_after = ${lastId}
      WHERE state = 'previous'`.execute(trx)
  })
  return { count: rows.length, lastId }
}

const WRITERS_POLL_MS = 500

/**
 * Waits until no server encrypts with the keys of this generation. Servers notice the new keys within seconds, and a
 * server without their files stops.
 */
async function waitForWriters(db: Db, generation: number, maxWaitMs: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const { rows } = await countWriters(generation).execute(db)
    if (rows[0]?.writers === 0) return
    if (Date.now() > deadline)
      throw new CommandError(
        `A server still encrypts with the keys of generation ${generation}: check its log, then run the command again to continue.`,
      )
    await pause(WRITERS_POLL_MS)
  }
}

/** The number of first ids in a chunk of the proof, for a table in which many rows have the same first id. */
const FIRST_IDS_PER_CHUNK = 2

/** Decrypts all values with the new keys alone. Throws a CommandError about the first value that needs other keys. */
async function proveNewKeys(db: Db, secrets: Secrets, progress: OnlineOptions['progress']) {
  const counts = await Promise.all(encryptedColumns.map((target) => countRows(db, target, hasValueSql(target))))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const progressBar = progress('Proving', total)
  const proof: { column: string; count: number }[] = []
  for (const target of encryptedColumns) {
    const [[firstIdColumn]] = target.ids
    const idRef = sql.ref(firstIdColumn)
    const idsPerChunk = target.ids.length > 1 ? FIRST_IDS_PER_CHUNK : ROWS_PER_CHUNK
    let count = 0
    let provedUpToId = 0
    for (;;) {
      // A chunk has all rows with the next first ids, so that the next chunk can begin after the last of these ids.
      const nextIds = sql`
        SELECT DISTINCT ${idRef} AS id FROM ${sql.table(target.table)}
        WHERE ${idRef} > ${provedUpToId} ORDER BY 1 LIMIT ${idsPerChunk}`
      const { rows } = await sql<{ id: number; value: Buffer }>`
        SELECT ${idRef} AS id, ${encryptedBytesSql(target)} AS value FROM ${sql.table(target.table)}
        WHERE ${idRef} IN (${nextIds}) AND ${hasValueSql(target)} ORDER BY 1`.execute(db)
      const lastIds = await sql<{ id: number | null }>`SELECT max(id) AS id FROM (${nextIds}) AS ids`.execute(db)
      for (const { id, value } of rows) {
        try {
          if (target.key === 'draft') secrets.unwrapDraftKey(value)
          else secrets.decrypt(value)
        } catch {
          throw new CommandError(
            `${target.table}.${target.column} of ${firstIdColumn} ${id} still needs the old keys, which stay: run the command again.`,
          )
        }
      }
      count += rows.length
      progressBar.add(rows.length)
      const lastId = lastIds.rows[0]?.id
      if (lastId === null || lastId === undefined) break
      provedUpToId = Number(lastId)
    }
    proof.push({ column: `${target.table}.${target.column}`, count })
  }
  progressBar.end()
  return proof
}
