// What is said about a call that brought no success: the server's own words, or a code, for which the pages have the
// sentences.

export type AnswerMessage =
  | { readonly code: 'answered'; readonly text: string }
  | { readonly code: 'noConnection' | 'failed' }

/** `unreachable`: no answer came. */
export type Failed = { readonly kind: 'refused'; readonly text: string } | { readonly kind: 'unreachable' }

/** Undefined for an answer without words, and for a success. */
export function messageOf(answer: { readonly kind: string; readonly text?: string }): AnswerMessage | undefined {
  if (answer.kind === 'unreachable') return { code: 'noConnection' }
  return answer.text ? { code: 'answered', text: answer.text } : undefined
}
