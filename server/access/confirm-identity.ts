// The signed-in user enters the password again, before a change that requires a recently entered password
// (server/operations/recent-password.ts).
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { codes } from '#contract/codes.ts'
import type { Handler } from '#server/operations/context.ts'
import { validateCurrentPasswordAudited } from './validate-password.ts'

export const confirmIdentity: Handler<'confirmIdentity'> = (context, { password }) =>
  context.db.transaction().execute(async (trx) => {
    const { viewer, now } = context
    const refusal = await validateCurrentPasswordAudited({ ...context, db: trx }, password, 'confirmIdentity')
    if (refusal) return refusal
    await trx
      .updateTable('user_session')
      .set({ confirmed_at: new Date(now()) })
      .where('jti', '=', viewer.sessionId)
      .execute()
    await writeAudit(trx, {
      ...callToOrigin(context),
      userId: viewer.userId,
      ownerId: viewer.ownerId,
      method: 'confirmIdentity',
      subjectType: 'user',
      subjectId: String(viewer.userId),
      resultCode: codes.success,
    })
    return {}
  })
