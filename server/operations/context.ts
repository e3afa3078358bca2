// The input and the result of a handler. Only the endpoint creates contexts, one for each call.
import type { Kysely } from 'kysely'
import type { Client } from '#brand/client.ts'
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/methods.ts'
import type { Operations, Params, Result } from '#contract/operations.ts'
import type { MachineScope } from '#domain/access/machine-users.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import type { AuditValues, ChangedValues } from '../audit/audit-fields.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { HeldCalls } from '../sessions/held-calls.ts'
import type { Schema } from '../db/schema.ts'
import type { Scope } from './scope.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Counters } from '../metrics/counters.ts'
import type { Settings } from '../config/settings.ts'
import type { Phrase } from '#server/stored-text.ts'
import type { Log } from '#server/log.ts'

/** A connection or a transaction. Query functions take it as the first parameter and work with either. */
export type Db = Kysely<Schema>

/** A standby database that reports are read from. */
export interface Replica {
  readonly db: Db
  /** The age of the replica's data in seconds. Undefined if the replica cannot be used. */
  readonly lagSeconds: () => Promise<number | undefined>
  readonly close: () => Promise<void>
}

/** The clock of a sandbox, which an administrator can move. `now` of the services returns its time. */
export interface SandboxClock {
  /** The real time. */
  readonly realNow: () => number
  /** Reads the clock from the database again. Called after this server has moved the clock. */
  readonly refresh: () => Promise<void>
  /** Resets the sandbox. If the user is the programme's first administrator, the user keeps the password. */
  readonly requestReset: (username: string) => void
}

/** The services of the server, one set for the whole process. */
export interface Services {
  readonly db: Db
  /** For reports. Undefined without REPORTS_DATABASE_URL. */
  readonly replica?: Replica | undefined
  readonly settings: Settings
  readonly client: Client
  readonly secrets: Secrets
  readonly jobs: Jobs
  readonly log: Log
  readonly counters: Counters
  /** The calls that wait until something has changed. */
  readonly heldCalls: HeldCalls
  /** The time in milliseconds since 1970. Injected so that tests can set it. */
  readonly now: () => number
  /** Undefined if the database is no sandbox. */
  readonly sandbox?: SandboxClock | undefined
}

/**
 * The signed-in user of a call. The user is read from the database in each call, so that a removed permission takes
 * effect at the next call.
 */
export interface Viewer extends Scope {
  readonly userId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly sessionId: string
  readonly permissions: PermissionMap
  /** What the key of a machine user can do. Undefined for a person. */
  readonly scopes?: readonly MachineScope[]
}

export interface CallContext extends Services {
  readonly correlationId: string
  readonly remoteAddress: string
  /** The caller's user agent. */
  readonly userAgent: string | undefined
  /** The secret of the browser's cookie for a sign-in by the company's login. '' without a cookie. */
  readonly browserKey: string
}

/**
 * The context of an operation that needs a session. For a change, `db` is the transaction that also stores the response
 * and the audit row.
 */
export interface SessionContext extends CallContext {
  readonly viewer: Viewer
  /** Sets the subject of the call, for its audit row. */
  readonly setSubject: (subjectType: string, subjectId: string | number) => void
  /** Adds new or disclosed values to the audit row. Nothing is stored if the call is refused. */
  readonly recordValues: (values: AuditValues) => void
  /** Adds the values that differ to the audit row. Nothing is stored if the call is refused. */
  readonly recordChange: (change: ChangedValues) => void
  /** Runs `action` after the transaction has committed. Use it only for wake-ups: a crash loses the action. */
  readonly afterCommit: (action: () => void) => void
}

/**
 * The context of a change by a mailed link or by a feed key. `db` is a transaction. There is no viewer. The handler
 * finds the user of the link or the owner of the key.
 */
export interface LinkContext extends CallContext, Pick<SessionContext, 'setSubject' | 'recordValues' | 'afterCommit'> {
  /** The machine user of a call of /v1. */
  readonly machine?: Viewer
  /** Sets the user of the link for the audit trail. A feed key has only an owner. */
  readonly setActor: (actor: { readonly userId?: number; readonly ownerId: number }) => void
}

/** The context of an operation by its row of the contract: `ContextOf<'logIn'>` is CallContext. */
export type ContextOf<M extends Method> = Operations[M] extends { needsNoSession: false }
  ? SessionContext
  : Operations[M] extends { isChange: true }
    ? LinkContext
    : CallContext

/**
 * A response other than success: a code and a sentence. `errors` is set for `-20400`, and for `-20409` if a field is
 * the reason.
 */
export interface Refusal {
  readonly refusalCode: ResultCode
  /** The sentence. Called for the response, and again for the audit trail, whose readers can use other languages. */
  readonly text: Phrase
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  readonly retryAfter?: number
  /** Other fields of the response, such as `resendOTPLimitMessage`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /**
   * Set for a refused change whose writes are committed, for example a counted guess. The requestId can be used again.
   */
  readonly keepsWrites?: true
}

/** The fields of the result. An operation without fields returns nothing or only a text. */
type ResultFields<M extends Method> = Result<M> extends Record<string, never> ? unknown : Result<M>
/** The resultText is a sentence. Two operations describe another form in their result. */
type ResultText<M extends Method> = 'resultText' extends keyof Result<M> ? unknown : { readonly resultText?: string }
export type HandlerResult<M extends Method> = (ResultFields<M> & ResultText<M>) | Refusal
export type Handler<M extends Method> = (context: ContextOf<M>, params: Params<M>) => Promise<HandlerResult<M>>

/** Every operation of the contract needs a handler: a missing handler does not compile. */
export type Handlers = { readonly [M in Method]: Handler<M> }

export const refuse = (
  refusalCode: ResultCode,
  text: Phrase,
  otherFields?: Omit<Refusal, 'refusalCode' | 'text'>,
): Refusal => ({ refusalCode, text, ...otherFields })

/**
 * The refusal with the sentence that `rule` returns. Undefined if `rule` returns undefined. `rule` is a function,
 * because the sentence is needed again in other languages.
 */
export const checkRule = (refusalCode: ResultCode, rule: () => string | undefined): Refusal | undefined =>
  rule() === undefined ? undefined : refuse(refusalCode, () => rule() ?? '')
