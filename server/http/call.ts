// One call while the server handles it, and its response.
import type { FastifyRequest } from 'fastify'
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/methods.ts'
import type { Services, Refusal, Viewer } from '../operations/context.ts'
import type { Phrase } from '#server/stored-text.ts'
import { type AuditEvent, callToOrigin } from '../audit/audit.ts'
import { readBrowserKey } from './browser-key.ts'
import {
  type AuditValues,
  type Change,
  type ChangedValues,
  changesBetween,
  valuesToChanges,
} from '../audit/audit-fields.ts'

export interface Call {
  readonly services: Services
  readonly method: Method
  /** Validated parameters, without the token and the requestId. */
  readonly params: unknown
  readonly correlationId: string
  readonly remoteAddress: string
  readonly userAgent: string | undefined
  readonly browserKey: string
  readonly viewer: Viewer | undefined
  /** The machine user of a call of /v1 to an operation without a session. */
  readonly machine?: Viewer | undefined
  /** The object that the call changes, set by the handler. */
  readonly subject: { type?: string; id?: string }
  /** Set by the handler of a call without a session that has found its user, for example the user of a mailed link. */
  readonly actor: { userId?: number; ownerId?: number }
  /** The values that the handler reports as changed or disclosed, for the audit row. */
  readonly changes: Change[]
}

/**
 * The origin of a request. Fastify finds the caller's address behind the proxies of TRUST_PROXY. '::ffff:10.0.0.1'
 * becomes '10.0.0.1'.
 */
export const requestToCaller = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  remoteAddress: ip.replace(/^::ffff:(?=[0-9.]+$)/i, ''),
  userAgent: headers['user-agent'],
  browserKey: readBrowserKey(headers),
})

/**
 * The token from the header `Authorization: Bearer`. A token is never part of an address, because histories and logs
 * store addresses. A token is never in a cookie either, because any page can make the browser send its cookies.
 */
export const requestToToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The response. `refusalText` and `keepsWrites` are internal and are removed before sending. */
export interface ApiResponse {
  readonly resultCode: string
  readonly resultText?: unknown
  readonly refusalText?: Phrase | undefined
  readonly keepsWrites?: true | undefined
  readonly [field: string]: unknown
}

export const refusalToResponse = ({
  refusalCode,
  text,
  errors,
  retryAfter,
  fields,
  keepsWrites,
}: Refusal): ApiResponse => ({
  ...fields,
  resultCode: refusalCode satisfies ResultCode,
  resultText: text(),
  errors,
  retryAfter,
  refusalText: text,
  keepsWrites,
})

/** The fields of a handler's context that fill the audit row of its call. */
export const createAuditContext = ({ subject, changes }: Pick<Call, 'subject' | 'changes'>) => ({
  setSubject: (type: string, id: string | number) => {
    subject.type = type
    subject.id = String(id)
  },
  recordValues: (values: AuditValues) => {
    changes.push(...valuesToChanges(values))
  },
  recordChange: (change: ChangedValues) => {
    changes.push(...changesBetween(change))
  },
})

/**
 * The audit event of a call. A refused call records no changes, because its writes were rolled back. With `keepsWrites`
 * only counts were kept, for example of wrong passwords.
 */
export const callToAuditEvent = (call: Call, response: ApiResponse, requestId?: string): AuditEvent => ({
  ...callToOrigin({ ...call, now: call.services.now }),
  userId: call.viewer?.userId ?? call.actor.userId ?? null,
  ownerId: call.viewer?.ownerId ?? call.actor.ownerId ?? null,
  method: call.method,
  subjectType: call.subject.type,
  subjectId: call.subject.id,
  resultCode: response.resultCode,
  refusal: response.refusalText,
  changes: response.refusalText ? [] : call.changes,
  requestId,
})
