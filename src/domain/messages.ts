// A sentence by its code and parameters: what state machines and drafts have instead of text. message-text.ts turns it
// into words where it is shown.
import type * as words from '#words/messages.ts'

export type MessageCode = keyof typeof words

type Params<Code extends MessageCode> = (typeof words)[Code] extends (...params: infer P) => string ? P : []

export interface Message {
  readonly code: MessageCode
  /** Plain data; missing if the sentence needs none. */
  readonly params?: readonly unknown[]
}

export const message = <Code extends MessageCode>(code: Code, ...params: Params<Code>): Message =>
  params.length === 0 ? { code } : { code, params }
