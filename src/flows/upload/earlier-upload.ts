// Uploads the rows of an earlier batch or order again, e.g. every month or after a rejection. The response contains the
// rows, and what has changed since the batch was submitted. The portal makes a file of the rows for a new draft.
// If the batch has run, the user can choose to repeat only the failed rows.
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

/** If the rows cannot be fetched, shows a notice and returns undefined. */
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
  if (!response.ok) return response
  if (selection !== 'failed') return batchToUpload(response.result)
  const { batchLoad, rows } = response.result
  return batchToUpload({
    ...response.result,
    batchLoad: { ...batchLoad, BATCHLOADFILEREFERENCE: failedRowsReference(batchLoad.BATCHLOADFILEREFERENCE) },
    rows: rows.filter(({ LOADED }) => !LOADED),
  })
}

async function readOrder(orderId: string): Promise<UploadToRepeat | { readonly text: string }> {
  const response = await request('myCardOrderRows', { orderId })
  return response.ok ? orderToUpload(response.result) : response
}

/** The reference of the new batch. It must differ from the earlier reference, and must not be too long. */
function failedRowsReference(reference: string): string {
  const maxLength = MAX_REFERENCE_LENGTH - FAILED_ROWS_SUFFIX.length
  return `${reference.slice(0, maxLength)}${FAILED_ROWS_SUFFIX}`
}
const FAILED_ROWS_SUFFIX = m.upload_failedRows()

function batchToUpload({ batchLoad, options, rows }: Result<'myBatchRows'>): UploadToRepeat {
  const lines = rows.map(({ IDENTIFIER, IDENTIFIERTO, AMOUNT, TARGETBALANCE }) => {
    const amount = TARGETBALANCE ?? AMOUNT
    const cards = IDENTIFIERTO === null ? [IDENTIFIER] : [IDENTIFIER, IDENTIFIERTO]
    // In a file, a row for the whole balance has no amount.
    const cells = isWholeBalance(amount) ? cards : [...cards, amount]
    return cells.join(',')
  })
  const repeatedBatch: RepeatedBatch = {
    batchId: batchLoad.BATCHLOADFILEID,
    submittedAt: batchLoad.BATCHLOADFILEDATEUPLOADED,
    changes: rowsToChanges(rows),
  }
  const text = `${lines.join('\n')}\n`
  return {
    files: [textToFile(text, toCsvName(batchLoad.BATCHLOADFILEORIGINALNAME), repeatedBatch)],
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

/** What has changed, with the numbers of the affected rows in the new draft (from 1). Most frequent change first. */
function rowsToChanges(rows: Result<'myBatchRows'>['rows']): RepeatedBatch['changes'] {
  const rowNumbersByCode = new Map<string, number[]>()
  rows.forEach(({ CHANGEDSINCE = [] }, index) => {
    const rowNumber = index + 1
    for (const code of CHANGEDSINCE) {
      const rowNumbers = rowNumbersByCode.get(code) ?? []
      rowNumbersByCode.set(code, [...rowNumbers, rowNumber])
    }
  })
  return [...rowNumbersByCode]
    .map(([code, rowNumbers]) => ({ code, rows: rowNumbers }))
    .sort((left, right) => right.rows.length - left.rows.length)
}

function orderToUpload({ order, cardOrders = [], virtualCardOrders = [] }: Result<'myCardOrderRows'>): UploadToRepeat {
  const rowType: RowType = toRowType(optionsToRules(order.kind, defaultOptions))
  const toText = (field: RowType['activeFields'][number], value: unknown): string => {
    if (field.value !== 'money') return String(value)
    // In a file, a row without an amount has an empty cell.
    return value === 0 ? '' : centsToDecimal(cents(Number(value)))
  }
  const rows = [...cardOrders, ...virtualCardOrders].map((row: Readonly<Record<string, unknown>>) => ({
    values: Object.fromEntries(rowType.activeFields.map((field) => [field.name, toText(field, row[field.name])])),
  }))
  const { hasQuotation } = orderTypes[order.kind]
  return {
    files: [rowsToFile(rows, toCsvName(order.fileName))],
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

/** 'loads.xlsx' → 'loads.csv'. */
const toCsvName = (fileName: string): string => fileName.replace(/\.(csv|xlsx?)$/i, '.csv')
