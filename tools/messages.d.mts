// Types of messages.mjs for the tests.
export interface Variants {
  readonly declarations: readonly string[]
  readonly selectors: readonly string[]
  readonly match: Readonly<Record<string, string>>
}
export type MessageText = string | readonly [Variants]
/** The messages of each area by key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, MessageText>>>>
export const languages: readonly string[]
export function withDirections(message: MessageText): MessageText
export function compileAll(): Promise<void>
export function readMessages(language: string): Messages
export function compileTo(name: string, tags: readonly string[], sets: readonly Messages[]): Promise<void>
export function formatsOf(language: string): string
