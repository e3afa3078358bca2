// Decides whether the demo programme can be seeded, and what the server prints about it at startup. The demo users
// share a public password. So the demo programme must never be seeded by accident beside real data, in production, or
// on a server that others can reach.
import { join } from 'node:path'
import type { Db, Services } from '#server/operations/context.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { VOYAGER } from './campaigns.ts'
import { DEMO_PASSWORD, demoUsers } from './users.ts'
import { writeSampleFiles } from './sample-files.ts'
import { isEmptyDatabase, seedDemo } from './seed.ts'
import { createLink } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { isLoopback, type Settings } from '#server/config/settings.ts'

/** The reason why the demo programme cannot be seeded. Undefined if it can. */
export function demoRefusal(
  settings: Pick<Settings, 'demo' | 'isProduction' | 'host'>,
  { isEmpty }: { readonly isEmpty: boolean },
): string | undefined {
  if (settings.demo === 'off') return 'The demo programme is switched off by DEMO=off.'
  if (!isEmpty) return 'The demo programme is seeded into an empty database only, and this one holds data.'
  if (settings.isProduction) return 'The demo programme is refused with NODE_ENV=production: its password is public.'
  const canOthersReach = !isLoopback(settings.host)
  if (canOthersReach && settings.demo !== 'force')
    return `The demo programme is refused on ${settings.host}, which others can reach: its password is public. Set HOST=127.0.0.1, or DEMO=force where you mean it.`
  return undefined
}

/**
 * Seeds the demo programme. If it cannot be seeded, returns a sentence that explains why. Calls `onSeed` when the seeding
 * begins.
 */
export async function seedIfAllowed(
  db: Db,
  settings: Settings,
  secrets: Secrets,
  now: () => number,
  onSeed: () => void,
): Promise<string | undefined> {
  const refusal = demoRefusal(settings, { isEmpty: await isEmptyDatabase(db) })
  if (refusal !== undefined) return refusal
  onSeed()
  const isSeeded = await seedDemo(db, { secrets, cards: settings.seedCards, now })
  // Another server may have filled the database meanwhile.
  return isSeeded ? undefined : demoRefusal(settings, { isEmpty: false })
}

/**
 * The lines that the server prints at startup: the users who can sign in and the files to load, or why there is no demo
 * programme.
 */
export async function demoStartupLines(db: Db, settings: Settings, refusal: string | undefined): Promise<string[]> {
  const existingUser = await db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', demoUsers[0]?.username ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!existingUser) return refusal === undefined ? [] : [refusal]
  if (settings.isProduction || settings.demo === 'off') return []
  const { ownerId } = settings.client
  const users = demoUsers.filter((user) => user.ownerId === ownerId)
  const userLines = users.map(({ username, summary }) => `  ${username.padEnd(6)} ${summary}`)
  const lines = [`\nDemo users, all with the password ${DEMO_PASSWORD}:`, ...userLines]
  // The sample files have cards of Voyager.
  if (ownerId !== VOYAGER) return lines
  const paths = await writeSampleFiles(join(settings.dataDir, 'samples'), settings.seedCards)
  return [...lines, '\nSample files to load:', ...paths.map((path) => `  ${path}`)]
}

/** Sends the activation links of the demo users who are not active yet, as an administrator would. */
export async function inviteDemoUsers(services: Services): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const users = await trx
      .selectFrom('user_account')
      .select(['id', 'username', 'firstname', 'lastname', 'email'])
      .where('owner_id', '=', services.client.ownerId)
      .where('activated_at', 'is', null)
      .execute()
    for (const user of users) {
      const secret = await createLink(trx, user.id, 'activation', services.now())
      await enqueueMail(services, trx, { kind: 'activation', to: userToRecipient(user), secret })
    }
  })
}
