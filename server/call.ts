// One call on its way through the host, and the answer it ends with.
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/facts.ts'
import type { Host, Refusal, Viewer } from './context.ts'
import type { AuditEvent } from './audit.ts'

export interface Call {
  readonly host: Host
  readonly method: Method
  /** Validated, without the token and the requestId. */
  readonly params: unknown
  readonly correlationId: string
  readonly remoteAddress: string
  readonly userAgent: string | undefined
  readonly viewer: Viewer | undefined
  /** What the handler says the change is about. */
  readonly subject: { type?: string; id?: string }
  /** Who acts without a session: the user of a mailed link, once the handler knows. */
  readonly actor: { userId?: number; ownerId?: number }
}

/** What goes over the wire. `refused` and `keeps` are for the host alone and are taken off before sending. */
export interface WireAnswer {
  readonly resultCode: string
  readonly resultText?: unknown
  readonly refused?: true
  readonly keeps?: true
  readonly [field: string]: unknown
}

/** A refusal as an answer. */
export const refusalToAnswer = ({ refused, text, errors, retryAfter, fields, keeps }: Refusal): WireAnswer => ({
  ...fields,
  resultCode: refused satisfies ResultCode,
  resultText: text,
  ...(errors && { errors }),
  ...(retryAfter !== undefined && { retryAfter }),
  refused: true,
  ...(keeps && { keeps }),
})

/** The audit row of a call. */
export const audited = (call: Call, resultCode: string, requestId?: string): AuditEvent => ({
  at: call.host.now(),
  userId: call.viewer?.userId ?? call.actor.userId ?? null,
  ownerId: call.viewer?.ownerId ?? call.actor.ownerId ?? null,
  method: call.method,
  subjectType: call.subject.type,
  subjectId: call.subject.id,
  resultCode,
  correlationId: call.correlationId,
  requestId,
})
