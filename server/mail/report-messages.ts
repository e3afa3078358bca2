// E-mails that a report is ready. They never contain its content.
import * as z from 'zod'
import { type MessageContent, recipient } from './parts.ts'
import * as say from '#words/server/mail.ts'

export const reportMails = [
  z.object({ kind: z.literal('reportReady'), to: recipient, name: z.string(), title: z.string() }),
] as const

export type ReportMail = z.output<(typeof reportMails)[number]>

/** The texts of an e-mail about a report. `publicUrl` is the portal's address with its closing slash. */
export const reportMailToContent = ({ name, title }: ReportMail, publicUrl: string): MessageContent => ({
  subject: say.yourReportIsReady(name),
  paragraphs: [say.reportCanBeDownloaded(name, title)],
  action: { label: say.openReports, url: `${publicUrl}reports` },
  closing: [say.whyMailedReportOwner],
})
