// The hash chain over the audit trail. Each entry gets a keyed hash of its content and the previous hash, so that
// changed, deleted, inserted or moved entries are found. The key is not in the database, so the owner of the tables
// cannot create a valid chain. Entries are chained a moment after they were written: if each call extended the chain,
// all calls would have to run one after another (docs/decisions/441-a-chain-over-the-audit-trail.md). A new column of
// the trail is nullable and has no default, since the hashes of older entries must stay as they are.
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/units.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { type ColumnTypes, type ColumnValues, insertRows } from '#server/db/sets.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Head, headToText } from './head.ts'
import { sendEntries } from './send-entries.ts'
import { advisoryLocks } from '#server/db/advisory-locks.ts'

/**
 * No transaction takes this long. So an entry that appears in the trail with an older time was not written by the
 * server.
 */
export const MAX_DELAY_MS = HOUR_MS

/**
 * The content of an entry that is hashed: all columns that have a value. Columns without a value are left out, so that
 * a column that is added later does not change the hashes of older entries. The time is a number, because the text of a
 * time depends on the time zone of the connection.
 */
const entryContent = sql<string>`
  jsonb_strip_nulls(to_jsonb(e) || jsonb_build_object('at', (extract(epoch FROM e.at) * 1000000)::bigint))::text`

interface ChainLink {
  readonly position: number
  readonly chainedAt: Date
  readonly generation: number
}

type ChainKeys = Pick<Services['secrets'], 'chainGeneration' | 'chainHash'>

const hashEntry = (
  { chainHash }: ChainKeys,
  { position, chainedAt, generation }: ChainLink,
  { previousHash, text }: { readonly previousHash: string; readonly text: string },
) => chainHash(generation, `${previousHash} ${position} ${chainedAt.getTime()} ${text}`)

/**
 * The MAC of an anchor. An anchor has the position and hash of the last deleted entry. The chain continues from there
 * after old entries were deleted.
 */
const anchorMac = (
  { chainHash }: ChainKeys,
  generation: number,
  { position, hash }: { readonly position: number; readonly hash: Uint8Array },
) => chainHash(generation, `anchor ${position} ${toHex(hash)}`)

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The MAC of the head that is stored outside the trail. */
const headMac = ({ chainHash }: ChainKeys, generation: number, { position, hash }: Head) =>
  chainHash(generation, `head ${position} ${hash}`)

/**
 * The newest head that was stored outside the trail, in `ledger_proof`. 'forged' if its MAC is wrong. Undefined if no
 * head is stored.
 */
async function readStoredHead(db: Db, secrets: ChainKeys): Promise<Head | 'forged' | undefined> {
  const { rows } = await sql<{ position: number | null; hash: Buffer; generation: number; mac: Buffer }>`
    SELECT trail_position AS position, trail_hash AS hash, trail_generation AS generation, trail_mac AS mac
    FROM ledger_proof`.execute(db)
  const [row] = rows
  if (!row || row.position === null) return undefined
  const head = { position: row.position, hash: toHex(row.hash) }
  return headMac(secrets, row.generation, head)?.equals(row.mac) ? head : 'forged'
}

/**
 * Stores the head instead of the stored head. If the trail does not contain the stored head, the stored head stays, so
 * that the next check reports the fault.
 */
async function storeHead(trx: Db, secrets: ChainKeys, head: Head): Promise<void> {
  const storedHead = await readStoredHead(trx, secrets)
  if (storedHead === 'forged') return
  if (storedHead !== undefined && !(await containsHead(trx, secrets, storedHead))) return
  const { chainGeneration: generation } = secrets
  const mac = headMac(secrets, generation, head)
  if (!mac) throw new Error('no key of this generation')
  await sql`
    UPDATE ledger_proof SET trail_position = ${head.position}, trail_hash = ${Buffer.from(head.hash, 'hex')},
      trail_generation = ${generation}, trail_mac = ${mac}`.execute(trx)
}

/** True if the trail has this head as a link, or if `erase expired` has deleted this link. */
export async function containsHead(db: Db, secrets: ChainKeys, { position, hash }: Head): Promise<boolean> {
  const link = await db.selectFrom('audit_link').select('hash').where('position', '=', position).executeTakeFirst()
  if (link) return toHex(link.hash) === hash
  const anchor = await readAnchor(db)
  const wasDeleted = anchor !== undefined && anchor.position >= position
  return wasDeleted && isGenuine(secrets, anchor)
}

interface Anchor {
  readonly position: number
  readonly hash: Buffer
  readonly generation: number
  readonly mac: Buffer
}

