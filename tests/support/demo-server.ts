// The server's API over the demo programme, with calls as its users, and helpers for batches and balances.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Client } from '#brand/client.ts'
import { harbour } from '#brand/harbour.ts'
import { voyager } from '#brand/voyager.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import type { SampleRow } from '#server/demo/sample-batch.ts'
import { registerBatches } from '#server/batches/jobs.ts'
import type { StoredBatch } from '#server/batches/queries.ts'
import { type BatchRow, resultToText } from '#server/batches/row-queries.ts'
import type { Settings } from '#server/config/settings.ts'
import { registerFileMail } from '#server/feed/mail.ts'
import { registerFunding } from '#server/funding/mail.ts'
import { placeHolds } from '#server/ledger/place-holds.ts'
import { registerOrders } from '#server/orders/jobs.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { type ApiResponse, type CallParams, callWith, type TypedCall } from '#tests/support/call.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

/** A logged-in user. */
export interface Person {
  readonly id: number
  readonly call: TypedCall
}

export interface DemoServer extends InProcessServer {
  /** Starts a session of this user. `language`: the language of the user's calls, if it is not English. */
  readonly logIn: (username: string, language?: string) => Promise<Person>
}

interface Options {
  readonly maxConnections?: number
  readonly settings?: Partial<Settings>
}

export async function startDemoServer({ settings = {}, ...options }: Options = {}): Promise<DemoServer> {
  return serve(await freshDatabase('demo', options), voyager, testSecrets, settings)
}

/** Starts a second server of the same owner over the same database, with other keys; close it before the first. */
export function startWithKeys({ database }: DemoServer, secrets: Secrets): Promise<DemoServer> {
  return serve({ ...database, close: () => Promise.resolve() }, voyager, secrets)
}

/** Starts a second server of the same programme over the same database; close it before the first. */
export const startSecondServer = ({ database, server: { settings } }: DemoServer): Promise<DemoServer> =>
  serve({ ...database, close: () => Promise.resolve() }, voyager, testSecrets, settings)

/** Starts the server of the other owner, Harbour, over the same database; close it before the first. */
export function startHarbourServer({ database }: DemoServer): Promise<DemoServer> {
  return serve({ ...database, close: () => Promise.resolve() }, harbour)
}

async function serve(
  database: Database,
  client: Client,
  secrets = testSecrets,
  settings: Partial<Settings> = {},
): Promise<DemoServer> {
  const started = await startInProcess({ database, settings: { ...settings, client }, secrets })
  const { db } = database
  started.clock.now = Date.now()
  registerBatches(started.server)
  registerOrders(started.server)
  registerFunding(started.server)
  registerFileMail(started.server)
  const logIn = async (username: string, language?: string): Promise<Person> => {
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const token = await startSession(db, started.server, { id, username })
    return { id, call: callWith(started.url, token, language) }
  }
  return { ...started, logIn }
}

/** Uploads rows as a batch of loads and returns its id. */
export async function uploadLoads(
  maker: Person,
  rows: readonly SampleRow[],
  overrides: Partial<CallParams<'batchLoadUpload'>> = {},
): Promise<string> {
  return uploadedId(await maker.call('batchLoadUpload', loadUpload(rows, overrides)))
}

/** The parameters of an upload of these rows as loads. */
export const loadUpload = (
  rows: readonly SampleRow[],
  overrides: Partial<CallParams<'batchLoadUpload'>> = {},
): CallParams<'batchLoadUpload'> => ({
  requestId: randomUUID(),
  batchElements: [...rows],
  identifierType: 1,
  loadReference: 'Test loads',
  fileName: 'test.csv',
  batchLoadOptions: [],
  ...overrides,
})

export async function fingerprintOf(server: DemoServer, id: string): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`SELECT fingerprint FROM batch_file WHERE id = ${id}`.execute(
    server.database.db,
  )
  return rows[0]?.fingerprint ?? ''
}

/** Approves a batch. `scheduledDate`: the local time of its processing, e.g. '2026-11-22 10:00:00'; now by default. */
export async function approve(server: DemoServer, checker: Person, id: string, scheduledDate?: string) {
  return checker.call('approveBatchLoad', {
    batchLoadFileID: id,
    fingerprint: await fingerprintOf(server, id),
    ...(scheduledDate !== undefined && { scheduledDate }),
  })
}

export interface MoveRow {
  readonly identifier: string
  readonly identifierTo?: string
  readonly amount: string
}

export const transferUpload = (
  rows: readonly MoveRow[],
  overrides: Partial<CallParams<'batchTransferUpload'>> = {},
): CallParams<'batchTransferUpload'> => ({
  requestId: randomUUID(),
  batchElements: [...rows],
  identifierType: 1,
  loadReference: 'Test transfers',
  fileName: 'transfers.csv',
  batchTransferOptions: [],
  ...overrides,
})

export const devalueUpload = (
  rows: readonly MoveRow[],
  overrides: Partial<CallParams<'batchDevalueUpload'>> = {},
): CallParams<'batchDevalueUpload'> => ({
  requestId: randomUUID(),
  batchElements: [...rows],
  identifierType: 1,
  batchDescription: 'Test devalues',
  fileName: 'devalues.xlsx',
  retire: false,
  ...overrides,
})

/** The id of the uploaded batch; throws an error with the response if the upload was refused. */
export function uploadedId(response: ApiResponse & { readonly batchLoadFileID?: string }): string {
  if (response.resultCode !== '0' || !response.batchLoadFileID) throw new Error(JSON.stringify(response).slice(0, 600))
  return response.batchLoadFileID
}

/** A card's balance in cents. */
export async function balanceOf({ database }: DemoServer, cardId: number | undefined): Promise<number> {
  const { rows } = await sql<{ balance_cents: number }>`
    SELECT balance_cents FROM account WHERE card_id = ${cardId}`.execute(database.db)
  if (!rows[0]) throw new Error(`There is no card ${cardId}`)
  return rows[0].balance_cents
}

/** Places a merchant's hold of this many cents on a card's balance. */
export const placeHoldOn = (db: Db, cardId: number, amountCents: number): Promise<void> =>
  db.transaction().execute((trx) =>
    placeHolds(
      trx,
      sql`
        SELECT card_id, id AS account_id, ${amountCents}::bigint AS amount, now() AS authorised_at,
               NULL::timestamptz AS first_authorised_at, 'Hotel' AS description, 'M1' AS merchant_id, '1' AS auth_number
        FROM account WHERE card_id = ${cardId}`,
    ),
  )

/** The rows of a batch with their results. */
export async function resultsOf({ database }: DemoServer, id: string) {
  const { rows } = await sql<
    Pick<BatchRow, 'state' | 'amount_cents' | 'result_text'> & Pick<StoredBatch, 'kind' | 'retire'>
  >`
    SELECT r.state, r.amount_cents, r.result_text, f.kind, f.retire
    FROM batch_row r JOIN batch_file f ON f.id = r.batch_id WHERE f.id = ${id} ORDER BY r.row_no`.execute(database.db)
  return rows.map((row) => ({ state: row.state, result_text: resultToText(row, row) }))
}
