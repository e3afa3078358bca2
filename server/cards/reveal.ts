// Reveals the full number and CVV of one card. Each reveal is recorded in the audit trail before the values are shown,
// and limited per hour.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { HOUR_MS } from '#domain/units.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type Db, type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { countCardNumbers } from '#server/operations/card-numbers.ts'
import { decryptCvv } from '#server/keys/card-secrets.ts'
import { refuseOrdererOfCard } from '#server/operations/orderers.ts'
import { inScope } from '#server/operations/scope.ts'
import { noSuchCard } from './find-cards.ts'
import { advisoryLocks } from '#server/db/advisory-locks.ts'

export const revealCard: Handler<'revealCard'> = async (context, { voucherID }) => {
  const { viewer, secrets } = context
  const id = Number(voucherID)
  return context.db.transaction().execute(async (trx) => {
    // The reveals of a user run one after another, so that each reveal is counted. The second key of the lock is an
    // integer of 32 bits.
    const userLock = viewer.userId % 2 ** 31
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.reveals}::integer, ${userLock}::integer)`.execute(trx)
    const card = await findCardToReveal({ ...context, db: trx }, id)
    const refusal = 'refusalCode' in card ? card : undefined
    // The entry is written in this transaction, because the next reveal counts the entries.
    await writeAudit(trx, {
      ...callToOrigin(context),
      userId: viewer.userId,
      ownerId: viewer.ownerId,
      method: 'revealCard',
      subjectType: 'card',
      subjectId: String(id),
      resultCode: refusal?.refusalCode ?? codes.success,
      refusal: refusal?.text,
    })
    if ('refusalCode' in card) return card
    // The number counts towards the limit of card numbers. A reveal above this limit is not refused, because reveals
    // have a stricter limit.
    await countCardNumbers({ ...context, db: trx }, 1)
    return { CARDNUMBER: secrets.decryptText(card.pan_cipher), CARDCVV2: decryptCvv(secrets, card.cvv_cipher) }
  })
}

interface EncryptedCard {
  readonly pan_cipher: Buffer
  readonly cvv_cipher: Buffer
}

/** The card, or why this user cannot reveal it. */
async function findCardToReveal(context: SessionContext, id: number): Promise<EncryptedCard | Refusal> {
  const { db, viewer, settings, now } = context
  const retryAfter = await secondsToWait(db, viewer.userId, settings.revealsPerHour, now())
  if (retryAfter !== undefined) return refuse(codes.tooManyAttempts, () => tooManyReveals(retryAfter), { retryAfter })
  const card = await db
    .selectFrom('card')
    .select(['pan_cipher', 'cvv_cipher'])
    .where('id', '=', id)
    .where(sql<boolean>`${inScope(viewer, 'card')}`)
    .executeTakeFirst()
  if (!card) return noSuchCard()
  const refusal = await refuseOrdererOfCard(context, id)
  return refusal ?? card
}

const tooManyReveals = (seconds: number): string => m.cards_tooManyReveals({ minutes: Math.ceil(seconds / 60) })

/** The seconds until the oldest counted reveal is an hour old. Undefined if the user can reveal another card now. */
async function secondsToWait(db: Db, userId: number, maxPerHour: number, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM audit_event
    WHERE method = 'revealCard' AND result_code = '0' AND user_id = ${userId} AND at > ${new Date(now - HOUR_MS)}
    ORDER BY at DESC LIMIT ${maxPerHour}
  `.execute(db)
  // Newest first, so this row exists only if the limit is reached. One more reveal is possible once it is an hour old.
  const oldestCounted = rows[maxPerHour - 1]
  if (!oldestCounted) return undefined
  const msToWait = oldestCounted.at.getTime() + HOUR_MS - now
  return Math.max(1, Math.ceil(msToWait / 1000))
}
