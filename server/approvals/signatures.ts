// The signatures of batches and orders: reads them with what they have to fulfil, adds the viewer's, and withdraws those
// of an approval that is taken back. The database checks each of them again. Rules: docs/rules/approvals.md.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import {
  countSignatures,
  decisionRefusals,
  isFullySigned,
  RECORDER_DAYS,
  type Signature,
  type Signer,
  termsToSentences,
  tierOfGroup,
  tierToSign,
} from '#domain/approvals/signing.ts'
import type { Approval } from '#contract/approvals.ts'
import { DAY_MS } from '#domain/units.ts'
import { toFullName } from '#server/mail/recipients.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'

export type ApprovalSubjectName = 'batch' | 'order'

interface StoredSignature extends Signature {
  readonly by: string
  readonly signedAt: Date
}

/** The signatures of a batch or an order to which approval rules apply. */
export interface ApprovalState {
  readonly terms: ApprovalTerms
  readonly signatures: readonly StoredSignature[]
  /** The viewer. */
  readonly signer: Signer
}

const columnOf = { batch: 'batch_id', order: 'order_id' } as const satisfies Record<ApprovalSubjectName, string>

/** The state of those of the batches or orders to which approval rules apply, by their ids. */
export async function readApprovals(
  { db, viewer, now }: Pick<SessionContext, 'db' | 'viewer' | 'now'>,
  subject: ApprovalSubjectName,
  rows: readonly { readonly id: number; readonly approval_terms: ApprovalTerms | null }[],
): Promise<ReadonlyMap<number, ApprovalState>> {
  const terms = new Map(rows.flatMap(({ id, approval_terms: of }) => (of === null ? [] : [[id, of] as const])))
  if (terms.size === 0) return new Map()
  const signatures = await findSignatures(db, subject, [...terms.keys()])
  const signer = await readSigner(db, viewer, now())
  return new Map(
    [...terms].map(([id, of]) => [
      id,
      { terms: of, signatures: signatures.filter((signature) => signature.id === id), signer },
    ]),
  )
}

async function findSignatures(db: Db, subject: ApprovalSubjectName, ids: readonly number[]) {
  const rows = await db
    .selectFrom('approval_signature as s')
    .innerJoin('user_account as u', 'u.id', 's.signed_by')
    .select(['s.signed_by', 's.tier', 's.signed_at', 'u.firstname', 'u.lastname'])
    .select(`s.${columnOf[subject]} as id`)
    .where(`s.${columnOf[subject]}`, 'in', ids)
    .where('s.withdrawn_at', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.signed_by,
    tier: row.tier,
    signedAt: row.signed_at,
    by: toFullName(row.firstname, row.lastname),
  }))
}

async function readSigner(db: Db, { userId, ownerId }: SessionContext['viewer'], now: number): Promise<Signer> {
  const { rows } = await sql<Signer>`
    SELECT id AS "userId", group_id AS "groupId", EXISTS (
      SELECT FROM funding_payment p
      WHERE p.owner_id = ${ownerId} AND p.recorded_by = u.id AND (p.decided_by IS NULL OR p.transaction_id IS NOT NULL)
        AND p.recorded_at > ${new Date(now - RECORDER_DAYS * DAY_MS)}
    ) AS "hasRecordedFunds"
    FROM user_account u WHERE id = ${userId}`.execute(db)
  return rows[0] ?? { userId, groupId: null, hasRecordedFunds: false }
}

/** Why the viewer cannot decide, as far as approval rules are concerned. */
export const stateToRefusals = (state: ApprovalState | undefined) =>
  state && decisionRefusals(state.terms, state.signatures, state.signer)

/** What the viewer's signature would do; the rules have been checked. Without rules, it is the only one. */
export function nextSignature(state: ApprovalState | undefined) {
  if (state === undefined) return { tier: 0, isLast: true, signed: 1, needed: 1 }
  const { terms, signatures, signer } = state
  const tier = tierToSign(terms, signatures, signer.groupId) ?? 0
  const signed = [...signatures, { userId: signer.userId, tier }]
  return { tier, isLast: isFullySigned(terms, signed), ...countSignatures(terms, signed) }
}

interface Signed {
  readonly id: number
  readonly checkedAt: Date
  readonly approval: ApprovalState | undefined
}

/** Adds the viewer's signature. Each approval has one, also without rules. */
export async function addSignature(
  { db, viewer }: SessionContext,
  subject: ApprovalSubjectName,
  { id, checkedAt }: Signed,
  tier: number,
): Promise<void> {
  await db
    .insertInto('approval_signature')
    .values({
      batch_id: subject === 'batch' ? id : null,
      order_id: subject === 'order' ? id : null,
      signed_by: viewer.userId,
      tier,
      signed_at: checkedAt,
    })
    .execute()
}

/**
 * For acts that count as the last signature again: adds the viewer's, unless the viewer has signed. It does not replace
 * those of others.
 */
export async function ensureSignature(
  context: SessionContext,
  subject: ApprovalSubjectName,
  signed: Signed,
): Promise<void> {
  const { approval } = signed
  const isUnsigned =
    approval !== undefined && !approval.signatures.some(({ userId }) => userId === context.viewer.userId)
  if (isUnsigned)
    await addSignature(context, subject, signed, tierOfGroup(approval.terms, approval.signer.groupId) ?? 0)
}

/** Withdraws all signatures, since what was signed awaits approval again. */
export const withdrawSignatures = (db: Db, subject: ApprovalSubjectName, id: number, at: Date): Promise<unknown> =>
  db
    .updateTable('approval_signature')
    .set({ withdrawn_at: at })
    .where(columnOf[subject], '=', id)
    .where('withdrawn_at', 'is', null)
    .execute()

export function stateToApi(state: ApprovalState, currency: string): Approval {
  const { terms, signatures } = state
  const { needed, signed } = countSignatures(terms, signatures)
  return {
    needs: termsToSentences(terms, currency),
    needed,
    signed,
    signatures: signatures.map(({ by, signedAt }) => ({ by, at: signedAt.toISOString() })),
    refusals: stateToRefusals(state) ?? {},
  }
}
