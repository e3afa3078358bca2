// Stores the changed values of a user, with the mails and the links that follow from them.
import type { Db, Services } from '#server/operations/context.ts'
import { invalidateLinks } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { sendActivationLink } from './insert-user.ts'
import type { UserRow } from './queries.ts'

interface UserUpdate {
  readonly before: UserRow
  readonly after: {
    readonly username: string
    readonly firstname: string
    readonly lastname: string
    readonly email: string
    readonly campaignIds: number[] | null
  }
  readonly group: { readonly id: number; readonly name: string }
}

/** A changed email address is reported to the old and the new address. Returns the user's id. */
export async function updateUser(
  context: Pick<Services, 'jobs' | 'secrets' | 'now' | 'settings'>,
  db: Db,
  { before: existingUser, after: user, group }: UserUpdate,
): Promise<number> {
  const { now } = context
  const { username, firstname, lastname, email } = user
  await db
    .updateTable('user_account')
    .set({ username, firstname, lastname, email, group_id: group.id, campaign_ids: user.campaignIds })
    .where('id', '=', existingUser.id)
    .execute()
  const savedUser = { id: existingUser.id, username, firstname, lastname, email }
  if (group.id !== existingUser.group_id)
    await enqueueMail(context, db, { kind: 'groupChanged', to: userToRecipient(savedUser), group: group.name })
  if (email === existingUser.email) return existingUser.id
  for (const address of [existingUser.email, email])
    await enqueueMail(context, db, {
      kind: 'emailChanged',
      to: { ...userToRecipient(savedUser), email: address },
      newEmail: email,
    })
  // Someone who reads the old mailbox must not log in with a link or code that was sent there.
  await invalidateLinks(db, existingUser.id, 'reset', now())
  await db
    .updateTable('email_code')
    .set({ expires_at: new Date(now()) })
    .where('user_id', '=', existingUser.id)
    .execute()
  if (existingUser.activated_at === null) await sendActivationLink(context, db, savedUser)
  return existingUser.id
}
