// The e-mail about events of the card processor that were not applied, and about totals that differ from the ledger.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type MessageContent, recipient } from './message-content.ts'

export const feedMails = [
  /** Sent to users who work on the events. */
  z.object({
    kind: z.literal('feedProblems'),
    to: recipient,
    /** The number of events that could not be applied since the e-mail before. */
    exceptions: z.int(),
    /** The number of days since then whose totals differ from the ledger. */
    differences: z.int(),
  }),
] as const

type FeedMail = z.output<(typeof feedMails)[number]>

export function feedMailToContent({ exceptions, differences }: FeedMail, publicUrl: string): MessageContent {
  return {
    subject: m.mail_feedProblems(),
    paragraphs: [
      ...(exceptions > 0 ? [m.mail_feedExceptions({ count: exceptions })] : []),
      ...(differences > 0 ? [m.mail_feedDifferences({ count: differences })] : []),
    ],
    action:
      differences > 0
        ? { label: m.mail_openDailyControl(), url: `${publicUrl}card/events/daily` }
        : { label: m.mail_openUnappliedEvents(), url: `${publicUrl}card/events` },
    closing: [m.mail_whyMailedFeed()],
  }
}
