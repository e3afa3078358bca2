// Holds a batch for a change of its state: of two at the same moment one waits, and is then judged by what the other left.
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { BatchFileState } from '#domain/batch/states.ts'
import { refuse, type Refusal, type SessionContext } from '#server/context.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById, type BatchFileRow } from './queries.ts'
import { rowToState } from './to-wire.ts'

/** The refusal of the rule, asked once the file is held; undefined where the change may be made in this transaction. */
export async function changeFile(
  context: SessionContext,
  id: number,
  rule: (file: BatchFileRow, state: BatchFileState) => string | undefined,
): Promise<Refusal | undefined> {
  const { db, viewer } = context
  context.concerns('batch', id)
  await sql`SELECT id FROM batch_file WHERE id = ${id} AND owner_id = ${viewer.ownerId} FOR UPDATE`.execute(db)
  const file = await batchFileById(db, viewer.ownerId, id)
  if (!file) return refuse(codes.notFound, NO_SUCH_BATCH)
  const text = rule(file, rowToState(file))
  return text === undefined ? undefined : refuse(codes.refusedState, text)
}
