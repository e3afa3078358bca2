// Decides whether this server runs the demo programme, in which purchases and payments can be simulated as in a sandbox.
// Rules: docs/rules/sandbox.md, "In the demo programme".
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/operations/context.ts'

/** Never true in production, with `DEMO=off`, or for a programme that the server has not seeded itself. */
export async function isDemo(
  db: Db,
  { demo, isProduction, client }: Pick<Settings, 'demo' | 'isProduction' | 'client'>,
): Promise<boolean> {
  if (isProduction || demo === 'off') return false
  const owner = await db.selectFrom('owner').select('is_demo').where('id', '=', client.ownerId).executeTakeFirst()
  return owner?.is_demo === true
}
