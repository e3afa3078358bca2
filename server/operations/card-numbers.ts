// Decides how many full card numbers a response can contain. Without the permission to reveal cards, all numbers are
// masked. With the permission, a limited number per hour is not masked. If a user exceeds the limit, administrators are
// notified once an hour.
import { codes } from '#contract/codes.ts'
import { instantToText } from '#domain/instants.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { HOUR_MS } from '#domain/units.ts'
import { callToOrigin, writeAudit } from '../audit/audit.ts'
import { valuesToChanges } from '../audit/audit-fields.ts'
import { enqueueMail } from '../mail/queue.ts'
import { toFullName, findUsersWithPermission } from '../mail/recipients.ts'
import type { SessionContext } from './context.ts'
import { addToCount } from './hourly-count.ts'
import { refuseWhileHeld } from './user-changes.ts'

export interface Allowance {
  /** How many of the requested numbers can be returned unmasked. */
  readonly unmaskedCount: number
  /** Seconds until the count starts again. */
  readonly retryAfter: number
}

/**
 * False if all card numbers in a response to the user must be masked. This is so without the permission, and while a
 * change to the user's account waits. The user's own uploads are never masked, because their numbers came from the
 * user.
 */
export async function canSeeCardNumbers(context: SessionContext): Promise<boolean> {
  if (!hasPermission(context.viewer.permissions, 'Card.reveal')) return false
  const holdRefusal = await refuseWhileHeld(context)
  return holdRefusal === undefined
}

/** Decides how many of `count` card numbers can be returned unmasked. Counts the numbers unless all must be masked. */
export async function allowCardNumbers(context: SessionContext, count: number): Promise<Allowance> {
  const canSeeNumbers = await canSeeCardNumbers(context)
  return countCardNumbers(context, canSeeNumbers ? count : 0)
}

/** Counts card numbers that the user is about to get, or has tried. Does not check the user's permissions. */
export async function countCardNumbers(context: SessionContext, count: number): Promise<Allowance> {
  const { db, viewer, settings } = context
  const limit = settings.cardNumbersPerHour
  // With a limit of 0, all numbers are masked. A machine user never gets the full number of a card that the machine
  // user looks up.
  const isMachineUser = viewer.scopes !== undefined
  const areAllMasked = limit === 0 || isMachineUser
  if (count === 0 || areAllMasked) return { unmaskedCount: 0, retryAfter: HOUR_MS / 1000 }
  const now = context.now()
  const { before, after, resetAt } = await addToCount(db, { userId: viewer.userId, counter: 'given', count, now })
  const isFirstCallAboveLimit = before <= limit && after > limit
  if (isFirstCallAboveLimit) await reportLimit(context, { limit, resetAt })
  const remainingCount = Math.max(0, limit - before)
  const secondsLeft = Math.ceil((resetAt - now) / 1000)
  return { unmaskedCount: Math.min(count, remainingCount), retryAfter: Math.max(1, secondsLeft) }
}

async function reportLimit(
  context: SessionContext,
  { limit, resetAt }: { readonly limit: number; readonly resetAt: number },
): Promise<void> {
  const { db, viewer, client, jobs } = context
  const { userId, ownerId, username, firstname, lastname } = viewer
  context.log.warn({ userId, correlationId: context.correlationId }, 'a user has reached the limit of card numbers')
  context.counters.countCardNumberLimit()
  await writeAudit(db, {
    ...callToOrigin(context),
    userId,
    ownerId,
    method: 'reachCardNumberLimit',
    resultCode: codes.success,
    changes: valuesToChanges({ cards: limit }),
  })
  // All administrators are notified, whatever their campaigns, because the user may have read cards of any campaign.
  for (const to of await findUsersWithPermission(db, { ownerId, campaignIds: [] }, 'User.write'))
    await enqueueMail(context, db, {
      kind: 'cardNumberLimit',
      to,
      user: `${toFullName(firstname, lastname)} (${username})`,
      numbers: limit,
      until: instantToText(new Date(resetAt).toISOString(), client),
    })
  context.afterCommit(() => jobs.wake())
}
