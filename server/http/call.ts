// One call on its way through the server, and its answer.
import type { FastifyRequest } from 'fastify'
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/facts.ts'
import type { Services, Refusal, Viewer } from '../operations/context.ts'
import { type AuditEvent, callToOrigin } from '../audit/audit.ts'
import { type AuditFacts, type Change, factsToChanges } from '../audit/audit-fields.ts'

export interface Call {
  readonly services: Services
  readonly method: Method
  /** Validated, without the token and the requestId. */
  readonly params: unknown
  readonly correlationId: string
  readonly remoteAddress: string
  readonly userAgent: string | undefined
  readonly viewer: Viewer | undefined
  /** What the change is about, from the handler. */
  readonly subject: { type?: string; id?: string }
  /** Who acts without a session: the user of a mailed link, once the handler knows. */
  readonly actor: { userId?: number; ownerId?: number }
  /** The values that the handler reports as changed or disclosed, for the audit row. */
  readonly changes: Change[]
}

/**
 * Where a request came from: the address as Fastify knows it (behind the proxies of TRUST_PROXY), IPv4 in its usual
 * form, and the user agent.
 */
export const requestToCaller = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  remoteAddress: ip.replace(/^::ffff:(?=[0-9.]+$)/i, ''),
  userAgent: headers['user-agent'],
})

/**
 * The token from the header `Authorization: Bearer`. Not in the address, which histories and logs keep, nor in a
 * cookie, which any page could send.
 */
export const requestToToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The answer. `refused` and `keeps` are internal and are removed before sending. */
export interface ApiResponse {
  readonly resultCode: string
  readonly resultText?: unknown
  readonly refused?: true | undefined
  readonly keeps?: true | undefined
  readonly [field: string]: unknown
}

/** A refusal as an answer. */
export const refusalToAnswer = ({ refused, text, errors, retryAfter, fields, keeps }: Refusal): ApiResponse => ({
  ...fields,
  resultCode: refused satisfies ResultCode,
  resultText: text,
  errors,
  retryAfter,
  refused: true,
  keeps,
})

/** The parts of a handler's context that fill in the audit row of its call. */
export const auditContext = ({ subject, changes }: Pick<Call, 'subject' | 'changes'>) => ({
  concerns: (type: string, id: string | number) => void Object.assign(subject, { type, id: String(id) }),
  records: (after: AuditFacts, before?: AuditFacts, of?: string) =>
    void changes.push(...factsToChanges(after, before, of)),
})

/** The audit row of a call. Nothing has changed if the call was refused. */
export const audited = (call: Call, answer: ApiResponse, requestId?: string): AuditEvent => ({
  ...callToOrigin({ ...call, now: call.services.now }),
  userId: call.viewer?.userId ?? call.actor.userId ?? null,
  ownerId: call.viewer?.ownerId ?? call.actor.ownerId ?? null,
  method: call.method,
  subjectType: call.subject.type,
  subjectId: call.subject.id,
  resultCode: answer.resultCode,
  refusal: answer.refused && typeof answer.resultText === 'string' ? answer.resultText : undefined,
  changes: answer.refused ? [] : call.changes,
  requestId,
})
