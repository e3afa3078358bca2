// The message of a call that failed: the server's own text, or a code for which the pages have the sentence.

export type FailureMessage =
  | { readonly code: 'serverMessage'; readonly text: string }
  | { readonly code: 'noConnection' | 'failed' }

/** A call that failed. `unreachable`: no response arrived. */
export type FailedCall = { readonly kind: 'refused'; readonly text: string } | { readonly kind: 'unreachable' }

/** Undefined for a success, and for a response without text. The kind 'failed': the call has failed in the browser. */
export function messageOf(response: { readonly kind: string; readonly text?: string }): FailureMessage | undefined {
  if (response.kind === 'unreachable') return { code: 'noConnection' }
  if (response.kind === 'failed') return { code: 'failed' }
  return response.text ? { code: 'serverMessage', text: response.text } : undefined
}
