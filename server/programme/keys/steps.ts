// The steps of a key rotation: every column of the database that depends on a key, table by table. A new hashed column
// needs a line here. A new encrypted column also needs a line in rotate-online.ts. A test reports a missing line.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { isErased } from '#server/keys/card-secrets.ts'
import { columnsToTable, type ColumnType, type ColumnValue } from '#server/db/sets.ts'
import { mapUnlessNull, type Rekeying } from './rekeying.ts'

export interface Step {
  /** The name is stored in the database, to find where an interrupted rotation continues. */
  readonly name: string
  /** Counts the rows of the step. */
  readonly count: (db: Db) => Promise<number>
  /** Reads the next rows after an id, few enough for one transaction. Undefined if none are left. */
  readonly readNextChunk: (db: Db, after: number) => Promise<Chunk | undefined>
}

export interface Chunk {
  /** The last id of the chunk. */
  readonly lastId: number
  /** The number of rows. */
  readonly count: number
  /** Throws UnreadableValue if a value cannot be decrypted. */
  readonly toNewValues: (rekeying: Rekeying) => NewValues
  /** Writes the new values of these rows. */
  readonly write: (trx: Db, newValues: NewValues) => Promise<void>
}

/** For each row of the chunk, the new values by column. */
type NewValues = readonly Readonly<Record<string, ColumnValue>>[]

/** Its message names the value that cannot be decrypted. */
export class UnreadableValue extends Error {}

interface StepDefinition<Row> {
  readonly name: string
  /** What a row is called in error messages, before its id: 'card'. */
  readonly subject: string
  readonly table: string
  /** The condition of the rows that depend on a key. Without a condition, all rows depend on a key. */
  readonly where?: RawBuilder<unknown>
  /** The column whose values divide the table into chunks. */
  readonly id: string
  /** The table to whose ids the column `id` refers, if this column is not unique. Its ids then divide the chunks. */
  readonly parent?: string
  /** Ids per chunk. */
  readonly chunkSize: number
  /** The columns that are read. */
  readonly columns: readonly string[]
  /** The additional columns that identify a row, if `id` is not unique. */
  readonly otherIdColumns?: readonly (readonly [string, ColumnType])[]
  /** The columns that are written, with the function that returns the new value. */
  readonly set: readonly (readonly [
    column: string,
    type: ColumnType,
    toValue: (row: Row, rekeying: Rekeying) => ColumnValue,
  ])[]
  /** The trigger that refuses changes of these rows. It is disabled during the update. */
  readonly trigger?: string
}

const ALL_ROWS = sql`true`

function defineStep<Row extends { readonly id: number }>(step: StepDefinition<Row>): Step {
  const { name, subject, id, parent, chunkSize, columns, otherIdColumns = [], set, trigger } = step
  const table = sql.table(step.table)
  const where = step.where ?? ALL_ROWS
  const idRef = sql.ref(id)
  /** The columns that identify a row, named as in `Row`. */
  const idColumns = [['id', 'bigint'] as const, ...otherIdColumns]
  const write = async (trx: Db, rows: readonly Row[], newValues: NewValues) => {
    if (rows.length === 0) return
    // The table `s` has the columns that identify a row, and the new value of each column of `set`: new_pin_hash …
    const ids = idColumns.map(
      ([field, type]) => [field, [type, rows.map((row) => row[field as keyof Row] as ColumnValue)]] as const,
    )
    const newColumns = set.map(
      ([column, type]) => [`new_${column}`, [type, newValues.map((values) => values[column] ?? null)]] as const,
    )
    const valueTable = columnsToTable('s', Object.fromEntries([...ids, ...newColumns]))
    const assignments = set.map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`s.new_${column}`)}`)
    const sameIdConditions = idColumns.map(([field]) => {
      const columnName = field === 'id' ? id : field
      return sql`${sql.ref(`t.${columnName}`)} = ${sql.ref(`s.${field}`)}`
    })
    if (trigger) await sql`ALTER TABLE ${table} DISABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
    await sql`
      UPDATE ${table} t SET ${sql.join(assignments)}
      FROM ${valueTable}
      WHERE ${sql.join(sameIdConditions, sql` AND `)}
    `.execute(trx)
    if (trigger) await sql`ALTER TABLE ${table} ENABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
  }
  return {
    name,
    count: async (db) => {
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${table} WHERE ${where}`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },
    readNextChunk: async (db, after) => {
      const chunkIdRef = parent ? sql.ref('id') : idRef
      const chunkIds = await sql<{ id: number }>`
        SELECT ${chunkIdRef} AS id FROM ${sql.table(parent ?? step.table)}
        WHERE ${chunkIdRef} > ${after} ORDER BY 1 LIMIT ${chunkSize}`.execute(db)
      const lastId = chunkIds.rows.at(-1)?.id
      if (lastId === undefined) return undefined
      const selectedColumns = [...columns, ...otherIdColumns.map(([field]) => field)]
      const { rows } = await sql<Row>`
        SELECT ${idRef} AS id, ${sql.join(selectedColumns.map((field) => sql.ref(field)))}
        FROM ${table} WHERE ${idRef} > ${after} AND ${idRef} <= ${lastId} AND ${where}`.execute(db)
      return {
        lastId,
        count: rows.length,
        toNewValues: (rekeying) =>
          rows.map((row) => {
            try {
              return Object.fromEntries(set.map(([column, , toValue]) => [column, toValue(row, rekeying)]))
            } catch {
              throw new UnreadableValue(`${subject} ${row.id}`)
            }
          }),
        write: (trx, newValues) => write(trx, rows, newValues),
      }
    },
  }
}

