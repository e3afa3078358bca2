// Sends e-mails when wrong passwords or codes have locked an account. The user of the account gets an e-mail, because
// someone else may have typed the passwords or codes. The administrators get an e-mail, because they can unlock the
// account.
import { instantToText } from '#domain/instants.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { findUsersWithPermission, toFullName } from '#server/mail/recipients.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'

/** Does nothing unless the account is locked until a later time. Call `jobs.wake` after the commit. */
export async function notifyIfLocked(
  context: CallContext,
  db: Db,
  { userId, wrongFactor }: { readonly userId: number; readonly wrongFactor: 'password' | 'code' },
): Promise<void> {
  const { client, now } = context
  const user = await db
    .selectFrom('user_account')
    .select(['owner_id', 'firstname', 'lastname', 'email', 'username', 'locked_until'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.locked_until || user.locked_until.getTime() <= now()) return
  await addWebhook(db, {
    messageId: `user-${userId}-${context.correlationId}`,
    ownerId: user.owner_id,
    at: new Date(now()),
    type: 'user.locked',
    data: {
      userId: String(userId),
      act: 'logIn',
      byUserId: null,
      until: user.locked_until.toISOString(),
      wrong: wrongFactor,
    },
  })
  const until = instantToText(user.locked_until.toISOString(), client)
  await enqueueMail(context, db, { kind: 'accountLocked', to: userToRecipient(user), wrong: wrongFactor, until })
  const name = `${toFullName(user.firstname, user.lastname)} (${user.username})`
  // No campaign: all administrators, even those who are limited to some campaigns.
  const audience = { ownerId: user.owner_id, campaignIds: [], exceptUserId: userId }
  for (const to of await findUsersWithPermission(db, audience, 'User.write'))
    await enqueueMail(context, db, { kind: 'userLocked', to, user: name, userId, wrong: wrongFactor, until })
}
