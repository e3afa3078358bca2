// What may be done to a batch after the decision: run again what is not loaded, close it, change the words it was closed with.
import { sql } from 'kysely'
import {
  BATCH_CLOSED,
  COMMENTS_SAVED,
  refuseClose,
  refuseClosedComments,
  refuseRetry,
  SCHEDULED_AGAIN,
} from '#domain/batch/states.ts'
import { codes } from '#contract/codes.ts'
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { type Handler, refuse, type Refusal } from '#server/operations/context.ts'
import { PROCESS_BATCH } from './process.ts'
import { changeFile } from './change-file.ts'

/** Runs at once what is not loaded: a scheduled file before its hour, a processed one for the rows that failed. */
export const retryBatchLoad: Handler<'retryBatchLoad'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const id = Number(params.batchLoadFileID)
  const batch = await changeFile(context, id, refuseRetry)
  if ('refused' in batch) return batch
  if (batch.processed_at !== null) context.records({ failedRows: batch.row_count - batch.loaded_count })
  await sql`
    UPDATE batch_file SET retry_requested_by = ${viewer.userId}, retry_requested_at = ${new Date(context.now())}
    WHERE id = ${id}
  `.execute(db)
  // A key of its own, since the job of a scheduled file waits under the file's id. Keys are stored, so no word of the catalogue.
  await jobs.enqueue(db, PROCESS_BATCH, { batchId: id }, { singletonKey: `${id} again` })
  context.afterCommit(() => jobs.wake())
  return { resultText: SCHEDULED_AGAIN }
}

export const closeBatchLoad: Handler<'closeBatchLoad'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  const batch = await changeFile(context, id, refuseClose)
  if ('refused' in batch) return batch
  const wrong = refuseComments(params.closedComments)
  if (wrong) return wrong
  const comments = textOrNull(params.closedComments)
  context.records({ comments })
  await sql`
    UPDATE batch_file SET closed_by = ${viewer.userId}, closed_at = ${new Date(context.now())},
      closed_comments = ${comments}
    WHERE id = ${id}
  `.execute(db)
  return { resultText: BATCH_CLOSED }
}

export const updateClosedBatchLoadComments: Handler<'updateClosedBatchLoadComments'> = async (context, params) => {
  const id = Number(params.batchLoadFileID)
  const batch = await changeFile(context, id, refuseClosedComments)
  if ('refused' in batch) return batch
  const wrong = refuseComments(params.closedComments)
  if (wrong) return wrong
  const comments = textOrNull(params.closedComments)
  context.records({ comments }, { comments: batch.closed_comments })
  await sql`UPDATE batch_file SET closed_comments = ${comments} WHERE id = ${id}`.execute(context.db)
  return { resultText: COMMENTS_SAVED }
}

/** Comments are shown and exported as they stand (threats T19). */
const refuseComments = (text = ''): Refusal | undefined =>
  holdsCardNumber(text)
    ? refuse(codes.refusedParameters, NUMBER_IN_TEXT, { errors: [{ path: 'closedComments', message: NUMBER_IN_TEXT }] })
    : undefined

const textOrNull = (text: string | undefined): string | null => text?.trim() || null
