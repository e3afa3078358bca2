// The signatures of batches and orders: reads signatures with the rules that apply, adds the viewer's signature, and
// withdraws the signatures of an approval that is undone. The database checks each signature again. Rules:
// docs/rules/approvals.md.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import {
  type AbsentApprover,
  countSignatures,
  decisionRefusals,
  isFullySigned,
  type NextSignature,
  type Signature,
  type Signer,
  termsToSentences,
  findPossibleSignature,
  findNextSignature,
} from '#domain/approvals/signing.ts'
import type { Approval } from '#contract/approvals.ts'
import { toFullName } from '#server/mail/recipients.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { findBlocked } from './blocked.ts'

export type ApprovalSubjectName = 'batch' | 'order'

/** The tier of a signature that no tier of the approval rules requires. */
export const NO_TIER = 0

interface StoredSignature extends Signature {
  readonly signerName: string
  /** The name of the absent approver for whom a deputy signed. Undefined if no deputy signed. */
  readonly absentName: string | undefined
  readonly signedAt: Date
}

/** The signatures of a batch or an order to which approval rules apply. */
export interface ApprovalState {
  readonly terms: ApprovalTerms
  readonly signatures: readonly StoredSignature[]
  /** The viewer, with the facts that decide whether the viewer can sign. */
  readonly signer: Signer
  /** True if the batch or order waits and no one can sign it now. */
  readonly isBlocked: boolean
}

const subjectColumns = { batch: 'batch_id', order: 'order_id' } as const satisfies Record<ApprovalSubjectName, string>

/** The approval states of the batches or orders, by id. Those without approval rules are left out. */
export async function readApprovals(
  { db, viewer, now }: Pick<SessionContext, 'db' | 'viewer' | 'now'>,
  subject: ApprovalSubjectName,
  items: readonly { readonly id: number; readonly approval_terms: ApprovalTerms | null }[],
): Promise<ReadonlyMap<number, ApprovalState>> {
  const termsById = new Map<number, ApprovalTerms>()
  for (const { id, approval_terms: terms } of items) if (terms) termsById.set(id, terms)
  if (termsById.size === 0) return new Map()
  const ids = [...termsById.keys()]
  const signatures = await findSignatures(db, subject, ids)
  const signer = await readSigner(db, viewer, now())
  const absentApprovers = await findAbsentApprovers(db, viewer, now())
  // The makers matter only if the viewer is a deputy, so that the deputy does not sign for a maker.
  const makersById = absentApprovers.length > 0 ? await findMakers(db, subject, ids) : new Map<number, number[]>()
  const blockedIds = await findBlocked(db, subject, ids)
  const states = new Map<number, ApprovalState>()
  for (const [id, terms] of termsById) {
    const isMaker = ({ userId }: AbsentApprover) => makersById.get(id)?.includes(userId) === true
    states.set(id, {
      terms,
      signatures: signatures.filter(({ subjectId }) => subjectId === id),
      // Makers cannot sign, so no deputy can sign for a maker either.
      signer: { ...signer, deputyFor: absentApprovers.filter((approver) => !isMaker(approver)) },
      isBlocked: blockedIds.has(id),
    })
  }
  return states
}

/** The absent approvers for whom the viewer is the deputy now. */
async function findAbsentApprovers(db: Db, viewer: SessionContext['viewer'], now: number): Promise<AbsentApprover[]> {
  const at = new Date(now)
  const { rows } = await sql<AbsentApprover>`
    SELECT u.id AS "userId", concat_ws(' ', nullif(u.firstname, ''), nullif(u.lastname, '')) AS name, u.group_id AS "groupId",
           has_recorded_funds(u.id, ${at}) AS "hasRecordedFunds"
    FROM absent_approvers(${viewer.ownerId}, ${viewer.userId}, ${at}) WITH ORDINALITY AS a (id, number) JOIN user_account u ON u.id = a.id
    ORDER BY a.number`.execute(db)
  return rows
}

/**
 * The makers of each batch or order, by its id. They are the user who submitted the batch or order, and for a machine
 * user the user who made its key.
 */
async function findMakers(db: Db, subject: ApprovalSubjectName, ids: readonly number[]) {
  const queries = {
    batch: sql<{ id: number; makers: number[] }>`
          SELECT id, ARRAY[uploaded_by, key_made_by] AS makers FROM batch_file WHERE id = ANY (${ids}::bigint[])`,
    order: sql<{ id: number; makers: number[] }>`
          SELECT id, ARRAY[ordered_by, key_made_by] AS makers FROM card_order WHERE id = ANY (${ids}::bigint[])`,
  }
  const { rows } = await queries[subject].execute(db)
  return new Map(rows.map(({ id, makers }) => [id, makers]))
}

