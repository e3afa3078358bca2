// The host's figures: verifying and posting 5,000 rows against the bare SQL of the same work, in turns within one run.
import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { judgeRows } from '#server/batches/judge-rows.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { columnsToSet } from '#server/db/sets.ts'
import { ROWS_A_PART } from '#server/ledger/process-batch.ts'
import { freshDatabase, secrets, withDemo } from './databases.ts'
import { atMost, type Figure, interleave, many, scaled, time } from './figure.ts'
import { barePosting, batchToPost, postBatch, transactionPerRow } from './host-posting.ts'

export const minutes = 15
const cardCount = scaled(20_000, 2_000)
const rowCount = scaled(5_000, 500)
/** A transaction a row is timed over a part of the rows, or the run would never end. */
const SINGLE_ROWS = 250

export async function figures(): Promise<Figure[]> {
  return measure(await withDemo(await freshDatabase(), cardCount))
}

async function measure(database: Database): Promise<Figure[]> {
  const { db } = database
  const rows = sampleRows(rowCount)
  const statements = countStatements(db)
  const context = contextOf(db)
  const verify = (on: SessionContext, elements = rows) =>
    judgeRows(on, { type: 'load', identifierType: 1, validation: ['loadlimit'], elements })
  const identifiers = rows.map((row) => row.identifier)

  const verifying = await interleave(
    {
      ours: () => time(() => verify(context)),
      join: () => time(() => bareJoin(db, identifiers)),
      single: () => time(() => verifyOneByOne(context, rows.slice(0, SINGLE_ROWS))),
    },
    7,
  )
  const posting = await interleave(
    {
      ours: async () => postBatch(db, await batchToPost(db, secrets, rows)),
      inOnePart: async () => postBatch(db, await batchToPost(db, secrets, rows), { partSize: rowCount }),
      bare: async () => barePosting(db, await batchToPost(db, secrets, rows)),
      single: async () => transactionPerRow(db, await batchToPost(db, secrets, rows.slice(0, SINGLE_ROWS))),
    },
    7,
  )

  const verifyStatements = await statements(() => verify(context))
  const batch = await batchToPost(db, secrets, rows)
  const postStatements = await statements(() => postBatch(db, batch))
  await database.close()
  const perRow = rowCount / SINGLE_ROWS
  const of = `${many(rowCount)} rows of ${many(cardCount)} cards`
  return [
    atMost('G14', `verify ${of}, compared with the SQL join alone`, verifying.ours / verifying.join, 2),
    atMost('G14', `verify ${of}, compared with single look-ups`, verifying.ours / (verifying.single * perRow), 0.1),
    atMost(
      'G15',
      `post ${of}, compared with one transaction per row`,
      posting.ours / (posting.single * perRow),
      1 / 20,
    ),
    atMost(
      'G15',
      `post ${of}, compared with bulk inserts and updates of the same rows`,
      posting.ours / posting.bare,
      1.5,
      'ratio',
      {
        note: `${Math.round(posting.ours)} and ${Math.round(posting.bare)} ms; as one chunk instead of ${Math.ceil(rowCount / ROWS_A_PART)} ${Math.round(posting.inOnePart)}`,
      },
    ),
    atMost('G18', `statements to verify ${of}`, verifyStatements, 8, 'statements'),
    atMost(
      'G18',
      `statements per chunk to post ${of}, without begin and commit`,
      postStatements / Math.ceil(rowCount / ROWS_A_PART),
      8,
      'statements',
    ),
  ]
}

/** The least that any verification must do: send the numbers' hashes, join, read the facts back. */
async function bareJoin(db: Db, identifiers: readonly string[]): Promise<void> {
  await sql`
    SELECT i.n, c.id, c.campaign_id, c.activated_at, c.stopped_at, c.retired_at, c.expires_on, c.kyc_passed, c.pan_masked,
           a.balance_cents, a.held_cents
    FROM ${columnsToSet([['bytea', identifiers.map((number) => secrets.panIndex(number))]])} WITH ORDINALITY AS i (hash, n)
    JOIN card c ON c.pan_hash = i.hash JOIN account a ON a.card_id = c.id
  `.execute(db)
}

async function verifyOneByOne(context: SessionContext, rows: ReturnType<typeof sampleRows>): Promise<void> {
  for (const row of rows)
    await judgeRows(context, { type: 'load', identifierType: 1, validation: ['loadlimit'], elements: [row] })
}

/** What the judging of a file looks at, and no more. */
function contextOf(db: Db): SessionContext {
  const viewer = { userId: 1, ownerId: voyager.ownerId }
  return { db, secrets, client: voyager, now: Date.now, viewer } as unknown as SessionContext
}

function countStatements(db: Db): (work: () => Promise<unknown>) => Promise<number> {
  let count = 0
  const executor = db.getExecutor()
  const prototype = Object.getPrototypeOf(executor) as typeof executor
  const original = prototype.executeQuery
  prototype.executeQuery = function counted<R>(this: typeof executor, query: CompiledQuery<R>) {
    count += 1
    return original.call(this, query) as Promise<QueryResult<R>>
  }
  return async (work) => {
    const before = count
    await work()
    return count - before
  }
}
