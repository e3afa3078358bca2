// E-mails about a batch. Approvers are notified when a batch waits or was withdrawn. Its maker is notified when the
// batch was decided or processed. Both are notified when it was unscheduled, and warned if some rows are expected to
// fail. A separate job sends the mails, so that no change waits for the query of the recipients.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import * as z from 'zod'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { StoredBatchType } from '#domain/batch/types.ts'
import { instantToText } from '#domain/instants.ts'
import { cents, centsToDecimal, centsToText } from '#domain/money.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { findAbsentByDeputy, findAdministrators, findEscalation } from '#server/approvals/mail-recipients.ts'
import type { BatchMail } from '#server/mail/batch-messages.ts'
import type { Recipient } from '#server/mail/message-content.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import { toFullName, readFullName, findUsersByIds, findUsersWithPermission } from '#server/mail/recipients.ts'

const BATCH_MAIL = 'batch-mail'

const payload = z.strictObject({
  batchId: z.int(),
  event: z.enum([
    'waiting',
    'signed',
    'decided',
    'processed',
    'withdrawn',
    'unscheduled',
    'foreseen',
    'closed',
    'reminded',
    'escalated',
    'blocked',
  ]),
  /** The user who caused the event. Set only if no column of the batch records this user. */
  by: z.int().optional(),
  /** True if the approval was undone during its undo hold, and the batch had no other scheduled time. */
  wasHeld: z.boolean().optional(),
  /** The user who had approved the withdrawn batch. */
  approver: z.int().optional(),
})
export type BatchEvent = z.output<typeof payload>

/** Call this in the transaction of the change, and `jobs.wake` after the commit. */
export const enqueueBatchMail = (jobs: Services['jobs'], db: Db, event: BatchEvent): Promise<void> =>
  jobs.enqueue(db, BATCH_MAIL, event)

export function registerBatchMail(services: Services): void {
  services.jobs.registerHandler(BATCH_MAIL, 'mail', async (data, { id }) => {
    const batchEvent = payload.parse(data)
    const { batchId, event, by } = batchEvent
    await services.db.transaction().execute(async (trx) => {
      const batch = await findBatch(trx, batchId)
      if (!batch) return
      const byName = by === undefined ? '' : await readFullName(trx, by)
      const recipients = await findRecipients[event](trx, batch, batchEvent)
      const absentByDeputy = signatureEvents.has(event)
        ? await findAbsentByDeputy(trx, toItemToApprove(batch), recipients)
        : new Map<string, string>()
      for (const to of recipients) {
        const names = { byName, signsFor: absentByDeputy.get(to.username) }
        await enqueueAlert(services, trx, batchToMail(services, batch, { ...batchEvent, ...names }, to))
      }
      await addBatchWebhook(services, trx, batch, { jobId: id, event })
    })
    services.jobs.wake()
  })
}

/** The message for customers' programs. Its id is that of the job, so that a repeated job adds no second message. */
async function addBatchWebhook(
  services: Services,
  trx: Db,
  batch: MailedBatch,
  { jobId, event }: { readonly jobId: number; readonly event: BatchEvent['event'] },
): Promise<void> {
  const type = webhookTypes[event](batch)
  if (type === undefined) return
  const data = {
    batchId: String(batch.id),
    type: batch.kind,
    reference: batch.reference,
    rows: batch.row_count,
    amount: centsToDecimal(cents(batch.amount_cents)),
    doneRows: batch.loaded_count,
    doneAmount: centsToDecimal(cents(batch.loaded_amount_cents)),
    currency: batch.currency,
    controlCode: batch.fingerprint,
    scheduledFor: batch.scheduled_at?.toISOString() ?? null,
  }
  const at = new Date(services.now())
  await addWebhook(trx, { messageId: `batch-${jobId}`, ownerId: batch.owner_id, at, type, data })
}

const webhookTypes: Readonly<Record<BatchEvent['event'], (batch: MailedBatch) => WebhookEvent | undefined>> = {
  waiting: () => 'batch.submitted',
  signed: () => 'batch.awaiting_second_approval',
  reminded: () => undefined,
  escalated: () => undefined,
  blocked: () => undefined,
  withdrawn: () => 'batch.withdrawn',
  decided: (batch) => (batch.rejected_at ? 'batch.rejected' : 'batch.approved'),
  processed: (batch) => (batch.loaded_count === batch.row_count ? 'batch.completed' : 'batch.partly_failed'),
  unscheduled: () => 'batch.unscheduled',
  foreseen: () => undefined,
  closed: () => 'batch.closed',
}

interface MailedEvent extends BatchEvent {
  /** The name of the user `by`. '' if `by` is undefined. */
  readonly byName: string
  /** The name of the absent approver for whom the recipient can sign. */
  readonly signsFor: string | undefined
}

