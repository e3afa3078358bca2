// A message as a code with parameters, which state machines and drafts store instead of text. to-text.ts converts it to
// text for display.
import type { sentences } from './sentences.ts'

export type MessageCode = keyof typeof sentences

type Params<Code extends MessageCode> = Parameters<(typeof sentences)[Code]>

export interface Message {
  readonly code: MessageCode
  /** Plain data; omitted if the message has no parameters. */
  readonly params?: readonly unknown[]
}

export const message = <Code extends MessageCode>(code: Code, ...params: Params<Code>): Message =>
  params.length === 0 ? { code } : { code, params }
