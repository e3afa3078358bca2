// Decides whether this server runs the demo programme, in which purchases and payments can be simulated as in a sandbox.
// Rules: docs/rules/sandbox.md, "In the demo programme".
import { sql } from 'kysely'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/operations/context.ts'
import { isDemoProgrammeSql } from '#server/operations/orderers.ts'

/** Never true in production, with `DEMO=off`, or for a programme that the server has not seeded itself. */
export async function isDemo(db: Db, settings: Pick<Settings, 'demo' | 'isProduction' | 'client'>): Promise<boolean> {
  if (settings.demo === 'off') return false
  const { rows } = await sql<{ isDemo: boolean | null }>`
    SELECT ${isDemoProgrammeSql({ viewer: settings.client, settings })} AS "isDemo"`.execute(db)
  return rows[0]?.isDemo === true
}
