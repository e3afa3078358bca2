// What the host writes about batches. A batch is named by its number and reference; no card is.
import * as z from 'zod'
import { storedBatchTypes } from '#domain/batch/kinds.ts'
import { countToWords, foreseenToWords, runToWords } from '#domain/batch/words.ts'
import { cents } from '#domain/money.ts'
import * as phrases from '#words/server/mail.ts'
import { type MessageContent, recipient } from './parts.ts'

const batch = z.object({
  batchId: z.int(),
  /** Mails that wait from before name none. */
  type: z.enum(storedBatchTypes).default('load'),
  title: z.string(),
  reference: z.string(),
  rows: z.int(),
  /** With its currency. */
  amount: z.string(),
})

export const batchMails = [
  z.object({ kind: z.literal('batchWaiting'), to: recipient, batch, by: z.string() }),
  z.object({
    kind: z.literal('batchDecided'),
    to: recipient,
    batch,
    decision: z.enum(['approved', 'rejected']),
    by: z.string(),
    /** Empty where none was given. */
    reason: z.string(),
    /** When it will run, with the zone; empty for at once. */
    scheduled: z.string(),
  }),
  z.object({
    kind: z.literal('batchProcessed'),
    to: recipient,
    batch,
    loadedRows: z.int(),
    loadedAmount: z.string(),
  }),
  z.object({ kind: z.literal('batchWithdrawn'), to: recipient, batch, by: z.string() }),
  z.object({ kind: z.literal('batchUnscheduled'), to: recipient, batch, by: z.string() }),
  z.object({
    kind: z.literal('batchForeseen'),
    to: recipient,
    batch,
    /** Rows that would fail as their cards are now. */
    failing: z.int(),
    /** What the funding account lacks; mails that wait from before do not tell. */
    shortCents: z.int().default(0),
    currency: z.string().default(''),
    /** When it will run, with the zone. */
    scheduled: z.string(),
  }),
] as const

export type BatchMail = z.output<(typeof batchMails)[number]>

/** The words of an e-mail about a batch; `publicUrl` is the portal's address with its closing slash. */
export function batchMailToContent(mail: BatchMail, publicUrl: string): MessageContent {
  const { batchId, type, title, reference, rows, amount } = mail.batch
  const what = phrases.batchBatchIdTitleReference(batchId, title, reference)
  const size = `${countToWords(rows, type)}, ${amount}`
  const open = (label: string, path: string) => ({ label, url: `${publicUrl}${path}` })
  switch (mail.kind) {
    case 'batchWaiting':
      return {
        subject: phrases.batchWaitsForApproval(batchId),
        paragraphs: [phrases.wasUploadedByAndWaits(what, mail.by, size)],
        action: open('See what waits', `batchloads?batch=${batchId}`),
        closing: [phrases.youReceiveThisBecauseYouMay],
      }
    case 'batchDecided':
      return {
        subject: phrases.batchWas(batchId, mail.decision),
        paragraphs: [
          phrases.wasBy(what, mail.decision, mail.by, size),
          ...(mail.reason === '' ? [] : [phrases.reasonReason(mail.reason)]),
          ...(mail.scheduled === '' ? [] : [phrases.itWillBeProcessed(mail.scheduled)]),
        ],
        action: open('See your batches', ''),
        closing: [],
      }
    case 'batchWithdrawn':
      return {
        subject: phrases.batchWasWithdrawn(batchId),
        paragraphs: [phrases.wasWithdrawnByWhoUploaded(what, mail.by, size)],
        action: open('See what waits', 'batchloads'),
        closing: [phrases.youReceiveThisBecauseYouMay],
      }
    case 'batchUnscheduled':
      return {
        subject: phrases.batchIsNoLongerScheduled(batchId),
        paragraphs: [phrases.wasTakenOffItsSchedule(what, mail.by, size)],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'batchForeseen':
      return {
        subject: phrases.batchIsExpectedToFail(batchId),
        paragraphs: [
          phrases.willBeProcessedOnAsThings(
            what,
            mail.scheduled,
            foreseenToWords({ ...mail, type, rowCount: rows, shortCents: cents(mail.shortCents) }),
          ),
          ...(mail.failing > 0 ? [phrases.batchsDetailsSayWhichRows] : []),
          ...(mail.shortCents > 0 ? [phrases.topAccountUpBeforeThatHour] : []),
          phrases.untilItsHourBatchCan,
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'batchProcessed':
      return {
        subject: phrases.batchWasProcessed(batchId),
        paragraphs: [
          phrases.wasProcessed(what, runToWords(type, rows, mail.loadedRows), mail.loadedAmount, amount),
          ...(mail.loadedRows < rows ? [phrases.otherRowsSayWhyTheyFailed] : []),
        ],
        action: open('See your batches', ''),
        closing: [],
      }
  }
}
