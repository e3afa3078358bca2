// E-mails about events of the card processor: events that were not applied, totals that differ from the ledger, and
// files of events.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type MessageContent, reasonParagraphs, recipient } from './message-content.ts'

const file = z.object({ fileId: z.int(), fileName: z.string(), events: z.int() })

export const feedMails = [
  /** Sent to users who work on the events. */
  z.object({
    kind: z.literal('feedProblems'),
    to: recipient,
    /** The number of events that could not be applied since the last e-mail. */
    exceptions: z.int(),
    /** The number of totals that were found to differ from the ledger since the last e-mail. */
    differences: z.int(),
  }),
  /** Sent to users who can confirm the file. */
  z.object({ kind: z.literal('feedFileWaiting'), to: recipient, file, by: z.string() }),
  /** Sent to the user who uploaded the file. */
  z.object({
    kind: z.literal('feedFileDecided'),
    to: recipient,
    file,
    decision: z.enum(['confirmed', 'rejected']),
    by: z.string(),
    reason: z.string(),
  }),
] as const

export type FeedMail = z.output<(typeof feedMails)[number]>

/** The texts of an e-mail about events. `publicUrl` is the portal's address with its closing slash. */
export function feedMailToContent(mail: FeedMail, publicUrl: string): MessageContent {
  if (mail.kind === 'feedProblems') return problemsToContent(mail, publicUrl)
  const { fileId, fileName, events } = mail.file
  const action = { label: m.mail_openEventFile(), url: `${publicUrl}card/events/files?file=${fileId}` }
  switch (mail.kind) {
    case 'feedFileWaiting':
      return {
        subject: m.mail_eventFileWaits(),
        paragraphs: [m.mail_eventFileUploadedBy({ fileName, events, by: mail.by })],
        action,
        closing: [m.mail_whyMailedEventFileCheckers()],
      }
    case 'feedFileDecided':
      return {
        subject: m.mail_eventFileDecided({ decision: mail.decision }),
        paragraphs: [
          m.mail_eventFileDecidedBy({ fileName, decision: mail.decision, by: mail.by }),
          ...reasonParagraphs(mail.reason),
        ],
        action,
        closing: [],
      }
  }
}

type ProblemsMail = Extract<FeedMail, { readonly kind: 'feedProblems' }>

function problemsToContent({ exceptions, differences }: ProblemsMail, publicUrl: string): MessageContent {
  const dailyControl = { label: m.mail_openDailyControl(), url: `${publicUrl}card/events/daily` }
  const unappliedEvents = { label: m.mail_openUnappliedEvents(), url: `${publicUrl}card/events` }
  return {
    subject: m.mail_feedProblems(),
    paragraphs: [
      ...(exceptions > 0 ? [m.mail_feedExceptions({ count: exceptions })] : []),
      ...(differences > 0 ? [m.mail_feedDifferences({ count: differences })] : []),
    ],
    action: differences > 0 ? dailyControl : unappliedEvents,
    closing: [m.mail_whyMailedFeed()],
  }
}
