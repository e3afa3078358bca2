// What may be concluded about a change that was sent, from the answer to it or from none, and for how long it may be asked for
// again (contract "The wire"): one rule for card changes, decisions about batches, uploads and whatever changes something else.
// And the two sentences of every failure (access §8).
import { HOUR_MS } from './units.ts'
import * as say from '#words/domain.ts'

/** Network failure: no whole answer came. */
export const CANNOT_CONNECT = say.cannotConnectToServer
/** The generic fallback; its cause is in the host's log under the correlation id. */
export const AN_ERROR = say.errorOccurred

/** The host keeps an answer for 24 hours; an hour is left for clocks that differ. */
const ASK_AGAIN_MS = 23 * HOUR_MS

/**
 * Whether the host still knows a request that was sent at `sentAt` (ISO 8601) if it has arrived. Past that it would carry it out
 * a second time. A missing or malformed time counts as past.
 */
export const isAnswerKept = (sentAt: string | undefined, now: number): boolean =>
  now - Date.parse(sentAt ?? '') < ASK_AGAIN_MS

/** What came back; no `code` where no whole answer came. */
export type Reply =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code?: string | undefined
      /** At which parameters. */
      readonly errors?: readonly { readonly path: string }[] | undefined
    }

/** `unknown`: it may have been carried out or not, now or the first time it was sent. */
export type Outcome = 'done' | 'notDone' | 'unknown'

/** A `-20409` to a requestId that was used with other parameters names this parameter in its `errors`. */
export const REQUEST_ID = 'requestId'
export const REPEATED_TEXT = say.thisRequestWasSentBefore

/** The sentence of a `-20400` to parameters that do not have the contract's form; such an answer also has `malformed: true`. */
export const MALFORMED_TEXT = say.someOfValues

/**
 * How a change ended. A refusal of the first sending is a no. Of one that was asked for again it is one only where the host
 * has looked whether it knows the request: then the first sending was not carried out either. What it says before that look,
 * and that the request was carried out with other content, tells nothing.
 */
export function replyToOutcome(reply: Reply, isAskedAgain: boolean): Outcome {
  if (reply.ok) return 'done'
  if (reply.code === undefined || reply.code === INTERNAL) return 'unknown'
  if (!isAskedAgain) return 'notDone'
  return saidAtTheDoor.has(reply.code) || isRequestIdReused(reply) ? 'unknown' : 'notDone'
}

/** The server names the parameter: the requestId was used with other parameters before. */
const isRequestIdReused = ({ errors = [] }: Extract<Reply, { ok: false }>): boolean =>
  errors.some(({ path }) => path === REQUEST_ID)

/** The host gave up in the middle; whether the change was made by then is not said. */
const INTERNAL = '-20500'
// Session, parameters, permission, an operation that this host does not have, too many attempts (contract "Result codes").
const saidAtTheDoor: ReadonlySet<string> = new Set(['-20012', '-20400', '-20403', '-20404', '-20429'])

/** When a new change takes the place of an unanswered one about the same thing. */
export type GivesWay = 'never' | 'toAnother' | 'always'

/** What a change is about, for the rule below. */
export interface Claim {
  readonly kind: string
  /** Kinds of one topic wait for each other: Stop for Unstop, one decision about a batch for the next. */
  readonly topic: string
  /** The card, batch, … it is done to. */
  readonly thing: string
}

/**
 * What is unanswered about the same thing; there is one at most. `gives way`: the new change is sent in its place; otherwise
 * nothing is sent until it is known how that one ended.
 */
export function earlierOf<C extends Claim>(
  unanswered: readonly C[],
  wanted: Claim,
  givesWay: GivesWay,
): { readonly earlier: C; readonly givesWay: boolean } | undefined {
  const earlier = unanswered.find(({ topic, thing }) => topic === wanted.topic && thing === wanted.thing)
  if (!earlier) return undefined
  return { earlier, givesWay: givesWay === 'always' || (givesWay === 'toAnother' && earlier.kind !== wanted.kind) }
}
