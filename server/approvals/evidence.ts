// The proof that an approver has signed exactly this decision: a passkey that verified its user, or a fresh code of an
// authenticator app. The proof is checked before the decision. It is stored as evidence, with all data that is needed
// to check the proof again later. Rules: docs/rules/batches.md, "Signature".
import { createHash } from 'node:crypto'
import { m } from '#words/messages.js'
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { itemToLine, signedLines } from '#domain/approvals/signed-text.ts'
import { findPossibleSignature, findNextSignature } from '#domain/approvals/signing.ts'
import { scheduleToInstant } from '#domain/batch/schedule.ts'
import { toTypedCode } from '#domain/texts/digits.ts'
import { type Db, type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { acceptAppCode, countCodeAttempt } from '#server/operations/app-code.ts'
import { codes } from '#contract/codes.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { relyingParty, responseSchema } from '#server/operations/relying-party.ts'
import { readItemToSign } from './items-to-sign.ts'
import { type ApprovalState, type ApprovalSubjectName, NO_TIER } from './signatures.ts'

/** What the approver sends with the decision. */
export interface Proof {
  readonly nonce: string
  readonly passkey?: Record<string, unknown> | undefined
  readonly code?: string | undefined
}

interface Decision {
  readonly subject: ApprovalSubjectName
  /** The locked batch or order. */
  readonly item: { readonly id: number; readonly checkedAt: Date; readonly approval: ApprovalState | undefined }
  /** The chosen time of the run in the form of the request. Undefined if the batch runs as soon as possible. */
  readonly scheduledDate?: string | undefined
  readonly proof: Proof | undefined
}

/** The tier of the approval rules to which the viewer's signature belongs. */
export function tierOfViewer(approval: ApprovalState | undefined): number {
  if (approval === undefined) return NO_TIER
  const { terms, signatures, signer } = approval
  const nextSignature = findNextSignature(terms, signatures, signer)
  // A signer whose group has signed already has no next signature.
  const signature = nextSignature ?? findPossibleSignature(terms, signatures, signer)
  return signature?.tier ?? NO_TIER
}

/** True if the settings require a proof for this total. The total includes fees. */
export const needsProof = ({ settings }: Pick<SessionContext, 'settings'>, totalCents: number): boolean =>
  settings.signsAboveCents !== undefined && totalCents > settings.signsAboveCents

const refuseProof = (message: () => string) => refuseParameter('proof', message)

/**
 * Refuses the decision if it needs a proof, and the proof is missing or not valid for exactly this decision. Stores a
 * valid proof as evidence. Call this before the decision is stored, while the batch or order is locked.
 */
export async function refuseWithoutProof(
  context: SessionContext,
  { subject, item, scheduledDate, proof }: Decision,
): Promise<Refusal | undefined> {
  const { db, viewer, now } = context
  if (context.settings.signsAboveCents === undefined) return undefined
  const itemToSign = await readItemToSign(db, subject, item.id)
  if (!itemToSign) throw new Error(`no rows of ${subject} ${item.id}`)
  if (!needsProof(context, itemToSign.amountCents + itemToSign.feeCents)) return undefined
  if (!proof) return refuseProof(m.approvals_proofNeeded)
  const challenge = await db
    .selectFrom('approval_challenge')
    .selectAll()
    .where('nonce', '=', proof.nonce)
    .where('user_id', '=', viewer.userId)
    .where('expires_at', '>', new Date(now()))
    .forUpdate()
    .executeTakeFirst()
  if (!challenge) return refuseProof(m.approvals_proofExpired)
  const tier = tierOfViewer(item.approval)
  const line = itemToLine({
    ...itemToSign,
    tier,
    scheduledFor: scheduledDate === undefined ? undefined : scheduleToInstant(scheduledDate, context.client.timeZone),
  })
  // The line differs if the rows, the amounts, the time or the signatures of others have changed since the challenge.
  const isSigned = signedLines(challenge.signed_text).includes(line)
  if (!isSigned) return refuseProof(m.approvals_proofOfOther)
  const earlierEvidence = await db
    .selectFrom('approval_evidence')
    .select('id')
    .where('nonce', '=', proof.nonce)
    .where(subject === 'batch' ? 'batch_id' : 'order_id', '=', item.id)
    .executeTakeFirst()
  // A proof can be used once for each item. A used proof counts as expired.
  if (earlierEvidence) return refuseProof(m.approvals_proofExpired)
  const proofColumns = await verifyProof(context, challenge, proof)
  if ('refusalCode' in proofColumns) return proofColumns
  const { origin } = relyingParty(context)
  await db
    .insertInto('approval_evidence')
    .values({
      batch_id: subject === 'batch' ? item.id : null,
      order_id: subject === 'order' ? item.id : null,
      signed_by: viewer.userId,
      tier,
      signed_at: item.checkedAt,
      nonce: proof.nonce,
      signed_text: challenge.signed_text,
      origin,
      ...EMPTY_PROOF_COLUMNS,
      ...proofColumns,
    })
    .execute()
  await db
    .updateTable('approval_challenge')
    .set({ proof_hash: proofToHash(proof) })
    .where('nonce', '=', proof.nonce)
    .execute()
  context.recordValues({
    signedWith: proof.passkey ? m.common_passkey() : m.approvals_codeOfApp(),
    signedText: sha256(challenge.signed_text).toString('hex'),
  })
  return undefined
}

/** All columns of a proof, empty. A passkey fills all columns except `time_step`. A code fills only `time_step`. */
const EMPTY_PROOF_COLUMNS = {
  credential_id: null,
  public_key: null,
  authenticator_data: null,
  client_data: null,
  signature: null,
  time_step: null,
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

const proofToHash = ({ passkey, code }: Proof): Buffer => sha256(JSON.stringify([passkey ?? null, code ?? null]))

interface Challenge {
  readonly nonce: string
  readonly signed_text: string
  readonly proof_hash: Uint8Array | null
}

/**
 * Returns the columns of the proof, or the refusal. One proof can sign several items (batches or orders). Each item is
 * decided in a separate call, and the call of the first item stores the hash of the proof.
 */
async function verifyProof(context: SessionContext, challenge: Challenge, proof: Proof) {
  const { proof_hash: storedHash } = challenge
  const isLaterItem = storedHash !== null
  // Later items need the same proof as the first.
  if (isLaterItem && !proofToHash(proof).equals(storedHash)) return refuseProof(m.approvals_proofExpired)
  const passkeys = await findPasskeys(context.db, context.viewer.userId)
  if (proof.passkey) return verifyPasskey(context, challenge, { response: proof.passkey, passkeys, isLaterItem })
  // A user who has a passkey has to sign with it.
  if (passkeys.length > 0) return refuseProof(m.approvals_proofNeedsPasskey)
  if (!(await hasApp(context))) return refuseProof(m.approvals_proofNeedsFactor)
  return verifyCode(context, challenge, { code: proof.code ?? '', isLaterItem })
}

export const findPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** True if the viewer has an authenticator app. */
export async function hasApp({ db, viewer }: SessionContext): Promise<boolean> {
  const userWithApp = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', viewer.userId)
    .where('second_factor_enrolled_at', 'is not', null)
    .executeTakeFirst()
  return userWithApp !== undefined
}

/** Lower than every counter of a passkey. With this stored counter, the library accepts every counter of a response. */
export const ANY_COUNTER = -1

interface PasskeyProof {
  readonly response: Record<string, unknown>
  readonly passkeys: Awaited<ReturnType<typeof findPasskeys>>
  readonly isLaterItem: boolean
}

async function verifyPasskey(
  context: SessionContext,
  challenge: Challenge,
  { response: sentResponse, passkeys, isLaterItem }: PasskeyProof,
) {
  const { success: isWellFormed } = responseSchema.safeParse(sentResponse)
  if (!isWellFormed) return refuseProof(m.approvals_proofInvalid)
  // The schema has checked some fields. The library checks every field and throws if a field is missing.
  const response = sentResponse as unknown as AuthenticationResponseJSON
  const passkey = passkeys.find(({ credential_id: id }) => id === response.id)
  if (!passkey) return refuseProof(m.approvals_proofInvalid)
  const { rpID, origin } = relyingParty(context)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: sha256(challenge.signed_text).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // The call of the first item has stored the counter of this proof. For later items, the counter of the proof is
        // therefore not greater than the stored counter, as the library otherwise requires.
        counter: isLaterItem ? ANY_COUNTER : passkey.sign_count,
      },
    })
    if (!verified) return refuseProof(m.approvals_proofInvalid)
    await context.db
      .updateTable('passkey')
      .set({ sign_count: authenticationInfo.newCounter, last_used_at: new Date(context.now()) })
      .where('id', '=', passkey.id)
      .execute()
    const { authenticatorData, clientDataJSON, signature } = response.response
    const toBytes = (text: string) => Buffer.from(text, 'base64url')
    return {
      credential_id: passkey.credential_id,
      public_key: passkey.public_key,
      authenticator_data: toBytes(authenticatorData),
      client_data: toBytes(clientDataJSON),
      signature: toBytes(signature),
    }
  } catch {
    return refuseProof(m.approvals_proofInvalid)
  }
}

