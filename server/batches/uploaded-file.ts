// The file that a batch was read from: stored unchanged and encrypted, and returned only to its uploader.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { findBatchById, type StoredBatch } from './queries.ts'
import { fileToResponse } from '#server/operations/to-api.ts'

export async function storeUploadedFile(
  { db, secrets }: SessionContext,
  batchId: number,
  contentBase64: string,
): Promise<void> {
  const content_cipher = secrets.encrypt(Buffer.from(contentBase64, 'base64'))
  await db.insertInto('batch_uploaded_file').values({ batch_id: batchId, content_cipher }).execute()
}

export async function hasUploadedFile({ db }: SessionContext, batchId: number): Promise<boolean> {
  const row = await db
    .selectFrom('batch_uploaded_file')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the file with its original name. Undefined if the file was not stored. Call this only for the user who
 * uploaded the batch.
 */
export async function readUploadedFile({ db, secrets }: SessionContext, { id, original_name: name }: StoredBatch) {
  const row = await db
    .selectFrom('batch_uploaded_file')
    .select('content_cipher')
    .where('batch_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return fileToResponse(
    name,
    contentTypes[extension] ?? 'application/octet-stream',
    secrets.decrypt(row.content_cipher),
  )
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const myBatchFile: Handler<'myBatchFile'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  // Other users' batches are not found.
  if (batch?.uploaded_by !== viewer.userId) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const response = await readUploadedFile(context, batch)
  if (!response) return refuse(codes.notFound, m.batches_fileNotKept)
  context.recordValues({ fileName: response.fileName, rows: batch.row_count })
  return response
}
