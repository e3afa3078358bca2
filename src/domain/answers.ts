// What can be concluded about a sent change from its answer or a missing answer, and how long it can be asked for
// again: one rule for card actions, decisions, uploads and all other changes. And the two messages of every failure.
// Rules: docs/rules/requests.md, "Repeated requests".
import { HOUR_MS } from './units.ts'
import * as say from '#words/domain.ts'

/** Network failure: no complete answer came. */
export const CANNOT_CONNECT = say.cannotConnectToServer
/** The general fallback; the cause is in the server's log under the correlation id. */
export const AN_ERROR = say.errorOccurred

/** The server stores an answer for 24 hours; an hour is left for clocks that differ. */
const ASK_AGAIN_MS = 23 * HOUR_MS

/**
 * Whether the server still knows a request sent at `sentAt` (ISO 8601), if it arrived. After that it would carry it out
 * a second time. A missing or malformed time counts as too old.
 */
export const isAnswerStored = (sentAt: string | undefined, now: number): boolean =>
  now - Date.parse(sentAt ?? '') < ASK_AGAIN_MS

/** The answer; no `code` if no complete answer came. */
export type Reply =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code?: string | undefined
      /** The paths of the refused parameters. */
      readonly errors?: readonly { readonly path: string }[] | undefined
    }

/** `unknown`: it may have been carried out, now or the first time it was sent. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** A `-20409` to a requestId that was used with other parameters names this parameter in its `errors`. */
export const REQUEST_ID = 'requestId'
export const REPEATED_TEXT = say.thisRequestWasSentBefore

/** The message of a `-20400` to parameters without the contract's form; such an answer also has `malformed: true`. */
export const MALFORMED_TEXT = say.someOfValues

/**
 * How a change ended. A refusal of the first request means that it was not done. A refusal of a repeated request means
 * so only if the server has looked up the request: then the first one was not carried out either. A refusal before that
 * look-up, and the refusal that it was carried out with other content, tell nothing.
 */
export function replyToOutcome(reply: Reply, isResent: boolean): Outcome {
  if (reply.ok) return 'done'
  if (reply.code === undefined || reply.code === INTERNAL) return 'unknown'
  if (!isResent) return 'refused'
  return saidAtTheDoor.has(reply.code) || isRequestIdReused(reply) ? 'unknown' : 'refused'
}

/** The server names the parameter: the requestId was used with other parameters before. */
const isRequestIdReused = ({ errors = [] }: Extract<Reply, { ok: false }>): boolean =>
  errors.some(({ path }) => path === REQUEST_ID)

/** The server gave up in the middle, and does not say whether the change was made. */
const INTERNAL = '-20500'
// Session, parameters, permission, an operation that this server does not have, too many attempts.
const saidAtTheDoor: ReadonlySet<string> = new Set(['-20012', '-20400', '-20403', '-20404', '-20429'])

/** Whether a new change replaces a pending change about the same thing. */
export type GivesWay = 'never' | 'toAnother' | 'always'

/** What a change is about, for the rule below. */
export interface Claim {
  readonly kind: string
  /** Changes of one topic wait for each other: Stop for Unstop, one decision about a batch for the next. */
  readonly topic: string
  /** The card, batch … that it changes. */
  readonly subject: string
}

/**
 * The pending change about the same thing; there is at most one. `gives way`: the new change is sent in its place;
 * otherwise nothing is sent until its result is known.
 */
export function earlierOf<C extends Claim>(
  pendingChanges: readonly C[],
  request: Claim,
  givesWay: GivesWay,
): { readonly earlier: C; readonly givesWay: boolean } | undefined {
  const earlier = pendingChanges.find(({ topic, subject }) => topic === request.topic && subject === request.subject)
  if (!earlier) return undefined
  return { earlier, givesWay: givesWay === 'always' || (givesWay === 'toAnother' && earlier.kind !== request.kind) }
}
