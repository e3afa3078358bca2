// Webhooks: the events that a customer's program can receive, and the schedule of attempts (Standard Webhooks 1.0).
// Rules: docs/rules/webhooks.md.
import { HOUR_MS, MINUTE_MS } from './units.ts'

export const webhookEvents = [
  'batch.submitted',
  'batch.awaiting_second_approval',
  'batch.approved',
  'batch.rejected',
  'batch.withdrawn',
  'batch.unscheduled',
  'batch.completed',
  'batch.partly_failed',
  'batch.closed',
  'order.submitted',
  'order.awaiting_second_approval',
  'order.approved',
  'order.rejected',
  'order.cancelled',
  'order.completed',
  'order.partly_failed',
  'card.activated',
  'card.stopped',
  'card.unstopped',
  'card.retired',
  'card.transaction',
  'card.exception',
  'funding.recorded',
  'funding.confirmed',
  'funding.rejected',
  'funding.low',
  'user.changed',
  'user.locked',
  'user.unlocked',
  'user.deleted',
  'audit.entries',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of the button Send a test; every endpoint receives it. */
export const TEST_EVENT = 'webhook.test'

/** The pauses before each further attempt, in milliseconds: the schedule of the specification. */
export const ATTEMPT_PAUSES_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** How long the secret before a change is still used to sign messages. */
export const PREVIOUS_SECRET_MS = 24 * HOUR_MS
/** How long deliveries are kept. */
export const DELIVERY_DAYS = 30

/**
 * The pause after this number of attempts, in milliseconds. Undefined after the last attempt.
 * @param random from 0 to 1: the pause is up to 10 % shorter or longer
 */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const pauseMs = ATTEMPT_PAUSES_MS[attempts - 1]
  if (pauseMs === undefined) return undefined
  const factor = 0.9 + random * 0.2
  return Math.round(pauseMs * factor)
}
