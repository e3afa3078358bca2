// Types of check-messages.mjs for its test.
export function checkKeys(messages: Record<string, Record<string, unknown>>): string[]