const readAnchor = (db: Db): Promise<Anchor | undefined> =>
  db.selectFrom('audit_anchor').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst()

const isGenuine = (secrets: ChainKeys, anchor: Anchor): boolean =>
  anchorMac(secrets, anchor.generation, anchor)?.equals(anchor.mac) === true

export interface ChainProgress {
  /** The number of entries that were chained. */
  readonly count: number
  /** The id after which to continue. Undefined if no entries are left. */
  readonly next: number | undefined
  readonly head: Head | undefined
}

const linkColumns = {
  position: 'bigint',
  event_id: 'bigint',
  chained_at: 'timestamptz',
  generation: 'integer',
  hash: 'bytea',
} as const satisfies ColumnTypes

/**
 * Chains the next entries after the id `after`. Without an id, starts after the entries that were chained more than
 * MAX_DELAY_MS ago, because no new entry can appear before these entries.
 */
export async function chainEntries(
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  after?: number,
  limit = 2_000,
): Promise<ChainProgress> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.auditChain})`.execute(trx)
    const head = await readHead(trx)
    const previousId = after ?? (await findLastIdChainedBefore(trx, new Date(now() - MAX_DELAY_MS)))
    // The range of ids comes from a separate query. If the query below had the limit, it would read all links each time.
    const { rows: ranges } = await sql<{ last: number | null; count: number }>`
      SELECT max(id) AS last, count(*)::int AS count
      FROM (SELECT id FROM audit_event WHERE id > ${previousId} ORDER BY id LIMIT ${limit}) next`.execute(trx)
    const lastId = ranges[0]?.last ?? null
    const scannedCount = ranges[0]?.count ?? 0
    const { rows } = await sql<{ id: number; text: string }>`
      SELECT e.id, ${entryContent} AS text FROM audit_event e
      WHERE e.id > ${previousId} AND e.id <= ${lastId} AND NOT EXISTS (SELECT FROM audit_link s WHERE s.event_id = e.id)
      ORDER BY e.id`.execute(trx)
    const chainedAt = new Date(now())
    const { chainGeneration: generation } = secrets
    let newHead = head
    const links: ColumnValues<typeof linkColumns>[] = []
    for (const { id, text } of rows) {
      const position = (newHead?.position ?? 0) + 1
      const previousHash = newHead?.hash ?? ''
      const hash = hashEntry(secrets, { position, chainedAt, generation }, { previousHash, text })
      if (!hash) throw new Error('no key of this generation')
      links.push({ position, event_id: id, chained_at: chainedAt, generation, hash })
      newHead = { position, hash: toHex(hash) }
    }
    if (newHead && links.length > 0) {
      await insertRows(trx, 'audit_link', linkColumns, links)
      await storeHead(trx, secrets, newHead)
      await sendEntries(trx, head?.position ?? 0, chainedAt)
    }
    const canHaveMore = lastId !== null && scannedCount === limit
    return { count: links.length, next: canHaveMore ? lastId : undefined, head: newHead }
  })
}

export async function readHead(db: Db): Promise<Head | undefined> {
  const { rows } = await sql<{ position: number; hash: Buffer }>`
    SELECT position, hash FROM audit_link UNION ALL SELECT position, hash FROM audit_anchor
    ORDER BY position DESC LIMIT 1`.execute(db)
  return rows[0] && { position: rows[0].position, hash: toHex(rows[0].hash) }
}

/** The id of the last entry that was chained before this time. 0 if there is none. */
async function findLastIdChainedBefore(db: Db, before: Date): Promise<number> {
  const row = await db
    .selectFrom('audit_link')
    .select('event_id')
    .where('chained_at', '<', before)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.event_id ?? 0
}

export interface TrailFault {
  /** The id of the entry. Undefined if the fault is in the chain itself. */
  readonly entry: number | undefined
  /** Undefined if the entry is not chained. */
  readonly position: number | undefined
  /**
   * 'cutOff': the chain ends before a recorded head. 'otherHead': the chain is long enough, but has another hash at the
   * position of a recorded head. 'headForged': the head that is stored outside the trail was changed. 'emptied': there
   * is no entry, although someone has used the programme.
   */
  readonly problem:
    | 'changed'
    | 'deleted'
    | 'inserted'
    | 'linkMissing'
    | 'anchorForged'
    | 'cutOff'
    | 'otherHead'
    | 'headForged'
    | 'emptied'
}

export interface VerifiedTrail {
  /** The number of chained entries that were checked. */
  readonly count: number
  /** The number of entries that are not chained yet. */
  readonly unchained: number
  readonly head: Head | undefined
  /** The position of the last entry that a command has deleted. The chain starts after it. */
  readonly prunedTo: number | undefined
  /** In the order of the chain. */
  readonly faults: readonly TrailFault[]
}

interface LinkedRow extends ChainLink {
  readonly eventId: number
  readonly hash: Buffer
  readonly text: string | null
  readonly at: Date | null
}

/**
 * Checks every link against its entry. The chain must still contain two heads: the head that is stored outside the
 * chain, and `recordedHead`, the head of an earlier check.
 */
export async function verifyTrail(
  db: Db,
  secrets: ChainKeys,
  { recordedHead, chunkSize = 5_000 }: { readonly recordedHead?: Head | undefined; readonly chunkSize?: number } = {},
): Promise<VerifiedTrail> {
  // All statements see one snapshot, so that entries that `erase expired` deletes in the meantime cause no fault.
  if (!db.isTransaction)
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => verifyTrail(trx, secrets, { recordedHead, chunkSize }))
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  const faults: TrailFault[] = []
  const anchor = await readAnchor(db)
  if (anchor && !isGenuine(secrets, anchor)) faults.push(chainFault('anchorForged', anchor.position))
  let head: Head | undefined = anchor && { position: anchor.position, hash: toHex(anchor.hash) }
  const storedHeadOrForged = await readStoredHead(db, secrets)
  const storedHead = storedHeadOrForged === 'forged' ? undefined : storedHeadOrForged
  if (storedHeadOrForged === 'forged') faults.push(chainFault('headForged'))
  // The expected heads that were not found yet, by their texts. Two equal heads are reported once.
  const expectedHeads = [recordedHead, storedHead].filter((expected) => expected !== undefined)
  const missingHeads = new Map(expectedHeads.map((expected) => [headToText(expected), expected]))
  const markAsFound = (foundHead: Head) => missingHeads.delete(headToText(foundHead))
  if (head) markAsFound(head)
  // A stored head before the anchor was deleted with the expired entries.
  if (storedHead && anchor && storedHead.position < anchor.position) markAsFound(storedHead)
  let newestMs = 0
  let count = 0
  for (;;) {
    const lastPosition = head?.position ?? 0
    const { rows } = await sql<LinkedRow>`
      SELECT s.position, s.event_id AS "eventId", s.chained_at AS "chainedAt", s.generation, s.hash, e.at,
             CASE WHEN e.id IS NOT NULL THEN ${entryContent} END AS text
      FROM audit_link s LEFT JOIN audit_event e ON e.id = s.event_id
      WHERE s.position > ${lastPosition} ORDER BY s.position LIMIT ${chunkSize}`.execute(db)
    for (const row of rows) {
      const { position, eventId: entry, at } = row
      const expectedPosition: number = (head?.position ?? 0) + 1
      const followsHead = position === expectedPosition
      if (!followsHead) faults.push(chainFault('linkMissing', expectedPosition))
      const hashOfHead: string = head?.hash ?? ''
      // After a missing link the previous hash is unknown.
      const previousHash = followsHead ? hashOfHead : undefined
      const problem = findEntryProblem(secrets, row, { previousHash, newestMs })
      if (problem !== undefined) faults.push({ entry, position, problem })
      else if (at) newestMs = Math.max(newestMs, at.getTime())
      head = { position, hash: toHex(row.hash) }
      markAsFound(head)
    }
    count += rows.length
    if (rows.length < chunkSize) break
  }
  for (const { position } of missingHeads.values()) {
    const isChainShorter = (head?.position ?? 0) < position
    faults.push(chainFault(isChainShorter ? 'cutOff' : 'otherHead', position))
  }
  const unchained = await findUnchained(db, new Date(newestMs - MAX_DELAY_MS))
  const { firstOldId } = unchained
  if (count > 0 && firstOldId !== null) faults.push({ entry: firstOldId, position: undefined, problem: 'inserted' })
  const isEmpty = count === 0 && unchained.count === 0 && anchor === undefined
  if (isEmpty && (await hasBeenUsed(db))) faults.push(chainFault('emptied'))
  return { count, unchained: unchained.count, head, prunedTo: anchor?.position, faults }
}

/** A fault of the chain itself, not of an entry. */
const chainFault = (problem: TrailFault['problem'], position?: number): TrailFault => ({
  entry: undefined,
  position,
  problem,
})

interface UnchainedEntries {
  readonly count: number
  /** The id of the first unchained entry that has a time before `oldBefore`. */
  readonly firstOldId: number | null
}

async function findUnchained(db: Db, oldBefore: Date): Promise<UnchainedEntries> {
  const { rows } = await sql<UnchainedEntries>`
    SELECT count(*)::int AS count, min(e.id) FILTER (WHERE e.at < ${oldBefore}) AS "firstOldId"
    FROM audit_event e WHERE NOT EXISTS (SELECT FROM audit_link s WHERE s.event_id = e.id)`.execute(db)
  return rows[0] ?? { count: 0, firstOldId: null }
}

interface EntryContext {
  /** The hash of the link before this entry. Undefined if that link is missing. */
  readonly previousHash: string | undefined
  /** The time of the newest of all entries before this entry. */
  readonly newestMs: number
}

function findEntryProblem(
  secrets: ChainKeys,
  row: LinkedRow,
  { previousHash, newestMs }: EntryContext,
): 'deleted' | 'changed' | 'inserted' | undefined {
  const { text, at } = row
  if (text === null || at === null) return 'deleted'
  if (previousHash !== undefined) {
    const expectedHash = hashEntry(secrets, row, { previousHash, text })
    if (!expectedHash?.equals(row.hash)) return 'changed'
  }
  const isTooOld = at.getTime() < newestMs - MAX_DELAY_MS
  const isTooNew = at.getTime() > row.chainedAt.getTime() + MAX_DELAY_MS
  return isTooOld || isTooNew ? 'inserted' : undefined
}

/**
 * True if a user was added or has logged in. Both write an entry, so the trail cannot be empty. The users of the demo
 * programme are added without an entry, so only their logins count.
 */
async function hasBeenUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    SELECT EXISTS (SELECT FROM user_account u JOIN owner o ON o.id = u.owner_id
        WHERE NOT o.is_demo OR u.last_login_at IS NOT NULL)
      OR EXISTS (SELECT FROM user_session) AS "isUsed"`.execute(db)
  return rows[0]?.isUsed === true
}

