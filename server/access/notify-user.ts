// Sends an e-mail to a user who has just changed how they sign in.
import type { SessionContext } from '#server/operations/context.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { findUser } from './queries.ts'

type UserNotice =
  | { readonly kind: 'factorAdded'; readonly factor: 'passkey' }
  | { readonly kind: 'passkeyRemoved' }
  | { readonly kind: 'appRemoved' }

export async function notifyUser(context: SessionContext, notice: UserNotice): Promise<void> {
  const { db, viewer } = context
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  if (user) await enqueueMail(context, db, { ...notice, to: userToRecipient(user) })
  context.afterCommit(() => context.jobs.wake())
}
