// Proves that the database refuses forbidden changes, by trying each of them. A list of triggers is no proof: a copy, a
// restore or a distributed engine can list a trigger that never runs. Each attempt is rolled back.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { StartError } from '#server/config/settings.ts'

interface Guard {
  /** What the database must refuse, for the message. */
  readonly attempt: string
  /** The SQL of the attempt. */
  readonly statements: string
  /** The trigger's function or the constraint that must refuse. A refusal by another guardian does not count. */
  readonly guardian: string
}

export interface GuardReport {
  /** What the database does not refuse. */
  readonly missing: readonly string[]
  /** What the rights of the role refused, so that the guard itself could not be tried. */
  readonly untriedForLackOfRights: readonly string[]
  /** What cannot be tried yet, because the role cannot create the first account. */
  readonly untriedBeforeFirstAccount: readonly string[]
  readonly refusedCount: number
}

/**
 * The tables whose rows never change. An attempt changes the rows whose `column` is -1. No row has that value, so even
 * without its guard the attempt changes nothing. The column has an index, so that the attempt is fast.
 */
const appendOnlyTables: Readonly<Record<string, { readonly column: string; readonly guardian: string }>> = {
  ledger_entry: { column: 'account_id', guardian: 'refuse_change' },
  ledger_transaction: { column: 'card_id', guardian: 'refuse_change' },
  posted_row: { column: 'batch_id', guardian: 'refuse_change' },
  paid_order_row: { column: 'order_id', guardian: 'refuse_change' },
  card_event: { column: 'card_id', guardian: 'refuse_change' },
  fee_reversal: { column: 'transaction_id', guardian: 'refuse_change' },
  bank_statement: { column: 'id', guardian: 'refuse_change' },
  approval_evidence: { column: 'batch_id', guardian: 'refuse_change' },
  audit_event: { column: 'user_id', guardian: 'refuse_audit_change' },
  audit_link: { column: 'position', guardian: 'refuse_audit_change' },
}

/** The tables whose rows may change, but are never deleted. Each has the column of the attempt, as above. */
const keptTables: Readonly<Record<string, string>> = {
  account: 'id',
  approval_rules: 'id',
  approval_signature: 'id',
  bank_entry: 'id',
  batch_file: 'id',
  batch_row: 'batch_id',
  card_order: 'id',
  card_order_row: 'order_id',
  feed_event: 'id',
  feed_exception: 'id',
  feed_file: 'id',
  funding_payment: 'id',
  group_change: 'id',
  ledger_period: 'id',
  machine_user: 'id',
  // Without an index: these two tables have one row at most.
  ledger_proof: 'proved_to',
  sandbox: 'rate',
}

type Row = Readonly<Record<string, string | number>>

/**
 * An INSERT of made-up rows, which all have the columns of the first one. They have ids below zero, because ids from the
 * sequences of the tables would cause gaps between the ids of real rows.
 */
function toInsert(table: string, ...rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const tuples = rows.map((row) => `(${columns.map((column) => `'${row[column]}'`).join(', ')})`)
  return `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${tuples.join(', ')}`
}

const AT = '2000-01-01T00:00:00Z'
const BEFORE = '1999-12-31T00:00:00Z'
const transaction = { owner_id: -1, kind: 'load', posted_at: AT }
const entry = { account_id: -1, amount_cents: 1, balance_before: 0, balance_after: 1, account_version: 1 }
const postedRow = { row_no: 1, transaction_id: -1 }
const upload = {
  owner_id: -1,
  currency: 'XXX',
  fingerprint: '0'.repeat(64),
  row_count: 1,
  amount_cents: 0,
  fee_cents: 0,
}
const batch = {
  ...upload,
  id: -1,
  kind: 'load',
  identifier_type: 1,
  reference: 'guard',
  original_name: '',
  uploaded_by: -1,
  uploaded_at: AT,
}
const order = {
  ...upload,
  id: -1,
  kind: 'virtual',
  campaign_id: -1,
  original_name: '',
  issue_fee_cents: 0,
  ordered_by: -1,
  ordered_at: AT,
}

const feedEvent = {
  owner_id: -1,
  source: 'guard',
  event_id: 'guard',
  fingerprint: `\\x${'00'.repeat(32)}`,
  kind: 'expiry',
  at: AT,
  received_at: AT,
  content: '{}',
  state: 'done',
}

const closedPeriod = {
  id: -1,
  owner_id: -1,
  last_day: AT,
  ends_at: AT,
  proposed_by: -1,
  proposed_at: AT,
  confirmed_by: -1,
  confirmed_at: AT,
  accounts: 0,
  balances_hash: `\\x${'00'.repeat(32)}`,
  generation: 1,
  mac: '',
}

