// When the demo programme may be seeded, and how (contract "Demo programme"): its users share a password that everybody
// can read, so it never meets real data, a production setting or a network by accident.
import type { Db, Host } from './context.ts'
import type { Secrets } from './secrets.ts'
import { isEmptyDatabase, seedDemo } from './db/seed/seed-demo.ts'
import { createLink } from './links.ts'
import { enqueueMail, userToRecipient } from './mail/queue.ts'
import { isLoopback, type Settings } from './settings.ts'

/** Why the demo programme is not seeded, or undefined where it may be. */
export function refuseDemo(
  settings: Pick<Settings, 'demo' | 'production' | 'host'>,
  isEmpty: boolean,
): string | undefined {
  if (settings.demo === 'off') return 'The demo programme is switched off by DEMO=off.'
  if (!isEmpty) return 'The demo programme is seeded into an empty database only, and this one holds data.'
  if (settings.production) return 'The demo programme is refused with NODE_ENV=production: its password is public.'
  if (!isLoopback(settings.host) && settings.demo !== 'force')
    return `The demo programme is refused on ${settings.host}, which others can reach: its password is public. Set HOST=127.0.0.1, or DEMO=force where you mean it.`
  return undefined
}

/** Seeds the demo programme where it may; gives the sentence of why not. */
export async function seedWhereAllowed(
  db: Db,
  settings: Settings,
  secrets: Secrets,
  now: () => number,
  onSeed: () => void,
): Promise<string | undefined> {
  const refusal = refuseDemo(settings, await isEmptyDatabase(db))
  if (refusal !== undefined) return refusal
  onSeed()
  const isSeeded = await seedDemo(db, { secrets, cards: settings.seedCards, now })
  return isSeeded ? undefined : refuseDemo(settings, false)
}

/** Sends the activation links of the demo users who are not activated yet, as an administrator would have. */
export async function inviteDemoUsers(host: Host): Promise<void> {
  await host.db.transaction().execute(async (trx) => {
    const users = await trx
      .selectFrom('user_account')
      .select(['id', 'username', 'firstname', 'lastname', 'email'])
      .where('owner_id', '=', host.client.ownerId)
      .where('activated_at', 'is', null)
      .execute()
    for (const user of users) {
      const secret = await createLink(trx, user.id, 'activation', host.now())
      await enqueueMail(host, trx, { kind: 'activation', to: userToRecipient(user), secret })
    }
  })
}
