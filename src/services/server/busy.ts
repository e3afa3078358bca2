// When a question that the host has put off is asked again: after the time it names, later each time, and not by everybody at
// the same moment.
import { codes } from '#contract/codes.ts'
import type { Failure } from './api.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** Somebody who must wait longer is told so instead. */
export const MAX_WAIT_SECONDS = 60
/** Of each pause, at most: so that the screens of an office come one after the other. */
const SPREAD = 0.25

/** The host has answered 503 or 429, and says when to come again (contract "The wire"). */
export function isBusy(failure: Failure): boolean {
  if (failure.kind !== 'refused' || failure.retryAfter === undefined) return false
  const { code, retryAfter } = failure
  return (code === codes.internal || code === codes.tooManyAttempts) && retryAfter <= MAX_WAIT_SECONDS
}

/** Milliseconds until the next try after `count` earlier ones; `chance` is from 0 to 1. */
export function pauseMs(failure: Failure, count: number, chance: number): number {
  return pauseAfterMs(failure.kind === 'refused' ? failure.retryAfter : undefined, count, chance)
}

/** The same for seconds that the host has named, if it has. */
export function pauseAfterMs(retryAfter: number | undefined, count: number, chance: number): number {
  const namedMs = (retryAfter ?? 0) * 1000
  const growingMs = Math.min(FIRST_MS * 2 ** count, LONGEST_MS)
  return Math.max(namedMs, growingMs) * (1 + SPREAD * chance)
}
