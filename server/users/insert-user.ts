// Inserts users who are persons. A new user is inactive, and has no password until the user sets one with the mailed
// link.
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'
import type { UserAccountTable } from '#server/db/platform-tables.ts'
import { createLink } from '#server/sessions/mailed-links.ts'
import { enqueueMail, type NamedUser, userToRecipient } from '#server/mail/queue.ts'

export interface NewUser {
  readonly ownerId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly groupId: number
  /** Undefined or null means all campaigns. */
  readonly campaignIds?: number[] | null
  /** The end of the access. Undefined or null for no end. */
  readonly endsAt?: Date | null
}

/** Adds the user and enqueues the activation mail. Call `jobs.wake` after the commit. Returns the id. */
export async function insertUser(services: InvitingServices, db: Db, user: NewUser): Promise<number> {
  const id = await insertUserRow(services, db, user)
  await sendActivationLink(services, db, { id, ...user })
  return id
}

/** Inserts the user without enqueueing a mail. Only users of the demo programme have `initialValues`. */
export async function insertUserRow(
  services: Pick<Services, 'secrets' | 'now'>,
  db: Db,
  user: NewUser,
  initialValues: Partial<Insertable<UserAccountTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('user_account')
    .values({
      owner_id: user.ownerId,
      username: user.username,
      firstname: user.firstname,
      lastname: user.lastname,
      email: user.email,
      group_id: user.groupId,
      campaign_ids: user.campaignIds ?? null,
      ends_at: user.endsAt ?? null,
      draft_key: services.secrets.wrapDraftKey(randomBytes(32)),
      created_at: new Date(services.now()),
      ...initialValues,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface InvitedUser extends NamedUser {
  readonly id: number
}

type InvitingServices = Pick<Services, 'jobs' | 'secrets' | 'now' | 'settings'>

/**
 * Creates an activation link, which replaces earlier links, and enqueues the mail with this link. If passwords are
 * switched off, enqueues a mail about the company's login instead. The first login there activates the user.
 */
export async function sendActivationLink(services: InvitingServices, db: Db, user: InvitedUser): Promise<void> {
  const { provider, isPasswordLoginOn, breakGlassUser } = services.settings
  const needsPassword = isPasswordLoginOn || user.username === breakGlassUser
  if (provider && !needsPassword) {
    await enqueueMail(services, db, { kind: 'accountReady', to: userToRecipient(user), provider: provider.name })
    return
  }
  const secret = await createLink(db, user.id, 'activation', services.now())
  await enqueueMail(services, db, { kind: 'activation', to: userToRecipient(user), secret })
}
