// Checks the stored evidence of all signed decisions again: verifies the signature with the stored public key, and
// compares the signed text with the rows as they are stored now.
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { itemToLine, signedLines } from '#domain/approvals/signed-text.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import type { Db } from '#server/operations/context.ts'
import { ANY_COUNTER, sha256 } from './evidence.ts'
import { readItemToSign } from './items-to-sign.ts'

export interface EvidenceFault {
  readonly subject: 'batch' | 'order'
  readonly id: number
  /**
   * 'signature': the signature was not made with this key for this text. 'content': the text is about other rows.
   * 'missing': the evidence was deleted or replaced.
   */
  readonly problem: 'signature' | 'content' | 'missing'
}

export interface VerifiedEvidence {
  readonly count: number
  readonly faults: readonly EvidenceFault[]
}

const PAGE_SIZE = 500

export async function verifyEvidence(db: Db, secrets: Secrets): Promise<VerifiedEvidence> {
  const faults: EvidenceFault[] = []
  let count = 0
  let lastId = 0
  for (;;) {
    const page = await readEvidence(db, lastId)
    for (const evidence of page) {
      const subject = toSubject(evidence)
      const problem = await findProblem({ db, secrets }, evidence, subject)
      if (problem !== undefined) faults.push({ ...subject, problem })
    }
    count += page.length
    const lastEvidence = page.at(-1)
    if (!lastEvidence || page.length < PAGE_SIZE) break
    lastId = lastEvidence.id
  }
  const missing = await findMissing(db)
  return { count, faults: [...faults, ...missing] }
}

async function findProblem(
  context: { readonly db: Db; readonly secrets: Secrets },
  evidence: Evidence,
  subject: Subject,
): Promise<EvidenceFault['problem'] | undefined> {
  // Only the evidence of a code has a time step. A code cannot be verified again.
  const isFromPasskey = evidence.time_step === null
  if (isFromPasskey && !(await isSignatureValid(evidence))) return 'signature'
  return (await isAboutStoredRows(context, evidence, subject)) ? undefined : 'content'
}

const readEvidence = (db: Db, afterId: number) =>
  db.selectFrom('approval_evidence').selectAll().where('id', '>', afterId).orderBy('id').limit(PAGE_SIZE).execute()

type Evidence = Awaited<ReturnType<typeof readEvidence>>[number]

async function isSignatureValid(evidence: Evidence): Promise<boolean> {
  const {
    credential_id: id,
    public_key: publicKey,
    authenticator_data: authenticatorData,
    client_data: clientData,
    signature,
  } = evidence
  const isIncomplete =
    id === null || publicKey === null || authenticatorData === null || clientData === null || signature === null
  if (isIncomplete) return false
  const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const response: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      authenticatorData: toText(authenticatorData),
      clientDataJSON: toText(clientData),
      signature: toText(signature),
    },
  }
  try {
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: sha256(evidence.signed_text).toString('base64url'),
      expectedOrigin: evidence.origin,
      expectedRPID: new URL(evidence.origin).hostname,
      requireUserVerification: true,
      // The counter was checked when the decision was signed.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: ANY_COUNTER },
    })
    return verified
  } catch {
    return false
  }
}

interface Subject {
  readonly subject: 'batch' | 'order'
  readonly id: number
}

function toSubject({ id, batch_id: batchId, order_id: orderId }: Evidence): Subject {
  if (batchId !== null) return { subject: 'batch', id: batchId }
  if (orderId !== null) return { subject: 'order', id: orderId }
  throw new Error(`evidence ${id} is neither of a batch nor of an order`)
}

/**
 * True if the signed text names the rows and sums as they are stored. The time of the run is not compared, because a
 * later decision can have changed it.
 */
async function isAboutStoredRows(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  evidence: Evidence,
  { subject, id }: Subject,
): Promise<boolean> {
  const item = await readItemToSign(db, subject, id)
  const line = signedLines(evidence.signed_text).find((signedLine) => signedLine.startsWith(`${subject} ${id} `))
  if (!item || line === undefined) return false
  const signedTime = / at=(\S+) /.exec(line)?.[1]
  const scheduledFor = signedTime === 'now' ? undefined : signedTime
  // A rotation of the keys replaces the stored fingerprint, while the signed text keeps the old one.
  const signedFingerprint = / fingerprint=(\S+) /.exec(line)?.[1] ?? ''
  const isSameFingerprint = secrets.fingerprintsSince(signedFingerprint).includes(item.fingerprint)
  const storedLine = itemToLine({ ...item, fingerprint: signedFingerprint, tier: evidence.tier, scheduledFor })
  return isSameFingerprint && line === storedLine
}

/** The decisions that the audit trail records as signed, but whose evidence was deleted or replaced. */
async function findMissing(db: Db): Promise<EvidenceFault[]> {
  const { rows } = await sql<{ subject: 'batch' | 'order'; id: string }>`
    SELECT a.subject_type AS subject, a.subject_id AS id FROM audit_event a
    WHERE a.result_code = '0' AND a.changes @> '[{"field": "signedText"}]' AND NOT EXISTS (
      SELECT FROM approval_evidence e
      WHERE ((a.subject_type = 'batch' AND e.batch_id::text = a.subject_id)
          OR (a.subject_type = 'order' AND e.order_id::text = a.subject_id))
        AND jsonb_path_exists(a.changes, '$[*] ? (@.field == "signedText" && @.after == $hash)',
          jsonb_build_object('hash', encode(sha256(convert_to(e.signed_text, 'UTF8')), 'hex')))
    )`.execute(db)
  return rows.map(({ subject, id }) => ({ subject, id: Number(id), problem: 'missing' }))
}
