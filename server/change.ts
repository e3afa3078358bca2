// What is wrapped around every changing operation: one transaction that also keeps the answer under user, method and
// requestId, and the audit row. A repeat is answered with what was kept and does nothing (contract "The wire", threats T39).
import { codes, type ResultCode } from '#contract/codes.ts'
import { audited, type Call, type WireAnswer } from './call.ts'
import type { Db, SessionContext } from './context.ts'
import { writeAudit } from './audit.ts'
import { isRetryable } from './db/faults.ts'

const MAX_TRIES = 3
const REPEATED = 'This request was sent before with other content. Please reload and try again'

/** Runs `handle` once for this requestId. A refusal undoes everything and keeps nothing but its audit row. */
export async function runChange(
  call: Call,
  requestId: string,
  handle: (context: SessionContext) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  for (let attempt = 1; ; attempt++) {
    const afterCommit: (() => void)[] = []
    const context = contextOf(call, afterCommit)
    try {
      const answer = await call.host.db
        .transaction()
        .execute((trx) => inTransaction({ ...context, db: trx }, call, requestId, handle))
      for (const action of afterCommit) action()
      return answer
    } catch (error) {
      if (error instanceof Undone) {
        await writeAudit(call.host.db, audited(call, error.answer.resultCode, requestId))
        return error.answer
      }
      if (!isRetryable(error) || attempt === MAX_TRIES) throw error
    }
  }
}

/** Carries a refusal out of the transaction, which a throw rolls back. */
class Undone extends Error {
  readonly answer: WireAnswer
  constructor(answer: WireAnswer) {
    super('refused')
    this.answer = answer
  }
}

async function inTransaction(
  context: SessionContext,
  call: Call,
  requestId: string,
  handle: (context: SessionContext) => Promise<WireAnswer>,
): Promise<WireAnswer> {
  const { db, viewer } = context
  const key = { user_id: viewer.userId, method: call.method, request_id: requestId }
  // Keyed, since parameters may hold a card number.
  const paramsHash = context.secrets.panIndex(`params:${canonical(call.params)}`)
  // A repeat at the same moment waits here for the first one to commit or to be undone.
  const added = await db
    .insertInto('request_answer')
    .values({ ...key, params_hash: paramsHash, created_at: new Date(context.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('method')
    .execute()
  if (added.length === 0) return keptAnswer(db, key, paramsHash)

  const answer = await handle(context)
  if (answer.refused) throw new Undone(answer)
  const { user_id, method, request_id } = key
  await db
    .updateTable('request_answer')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user_id)
    .where('method', '=', method)
    .where('request_id', '=', request_id)
    .execute()
  await writeAudit(db, audited(call, answer.resultCode, requestId))
  return answer
}

async function keptAnswer(
  db: Db,
  key: { user_id: number; method: string; request_id: string },
  paramsHash: Buffer,
): Promise<WireAnswer> {
  const kept = await db
    .selectFrom('request_answer')
    .select(['params_hash', 'answer'])
    .where('user_id', '=', key.user_id)
    .where('method', '=', key.method)
    .where('request_id', '=', key.request_id)
    .executeTakeFirstOrThrow()
  if (!kept.params_hash.equals(paramsHash))
    throw new Undone({ resultCode: codes.refusedState satisfies ResultCode, resultText: REPEATED, refused: true })
  return kept.answer as WireAnswer
}

function contextOf(
  { host, viewer, correlationId, remoteAddress, subject }: Call,
  afterCommit: (() => void)[],
): SessionContext {
  if (!viewer) throw new Error('A change without a viewer')
  return {
    ...host,
    viewer,
    correlationId,
    remoteAddress,
    concerns: (type, id) => Object.assign(subject, { type, id: String(id) }),
    afterCommit: (action) => void afterCommit.push(action),
  }
}

/** JSON with sorted keys, so that the same parameters give the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