interface CardRow {
  readonly id: number
  readonly pan_cipher: Buffer
  readonly cvv_cipher: Buffer
  readonly pin_hash: Buffer | null
}

const cards = defineStep<CardRow>({
  name: 'cards',
  subject: 'card',
  table: 'card',
  id: 'id',
  chunkSize: 1_000,
  columns: ['pan_cipher', 'cvv_cipher', 'pin_hash'],
  set: [
    ['pan_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.pan_cipher)],
    [
      'cvv_cipher',
      'bytea',
      (row, rekeying) => (isErased(row.cvv_cipher) ? row.cvv_cipher : rekeying.reencrypt(row.cvv_cipher)),
    ],
    [
      'pan_hash',
      'bytea',
      (row, { oldSecrets, newSecrets }) => newSecrets.panIndex(oldSecrets.decryptText(row.pan_cipher)),
    ],
    [
      'pan_prefix_hash',
      'bytea',
      (row, { oldSecrets, newSecrets }) => newSecrets.panPrefixIndex(oldSecrets.decryptText(row.pan_cipher)),
    ],
    ['pin_hash', 'bytea', (row, rekeying) => mapUnlessNull(row.pin_hash, rekeying.rehash)],
  ],
})

interface BatchRow {
  readonly id: number
  readonly row_no: number
  readonly identifier_cipher: Buffer
  readonly target_cipher: Buffer | null
}

const batchRows = defineStep<BatchRow>({
  name: 'batch rows',
  subject: 'a row of batch',
  table: 'batch_row',
  where: sql`identifier_cipher IS NOT NULL`,
  id: 'batch_id',
  parent: 'batch_file',
  chunkSize: 2,
  columns: ['identifier_cipher', 'target_cipher'],
  otherIdColumns: [['row_no', 'integer']],
  set: [
    ['identifier_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.identifier_cipher)],
    [
      'identifier_hash',
      'bytea',
      (row, { oldSecrets, newSecrets }) => newSecrets.panIndex(oldSecrets.decryptText(row.identifier_cipher)),
    ],
    ['target_cipher', 'bytea', (row, rekeying) => mapUnlessNull(row.target_cipher, rekeying.reencrypt)],
    [
      'target_hash',
      'bytea',
      (row, { oldSecrets, newSecrets }) =>
        mapUnlessNull(row.target_cipher, (cipher) => newSecrets.panIndex(oldSecrets.decryptText(cipher))),
    ],
  ],
  trigger: 'batch_row_immutable',
})

const uploadedFiles = defineStep<{ id: number; content_cipher: Buffer }>({
  name: 'uploaded files',
  subject: 'the file of batch',
  table: 'batch_uploaded_file',
  id: 'batch_id',
  chunkSize: 2,
  columns: ['content_cipher'],
  set: [['content_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.content_cipher)]],
})

const paymentFiles = defineStep<{ id: number; content_cipher: Buffer }>({
  name: 'files of payments',
  subject: 'the file of payment',
  table: 'funding_payment_file',
  id: 'payment_id',
  chunkSize: 2,
  columns: ['content_cipher'],
  set: [['content_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.content_cipher)]],
})

const reportFileParts = defineStep<{ id: number; content_cipher: Buffer }>({
  name: 'made report files',
  subject: 'the part of a report file',
  table: 'report_file_part',
  id: 'id',
  chunkSize: 4,
  columns: ['content_cipher'],
  set: [['content_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.content_cipher)]],
})

const batchFingerprints = defineStep<{ id: number; fingerprint: string }>({
  name: 'fingerprints of batches',
  subject: 'batch',
  table: 'batch_file',
  id: 'id',
  chunkSize: 1_000,
  columns: ['fingerprint'],
  set: [['fingerprint', 'text', (row, rekeying) => rekeying.refingerprint(row.fingerprint)]],
  trigger: 'batch_file_immutable',
})

const orderFingerprints = defineStep<{ id: number; fingerprint: string }>({
  name: 'fingerprints of orders',
  subject: 'order',
  table: 'card_order',
  id: 'id',
  chunkSize: 1_000,
  columns: ['fingerprint'],
  set: [['fingerprint', 'text', (row, rekeying) => rekeying.refingerprint(row.fingerprint)]],
  trigger: 'card_order_immutable',
})

interface UserRow {
  readonly id: number
  readonly draft_key: Buffer
  readonly second_factor_secret: Buffer | null
  readonly second_factor_offer: Buffer | null
}

const users = defineStep<UserRow>({
  name: 'users',
  subject: 'user',
  table: 'user_account',
  id: 'id',
  chunkSize: 1_000,
  columns: ['draft_key', 'second_factor_secret', 'second_factor_offer'],
  set: [
    ['draft_key', 'bytea', (row, rekeying) => rekeying.rewrapDraftKey(row.draft_key)],
    ['second_factor_secret', 'bytea', (row, rekeying) => mapUnlessNull(row.second_factor_secret, rekeying.reencrypt)],
    ['second_factor_offer', 'bytea', (row, rekeying) => mapUnlessNull(row.second_factor_offer, rekeying.reencrypt)],
  ],
})

const recoveryCodes = defineStep<{ id: number; code_hash: Buffer }>({
  name: 'recovery codes',
  subject: 'the recovery codes of user',
  table: 'recovery_code',
  id: 'user_id',
  parent: 'user_account',
  chunkSize: 200,
  columns: [],
  otherIdColumns: [['code_hash', 'bytea']],
  set: [['code_hash', 'bytea', (row, rekeying) => rekeying.rehash(row.code_hash)]],
})

const emailCodes = defineStep<{ id: number; code_hash: Buffer }>({
  name: 'codes by e-mail',
  subject: 'the code of user',
  table: 'email_code',
  id: 'user_id',
  chunkSize: 1_000,
  columns: ['code_hash'],
  set: [['code_hash', 'bytea', (row, rekeying) => rekeying.rehash(row.code_hash)]],
})

const wrongPasswords = defineStep<{ id: number; name_key: Buffer }>({
  name: 'wrong passwords',
  subject: 'wrong password',
  table: 'wrong_password',
  id: 'id',
  chunkSize: 1_000,
  columns: ['name_key'],
  set: [['name_key', 'bytea', (row, rekeying) => rekeying.rehash(row.name_key)]],
})

interface WebhookRow {
  readonly id: number
  readonly secret_cipher: Buffer
  readonly previous_secret_cipher: Buffer | null
}

const webhookEndpoints = defineStep<WebhookRow>({
  name: 'webhook endpoints',
  subject: 'endpoint',
  table: 'webhook_endpoint',
  id: 'id',
  chunkSize: 100,
  columns: ['secret_cipher', 'previous_secret_cipher'],
  set: [
    ['secret_cipher', 'bytea', (row, rekeying) => rekeying.reencrypt(row.secret_cipher)],
    [
      'previous_secret_cipher',
      'bytea',
      (row, rekeying) => mapUnlessNull(row.previous_secret_cipher, rekeying.reencrypt),
    ],
  ],
})

interface StoredResponseRow {
  readonly id: number
  readonly params_hash: Buffer
  readonly link_hash: Buffer | null
  readonly answer: { readonly encrypted: string }
}

const storedResponses = defineStep<StoredResponseRow>({
  name: 'kept answers',
  subject: 'kept answer',
  table: 'request_answer',
  id: 'id',
  chunkSize: 200,
  columns: ['params_hash', 'link_hash', 'answer'],
  set: [
    ['params_hash', 'bytea', (row, rekeying) => rekeying.rehash(row.params_hash)],
    ['link_hash', 'bytea', (row, rekeying) => mapUnlessNull(row.link_hash, rekeying.rehash)],
    ['answer', 'jsonb', (row, rekeying) => JSON.stringify({ encrypted: rekeying.reencryptText(row.answer.encrypted) })],
  ],
})

interface JobRow {
  readonly id: number
  readonly payload: { readonly encrypted: string }
}

/** Queued mails and reminders. */
const jobs = defineStep<JobRow>({
  name: 'jobs',
  subject: 'job',
  table: 'job',
  where: sql`payload ? 'encrypted'`,
  id: 'id',
  chunkSize: 200,
  columns: ['payload'],
  set: [
    [
      'payload',
      'jsonb',
      (row, rekeying) => JSON.stringify({ ...row.payload, encrypted: rekeying.reencryptText(row.payload.encrypted) }),
    ],
  ],
})

/**
 * All steps, in the order of execution. A step must never be renamed, because an interrupted rotation stores the name of
 * the step where it continues.
 */
export const steps: readonly Step[] = [
  users,
  cards,
  batchRows,
  uploadedFiles,
  paymentFiles,
  reportFileParts,
  batchFingerprints,
  orderFingerprints,
  recoveryCodes,
  emailCodes,
  wrongPasswords,
  webhookEndpoints,
  storedResponses,
  jobs,
]
