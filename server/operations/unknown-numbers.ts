// Limits how many unknown card numbers (numbers without a card) can be sent in an hour, by one user and by all users
// together. Without a limit, an attacker could try all numbers that fit a masked number, and so find the full number of
// the card (docs/rules/cards.md, "Card data").
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { apiIdentifierToCardId } from '#domain/cards/identifiers.ts'
import { instantToText } from '#domain/instants.ts'
import { callToOrigin, writeAudit } from '../audit/audit.ts'
import { valuesToChanges } from '../audit/audit-fields.ts'
import { enqueueMail } from '../mail/queue.ts'
import { toFullName, findUsersWithPermission } from '../mail/recipients.ts'
import { type Refusal, refuse, type SessionContext } from './context.ts'
import { addToCount, type UserCount, readCounts } from './hourly-count.ts'

/** The limit of all users together is this many times the limit of one user. */
const ALL_USERS_FACTOR = 5

/** The identifiers that are card numbers. The others are 'card:{id}'. */
export const filterCardNumbers = (identifiers: readonly string[]): readonly string[] =>
  identifiers.filter((identifier) => apiIdentifierToCardId(identifier) === undefined)

/**
 * Refuses all card numbers once the limit is reached. Numbers that have a card are refused too: otherwise the refusals
 * would reveal which numbers exist.
 */
export async function validateUnknownNumberLimit(
  context: SessionContext,
  numbers: readonly string[],
): Promise<Refusal | undefined> {
  if (numbers.length === 0) return undefined
  const limits = toLimits(context)
  const until = limitedUntil(await readUnknownCounts(context), context.viewer.userId, limits)
  return until === undefined ? undefined : limitRefusal(context, until)
}

/**
 * Counts card numbers for which no card was found. If the count exceeds the limit, returns the refusal that the caller sends
 * instead of the response.
 */
export async function countUnknownNumbers(context: SessionContext, count: number): Promise<Refusal | undefined> {
  if (count === 0) return undefined
  const { userId } = context.viewer
  const limits = toLimits(context)
  const ownCount = await addToCount(context.db, { userId, counter: 'unknown', count, now: context.now() })
  const counts = await readUnknownCounts(context)
  const commonCount = sumCounts(counts)
  const until = limitedUntil(counts, userId, limits)
  if (until === undefined) return undefined
  // Each limit is reported once, by the call that reaches it.
  const reachesOwnLimit = reaches(limits.perUser, ownCount)
  const reachesCommonLimit = reaches(limits.allUsers, { before: commonCount - count, after: commonCount })
  if (reachesOwnLimit) await reportLimit(context, { numbers: limits.perUser, ofAll: false, until })
  else if (reachesCommonLimit) await reportLimit(context, { numbers: limits.allUsers, ofAll: true, until })
  // A call that reaches but does not exceed a limit gets its response. The next call is refused before its numbers are
  // read.
  const isWithinLimits = ownCount.after <= limits.perUser && commonCount <= limits.allUsers
  // If the call is a change, the change is refused, but the count is committed.
  return isWithinLimits ? undefined : { ...limitRefusal(context, until), keepsWrites: true }
}

/** True if this call has brought the count to the limit or above the limit. */
const reaches = (limit: number, { before, after }: { readonly before: number; readonly after: number }): boolean =>
  before < limit && after >= limit

interface Limits {
  readonly perUser: number
  readonly allUsers: number
}

const toLimits = ({ settings }: SessionContext): Limits => ({
  perUser: settings.unknownNumbersPerHour,
  allUsers: ALL_USERS_FACTOR * settings.unknownNumbersPerHour,
})

const readUnknownCounts = ({ db, viewer, now }: SessionContext) =>
  readCounts(db, { ownerId: viewer.ownerId, counter: 'unknown', now: now() })

const sumCounts = (counts: readonly UserCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** The time from which both limits allow numbers, in milliseconds since 1970. Undefined if both allow numbers now. */
function limitedUntil(counts: readonly UserCount[], userId: number, limits: Limits): number | undefined {
  const reachedOwnCount = counts.find((user) => user.userId === userId && user.count >= limits.perUser)
  const resetTimes = reachedOwnCount ? [reachedOwnCount.resetAt] : []
  // The counts are reset one after another. The limit of all users allows numbers once the sum is below the limit.
  let remainingSum = sumCounts(counts)
  for (const user of counts.toSorted((a, b) => a.resetAt - b.resetAt)) {
    if (remainingSum < limits.allUsers) break
    remainingSum -= user.count
    resetTimes.push(user.resetAt)
  }
  return resetTimes.length === 0 ? undefined : Math.max(...resetTimes)
}

function limitRefusal({ client, now }: SessionContext, until: number): Refusal {
  const text = () => m.cards_tooManyUnknownNumbers({ until: instantToText(new Date(until).toISOString(), client) })
  const secondsLeft = Math.ceil((until - now()) / 1000)
  return refuse(codes.tooManyAttempts, text, { retryAfter: Math.max(1, secondsLeft) })
}

async function reportLimit(
  context: SessionContext,
  { numbers, ofAll, until }: { readonly numbers: number; readonly ofAll: boolean; readonly until: number },
): Promise<void> {
  const { db, viewer, client, jobs } = context
  const { userId, ownerId, username, firstname, lastname } = viewer
  context.log.warn(
    { userId, correlationId: context.correlationId },
    ofAll
      ? 'all users together have reached the limit of unknown card numbers'
      : 'a user has reached the limit of unknown card numbers',
  )
  await writeAudit(db, {
    ...callToOrigin(context),
    userId,
    ownerId,
    method: 'reachUnknownNumberLimit',
    resultCode: codes.success,
    changes: valuesToChanges({ cards: numbers }),
  })
  for (const to of await findUsersWithPermission(db, { ownerId, campaignIds: [] }, 'User.write'))
    await enqueueMail(context, db, {
      kind: 'unknownNumberLimit',
      to,
      user: `${toFullName(firstname, lastname)} (${username})`,
      numbers,
      ofAll,
      until: instantToText(new Date(until).toISOString(), client),
    })
  context.afterCommit(() => jobs.wake())
}
