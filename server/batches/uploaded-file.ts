// The file that a batch was read from: kept as it was, sealed, and given to nobody but whoever uploaded it.
import { codes } from '#contract/codes.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById, type BatchFileRow } from './queries.ts'
import { fileToAnswer } from '#server/operations/to-wire.ts'
import * as say from '#words/server/batches.ts'

export async function keepUploadedFile(
  { db, secrets }: SessionContext,
  batchId: number,
  base64: string,
): Promise<void> {
  const content_cipher = secrets.encrypt(Buffer.from(base64, 'base64'))
  await db.insertInto('batch_uploaded_file').values({ batch_id: batchId, content_cipher }).execute()
}

export async function hasUploadedFile({ db }: SessionContext, batchId: number): Promise<boolean> {
  const found = await db
    .selectFrom('batch_uploaded_file')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return found !== undefined
}

/** Under its own name; undefined where it was not kept. Whose batch it is has been asked before. */
export async function readUploadedFile({ db, secrets }: SessionContext, { id, original_name: name }: BatchFileRow) {
  const found = await db
    .selectFrom('batch_uploaded_file')
    .select('content_cipher')
    .where('batch_id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return fileToAnswer(name, contentTypes[ending] ?? 'application/octet-stream', secrets.decrypt(found.content_cipher))
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const myBatchFile: Handler<'myBatchFile'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  // Another's batch answers as one that does not exist.
  if (file?.uploaded_by !== viewer.userId) return refuse(codes.notFound, NO_SUCH_BATCH)
  const answer = await readUploadedFile(context, file)
  if (!answer) return refuse(codes.notFound, say.fileOfThisBatch)
  context.records({ fileName: answer.fileName, rows: file.row_count })
  return answer
}
