// Types of check-messages.mjs for its test.
type Messages = Record<string, Record<string, unknown>>
export function checkKeys(messages: Messages): string[]
export function checkTexts(language: string, messages: Messages, english: Messages): string[]
export function checkQuotes(sources: readonly string[]): string[]
