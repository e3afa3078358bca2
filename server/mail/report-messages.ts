// E-mails that a report is ready. They never contain the report itself.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type MessageContent, recipient } from './message-content.ts'

export const reportMails = [
  z.object({ kind: z.literal('reportReady'), to: recipient, name: z.string(), title: z.string() }),
] as const

export type ReportMail = z.output<(typeof reportMails)[number]>

/** The texts of an e-mail about a report. `publicUrl` is the portal's address with its closing slash. */
export const reportMailToContent = ({ name, title }: ReportMail, publicUrl: string): MessageContent => ({
  subject: m.mail_yourReportIsReady({ name }),
  paragraphs: [m.mail_reportCanBeDownloaded({ name, title })],
  action: { label: m.common_openReports(), url: `${publicUrl}reports` },
  closing: [m.mail_whyMailedReportOwner()],
})