async function findSignatures(db: Db, subject: ApprovalSubjectName, ids: readonly number[]) {
  const rows = await db
    .selectFrom('approval_signature as s')
    .innerJoin('user_account as u', 'u.id', 's.signed_by')
    .leftJoin('user_account as a', 'a.id', 's.on_behalf_of')
    .select(['s.signed_by', 's.on_behalf_of', 's.tier', 's.signed_at', 'u.firstname', 'u.lastname'])
    .select(['a.firstname as absent_first', 'a.lastname as absent_last'])
    .select(`s.${subjectColumns[subject]} as subject_id`)
    .where(`s.${subjectColumns[subject]}`, 'in', ids)
    .where('s.withdrawn_at', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({
    subjectId: row.subject_id,
    userId: row.signed_by,
    signerName: toFullName(row.firstname, row.lastname),
    onBehalfOf: row.on_behalf_of ?? undefined,
    absentName: row.on_behalf_of === null ? undefined : toFullName(row.absent_first, row.absent_last),
    tier: row.tier,
    signedAt: row.signed_at,
  }))
}

async function readSigner(db: Db, { userId }: SessionContext['viewer'], now: number): Promise<Signer> {
  const { rows } = await sql<Signer>`
    SELECT id AS "userId", group_id AS "groupId", has_recorded_funds(id, ${new Date(now)}) AS "hasRecordedFunds"
    FROM user_account WHERE id = ${userId}`.execute(db)
  return rows[0] ?? { userId, groupId: null, hasRecordedFunds: false }
}

/** Why approval rules keep the viewer from deciding. Undefined without approval rules. */
export const stateToRefusals = (state: ApprovalState | undefined) =>
  state && decisionRefusals(state.terms, state.signatures, state.signer)

/** What the viewer's signature would do. Without approval rules, one signature is needed. */
export function nextSignature(state: ApprovalState | undefined) {
  if (state === undefined) return { tier: NO_TIER, absent: undefined, isLast: true, signed: 1, needed: 1 }
  const { terms, signatures, signer } = state
  const { tier, absent } = findNextSignature(terms, signatures, signer) ?? { tier: NO_TIER }
  const newSignatures = [...signatures, { userId: signer.userId, tier }]
  return { tier, absent, isLast: isFullySigned(terms, newSignatures), ...countSignatures(terms, newSignatures) }
}

interface SignableItem {
  readonly id: number
  readonly checkedAt: Date
  readonly approval: ApprovalState | undefined
}

/** Adds the viewer's signature. Every approval has a signature, even if no approval rule applies. */
export async function addSignature(
  { db, viewer, recordValues }: SessionContext,
  subject: ApprovalSubjectName,
  { id, checkedAt }: SignableItem,
  { tier, absent }: NextSignature,
): Promise<void> {
  if (absent) recordValues({ signedFor: absent.name })
  await db
    .insertInto('approval_signature')
    .values({
      batch_id: subject === 'batch' ? id : null,
      order_id: subject === 'order' ? id : null,
      signed_by: viewer.userId,
      tier,
      signed_at: checkedAt,
      on_behalf_of: absent?.userId ?? null,
    })
    .execute()
}

/**
 * Adds the viewer's signature, unless the viewer has already signed or no approval rule applies. The signatures of
 * other users stay. Call this for an action of an approver on a batch or order that is already approved.
 */
export async function ensureSignature(
  context: SessionContext,
  subject: ApprovalSubjectName,
  item: SignableItem,
): Promise<void> {
  const { approval } = item
  if (approval === undefined) return
  const hasSigned = approval.signatures.some(({ userId }) => userId === context.viewer.userId)
  if (hasSigned) return
  const signature = findPossibleSignature(approval.terms, approval.signatures, approval.signer) ?? { tier: NO_TIER }
  await addSignature(context, subject, item, signature)
}

/** Withdraws all signatures of a batch or an order whose approval was undone. */
export const withdrawSignatures = (db: Db, subject: ApprovalSubjectName, id: number, at: Date): Promise<unknown> =>
  db
    .updateTable('approval_signature')
    .set({ withdrawn_at: at })
    .where(subjectColumns[subject], '=', id)
    .where('withdrawn_at', 'is', null)
    .execute()

export function stateToApi(state: ApprovalState, currency: string): Approval {
  const { terms, signatures, signer, isBlocked } = state
  const absent = findNextSignature(terms, signatures, signer)?.absent
  const { needed, signed } = countSignatures(terms, signatures)
  return {
    needs: termsToSentences(terms, currency),
    needed,
    signed,
    signatures: signatures.map(({ signerName, absentName, signedAt }) => ({
      by: signerName,
      ...(absentName !== undefined && { onBehalfOf: absentName }),
      at: signedAt.toISOString(),
    })),
    ...(absent && { signsFor: absent.name }),
    ...(isBlocked && { isBlocked }),
    refusals: stateToRefusals(state) ?? {},
  }
}
