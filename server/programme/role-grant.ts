// `role grant`: gives a PostgreSQL role that owns no tables the rights that a server needs. With such a role, even a
// compromised server cannot disable the triggers that protect the audit trail and the ledger. If servers begin to
// insert, change, lock or delete rows of another table, add the table to `serverRights`. Rules: docs/security.md, T23.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { defineCommand, CommandError } from './command.ts'

type Verb = 'INSERT' | 'UPDATE' | 'DELETE'

/**
 * What servers do with each table besides reading it. tests/server/programme/role-grant.test.ts compares this with the
 * code of the servers. A table with an empty list is written only by migrations and commands, which the owner of the
 * tables runs. UPDATE also allows row locks.
 */
export const serverRights: Readonly<Record<string, readonly Verb[]>> = {
  access_link: ['INSERT', 'UPDATE', 'DELETE'],
  account: ['INSERT', 'UPDATE'],
  approval_challenge: ['INSERT', 'UPDATE', 'DELETE'],
  approval_evidence: ['INSERT'],
  approval_rules: ['INSERT', 'UPDATE'],
  approval_signature: ['INSERT', 'UPDATE'],
  audit_anchor: [],
  audit_event: ['INSERT'],
  audit_link: ['INSERT'],
  bank_entry: ['INSERT', 'UPDATE'],
  bank_statement: ['INSERT'],
  batch_file: ['INSERT', 'UPDATE'],
  batch_row: ['INSERT', 'UPDATE'],
  batch_uploaded_file: ['INSERT'],
  campaign: [],
  campaign_fee: [],
  card: ['INSERT', 'UPDATE'],
  card_authorisation: ['INSERT', 'UPDATE', 'DELETE'],
  card_event: ['INSERT'],
  card_note: ['INSERT'],
  card_notification: ['INSERT', 'UPDATE', 'DELETE'],
  card_number_count: ['INSERT', 'UPDATE'],
  card_order: ['INSERT', 'UPDATE'],
  card_order_row: ['INSERT', 'UPDATE'],
  card_tag: ['INSERT'],
  card_tag_value: ['INSERT'],
  chargeback: ['INSERT', 'UPDATE'],
  digest_event: ['INSERT', 'DELETE'],
  email_code: ['INSERT', 'UPDATE', 'DELETE'],
  failed_transaction: ['INSERT'],
  fee_reversal: ['INSERT'],
  fee_type: [],
  feed_event: ['INSERT', 'UPDATE'],
  feed_exception: ['INSERT', 'UPDATE'],
  feed_file: ['INSERT', 'UPDATE'],
  feed_key: ['UPDATE'],
  feed_total: ['INSERT', 'UPDATE'],
  funding_payment: ['INSERT', 'UPDATE'],
  funding_payment_file: ['INSERT'],
  funding_watch: ['INSERT', 'UPDATE'],
  group_change: ['INSERT', 'UPDATE'],
  installed_client: [],
  job: ['INSERT', 'UPDATE', 'DELETE'],
  key_set: [],
  ledger_entry: ['INSERT'],
  ledger_import: [],
  ledger_period: ['INSERT', 'UPDATE'],
  ledger_proof: ['UPDATE'],
  // UPDATE only because the ledger check locks the table in SHARE mode. Its trigger refuses updates.
  ledger_transaction: ['INSERT', 'UPDATE'],
  load_sum: ['INSERT', 'UPDATE'],
  machine_user: ['INSERT', 'UPDATE'],
  migration: [],
  notice_channel: ['INSERT', 'UPDATE', 'DELETE'],
  owner: ['UPDATE'],
  paid_order_row: ['INSERT'],
  passkey: ['INSERT', 'UPDATE', 'DELETE'],
  passkey_challenge: ['INSERT', 'UPDATE', 'DELETE'],
  posted_row: ['INSERT'],
  programme: [],
  provider_login: ['INSERT', 'UPDATE', 'DELETE'],
  provider_logout: ['INSERT', 'DELETE'],
  recovery_code: ['INSERT', 'UPDATE', 'DELETE'],
  report_file: ['INSERT', 'UPDATE', 'DELETE'],
  report_file_part: ['INSERT', 'DELETE'],
  request_answer: ['INSERT', 'UPDATE', 'DELETE'],
  sandbox: ['UPDATE'],
  sandbox_event: ['INSERT', 'DELETE'],
  sandbox_run: ['INSERT', 'DELETE'],
  saved_report: ['INSERT', 'UPDATE', 'DELETE'],
  shared_columns: ['INSERT', 'UPDATE', 'DELETE'],
  stop_reason: [],
  user_account: ['INSERT', 'UPDATE'],
  user_change: ['INSERT', 'UPDATE'],
  user_group: [],
  user_identity: ['INSERT', 'DELETE'],
  user_session: ['INSERT', 'UPDATE', 'DELETE'],
  webhook_attempt: ['INSERT'],
  webhook_delivery: ['INSERT', 'UPDATE', 'DELETE'],
  webhook_endpoint: ['INSERT', 'UPDATE'],
  wrong_password: ['INSERT', 'DELETE'],
}