/**
 * The guards that can be tried on empty tables. They refuse made-up rows before the database notices that the foreign
 * keys of these rows name nothing.
 */
const fixedGuards: readonly Guard[] = [
  {
    attempt: 'a ledger transaction that does not sum to zero',
    statements: toInsert('ledger_entry', { ...entry, transaction_id: -1 }),
    guardian: 'ledger_entries_balance',
  },
  {
    attempt: 'a second entry of the same version of an account',
    statements: toInsert('ledger_entry', { ...entry, transaction_id: -1 }, { ...entry, transaction_id: -2 }),
    guardian: 'ledger_entry_version',
  },
  {
    attempt: 'a second posting of a row of a batch',
    statements: toInsert('posted_row', { ...postedRow, batch_id: -1 }, { ...postedRow, batch_id: -1 }),
    guardian: 'ledger_row_posted_once',
  },
  {
    attempt: 'a posted row that is not loaded',
    statements: toInsert('posted_row', { ...postedRow, batch_id: -1 }),
    guardian: 'posted_rows_are_rows',
  },
  {
    attempt: 'a second payment of a row of an order',
    statements: toInsert('paid_order_row', { ...postedRow, order_id: -1 }, { ...postedRow, order_id: -1 }),
    guardian: 'ledger_order_row_paid_once',
  },
  {
    attempt: 'a paid row of an order that is not issued',
    statements: toInsert('paid_order_row', { ...postedRow, order_id: -1 }),
    guardian: 'paid_rows_are_rows',
  },
  {
    attempt: 'a second reversal of a transaction',
    statements: toInsert(
      'ledger_transaction',
      { ...transaction, id: -1, kind: 'reversal', reverses: -3 },
      { ...transaction, id: -2, kind: 'reversal', reverses: -3 },
    ),
    guardian: 'ledger_transaction_reverses_key',
  },
  {
    attempt: 'a second event of a card processor with the same id',
    statements: toInsert('feed_event', { ...feedEvent, id: -1 }, { ...feedEvent, id: -2 }),
    guardian: 'feed_event_once',
  },
  {
    attempt: 'a posting by an older server',
    statements: `SET LOCAL application_name = 'portal/0'; ${toInsert('ledger_transaction', { ...transaction, id: -1 })}`,
    guardian: 'refuse_older_server',
  },
  {
    attempt: 'an account that begins with money',
    statements: toInsert('account', { id: -1, owner_id: -1, currency: 'XXX', kind: 'funding', balance_cents: 1 }),
    guardian: 'refuse_opening_balance',
  },
  {
    attempt: 'a second row in ledger_proof',
    statements: toInsert('ledger_proof', { single: 'true' }),
    guardian: 'refuse_change',
  },
  {
    attempt: 'the approval of a batch by its maker',
    statements: toInsert('batch_file', { ...batch, approved_by: -1, approved_at: AT }),
    guardian: 'batch_approver_is_not_uploader',
  },
  {
    attempt: 'the approval of an order by its maker',
    statements: toInsert('card_order', { ...order, approved_by: -1, approved_at: AT }),
    guardian: 'order_approver_is_not_maker',
  },
  {
    attempt: 'the approval of a batch without its signatures',
    statements: toInsert('batch_file', {
      ...batch,
      approved_by: -2,
      approved_at: AT,
      approval_terms: '{"tiers": [{"signers": 1}]}',
    }),
    guardian: 'require_signatures',
  },
  {
    attempt: 'the approval of an order without its signatures',
    statements: toInsert('card_order', {
      ...order,
      approved_by: -2,
      approved_at: AT,
      approval_terms: '{"tiers": [{"signers": 1}]}',
    }),
    guardian: 'require_signatures',
  },
  {
    attempt: 'the confirmation of approval rules by who proposed them',
    statements: toInsert('approval_rules', {
      id: -1,
      owner_id: -1,
      rules: '{}',
      proposed_by: -1,
      proposed_at: AT,
      confirmed_by: -1,
      confirmed_at: AT,
    }),
    guardian: 'approval_rules_confirmed_by_another',
  },
  {
    attempt: 'the confirmation of a changed group by who changed it',
    statements: toInsert('group_change', {
      id: -1,
      owner_id: -1,
      // A deletion, which changes nothing for a group that does not exist.
      group_id: -1,
      before: '{}',
      needs_two: 'true',
      proposed_by: -1,
      proposed_at: AT,
      confirmed_by: -1,
      applied_at: AT,
    }),
    guardian: 'group_change_confirmed_by_another',
  },
  {
    attempt: 'the confirmation of a payment by who recorded it',
    statements: toInsert('funding_payment', {
      id: -1,
      owner_id: -1,
      currency: 'XXX',
      kind: 'payment',
      amount_cents: 1,
      value_date: AT,
      reference: 'guard',
      recorded_by: -1,
      recorded_at: AT,
      decided_by: -1,
      decided_at: AT,
    }),
    guardian: 'funding_decider_is_not_recorder',
  },
  {
    attempt: 'the confirmation of a file of events by who uploaded it',
    statements: toInsert('feed_file', {
      id: -1,
      owner_id: -1,
      source: 'guard',
      file_name: 'guard',
      fingerprint: feedEvent.fingerprint,
      content: '{}',
      preview: '{}',
      uploaded_by: -1,
      uploaded_at: AT,
      decided_by: -1,
      decided_at: AT,
    }),
    guardian: 'feed_file_decider_is_not_uploader',
  },
  {
    attempt: 'the closing of a period by who proposed it',
    statements: toInsert('ledger_period', closedPeriod),
    guardian: 'ledger_period_confirmed_by_another',
  },
  {
    attempt: 'a posting into a closed period',
    // The foreign keys of the made-up period name nothing. But one statement inserts both, so the triggers of the
    // posting run before these keys are checked.
    statements: `WITH closing AS (${toInsert('ledger_period', { ...closedPeriod, confirmed_by: -2 })})
      ${toInsert('ledger_transaction', { ...transaction, id: -1, posted_at: BEFORE })}`,
    guardian: 'refuse_closed_period',
  },
  {
    attempt: 'the confirmation of a changed user by who changed it',
    statements: toInsert('user_change', {
      id: -1,
      user_id: -2,
      changed_by: -1,
      changed_at: AT,
      kinds: '{}',
      facts: '{}',
      permissions_before: '{}',
      keeps: '{}',
      closed_at: AT,
      closed_by: -1,
    }),
    guardian: 'user_change_confirmed_by_another',
  },
]

