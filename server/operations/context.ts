// What a handler gets and what it returns. The endpoint makes a context for each call; nothing else does.
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Client } from '#brand/client.ts'
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/facts.ts'
import type { Operations, Params, Result } from '#contract/operations.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import type { AuditFacts } from '../audit/audit-fields.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Schema } from '../db/schema.ts'
import type { Scope } from './scope.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Settings } from '../config/settings.ts'

/** A connection or a transaction: query functions take it first and work with either. */
export type Db = Kysely<Schema>

/** A standby that reports are read on. */
export interface Replica {
  readonly db: Db
  /** How many seconds old its figures are; undefined if it cannot be used. */
  readonly lagSeconds: () => Promise<number | undefined>
  readonly close: () => Promise<void>
}

/** The services of the server; one set for the whole process. */
export interface Services {
  readonly db: Db
  /** For reports; undefined without REPORTS_DATABASE_URL. */
  readonly replica?: Replica | undefined
  readonly settings: Settings
  readonly client: Client
  readonly secrets: Secrets
  readonly jobs: Jobs
  readonly log: Logger
  /** Milliseconds since 1970; injected so that tests can set the time. */
  readonly now: () => number
}

/**
 * The signed-in user of this call, read from the database with it, so that a lost permission counts at the next call.
 */
export interface Viewer extends Scope {
  readonly userId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly sessionId: string
  readonly permissions: PermissionMap
}

export interface CallContext extends Services {
  readonly correlationId: string
  readonly remoteAddress: string
  /** The caller's user agent. */
  readonly userAgent: string | undefined
}

/**
 * For operations that need a session. For changing ones `db` is the transaction that also stores the answer and the
 * audit row.
 */
export interface SessionContext extends CallContext {
  readonly viewer: Viewer
  /** Names what the call is about, for its audit row. */
  readonly concerns: (subjectType: string, subjectId: string | number) => void
  /**
   * Adds to the audit row what changed, or what was given out: the values afterwards and, if there were any, the values
   * before. `of` names the part of the subject. Nothing of it is stored if the call is refused.
   */
  readonly records: (after: AuditFacts, before?: AuditFacts, of?: string) => void
  /** Runs after the transaction has committed, for wake-ups that need not be certain. */
  readonly afterCommit: (action: () => void) => void
}

/** For changes by a mailed link: a transaction as above, and no viewer until the handler knows whose link it is. */
export interface LinkContext extends CallContext {
  /** Names the user whose link it is, for the audit trail. */
  readonly actsFor: (user: { readonly userId: number; readonly ownerId: number }) => void
  readonly afterCommit: (action: () => void) => void
}

export type ContextOf<M extends Method> = Operations[M] extends { open: false }
  ? SessionContext
  : Operations[M] extends { changes: true }
    ? LinkContext
    : CallContext

/**
 * An answer that is not success: a code and a sentence; `errors` with `-20400`, and with `-20409` if a field is the
 * reason.
 */
export interface Refusal {
  readonly refused: ResultCode
  readonly text: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  readonly retryAfter?: number
  /** Other fields of the answer, such as `resendOTPLimitMessage`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** For a change: what the handler wrote stays (a counted guess), and the requestId can be used again. */
  readonly keeps?: true
}

/** An operation without a result answers with its code, and optionally a text. */
type ResultOrNothing<M extends Method> = Result<M> extends Record<string, never> ? unknown : Result<M>
/** Two operations answer with an object as resultText, described by their result; all others with a sentence. */
type Text<M extends Method> = 'resultText' extends keyof Result<M> ? unknown : { readonly resultText?: string }
export type Answered<M extends Method> = (ResultOrNothing<M> & Text<M>) | Refusal
export type Handler<M extends Method> = (context: ContextOf<M>, params: Params<M>) => Promise<Answered<M>>

/** Every operation of the contract has its handler: a missing one does not compile. */
export type Handlers = { readonly [M in Method]: Handler<M> }

export const refuse = (refused: ResultCode, text: string, more?: Omit<Refusal, 'refused' | 'text'>): Refusal => ({
  refused,
  text,
  ...more,
})
