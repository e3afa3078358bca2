// The rows of an own upload, so that a rejected batch can be opened again as a draft and a file be written of it.
import { codes } from '#contract/codes.ts'
import { instantToDate } from '#domain/dates.ts'
import { fundingToWire } from '#domain/funding.ts'
import { cents, centsToWire } from '#domain/money.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { judgeNow } from './findings-now.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById } from './queries.ts'
import { rowToIdentifier, rowToTarget } from './row-queries.ts'
import { batchFileToWire } from './to-wire.ts'
import { hasUploadedFile } from './uploaded-file.ts'

export const myBatchRows: Handler<'myBatchRows'> = async (context, params) => {
  const { db, viewer, secrets } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  // Another's batch answers as one that does not exist.
  if (file?.uploaded_by !== viewer.userId) return refuse(codes.notFound, NO_SUCH_BATCH)
  const when = { today: instantToDate(context.now(), context.client.timeZone), now: context.now() }
  const { rows, findings, funding } = await judgeNow(db, viewer.ownerId, file, when)
  context.records({ rows: rows.length })
  return {
    batchLoad: batchFileToWire(file),
    options: file.options,
    hasFile: await hasUploadedFile(context, id),
    rows: rows.map((row, index) => ({
      ROWNUMBER: row.row_no,
      IDENTIFIER: rowToIdentifier(secrets, row),
      IDENTIFIERTO: rowToTarget(secrets, row),
      AMOUNT: row.whole_balance ? '0.00' : centsToWire(cents(row.amount_cents)),
      RESULTTEXT: row.result_text,
      LOADED: row.state === 'loaded',
      FINDINGSNOW: (findings[index] ?? []).map(({ code }) => code),
    })),
    ...(funding && { funding: fundingToWire(funding) }),
  }
}
