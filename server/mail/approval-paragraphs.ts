// The paragraphs of e-mails about waiting batches and orders: about deputies, reminders and missing signers.
import { m } from '#words/messages.js'
import * as z from 'zod'

/** Why the mail is sent. Undefined if the batch or order was just submitted or signed. */
export const occasion = z.enum(['reminder', 'escalation']).optional()

/** The name of the absent approver for whom the recipient can sign. */
export const signsFor = z.string().optional()

interface Waiting {
  readonly occasion?: z.output<typeof occasion>
  readonly signsFor?: string | undefined
}

export function waitingParagraphs(mail: Waiting): string[] {
  const paragraphs: string[] = []
  if (mail.occasion !== undefined) paragraphs.push(m.mail_stillNotDecided({ occasion: mail.occasion }))
  if (mail.signsFor !== undefined) paragraphs.push(m.mail_youSignFor({ user: mail.signsFor }))
  return paragraphs
}

/**
 * The closing line, which explains why the recipient gets the mail. `whyMailed` explains it to approvers. The group that
 * gets an escalation cannot always approve, so it gets another explanation.
 */
export const waitingClosing = (mail: Waiting, whyMailed: string): string[] => [
  mail.occasion === 'escalation' ? m.mail_whyMailedEscalation() : whyMailed,
]

/** The link to the page where a user names a deputy. */
export const approvalRulesAction = (publicUrl: string) => ({
  label: m.mail_openApprovalRules(),
  url: `${publicUrl}user/approval-rules`,
})

/** The paragraphs about a batch or an order that no one can sign. */
export const blockedParagraphs = ({ what, by, size }: { what: string; by: string; size: string }): string[] => [
  m.mail_noOneSigns({ what, by, size }),
  m.mail_whyNoOneSigns(),
]