/**
 * This guard checks only changed rows, so its attempt needs an existing account. The attempt prefers an account that is
 * not locked, so that it does not wait.
 */
const balanceWithoutEntries: Guard = {
  attempt: 'a balance that changes without ledger entries',
  statements: `
    UPDATE account SET balance_cents = balance_cents + 1 WHERE id = coalesce(
      (SELECT id FROM account ORDER BY id DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED), (SELECT max(id) FROM account))`,
  guardian: 'account_moves_by_entries',
}
/** The same guard before a programme exists: the attempt first creates an account. */
const balanceOfNewAccount: Guard = {
  ...balanceWithoutEntries,
  statements: [
    toInsert('owner', { id: -1, name: 'guard' }),
    toInsert('programme', { owner_id: -1, currency: 'XXX', symbol: '' }),
    toInsert('account', { id: -1, owner_id: -1, currency: 'XXX', kind: 'funding' }),
    balanceWithoutEntries.statements,
  ].join(';'),
}

interface DatabaseState {
  readonly partitions: readonly Partition[]
  readonly hasAccount: boolean
}

function toGuards({ partitions, hasAccount }: DatabaseState): readonly Guard[] {
  // A statement that names a partition does not run the triggers of the whole table.
  const withPartitions = (table: string) => {
    const partitionsOfTable = partitions.filter(({ parent }) => parent === table)
    return [table, ...partitionsOfTable.map(({ name }) => name)]
  }
  const guards: Guard[] = []
  for (const [name, { column, guardian }] of Object.entries(appendOnlyTables)) {
    for (const table of withPartitions(name))
      guards.push(deletionGuard({ table, column, guardian }), changeGuard({ table, column, guardian }))
  }
  for (const [name, column] of Object.entries(keptTables)) {
    for (const table of withPartitions(name)) guards.push(deletionGuard({ table, column, guardian: 'refuse_change' }))
  }
  return [...guards, ...fixedGuards, hasAccount ? balanceWithoutEntries : balanceOfNewAccount]
}

interface GuardedTable {
  readonly table: string
  /** The column of the attempt, as in appendOnlyTables. */
  readonly column: string
  readonly guardian: string
}

const changeGuard = ({ table, column, guardian }: GuardedTable): Guard => ({
  attempt: `a change of rows of ${table}`,
  statements: `UPDATE ${table} SET ${column} = ${column} WHERE ${column} = -1`,
  guardian,
})

const deletionGuard = ({ table, column, guardian }: GuardedTable): Guard => ({
  attempt: `the deletion of rows of ${table}`,
  statements: `DELETE FROM ${table} WHERE ${column} = -1`,
  guardian,
})

interface Partition {
  readonly name: string
  readonly parent: string
}

/** What the database answered to an attempt. */
interface Refusal {
  /** PostgreSQL's error code. ACCEPTED if nothing refused the attempt. */
  readonly state: string
  /** The constraint that refused. '' if a trigger refused. */
  readonly constraint: string
  /** The lines of PL/pgSQL that ran, each with its function: 'PL/pgSQL function refuse_change() line 3 at RAISE'. */
  readonly context: string
}

