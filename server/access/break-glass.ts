// Reports a sign-in with the emergency password, so that it never happens unnoticed. The administrators and the user
// get an e-mail. The audit trail and a metric record it too. Rules: docs/rules/single-sign-on.md, "Passwords".
import { codes } from '#contract/codes.ts'
import { instantToText } from '#domain/instants.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import type { Candidate } from './queries.ts'

/** Call `jobs.wake` after the commit. */
export async function reportBreakGlass(db: Db, context: CallContext, user: Candidate): Promise<void> {
  const { client, now, remoteAddress } = context
  const at = instantToText(new Date(now()).toISOString(), client)
  // The user gets the mail too, but only once.
  const audience = { ownerId: user.owner_id, campaignIds: [], exceptUserId: user.id }
  const otherAdministrators = await findUsersWithPermission(db, audience, 'User.write')
  for (const to of [...otherAdministrators, userToRecipient(user)])
    await enqueueMail(context, db, { kind: 'breakGlassUsed', to, user: user.username, at, address: remoteAddress })
  await writeAudit(db, {
    ...callToOrigin(context),
    userId: user.id,
    ownerId: user.owner_id,
    method: 'useBreakGlass',
    resultCode: codes.success,
  })
  context.counters.countBreakGlass()
}