/** The events whose mail asks for a signature. */
const signatureEvents: ReadonlySet<BatchEvent['event']> = new Set(['waiting', 'signed', 'reminded', 'escalated'])

/** The occasion that the mail names. The mail about a new batch, or after another signature, names none. */
const occasions: Readonly<Partial<Record<BatchEvent['event'], 'reminder' | 'escalation'>>> = {
  reminded: 'reminder',
  escalated: 'escalation',
}

const toItemToApprove = ({ owner_id: ownerId, campaign_ids: campaignIds, approval_terms: terms }: MailedBatch) => ({
  ownerId,
  campaignIds,
  terms,
})

function batchToMail(services: Services, mailedBatch: MailedBatch, mailedEvent: MailedEvent, to: Recipient): BatchMail {
  const { batchId, event, byName: by, wasHeld, approver, signsFor } = mailedEvent
  const timeToText = (time: Date | null) =>
    time ? `${instantToText(time.toISOString(), services.client)} (${services.client.timeZone})` : ''
  const batch = {
    batchId,
    type: mailedBatch.kind,
    reference: mailedBatch.reference,
    rows: mailedBatch.row_count,
    amount: `${mailedBatch.currency} ${centsToText(cents(mailedBatch.amount_cents))}`,
  }
  const maker = toFullName(mailedBatch.uploader_first, mailedBatch.uploader_last)
  if (signatureEvents.has(event)) {
    const occasion = occasions[event]
    return {
      kind: 'batchWaiting',
      to,
      batch,
      by: maker,
      proposed: timeToText(mailedBatch.proposed_at),
      ...(occasion !== undefined && { occasion }),
      ...(signsFor !== undefined && { signsFor }),
    }
  }
  if (event === 'withdrawn')
    return { kind: 'batchWithdrawn', to, batch, by: maker, wasApproved: approver !== undefined }
  const isOwn = to.username === mailedBatch.uploader_username
  if (event === 'blocked') return { kind: 'batchBlocked', to, isOwn, batch, by: maker }
  if (event === 'unscheduled') return { kind: 'batchUnscheduled', to, isOwn, batch, by, hold: wasHeld }
  if (event === 'processed') {
    const loaded = `${mailedBatch.currency} ${centsToText(cents(mailedBatch.loaded_amount_cents))}`
    return { kind: 'batchProcessed', to, batch, loadedRows: mailedBatch.loaded_count, loadedAmount: loaded }
  }
  const isRejected = mailedBatch.rejected_at !== null
  const scheduled = timeToText(mailedBatch.scheduled_at)
  if (event === 'foreseen') {
    const { preflight_failing: failing, preflight_short_cents: short, currency } = mailedBatch
    return {
      kind: 'batchForeseen',
      to,
      isOwn,
      batch,
      failing: failing ?? 0,
      shortCents: short ?? 0,
      currency,
      scheduled,
    }
  }
  const hasOtherTime = mailedBatch.proposed_at?.getTime() !== mailedBatch.scheduled_at?.getTime()
  const namesProposedTime = hasOtherTime && !isRejected
  return {
    kind: 'batchDecided',
    to,
    batch,
    decision: isRejected ? 'rejected' : 'approved',
    by: deciderToText(mailedBatch),
    reason: mailedBatch.reject_reason ?? '',
    scheduled,
    // The proposed time is named only if the approver chose another one.
    proposed: namesProposedTime ? timeToText(mailedBatch.proposed_at) : '',
    canBeCancelled: mailedBatch.held_until !== null,
  }
}

/** The name of the user who decided. 'B for A' if deputy B approved the batch for the absent A. */
function deciderToText({ decider_first: first, decider_last: last, absent_first, absent_last }: MailedBatch): string {
  const decider = toFullName(first, last)
  const absent = toFullName(absent_first, absent_last)
  return absent === '' ? decider : m.approvals_byFor({ by: decider, user: absent })
}

interface MailedBatch {
  readonly id: number
  readonly owner_id: number
  readonly campaign_ids: readonly number[] | null
  readonly approval_terms: ApprovalTerms | null
  readonly kind: StoredBatchType
  readonly reference: string
  readonly fingerprint: string
  readonly currency: string
  readonly row_count: number
  readonly amount_cents: number
  readonly loaded_count: number
  readonly loaded_amount_cents: number
  readonly uploaded_by: number
  readonly approved_by: number | null
  readonly preflight_failing: number | null
  readonly preflight_short_cents: number | null
  readonly rejected_at: Date | null
  readonly reject_reason: string | null
  readonly proposed_at: Date | null
  readonly scheduled_at: Date | null
  readonly held_until: Date | null
  readonly uploader_username: string
  readonly uploader_first: string
  readonly uploader_last: string
  readonly decider_first: string | null
  readonly decider_last: string | null
  /** The absent approver for whom a deputy decided. Null if no deputy decided. */
  readonly absent_first: string | null
  readonly absent_last: string | null
}

