// Logs the crash of a page to the console: the name of the error and the component stack. The message of the error is
// never logged, because it can contain data of a row.
import { m } from '#words/messages.js'

export function reportFailure(
  error: unknown,
  { componentStack }: { readonly componentStack?: string | null | undefined },
): void {
  const name = error instanceof Error ? error.name : typeof error
  // oxlint-disable-next-line no-console -- the only place that writes to the console
  console.error(m.app_pageFailed({ name }), componentStack)
}
