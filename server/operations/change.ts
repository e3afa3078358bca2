// Runs every changing operation in a transaction. The transaction also stores the audit row and the response. A stored
// response is found by user, method and requestId. A repeated request gets the stored response and changes nothing.
// Rules: docs/rules/requests.md, "Repeated requests".
import { m } from '#words/messages.js'
import { codes, type ResultCode } from '#contract/codes.ts'
import { REQUEST_ID } from '#domain/request-outcomes.ts'
import { createAuditContext, callToAuditEvent, type Call, type ApiResponse } from '../http/call.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Services, LinkContext, SessionContext } from './context.ts'
import type { Schema } from '../db/schema.ts'
import { writeAudit } from '../audit/audit.ts'
import { isRetryable } from '../db/faults.ts'

const MAX_TRIES = 3

export interface RequestKey {
  /** The id of one action of the user. */
  readonly requestId: string
  /** The secret of a mailed link or a feed key, which identifies a caller without a session. Undefined with a session. */
  readonly callerSecret: string | undefined
}

/**
 * Runs `handle` once for this requestId. A refusal rolls everything back, and only its audit row is stored. A refusal
 * with `keepsWrites` commits what the handler wrote. After either refusal, the requestId can be used again.
 */
export async function runChange(
  call: Call,
  request: RequestKey,
  handle: (context: SessionContext | LinkContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt++) {
    const afterCommit: (() => void)[] = []
    // Removes the changes of an attempt that was rolled back.
    call.changes.length = 0
    const context = createChangeContext(call, afterCommit)
    try {
      const response = await call.services.db
        .transaction()
        .execute((trx) => runInTransaction({ ...context, db: trx }, call, request, handle))
      for (const action of afterCommit) action()
      return response
    } catch (error) {
      if (error instanceof RefusedError) {
        await writeAudit(call.services.db, callToAuditEvent(call, error.response, request.requestId))
        return error.response
      }
      if (!isRetryable(error) || attempt === MAX_TRIES) throw error
    }
  }
}

/** Carries a refusal out of the transaction by throwing, which rolls the transaction back. */
class RefusedError extends Error {
  readonly response: ApiResponse
  constructor(response: ApiResponse) {
    super('refused')
    this.response = response
  }
}

async function runInTransaction(
  context: SessionContext | LinkContext,
  call: Call,
  request: RequestKey,
  handle: (context: SessionContext | LinkContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { db, secrets } = context
  const key = { ...toCallerColumns(call, request), method: call.method, request_id: request.requestId }
  // The hash needs a key, because parameters can contain a card number.
  const paramsHash = secrets.oneWay(`params:${toCanonicalJson(call.params)}`)
  // A repeated request at the same time waits here until the first request commits or rolls back.
  const addedRows = await db
    .insertInto('request_answer')
    .values({ ...key, params_hash: paramsHash, created_at: new Date(context.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('method')
    .execute()
  if (addedRows.length === 0) return readStoredResponse(context, key, paramsHash)

  const response = await handle(context)
  if (response.refusalText) {
    if (!response.keepsWrites) throw new RefusedError(response)
    // Without a stored response, the requestId can be used again.
    await db.deleteFrom('request_answer').where(matchesKey(key)).execute()
  } else {
    // Encrypted, because a response can contain card numbers.
    const encrypted = secrets.encrypt(JSON.stringify(response)).toString('base64')
    const answer = JSON.stringify({ encrypted })
    await db.updateTable('request_answer').set({ answer }).where(matchesKey(key)).execute()
  }
  await writeAudit(db, callToAuditEvent(call, response, request.requestId))
  return response
}

/** The columns that identify the caller of a stored response. */
interface CallerColumns {
  /** Null without a session. */
  readonly user_id: number | null
  /** Null with a session. */
  readonly link_hash: Buffer | null
}

function toCallerColumns({ viewer, services }: Call, { callerSecret }: RequestKey): CallerColumns {
  if (viewer) return { user_id: viewer.userId, link_hash: null }
  if (callerSecret === undefined) throw new Error('A change with neither a viewer nor a link')
  return { user_id: null, link_hash: services.secrets.oneWay(`link:${callerSecret}`) }
}

interface RequestKeyColumns extends CallerColumns {
  readonly method: string
  readonly request_id: string
}

/** The condition of the stored response with this key. */
const matchesKey = (key: RequestKeyColumns) => (where: ExpressionBuilder<Schema, 'request_answer'>) =>
  where.and([
    key.user_id === null ? where('link_hash', '=', key.link_hash) : where('user_id', '=', key.user_id),
    where('method', '=', key.method),
    where('request_id', '=', key.request_id),
  ])

async function readStoredResponse(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  key: RequestKeyColumns,
  paramsHash: Buffer,
): Promise<ApiResponse> {
  const storedRow = await db
    .selectFrom('request_answer')
    .select(['params_hash', 'answer'])
    .where(matchesKey(key))
    .executeTakeFirstOrThrow()
  if (!storedRow.params_hash.equals(paramsHash))
    throw new RefusedError({
      resultCode: codes.refusedState satisfies ResultCode,
      resultText: m.dates_requestSentBefore(),
      errors: [{ path: REQUEST_ID, message: m.dates_requestSentBefore() }],
      refusalText: m.dates_requestSentBefore,
    })
  const { encrypted } = storedRow.answer as { encrypted: string }
  return JSON.parse(secrets.decryptText(Buffer.from(encrypted, 'base64'))) as ApiResponse
}

function createChangeContext(call: Call, afterCommit: (() => void)[]): SessionContext | LinkContext {
  const { services, viewer, machine, correlationId, remoteAddress, userAgent, browserKey, subject, actor } = call
  return {
    ...services,
    ...(viewer && { viewer }),
    ...(machine && { machine }),
    correlationId,
    remoteAddress,
    userAgent,
    browserKey,
    ...createAuditContext(call),
    setActor: (newActor: { userId?: number; ownerId: number }) => {
      Object.assign(actor, newActor)
      if (newActor.userId !== undefined) Object.assign(subject, { type: 'user', id: String(newActor.userId) })
    },
    afterCommit: (action: () => void) => void afterCommit.push(action),
  }
}

/** JSON with sorted keys, so that the same parameters give the same text. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, nested: unknown) => {
    const isObject = nested !== null && typeof nested === 'object' && !Array.isArray(nested)
    if (!isObject) return nested
    return Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
