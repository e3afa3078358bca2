// How long to wait before a call to a busy server (503, 429) is repeated. The delay doubles with each retry and has a
// random part. It is at least as long as the server asks for.
import { codes } from '#contract/codes.ts'
import type { Failure } from './api.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** If the server asks for a longer wait, the user gets a message instead. */
export const MAX_WAIT_SECONDS = 60
/** A random part of at most this share is added to each delay. The screens of an office then do not call together. */
const JITTER = 0.25

/** True if the server responded 503 or 429 with a time to retry. */
export function isBusy(failure: Failure): boolean {
  if (failure.kind !== 'refused' || failure.retryAfter === undefined) return false
  const { code, retryAfter } = failure
  const hasBusyCode = code === codes.internal || code === codes.tooManyAttempts
  return hasBusyCode && retryAfter <= MAX_WAIT_SECONDS
}

interface Backoff {
  /** The number of seconds that the server asked for, if any. */
  readonly retryAfter: number | undefined
  /** The number of earlier retries. */
  readonly retries: number
  /** Between 0 and 1. */
  readonly random: number
}

/** Milliseconds until the next retry. `random` is between 0 and 1. */
export function retryDelayMs(failure: Failure, retries: number, random: number): number {
  return backoffMs({ retryAfter: failure.kind === 'refused' ? failure.retryAfter : undefined, retries, random })
}

/** Milliseconds until the next retry. */
export function backoffMs({ retryAfter = 0, retries, random }: Backoff): number {
  const requestedMs = retryAfter * 1000
  const growingMs = Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS)
  return Math.max(requestedMs, growingMs) * (1 + JITTER * random)
}
