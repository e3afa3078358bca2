// A sentence as a code with parameters, which state machines and drafts store instead of text. message-text.ts
// converts it to words for display.
import type * as words from '#words/messages.ts'

export type MessageCode = keyof typeof words

type Params<Code extends MessageCode> = (typeof words)[Code] extends (...params: infer P) => string ? P : []

export interface Message {
  readonly code: MessageCode
  /** Plain data; omitted if the sentence needs none. */
  readonly params?: readonly unknown[]
}

export const message = <Code extends MessageCode>(code: Code, ...params: Params<Code>): Message =>
  params.length === 0 ? { code } : { code, params }
