// `role grant`: gives a PostgreSQL role that owns no tables the rights that a server needs. With such a role, even a
// compromised server cannot disable the triggers that protect the audit trail and the ledger. Rules: docs/security.md,
// T23.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { defineCommand, CommandError } from './command.ts'

/** Append-only tables; each also has a trigger that refuses changes from any role. */
export const appendOnlyTables = [
  'audit_event',
  'audit_link',
  'card_event',
  'fee_reversal',
  'ledger_entry',
  'ledger_transaction',
] as const

/** These tables are written only by migrations and commands, which the owner of the tables runs. */
const readOnlyTables = ['migration', 'audit_anchor'] as const

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
  const { rows } = await sql<{ isPrivileged: boolean; isOwner: boolean }>`
    SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls AS "isPrivileged",
      pg_has_role(rolname, (SELECT tableowner FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'audit_event'), 'MEMBER') AS "isOwner"
    FROM pg_roles WHERE rolname = ${role}`.execute(db)
  const attributes = rows[0]
  if (!attributes)
    throw new CommandError(`There is no role ${role}: create it with CREATE ROLE ${role} LOGIN PASSWORD '…'.`)
  if (attributes.isOwner) throw new CommandError(`${role} owns the tables: give the servers another role.`)
  if (attributes.isPrivileged)
    throw new CommandError(`${role} can do more than a server needs: give the servers a role without privileges.`)
}

/** Grants in one transaction, so that a server with the role never finds a table without its rights. */
async function grantToServer(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string; database: string }>`
    SELECT current_schema() AS schema, current_database() AS database`.execute(db)
  const [{ schema, database }] = rows as [{ schema: string; database: string }]
  const [roleRef, schemaRef] = [sql.ref(role), sql.ref(schema)]
  const statements = [
    sql`GRANT CONNECT, TEMPORARY ON DATABASE ${sql.ref(database)} TO ${roleRef}`,
    sql`GRANT USAGE ON SCHEMA ${schemaRef} TO ${roleRef}`,
    sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemaRef} TO ${roleRef}`,
    sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schemaRef} TO ${roleRef}`,
    // For the tables of later versions.
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaRef} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${roleRef}`,
    sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaRef} GRANT USAGE ON SEQUENCES TO ${roleRef}`,
    ...appendOnlyTables.map((table) => sql`REVOKE UPDATE, DELETE ON ${sql.table(table)} FROM ${roleRef}`),
    ...readOnlyTables.map((table) => sql`REVOKE INSERT, UPDATE, DELETE ON ${sql.table(table)} FROM ${roleRef}`),
    // The ledger check locks this table in SHARE mode, which PostgreSQL allows only with the UPDATE privilege. The
    // table's trigger still refuses updates.
    sql`GRANT UPDATE ON ledger_transaction TO ${roleRef}`,
  ]
  const grantAll = async (trx: Db) => {
    for (const statement of statements) await statement.execute(trx)
  }
  await (db.isTransaction ? grantAll(db) : db.transaction().execute(grantAll))
}
