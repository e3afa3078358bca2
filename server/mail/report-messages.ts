// What the host writes about reports: that one is ready, never what is in it.
import * as z from 'zod'
import { type MessageContent, recipient } from './parts.ts'

export const reportMails = [
  z.object({ kind: z.literal('reportReady'), to: recipient, name: z.string(), title: z.string() }),
] as const

export type ReportMail = z.output<(typeof reportMails)[number]>

/** The words of an e-mail about a report; `publicUrl` is the portal's address with its closing slash. */
export const reportMailToContent = ({ name, title }: ReportMail, publicUrl: string): MessageContent => ({
  subject: `Your report is ready: ${name}`,
  paragraphs: [`“${name}” (${title}) was made and can be downloaded for seven days.`],
  action: { label: 'Open the reports', url: `${publicUrl}reports` },
  closing: ['You receive this because you have saved this report with a schedule. You can change that under Reports.'],
})