/** Raised after an attempt that nothing refused, so that it is undone. */
const ACCEPTED = 'PT200'
/** PostgreSQL's code for a missing right. */
const NO_RIGHT = '42501'

/**
 * Makes all attempts in one call, which is fast, because a server makes them at each start. The setting portal.guards
 * has the SQL of the attempts before the call, and the refusals after it. Each attempt is undone, even if nothing
 * refuses it. A deadlock, a lock that was not granted, and a full disk are no refusals. They end the call.
 */
const tryAll = sql.raw(`
  DO $$
  DECLARE
    attempt record;
    refusal record;
    refusals jsonb := '[]';
    state text;
    refused_by text;
    context text;
  BEGIN
    FOR attempt IN
      SELECT statements FROM jsonb_array_elements_text(current_setting('portal.guards')::jsonb)
        WITH ORDINALITY AS guards (statements, place) ORDER BY place
    LOOP
      BEGIN
        EXECUTE attempt.statements;
        RAISE EXCEPTION USING ERRCODE = '${ACCEPTED}';
      EXCEPTION
        WHEN transaction_rollback OR object_not_in_prerequisite_state OR insufficient_resources THEN RAISE;
        WHEN OTHERS THEN
          GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, refused_by = CONSTRAINT_NAME, context = PG_EXCEPTION_CONTEXT;
          refusals := refusals || jsonb_build_object('state', state, 'constraint', refused_by, 'context', context);
      END;
    END LOOP;
    PERFORM set_config('portal.guards', refusals::text, true);
  END $$`)

/** Tries every guard. Changes nothing. */
export async function tryGuards(db: Db): Promise<GuardReport> {
  const trx = await db.startTransaction().execute()
  try {
    const { rows } = await sql<DatabaseState>`
      SELECT EXISTS (SELECT FROM account) AS "hasAccount", (
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', inhrelid::regclass::text, 'parent', inhparent::regclass::text)), '[]')
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind = 'r'
      ) AS partitions`.execute(trx)
    const guards = toGuards(rows[0] ?? { partitions: [], hasAccount: false })
    const statements = JSON.stringify(guards.map((guard) => guard.statements))
    await sql`SELECT set_config('portal.guards', ${statements}, true)`.execute(trx)
    await tryAll.execute(trx)
    const result = await sql<{ refusals: string }>`SELECT current_setting('portal.guards') AS refusals`.execute(trx)
    const refusals = JSON.parse(result.rows[0]?.refusals ?? '[]') as readonly Refusal[]
    return toReport(guards, refusals)
  } finally {
    await trx.rollback().execute()
  }
}

function toReport(guards: readonly Guard[], refusals: readonly Refusal[]): GuardReport {
  const missing: string[] = []
  const untriedForLackOfRights: string[] = []
  const untriedBeforeFirstAccount: string[] = []
  for (const [index, guard] of guards.entries()) {
    const { attempt, guardian } = guard
    const { state, constraint, context } = refusals[index] ?? { state: ACCEPTED, constraint: '', context: '' }
    const hasGuardianRefused = constraint === guardian || context.includes(`${guardian}()`)
    const hasRoleRefused = state === NO_RIGHT
    if (hasGuardianRefused) continue
    if (!hasRoleRefused) missing.push(attempt)
    // The role can change balances, but not create the first account.
    else if (guard === balanceOfNewAccount) untriedBeforeFirstAccount.push(attempt)
    else untriedForLackOfRights.push(attempt)
  }
  const untriedCount = untriedForLackOfRights.length + untriedBeforeFirstAccount.length
  const refusedCount = guards.length - missing.length - untriedCount
  return { missing, untriedForLackOfRights, untriedBeforeFirstAccount, refusedCount }
}

/** A sentence about the missing guards. Undefined if no guard is missing. */
export async function explainMissingGuards(db: Db, { missing }: GuardReport): Promise<string | undefined> {
  if (missing.length === 0) return undefined
  const { rows } = await sql<{ hasCitus: boolean }>`
    SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "hasCitus"`.execute(db)
  const advice = rows[0]?.hasCitus
    ? 'Citus does not run the triggers of distributed tables: use PostgreSQL without it.'
    : 'Its triggers or constraints were lost or switched off, as in a copy or a restore without them: restore a backup as docs/running/backup-and-restore.md says.'
  return `The database accepts what it must refuse: ${missing.join('; ')}. ${advice}`
}

/** Throws a StartError if the database does not refuse everything that it must refuse. */
export async function requireGuards(db: Db): Promise<GuardReport> {
  const report = await tryGuards(db)
  const fault = await explainMissingGuards(db, report)
  if (fault !== undefined) throw new StartError(fault)
  return report
}