/**
 * In the statement, `u` is the uploader, `d` the user who decided, and `a` the absent approver of the signature `s`.
 */
async function findBatch(db: Db, id: number): Promise<MailedBatch | undefined> {
  const { rows } = await sql<MailedBatch>`
    SELECT f.id, f.owner_id, f.campaign_ids, f.approval_terms, f.kind, f.reference, f.fingerprint, f.currency, f.row_count, f.amount_cents, f.loaded_count, f.loaded_amount_cents,
           f.uploaded_by, f.approved_by, f.preflight_failing, f.preflight_short_cents, f.rejected_at, f.reject_reason, f.proposed_at, f.scheduled_at, f.held_until,
           u.username AS uploader_username, u.firstname AS uploader_first, u.lastname AS uploader_last, d.firstname AS decider_first, d.lastname AS decider_last,
           a.firstname AS absent_first, a.lastname AS absent_last
    FROM batch_file f JOIN user_account u ON u.id = f.uploaded_by
    LEFT JOIN user_account d ON d.id = coalesce(f.approved_by, f.rejected_by)
    LEFT JOIN approval_signature s ON s.batch_id = f.id AND s.signed_by = f.approved_by AND s.withdrawn_at IS NULL
    LEFT JOIN user_account a ON a.id = s.on_behalf_of
    WHERE f.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Users who can approve the batch and did not upload it. */
const findCheckers = (db: Db, batch: MailedBatch): Promise<Recipient[]> =>
  findUsersWithPermission(
    db,
    { ownerId: batch.owner_id, campaignIds: batch.campaign_ids, exceptUserId: batch.uploaded_by },
    'Batch.approve',
  )

/** The users who can give the next signature. */
const findNextSigners = (db: Db, batch: MailedBatch): Promise<Recipient[]> =>
  findUsersWithPermission(
    db,
    {
      ownerId: batch.owner_id,
      campaignIds: batch.campaign_ids,
      // `u` is the user in the query of findUsersWithPermission.
      condition: sql`(
        SELECT can_sign_next(of_batch => f.id, of_order => NULL, terms => f.approval_terms, of_user => u.id, of_group => u.group_id)
        FROM batch_file f WHERE f.id = ${batch.id})`,
      exceptUserId: batch.uploaded_by,
    },
    'Batch.approve',
  )

const findMaker = (db: Db, batch: MailedBatch): Promise<Recipient[]> =>
  findUsersByIds(db, { campaignIds: batch.campaign_ids }, [batch.uploaded_by])

const isSameUser = (a: Recipient, b: Recipient): boolean => a.username === b.username

/** The users without duplicates. */
const uniqueUsers = (users: readonly Recipient[]): Recipient[] =>
  users.filter((user, index) => users.findIndex((other) => isSameUser(user, other)) === index)

type FindRecipients = (db: Db, batch: MailedBatch, event: BatchEvent) => Promise<Recipient[]>

const findRecipients: Readonly<Record<BatchEvent['event'], FindRecipients>> = {
  waiting: findNextSigners,
  signed: findNextSigners,
  reminded: findNextSigners,
  escalated: (db, batch) => findEscalation(db, toItemToApprove(batch)),
  blocked: async (db, batch) => {
    const makers = await findMaker(db, batch)
    const administrators = await findAdministrators(db, toItemToApprove(batch))
    return uniqueUsers([...makers, ...administrators])
  },
  // Includes the user who had approved the batch, even if that user cannot approve any more.
  withdrawn: async (db, batch, { approver }) => {
    const checkers = await findCheckers(db, batch)
    if (approver === undefined) return checkers
    const approvers = await findUsersByIds(db, { campaignIds: batch.campaign_ids }, [approver])
    return uniqueUsers([...checkers, ...approvers])
  },
  decided: findMaker,
  processed: findMaker,
  unscheduled: async (db, batch) => [...(await findMaker(db, batch)), ...(await findCheckers(db, batch))],
  // A closed batch only sends a webhook.
  closed: () => Promise.resolve([]),
  foreseen: async (db, batch) => {
    const approverIds = batch.approved_by === null ? [] : [batch.approved_by]
    const approvers = await findUsersByIds(db, { campaignIds: batch.campaign_ids }, approverIds)
    return [...(await findMaker(db, batch)), ...approvers]
  },
}
