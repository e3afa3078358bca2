// Asks for the signature of one or several decisions: returns the text to sign, with a nonce that is valid once.
import { m } from '#words/messages.js'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import { toSignedText } from '#domain/approvals/signed-text.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { scheduleToInstant } from '#domain/batch/schedule.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { batchesInScope, inScope } from '#server/operations/scope.ts'
import { relyingParty } from '#server/operations/relying-party.ts'
import { findPasskeys, hasApp, needsProof, sha256, tierOfViewer } from './evidence.ts'
import { readItemToSign } from './items-to-sign.ts'
import { type ApprovalSubjectName, readApprovals } from './signatures.ts'

/** Long enough to read what is signed, and to send a hundred decisions over a slow connection. */
const CHALLENGE_MS = 10 * MINUTE_MS

const notFoundMessages = { batch: m.batches_thereIsNoSuchBatch, order: m.orders_noSuchOrder }

export const approvalChallenge: Handler<'approvalChallenge'> = async (context, { items: requested }) => {
  const { db, viewer, now, client } = context
  const items = []
  for (const { subject, id, scheduledDate } of requested) {
    const row = await findApprovableRow(context, subject, Number(id))
    const item = row && (await readItemToSign(db, subject, row.id))
    if (!item) return refuse(codes.notFound, notFoundMessages[subject])
    const scheduledFor = scheduledDate === undefined ? undefined : scheduleToInstant(scheduledDate, client.timeZone)
    const isDateInvalid = scheduledDate !== undefined && scheduledFor === undefined
    if (isDateInvalid) return refuseParameter('items', m.common_invalidInputFormat)
    const approvals = await readApprovals(context, subject, [row])
    items.push({ ...item, scheduledFor, tier: tierOfViewer(approvals.get(row.id)) })
  }
  const passkeys = await findPasskeys(db, viewer.userId)
  const nonce = randomBytes(24).toString('base64url')
  const text = toSignedText(items, nonce)
  await db
    .insertInto('approval_challenge')
    .values({
      nonce,
      user_id: viewer.userId,
      signed_text: text,
      expires_at: new Date(now() + CHALLENGE_MS),
      proof_hash: null,
    })
    .execute()
  if (passkeys.length === 0) return { nonce, text }
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    challenge: new Uint8Array(sha256(text)),
    allowCredentials: passkeys.map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
    userVerification: 'required',
  })
  // A copy, because an object of a library's interface does not fit into the contract's record.
  return { nonce, text, options: { ...options } }
}

/** Undefined if the viewer has no permission to approve, or cannot see the campaigns of the batch or order. */
async function findApprovableRow({ db, viewer }: SessionContext, subject: ApprovalSubjectName, id: number) {
  const permission = subject === 'batch' ? 'Batch.approve' : 'Card.approve'
  if (!hasPermission(viewer.permissions, permission)) return undefined
  type Row = { readonly id: number; readonly approval_terms: ApprovalTerms | null }
  const queries = {
    batch: sql<Row>`
        SELECT f.id, f.approval_terms FROM batch_file f WHERE ${batchesInScope(viewer)} AND f.id = ${id}`,
    order: sql<Row>`
        SELECT o.id, o.approval_terms FROM card_order o WHERE ${inScope(viewer, 'o')} AND o.id = ${id}`,
  }
  const { rows } = await queries[subject].execute(db)
  return rows[0]
}

/**
 * How the viewer has to sign a decision about this total. Undefined if no signature is needed. 'none' if a signature is
 * needed, but the viewer has neither a passkey nor an app.
 */
export async function signingMethod(
  context: SessionContext,
  totalCents: number,
): Promise<'passkey' | 'code' | 'none' | undefined> {
  const { db, viewer } = context
  if (!needsProof(context, totalCents)) return undefined
  const passkeys = await findPasskeys(db, viewer.userId)
  if (passkeys.length > 0) return 'passkey'
  return (await hasApp(context)) ? 'code' : 'none'
}
