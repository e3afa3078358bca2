// E-mails about batches. They name a batch by number and reference, never a card.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import * as z from 'zod'
import { batchTypes, storedBatchTypeNames } from '#domain/batch/types.ts'
import { rowCountToText, forecastToText, runResultToText } from '#domain/batch/words.ts'
import { cents } from '#domain/money.ts'
import {
  blockedParagraphs,
  occasion,
  signsFor,
  approvalRulesAction,
  waitingClosing,
  waitingParagraphs,
} from './approval-paragraphs.ts'
import { type MessageContent, reasonParagraphs, recipient } from './message-content.ts'

const batch = z.object({
  batchId: z.int(),
  type: z.enum(storedBatchTypeNames),
  reference: z.string(),
  rows: z.int(),
  /** The amount with its currency. */
  amount: z.string(),
})

/** True if the e-mail goes to the batch's maker. */
const isOwn = z.boolean()

export const batchMails = [
  z.object({
    kind: z.literal('batchWaiting'),
    to: recipient,
    batch,
    by: z.string(),
    /** The time that the maker proposes for the run, with the time zone. Empty without a proposed time. */
    proposed: z.string().optional(),
    occasion,
    signsFor,
  }),
  z.object({ kind: z.literal('batchBlocked'), to: recipient, isOwn, batch, by: z.string() }),
  z.object({
    kind: z.literal('batchDecided'),
    to: recipient,
    batch,
    decision: z.enum(['approved', 'rejected']),
    by: z.string(),
    /** Empty without a reason. */
    reason: z.string(),
    /** The time of the batch's run, with the time zone. Empty if the batch runs immediately. */
    scheduled: z.string(),
    /** The time that the maker proposed, if the batch was approved for another time. */
    proposed: z.string().optional(),
    /** True if the batch is on hold, so that its maker can still withdraw it. */
    canBeCancelled: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('batchProcessed'),
    to: recipient,
    batch,
    loadedRows: z.int(),
    loadedAmount: z.string(),
  }),
  z.object({
    kind: z.literal('batchWithdrawn'),
    to: recipient,
    batch,
    by: z.string(),
    /** True if the batch was on hold after an approval. */
    wasApproved: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('batchUnscheduled'),
    to: recipient,
    isOwn,
    batch,
    by: z.string(),
    /** True if the approval was undone during the undo hold that followed it. */
    hold: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('batchForeseen'),
    to: recipient,
    isOwn,
    batch,
    /** Number of rows that would fail in the current state of their cards. */
    failing: z.int(),
    /** The amount that the funding account lacks for the batch. */
    shortCents: z.int(),
    currency: z.string(),
    /** The time of the batch's run, with the time zone. */
    scheduled: z.string(),
  }),
] as const

export type BatchMail = z.output<(typeof batchMails)[number]>

/** The texts of an e-mail about a batch. `publicUrl` is the portal's address with its closing slash. */
export function batchMailToContent(mail: BatchMail, publicUrl: string): MessageContent {
  const { batchId, type, reference, rows, amount } = mail.batch
  const what = m.mail_batch({ type: batchTypes[type].noun.one, batchId, reference })
  const size = commas([rowCountToText(rows, type), amount])
  const toAction = (page: string) => ({ label: m.common_openBatch(), url: `${publicUrl}${page}?batch=${batchId}` })
  // The maker and the approvers find the batch on different pages.
  const makerAction = toAction('batches/mine')
  const approverAction = toAction('batchloads')
  switch (mail.kind) {
    case 'batchWaiting':
      return {
        subject: mail.occasion ? m.mail_batchStillWaits({ batchId }) : m.mail_batchWaitsForApproval({ batchId }),
        paragraphs: [
          m.mail_uploadedAndWaits({ what, by: mail.by, size }),
          ...(mail.proposed ? [m.mail_proposesRun({ by: mail.by, proposed: mail.proposed })] : []),
          ...waitingParagraphs(mail),
        ],
        action: approverAction,
        closing: waitingClosing(mail, m.mail_whyMailedBatchApprovers()),
      }
    case 'batchBlocked':
      return {
        subject: m.mail_batchIsBlocked({ batchId }),
        paragraphs: blockedParagraphs({ what, by: mail.by, size }),
        action: mail.isOwn ? makerAction : approvalRulesAction(publicUrl),
        closing: mail.isOwn ? [] : [m.mail_whyMailedAdministrators()],
      }
    case 'batchDecided':
      return {
        subject: m.mail_batchDecided({ batchId, decision: mail.decision }),
        paragraphs: [
          m.mail_decidedBy({ what, decision: mail.decision, by: mail.by, size }),
          ...reasonParagraphs(mail.reason),
          ...(mail.scheduled === '' ? [] : [m.mail_willBeProcessedOn({ scheduled: mail.scheduled })]),
          ...(mail.proposed ? [m.mail_youProposedRun({ proposed: mail.proposed })] : []),
          ...(mail.canBeCancelled ? [m.mail_cancelInMyBatches()] : []),
        ],
        action: makerAction,
        closing: [],
      }
    case 'batchWithdrawn':
      return {
        subject: m.mail_batchWasWithdrawn({ batchId }),
        paragraphs: [
          mail.wasApproved
            ? m.mail_withdrawnOnHold({ what, by: mail.by, size })
            : m.mail_withdrawnByUploader({ what, by: mail.by, size }),
        ],
        action: approverAction,
        closing: [m.mail_whyMailedBatchApprovers()],
      }
    case 'batchUnscheduled':
      return {
        subject: mail.hold ? m.mail_batchWasCancelled({ batchId }) : m.mail_batchIsNoLongerScheduled({ batchId }),
        paragraphs: [
          mail.hold
            ? m.mail_cancelledOnHold({ what, by: mail.by, size })
            : m.mail_takenOffSchedule({ what, by: mail.by, size }),
        ],
        action: mail.isOwn ? makerAction : approverAction,
        closing: [],
      }
    case 'batchForeseen':
      return {
        subject: m.mail_partialFailureExpected({ batchId }),
        paragraphs: [
          m.mail_batchForecast({
            what,
            scheduled: mail.scheduled,
            forecast: forecastToText({ ...mail, type, rowCount: rows, shortCents: cents(mail.shortCents) }),
          }),
          ...(mail.failing > 0 ? [m.mail_detailsShowRows()] : []),
          ...(mail.shortCents > 0 ? [m.mail_topUpAccount()] : []),
          m.mail_takeOffScheduleInTime(),
        ],
        action: mail.isOwn ? makerAction : approverAction,
        closing: [],
      }
    case 'batchProcessed':
      return {
        subject: m.mail_batchWasProcessed({ batchId }),
        paragraphs: [
          m.mail_processedWithResult({
            what,
            result: runResultToText(type, rows, mail.loadedRows),
            loadedAmount: mail.loadedAmount,
            amount,
          }),
          ...(mail.loadedRows < rows ? [m.mail_detailsShowFailures()] : []),
        ],
        action: makerAction,
        closing: [],
      }
  }
}
