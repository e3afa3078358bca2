// What the console is told when a page fails: the name of the error and the place, never its message, which may hold what a
// row held (threats T20, T22).
import type { ErrorInfo } from 'react'
import * as say from '#words/app.ts'

export function reportFailure(error: unknown, { componentStack }: ErrorInfo): void {
  const name = error instanceof Error ? error.name : typeof error
  // oxlint-disable-next-line no-console -- the one place that says it
  console.error(say.pageFailed(name), componentStack)
}