interface CodeProof {
  readonly code: string
  readonly isLaterItem: boolean
}

async function verifyCode(context: SessionContext, { nonce }: Challenge, { code: typedCode, isLaterItem }: CodeProof) {
  const { db, viewer, settings, now } = context
  if (isLaterItem) {
    // A code is accepted once, for the first item. The evidence of later items gets the time step of the first item.
    const firstEvidence = await db
      .selectFrom('approval_evidence')
      .select('time_step')
      .where('nonce', '=', nonce)
      .executeTakeFirst()
    // The 0 is only for the type: the call of the first item has stored a time step.
    return { time_step: firstEvidence?.time_step ?? 0 }
  }
  const { lockAfter, lockMinutes } = settings
  const attempt = await countCodeAttempt(db, viewer.userId, { now: now(), lockAfter, lockMinutes })
  // `keepsWrites` commits the counted attempt although the decision is refused.
  if (attempt === 'locked') return refuse(codes.tooManyAttempts, m.approvals_tooManyCodes, { keepsWrites: true })
  const timeStep = await acceptAppCode(db, context, viewer.userId, toTypedCode(typedCode))
  if (timeStep === undefined) return { ...refuseProof(m.approvals_codeIsWrong), keepsWrites: true as const }
  await db.updateTable('user_account').set({ code_failures: 0 }).where('id', '=', viewer.userId).execute()
  return { time_step: timeStep }
}
