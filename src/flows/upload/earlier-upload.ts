// Uploads the rows of an earlier batch or order again, e.g. every month or after a rejection. The server's rows become a
// file for a new draft, with what has changed since the batch was submitted. For a batch that has run, the file can
// contain only the failed rows.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import { MAX_REFERENCE_LENGTH } from '#domain/batch/reference.ts'
import { isWholeBalance } from '#domain/batch/types.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { orderTypes } from '#domain/order/types.ts'
import { toRowType } from '#domain/row-types.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { defaultOptions, type RepeatedBatch, type UploadOptions } from '#machines/upload-steps.ts'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'
import { rowsToFile, textToFile } from '#flows/open-rows/generated-file.ts'
import { optionsToRules } from './row-rules.ts'

export interface UploadToRepeat {
  readonly files: readonly File[]
  readonly options: UploadOptions
}

/** Undefined if the rows could not be fetched, which a notice reports. */
export async function readEarlierUpload(type: UploadType, id: string): Promise<UploadToRepeat | undefined> {
  const { itemName, order } = uploadTypes[type]
  const response = order ? await readOrder(id) : await readBatch(id)
  if ('files' in response) return response
  notify({ kind: 'error', text: m.upload_couldNotBeOpenedAgain({ subject: itemName, id, text: response.text }) })
  return undefined
}

/** `id`: '12' for batch 12, '12-failed' for only its failed rows. */
async function readBatch(id: string): Promise<UploadToRepeat | { readonly text: string }> {
  const [batchLoadFileID = '', selection] = id.split('-')
  const response = await request('myBatchRows', { batchLoadFileID, forRepeat: true })
  if (response.ok && selection === 'failed') {
    const { batchLoad, rows } = response.result
    return batchToFile({
      ...response.result,
      batchLoad: { ...batchLoad, BATCHLOADFILEREFERENCE: failedRowsReference(batchLoad.BATCHLOADFILEREFERENCE) },
      rows: rows.filter(({ LOADED }) => !LOADED),
    })
  }
  return response.ok ? batchToFile(response.result) : response
}

async function readOrder(orderId: string): Promise<UploadToRepeat | { readonly text: string }> {
  const response = await request('myCardOrderRows', { orderId })
  return response.ok ? orderToFile(response.result) : response
}

/** The new batch needs a different reference, within the maximum length. */
const failedRowsReference = (reference: string): string =>
  `${reference.slice(0, MAX_REFERENCE_LENGTH - FAILED_ROWS_SUFFIX.length)}${FAILED_ROWS_SUFFIX}`
const FAILED_ROWS_SUFFIX = m.upload_failedRows()

function batchToFile({ batchLoad, options, rows }: Result<'myBatchRows'>): UploadToRepeat {
  const lines = rows.map(({ IDENTIFIER, IDENTIFIERTO, AMOUNT, TARGETBALANCE }) => {
    const amount = TARGETBALANCE ?? AMOUNT
    const cards = IDENTIFIERTO === null ? [IDENTIFIER] : [IDENTIFIER, IDENTIFIERTO]
    // In a file, a row for the whole balance has no amount.
    const cells = isWholeBalance(amount) ? cards : [...cards, amount]
    return cells.join(',')
  })
  return {
    files: [
      textToFile(`${lines.join('\n')}\n`, asCsv(batchLoad.BATCHLOADFILEORIGINALNAME), {
        batchId: batchLoad.BATCHLOADFILEID,
        submittedAt: batchLoad.BATCHLOADFILEDATEUPLOADED,
        changes: rowsToChanges(rows),
      }),
    ],
    options: {
      ...defaultOptions,
      identifierType: batchLoad.IDENTIFIERTYPE,
      reference: batchLoad.BATCHLOADFILEREFERENCE,
      noIdentifierValidation: options.includes('noIdentifierValidation'),
      retire: batchLoad.RETIRE,
      // Balances may have changed since the upload, so the missing amounts are calculated again.
      fillUp: rows.some(({ TARGETBALANCE }) => Boolean(TARGETBALANCE)),
    },
  }
}

/** The rows with each change, most frequent first. The rows are numbered as in the new draft, from 1. */
function rowsToChanges(rows: Result<'myBatchRows'>['rows']): RepeatedBatch['changes'] {
  const rowsByCode = new Map<string, number[]>()
  for (const [index, { CHANGEDSINCE = [] }] of rows.entries())
    for (const code of CHANGEDSINCE) rowsByCode.set(code, [...(rowsByCode.get(code) ?? []), index + 1])
  return [...rowsByCode]
    .map(([code, numbers]) => ({ code, rows: numbers }))
    .sort((left, right) => right.rows.length - left.rows.length)
}

function orderToFile({ order, cardOrders = [], virtualCardOrders = [] }: Result<'myCardOrderRows'>): UploadToRepeat {
  const rowType: RowType = toRowType(optionsToRules(order.kind, defaultOptions))
  const rows = [...cardOrders, ...virtualCardOrders].map((row: Readonly<Record<string, unknown>>) => ({
    values: Object.fromEntries(
      rowType.activeFields.map(({ name, value }) => {
        const cell = row[name]
        if (value !== 'money') return [name, String(cell)]
        return [name, cell === 0 ? '' : centsToDecimal(cents(Number(cell)))]
      }),
    ),
  }))
  const { hasQuotation } = orderTypes[order.kind]
  return {
    files: [rowsToFile(rows, asCsv(order.fileName))],
    options: {
      ...defaultOptions,
      campaignId: order.campaignID,
      ...(hasQuotation && {
        quotationNumber: order.quotationNumber,
        plasticId: order.plasticid,
        designId: order.designid,
      }),
    },
  }
}

const asCsv = (fileName: string): string => fileName.replace(/\.(csv|xlsx?)$/i, '.csv')
