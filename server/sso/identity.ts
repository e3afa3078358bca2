// Finds the portal's user of a person whom the company's login has identified. The first time, the user is found by a
// verified e-mail address and linked. Later, the user is found by issuer and subject. Never creates a user. Rules:
// docs/rules/single-sign-on.md, "Accounts".
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { ProviderSettings } from '#server/config/settings.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { invalidateLinks } from '#server/sessions/mailed-links.ts'
import type { ProviderClaims } from '#server/db/access-tables.ts'
import type { ProviderRefusal } from '#server/sessions/provider-logins.ts'

type Identified =
  | { readonly refusal: ProviderRefusal }
  | { readonly refusal: undefined; readonly userId: number; readonly isFirst: boolean }

/** Call it in a transaction. Call `jobs.wake` after the commit to send the mail immediately. */
export async function identifyUser(
  context: CallContext,
  db: Db,
  { issuer, name }: ProviderSettings,
  claims: ProviderClaims,
): Promise<Identified> {
  const { client } = context
  const linkedUser = await db
    .selectFrom('user_identity as i')
    .innerJoin('user_account as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.deleted_at'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', claims.subject)
    .where('u.owner_id', '=', client.ownerId)
    .executeTakeFirst()
  if (linkedUser && linkedUser.deleted_at === null) return { refusal: undefined, userId: linkedUser.id, isFirst: false }

  const { email } = claims
  if (email === undefined || !claims.isEmailVerified) return { refusal: 'emailNotVerified' }
  const [user, ...otherUsers] = await findUsersByEmail(db, client.ownerId, email)
  if (!user) return { refusal: 'noAccount' }
  if (otherUsers.length > 0) return { refusal: 'severalAccounts' }
  const otherIdentity = await db
    .selectFrom('user_identity')
    .select('subject')
    .where('user_id', '=', user.id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  // If the user is linked to another identity, the e-mail address may have passed to another person.
  if (otherIdentity) return { refusal: 'linkedToAnother' }

  // If the person is still linked to a user, this user was deleted.
  if (linkedUser)
    await db.deleteFrom('user_identity').where('issuer', '=', issuer).where('subject', '=', claims.subject).execute()
  const at = new Date(context.now())
  await db
    .insertInto('user_identity')
    .values({ issuer, subject: claims.subject, user_id: user.id, linked_at: at })
    .execute()
  if (user.activated_at === null) {
    // The provider has proved what the activation link proves: that the person has this mailbox.
    await db.updateTable('user_account').set({ activated_at: at }).where('id', '=', user.id).execute()
    await invalidateLinks(db, user.id, 'activation', context.now())
  }
  await enqueueMail(context, db, { kind: 'providerLinked', to: userToRecipient(user), provider: name })
  await writeAudit(db, {
    ...callToOrigin(context),
    userId: user.id,
    ownerId: client.ownerId,
    method: 'linkProvider',
    subjectType: 'user',
    subjectId: String(user.id),
    resultCode: codes.success,
  })
  return { refusal: undefined, userId: user.id, isFirst: true }
}

/**
 * Reads at most two users, which is enough to know that there are several. Locks the users, so that only one of two
 * simultaneous first sign-ins links a user.
 */
const findUsersByEmail = (db: Db, ownerId: number, email: string) =>
  db
    .selectFrom('user_account')
    .select(['id', 'username', 'firstname', 'lastname', 'email', 'activated_at'])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'person')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deleted_at', 'is', null)
    .limit(2)
    .forNoKeyUpdate()
    .execute()