/** Stores the result of a verification, for the metrics. */
export async function storeVerification(db: Db, faults: number, now: number): Promise<void> {
  await sql`UPDATE ledger_proof SET trail_verified_at = ${new Date(now)}, trail_faults = ${faults}`.execute(db)
}

/** The time of the last verification. Undefined before the first one. */
export async function readLastVerificationTime(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`SELECT trail_verified_at AS at FROM ledger_proof`.execute(db)
  return rows[0]?.at ?? undefined
}

/**
 * Deletes the oldest chained entries that were written before a time, and stores the last of them as the anchor.
 * Returns the number of deleted entries. The caller repeats the call until it returns 0. Only the owner of the tables
 * can do this, because triggers that refuse deletions must be disabled.
 */
export async function pruneTrail(
  { db, secrets, now }: Pick<Services, 'db' | 'secrets' | 'now'>,
  before: Date,
  limit = 20_000,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.auditChain})`.execute(trx)
    const { rows } = await sql<{ position: number; hash: Buffer; at: Date | null }>`
      SELECT s.position, s.hash, e.at FROM audit_link s LEFT JOIN audit_event e ON e.id = s.event_id
      ORDER BY s.position LIMIT ${limit}`.execute(trx)
    const firstKeptIndex = rows.findIndex(({ at }) => at !== null && at >= before)
    const rowsToDelete = firstKeptIndex < 0 ? rows : rows.slice(0, firstKeptIndex)
    const lastRowToDelete = rowsToDelete.at(-1)
    if (!lastRowToDelete) return 0
    const { position, hash } = lastRowToDelete
    const mac = anchorMac(secrets, secrets.chainGeneration, lastRowToDelete)
    if (!mac) throw new Error('no key of this generation')
    await trx
      .insertInto('audit_anchor')
      .values({ position, hash, generation: secrets.chainGeneration, mac, pruned_at: new Date(now()) })
      .execute()
    await withoutTrigger(trx, { table: 'audit_event', trigger: 'audit_event_append_only' }, () =>
      sql`DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_link WHERE position <= ${position})`.execute(
        trx,
      ),
    )
    const deleted = await withoutTrigger(trx, { table: 'audit_link', trigger: 'audit_link_append_only' }, () =>
      sql`DELETE FROM audit_link WHERE position <= ${position}`.execute(trx),
    )
    return Number(deleted.numAffectedRows ?? 0)
  })
}

/**
 * Disables a trigger during `work`, to change rows that the trigger protects. Needs a transaction of the tables' owner.
 */
export async function withoutTrigger<T>(
  trx: Db,
  { table, trigger }: { readonly table: string; readonly trigger: string },
  work: () => Promise<T>,
): Promise<T> {
  await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
  const result = await work()
  await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ${sql.ref(trigger)}`.execute(trx)
  return result
}