/** The columns that servers update, for tables of which they update only some columns. */
const updatedColumns: Readonly<Record<string, readonly string[]>> = {
  // Confirmed or withdrawn, never changed.
  approval_rules: ['confirmed_at', 'confirmed_by', 'withdrawn_at'],
  approval_signature: ['withdrawn_at'],
  // The content of an event never changes.
  feed_event: ['card_id', 'state', 'transaction_id', 'fee_transaction_id'],
  feed_exception: ['taken_by', 'taken_at', 'resolved_by', 'resolved_at', 'note', 'mailed_at'],
  feed_key: ['last_used_at'],
  // Applied or withdrawn, never changed. The database itself then changes the group.
  group_change: ['applied_at', 'confirmed_by', 'withdrawn_at'],
  // Confirmed or withdrawn, never changed.
  ledger_period: ['withdrawn_at', 'confirmed_by', 'confirmed_at', 'accounts', 'balances_hash', 'generation', 'mac'],
  // Locking rows needs the right to update any one column. Servers must not change is_demo, which switches holds off.
  owner: ['id'],
  // Its key, scopes and networks never change.
  machine_user: ['confirmed_at', 'confirmed_by', 'last_used_at', 'last_used_from', 'unused_since', 'warned_at'],
  // The clock and the simulated processor, never the client or the file of the programme.
  sandbox: ['clock_at', 'real_at', 'rate', 'processor_down'],
  // Closed, never shortened or attributed to someone else.
  user_change: ['closed_at', 'closed_by'],
}

/** 'INSERT', or 'UPDATE (withdrawn_at)' for a table of which servers update only some columns. */
function toPrivilege(table: string, verb: Verb): string {
  const columns = updatedColumns[table]
  return columns && verb === 'UPDATE' ? `UPDATE (${columns.join(', ')})` : verb
}

export const roleGrant = defineCommand({
  name: 'role grant',
  summary: 'Gives a PostgreSQL role the rights that a server needs, but none to change the audit trail or the ledger',
  help: [
    'Run it as the owner of the tables, then give the servers a DATABASE_URL with that role. Commands and upgrades still need the owner, because they change tables. After an upgrade run it again before you start the new servers.',
  ],
  operands: ['ROLE'],
  hasDryRun: true,
  async run({ operands: { ROLE: role }, open }) {
    const { db } = await open({ canMigrate: true })
    await requireSuitableRole(db, role)
    await grantToServer(db, role)
    return {
      lines: [`${role} can run servers now. It owns nothing, and cannot change or delete what is in the audit trail.`],
    }
  },
})

async function requireSuitableRole(db: Db, role: string): Promise<void> {
  // One role owns all tables, so any table shows it.
  const ownerOfTables = sql`
    (SELECT tableowner FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'audit_event')`
  const { rows } = await sql<{ isPrivileged: boolean; isOwner: boolean }>`
    SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls AS "isPrivileged",
      pg_has_role(rolname, ${ownerOfTables}, 'MEMBER') AS "isOwner"
    FROM pg_roles WHERE rolname = ${role}`.execute(db)
  const attributes = rows[0]
  if (!attributes)
    throw new CommandError(`There is no role ${role}: create it with CREATE ROLE ${role} LOGIN PASSWORD '…'.`)
  if (attributes.isOwner) throw new CommandError(`${role} owns the tables: give the servers another role.`)
  if (attributes.isPrivileged)
    throw new CommandError(`${role} can do more than a server needs: give the servers a role without privileges.`)
}

/** Grants in one transaction, so that a server with the role never finds a table without its rights. */
export async function grantToServer(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string; database: string }>`
    SELECT current_schema() AS schema, current_database() AS database`.execute(db)
  // The query always returns one row.
  const [{ schema, database }] = rows as [{ schema: string; database: string }]
  const roleRef = sql.ref(role)
  const schemaRef = sql.ref(schema)
  const grantOn = (table: string, verbs: readonly Verb[]) => {
    const privileges = ['SELECT', ...verbs.map((verb) => toPrivilege(table, verb))].join(', ')
    return sql`GRANT ${sql.raw(privileges)} ON ${schemaRef}.${sql.ref(table)} TO ${roleRef}`
  }
  const statements = [
    sql`GRANT CONNECT ON DATABASE ${sql.ref(database)} TO ${roleRef}`,
    sql`GRANT USAGE ON SCHEMA ${schemaRef} TO ${roleRef}`,
    // Earlier versions granted more rights, also on future tables. These are revoked before the rights are granted
    // again.
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaRef} REVOKE ALL ON TABLES FROM ${roleRef}`,
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaRef} REVOKE ALL ON SEQUENCES FROM ${roleRef}`,
    sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${schemaRef} FROM ${roleRef}`,
    sql`REVOKE TEMPORARY ON DATABASE ${sql.ref(database)} FROM ${roleRef}`,
    sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schemaRef} TO ${roleRef}`,
    ...Object.entries(serverRights).map(([table, verbs]) => grantOn(table, verbs)),
  ]
  await inTransaction(db, async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
}
