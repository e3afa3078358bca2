// Derives the outcome of a sent change from its response, or from a missing response. Also decides how long the request
// can be repeated to get the response. All changes use these rules, such as card actions, decisions and uploads. Also
// contains the two messages that every failure can show. Rules: docs/rules/requests.md, "Repeated requests".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { HOUR_MS } from './units.ts'

/** The server stores a response for 24 hours. One hour is reserved for clocks that differ. */
const RESEND_WINDOW_MS = 23 * HOUR_MS

/** The messages for a call without a response, and for a call that failed in the browser. */
export const failureMessages = withTexts({
  noConnection: textOf(m.common_cannotConnectToServer),
  failed: textOf(m.dates_errorOccurred),
} as const)

/**
 * True if the server still has the response to a request sent at `sentAt` (ISO 8601). Once the server has deleted the
 * response, the server would execute a repeated request a second time. A missing or malformed time counts as too old.
 */
export function isResponseStored(sentAt: string | undefined, now: number): boolean {
  const sentAtMs = Date.parse(sentAt ?? '')
  return !Number.isNaN(sentAtMs) && now - sentAtMs < RESEND_WINDOW_MS
}

/** The response, without `code` if no complete response arrived. */
export type Reply =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code?: string | undefined
      /** The paths of the refused parameters. */
      readonly errors?: readonly { readonly path: string }[] | undefined
    }

/** 'unknown': the server may have made the change, now or when the request was first sent. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** The parameter that `errors` names in a `-20409` for a requestId that was used with other parameters. */
export const REQUEST_ID = 'requestId'

/**
 * The outcome of a change. If the first request is refused, the change was not made. If a repeated request is refused,
 * the first request can have made the change. It has not made the change if the server looked up the requestId and found
 * no response.
 */
export function replyToOutcome(reply: Reply, { isResent }: { readonly isResent: boolean }): Outcome {
  if (reply.ok) return 'done'
  if (reply.code === undefined || reply.code === INTERNAL) return 'unknown'
  if (!isResent) return 'refused'
  const provesNothing = refusedBeforeLookUp.has(reply.code) || isRequestIdReused(reply)
  return provesNothing ? 'unknown' : 'refused'
}

/** True if the request is refused because its requestId was used with other parameters before. */
const isRequestIdReused = ({ errors = [] }: Extract<Reply, { ok: false }>): boolean =>
  errors.some(({ path }) => path === REQUEST_ID)

/** The server failed while processing, and does not know whether the change was made. */
const INTERNAL = '-20500'
// Refusals before the look-up: session, parameters, permission, an operation that this server does not have, too many
// attempts.
const refusedBeforeLookUp: ReadonlySet<string> = new Set(['-20012', '-20400', '-20403', '-20404', '-20429'])

/** When a new change can replace the pending change about the same subject. */
export type Replaceable = 'never' | 'byOtherKind' | 'always'

/** The topic and subject of a change, compared by `findEarlierChange`. */
export interface ChangeSubject {
  readonly kind: string
  /** Only one change of a topic can be pending for a subject: Stop or Unstop, approve or reject a batch. */
  readonly topic: string
  /** The card, batch … that the change affects. */
  readonly subject: string
}

/**
 * The pending change about the same subject, of which there is at most one. If `isReplaced`, the new change replaces the
 * pending change. Otherwise, the new change is not sent until the result of the pending change is known.
 */
export function findEarlierChange<C extends ChangeSubject>(
  pendingChanges: readonly C[],
  request: ChangeSubject,
  replaceable: Replaceable,
): { readonly earlier: C; readonly isReplaced: boolean } | undefined {
  const earlier = pendingChanges.find(({ topic, subject }) => topic === request.topic && subject === request.subject)
  if (!earlier) return undefined
  const isOfOtherKind = earlier.kind !== request.kind
  const isReplaced = replaceable === 'byOtherKind' ? isOfOtherKind : replaceable === 'always'
  return { earlier, isReplaced }
}
