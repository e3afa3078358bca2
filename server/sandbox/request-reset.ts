// Asks this server to reset the sandbox. The server then stops, empties the sandbox and starts again (server/main.ts).
// Rules: docs/rules/sandbox.md, "Reset".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { countWriters } from '#server/db/presence.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { readClock } from './clock.ts'

export const requestReset: Handler<'resetSandbox'> = async (context) => {
  const { db, secrets, sandbox, viewer, now } = context
  if (!(await readClock(db))) return refuse(codes.refusedState, m.sandbox_noReset)
  const servers = await countWriters(secrets.generation).execute(db)
  const hasOtherServers = (servers.rows[0]?.writers ?? 0) > 1
  if (hasOtherServers) return refuse(codes.refusedState, m.sandbox_otherServers)
  // Only the owner of the tables can switch off the triggers that protect the ledger.
  const { rows } = await sql<{ is_owner: boolean }>`
    SELECT pg_has_role(relowner, 'USAGE') AS is_owner FROM pg_class WHERE oid = 'ledger_entry'::regclass`.execute(db)
  if (!rows[0]?.is_owner) return refuse(codes.refusedState, m.sandbox_resetByCommand)
  context.recordValues({ clock: new Date(now()).toISOString() })
  context.afterCommit(() => sandbox?.requestReset(viewer.username))
  return {}
}
