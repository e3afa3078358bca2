// `role grant`: what a server needs of the database, for a PostgreSQL role that owns nothing. Such a server cannot switch
// off the triggers that keep the audit trail and the ledger, whatever happens to it. Rules: docs/security.md, T23.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { defineCommand, Refused } from './command.ts'

/** Rows of these are written once; the same tables have a trigger that says so to everyone. */
export const appendOnly = [
  'audit_event',
  'audit_link',
  'card_event',
  'fee_reversal',
  'ledger_entry',
  'ledger_transaction',
] as const

/** Written by migrations and commands, which only the owner of the tables runs. */
const readOnly = ['migration', 'audit_anchor'] as const

export const roleGrant = defineCommand({
  name: 'role grant',
  summary: 'Gives a PostgreSQL role what a server needs, and nothing by which it could change the audit trail',
  help: [
    'Run it as the owner of the tables, then give the servers a DATABASE_URL with that role. Commands and new versions go on with the owner: they change tables. Run it again after an upgrade only if a server says so.',
  ],
  operands: ['ROLE'],
  hasDryRun: true,
  async run({ operands: { ROLE: role }, open }) {
    const { db } = await open()
    await refuseUnfitRole(db, role)
    await grantToServer(db, role)
    return {
      lines: [`${role} can run servers now. It owns nothing, and cannot change or delete what is in the audit trail.`],
    }
  },
})

async function refuseUnfitRole(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ isPowerful: boolean; isOwner: boolean }>`
    SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls AS "isPowerful",
      pg_has_role(rolname, (SELECT tableowner FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'audit_event'), 'MEMBER') AS "isOwner"
    FROM pg_roles WHERE rolname = ${role}`.execute(db)
  const found = rows[0]
  if (!found) throw new Refused(`There is no role ${role}: CREATE ROLE ${role} LOGIN PASSWORD '…' makes one.`)
  if (found.isOwner) throw new Refused(`${role} owns the tables: give the servers another role.`)
  if (found.isPowerful)
    throw new Refused(`${role} can do more than a server needs: give the servers a role without privileges.`)
}

/** In one transaction: a server that runs with the role never finds a table without its rights. */
async function grantToServer(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string; database: string }>`
    SELECT current_schema() AS schema, current_database() AS database`.execute(db)
  const [{ schema, database }] = rows as [{ schema: string; database: string }]
  const [to, inSchema] = [sql.ref(role), sql.ref(schema)]
  const statements = [
    sql`GRANT CONNECT, TEMPORARY ON DATABASE ${sql.ref(database)} TO ${to}`,
    sql`GRANT USAGE ON SCHEMA ${inSchema} TO ${to}`,
    sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${inSchema} TO ${to}`,
    sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${inSchema} TO ${to}`,
    // Tables of later versions.
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${inSchema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to}`,
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${inSchema} GRANT USAGE ON SEQUENCES TO ${to}`,
    ...appendOnly.map((table) => sql`REVOKE UPDATE, DELETE ON ${sql.table(table)} FROM ${to}`),
    ...readOnly.map((table) => sql`REVOKE INSERT, UPDATE, DELETE ON ${sql.table(table)} FROM ${to}`),
    // The proof of the ledger takes a lock that waits for postings, which PostgreSQL gives to roles with this right; the
    // trigger of the table refuses the update itself.
    sql`GRANT UPDATE ON ledger_transaction TO ${to}`,
  ]
  const grantAll = async (trx: Db) => {
    for (const statement of statements) await statement.execute(trx)
  }
  await (db.isTransaction ? grantAll(db) : db.transaction().execute(grantAll))
}
