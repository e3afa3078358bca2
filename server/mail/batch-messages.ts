// What the host writes about batches. A batch is named by its number and reference; no card is.
import * as z from 'zod'
import { storedBatchTypes } from '#domain/batch/kinds.ts'
import { countToWords, foreseenToWords, runToWords } from '#domain/batch/words.ts'
import { cents } from '#domain/money.ts'
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
  const what = `Batch ${batchId} (${title}, "${reference}")`
  const size = `${countToWords(rows, type)}, ${amount}`
  const open = (label: string, path: string) => ({ label, url: `${publicUrl}${path}` })
  switch (mail.kind) {
    case 'batchWaiting':
      return {
        subject: `Batch ${batchId} waits for approval`,
        paragraphs: [`${what} was uploaded by ${mail.by} and waits for a decision: ${size}.`],
        action: open('See what waits', `batchloads?batch=${batchId}`),
        closing: ['You receive this because you may approve batches.'],
      }
    case 'batchDecided':
      return {
        subject: `Batch ${batchId} was ${mail.decision}`,
        paragraphs: [
          `${what} was ${mail.decision} by ${mail.by}: ${size}.`,
          ...(mail.reason === '' ? [] : [`Reason: ${mail.reason}`]),
          ...(mail.scheduled === '' ? [] : [`It will be processed on ${mail.scheduled}.`]),
        ],
        action: open('See your batches', ''),
        closing: [],
      }
    case 'batchWithdrawn':
      return {
        subject: `Batch ${batchId} was withdrawn`,
        paragraphs: [`${what} was withdrawn by ${mail.by}, who uploaded it: ${size}. It needs no decision any more.`],
        action: open('See what waits', 'batchloads'),
        closing: ['You receive this because you may approve batches.'],
      }
    case 'batchUnscheduled':
      return {
        subject: `Batch ${batchId} is no longer scheduled`,
        paragraphs: [`${what} was taken off its schedule by ${mail.by} and waits for approval again: ${size}.`],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'batchForeseen':
      return {
        subject: `Batch ${batchId} is expected to fail in part`,
        paragraphs: [
          `${what} will be processed on ${mail.scheduled}. As things are now, ${foreseenToWords({ ...mail, type, rowCount: rows, shortCents: cents(mail.shortCents) })}.`,
          ...(mail.failing > 0 ? ['The batch’s details say which rows and why.'] : []),
          ...(mail.shortCents > 0
            ? ['Top the account up before that hour: rows that it does not cover will fail.']
            : []),
          'Until its hour the batch can be taken off the schedule under Approve Batch Load.',
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'batchProcessed':
      return {
        subject: `Batch ${batchId} was processed`,
        paragraphs: [
          `${what} was processed: ${runToWords(type, rows, mail.loadedRows)}; ${mail.loadedAmount} of ${amount}.`,
          ...(mail.loadedRows < rows ? ['The other rows say why they failed in the batch’s details.'] : []),
        ],
        action: open('See your batches', ''),
        closing: [],
      }
  }
}
