// The common fields of every e-mail: recipient and texts.
import { m } from '#words/messages.js'
import * as z from 'zod'

export const recipient = z.object({ name: z.string(), email: z.string(), username: z.string() })
export type Recipient = z.output<typeof recipient>

/** The paragraph with the reason of a decision. None without a reason. */
export const reasonParagraphs = (reason: string): string[] => (reason === '' ? [] : [m.mail_reason({ reason })])

export interface MessageContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** A list of items, each with its page. */
  readonly items?: readonly { readonly title: string; readonly text: string; readonly url: string }[]
  readonly code?: string
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs below the action. */
  readonly closing: readonly string[]
}
