// The routes of /v1 about batches.
import { batchSubmissions, type RestBatch } from '#contract/rest.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { Params, Result } from '#contract/operations.ts'
import { batchState, batchStates, isOnHold } from '#domain/batch/states.ts'
import { batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import { type IdentifierType, maskPan } from '#domain/cards/identifiers.ts'
import type { MachineViewer } from '../sessions/machine-keys.ts'
import { readBatchFile } from './read-file.ts'
import { messageOf, type RestHandlers, type RestRequest, sliceToPage, type UploadedFile } from './rest-call.ts'

const identifierTypeNumbers = { cardNumber: 1, trackingNumber: 2 } as const satisfies Record<string, IdentifierType>
const identifierTypeNames = { 1: 'cardNumber', 2: 'trackingNumber' } as const
const NO_AMOUNT = '0.00'
const DEFAULT_PAGE_SIZE = 50
const MAX_FILE_NAME_LENGTH = 255

type BatchRoute = 'submitBatch' | 'verifyBatch'
type Elements = Params<'batchLoadUpload'>['batchElements']

/** The fields and the rows of a request. */
async function readBatch({ body, form, file }: Pick<RestRequest<BatchRoute>, 'body' | 'form' | 'file'>) {
  // A request has either a JSON body with the rows, or a form and a file with the rows.
  const fields = body ?? form
  const identifierType = identifierTypeNumbers[fields.identifierType]
  const settings = {
    type: fields.type,
    identifierType,
    reference: fields.reference,
    retire: fields.retire ?? false,
    duplicateReason: 'duplicateReason' in fields ? fields.duplicateReason : undefined,
  }
  if (file) {
    const { elements, rowNumbers } = await readBatchFile(file, settings)
    return { ...settings, elements: [...elements] as Elements, rowNumbers }
  }
  const elements: Elements = (body?.rows ?? []).map((row) => ({ ...row, amount: row.amount ?? NO_AMOUNT }))
  return { ...settings, elements, rowNumbers: undefined }
}

/** The name of the file, or a fixed name for rows of a JSON body. */
const toFileName = (file: UploadedFile | undefined): string =>
  file ? file.name.slice(0, MAX_FILE_NAME_LENGTH) : 'api.json'

type BatchToSubmit = Awaited<ReturnType<typeof readBatch>>

/** The parameters that only the operation for this type of batch has. */
const paramsByType = {
  load: (batch: BatchToSubmit) => ({ loadReference: batch.reference, batchLoadOptions: [] }),
  transfer: (batch: BatchToSubmit) => ({ loadReference: batch.reference, batchTransferOptions: [] }),
  devalue: (batch: BatchToSubmit) => ({ batchDescription: batch.reference, retire: batch.retire }),
} satisfies Readonly<Record<StoredBatchType, (batch: BatchToSubmit) => object>>

export const batchRoutes: Pick<
  RestHandlers,
  'submitBatch' | 'verifyBatch' | 'listBatches' | 'getBatch' | 'listBatchRows' | 'getBatchResult' | 'withdrawBatch'
> = {
  async submitBatch(request) {
    const batch = await readBatch(request)
    const { type, identifierType, elements, duplicateReason, rowNumbers } = batch
    const result = await request.call(
      batchSubmissions[type],
      {
        requestId: request.requestId,
        batchElements: elements,
        identifierType,
        fileName: toFileName(request.file),
        ...(duplicateReason !== undefined && { duplicateReason }),
        ...paramsByType[type](batch),
      } as Params<(typeof batchSubmissions)[typeof type]>,
      rowNumbers,
    )
    return { id: result.batchLoadFileID, message: messageOf(result) }
  },
  async verifyBatch(request) {
    const { type, identifierType, elements, reference, retire, rowNumbers } = await readBatch(request)
    const result = await request.call(
      'verifyBatchFile',
      {
        type,
        identifierType,
        reference,
        name: toFileName(request.file),
        batchSizeLimit: batchTypes[type].maxRows,
        additionalValidation: [...batchTypes[type].defaultValidation],
        retire,
        batchElements: elements,
      },
      rowNumbers,
    )
    const verifiedRows = result.batchElements.map((element, index) => ({
      row: rowNumbers?.[index] ?? index + 1,
      amount: element.amount,
      fee: element.batchFeeAmount,
      findings: element.findings,
      currency: element.source.currency,
    }))
    return {
      controlCode: result.fingerprint,
      rows: verifiedRows,
      findings: verifiedRows.filter(({ findings }) => findings.length > 0).length,
      earlierBatches: result.earlierBatches.map((earlier) => ({
        id: earlier.batchLoadFileID,
        submittedBy: earlier.uploadedBy,
        submittedAt: earlier.uploadedAt,
        state: earlier.state,
      })),
      ...(result.funding && { funding: result.funding }),
    }
  },
  async listBatches({ query: { from, to, ...page }, call, now }) {
    const { batchLoads, cursor } = await call('myBatches', {
      ...(from !== undefined && { startDate: from }),
      ...(to !== undefined && { endDate: to }),
      ...page,
      limit: page.limit ?? DEFAULT_PAGE_SIZE,
    })
    return { items: batchLoads.map((batch) => batchToRest(batch, now)), ...(cursor !== undefined && { next: cursor }) }
  },
  async getBatch({ parameters: { batchId }, call, now }) {
    const { batchLoad } = await call('myBatch', { batchLoadFileID: batchId })
    return batchToRest(batchLoad, now)
  },
  async listBatchRows({ parameters: { batchId }, query, viewer, call }) {
    const { batchLoad, rows } = await call('myBatchRows', { batchLoadFileID: batchId })
    const areMasked = areIdentifiersMasked(viewer, batchLoad)
    const maskIfNeeded = (identifier: string) => (areMasked ? maskPan(identifier) : identifier)
    const { items, next } = sliceToPage(rows, query)
    return {
      items: items.map((row) => ({
        row: row.ROWNUMBER,
        identifier: maskIfNeeded(row.IDENTIFIER),
        identifierTo: row.IDENTIFIERTO === null ? null : maskIfNeeded(row.IDENTIFIERTO),
        amount: row.AMOUNT,
        targetBalance: row.TARGETBALANCE ?? null,
        state: rowToState(row),
        result: row.RESULTTEXT,
        findings: row.FINDINGSNOW,
      })),
      ...(next !== undefined && { next }),
    }
  },
  async getBatchResult({ parameters: { batchId }, call }) {
    const file = await call('downloadBatchLoadReport', { batchLoadFileID: batchId })
    return { fileName: file.fileName, contentType: file.contentType, bytes: Buffer.from(file.base64, 'base64') }
  },
  async withdrawBatch({ parameters: { batchId }, requestId, call }) {
    return { message: messageOf(await call('withdrawBatchLoad', { requestId, batchLoadFileID: batchId })) }
  },
}

function rowToState(row: Pick<Result<'myBatchRows'>['rows'][number], 'LOADED' | 'RESULTTEXT'>) {
  if (row.LOADED) return 'done' as const
  // A row that failed has a text with the reason.
  return row.RESULTTEXT === '' ? ('waiting' as const) : ('failed' as const)
}

/** True for card numbers, unless the key has the scope to read the card numbers that it has submitted. */
const areIdentifiersMasked = ({ scopes }: MachineViewer, { IDENTIFIERTYPE: type }: BatchLoadFile): boolean =>
  type === identifierTypeNumbers.cardNumber && !scopes.includes('CardNumber.read')

function batchToRest(batch: BatchLoadFile, now: number): RestBatch {
  return {
    id: batch.BATCHLOADFILEID,
    type: batch.LOADTYPE,
    reference: batch.BATCHLOADFILEREFERENCE,
    fileName: batch.BATCHLOADFILEORIGINALNAME,
    state: batchToState(batch, now),
    identifierType: identifierTypeNames[batch.IDENTIFIERTYPE],
    rows: batch.LOADSCOUNT,
    doneRows: batch.LOADEDCOUNT,
    failedRows: batch.PROCESSED ? batch.LOADSCOUNT - batch.LOADEDCOUNT : 0,
    amount: batch.LOADSAMOUNT,
    doneAmount: batch.LOADEDAMOUNT,
    fee: batch.FEEAMOUNT,
    doneFee: batch.LOADEDFEEAMOUNT ?? NO_AMOUNT,
    currency: batch.CURRENCY,
    controlCode: batch.FINGERPRINT,
    submittedAt: batch.BATCHLOADFILEDATEUPLOADED,
    decidedAt: batch.BATCHLOADFILEAPPROVEDDATE ?? batch.BATCHLOADFILEREJECTEDDATE,
    // A batch is either approved or rejected.
    decidedBy:
      toFullName(batch.APPROVALUSERFIRSTNAME, batch.APPROVALUSERLASTNAME) ??
      toFullName(batch.REJECTIONUSERFIRSTNAME, batch.REJECTIONUSERLASTNAME),
    rejectionReason: batch.REJECTIONREASON,
    scheduledFor: batch.SCHEDULEDDATE,
  }
}

/** Null if no person is named. */
function toFullName(first: string | null, last: string | null): string | null {
  if (first === null && last === null) return null
  return `${first ?? ''} ${last ?? ''}`.trim()
}

function batchToState(batch: BatchLoadFile, now: number): RestBatch['state'] {
  const progress = apiToBatchProgress(batch)
  if (progress.withdrawn) return 'withdrawn'
  const state = batchState(progress)
  if (state === batchStates.awaiting) return 'awaitingApproval'
  if (state === batchStates.rejected) return 'rejected'
  if (state === batchStates.closed) return 'closed'
  // In the domain, an approved batch is 'processing' until its run has ended.
  if (state === batchStates.approved) return 'processed'
  if (progress.isRunning) return 'processing'
  if (isOnHold(progress, now)) return 'onHold'
  const isDue = progress.waitsUntil === undefined || progress.waitsUntil <= now
  return isDue ? 'processing' : 'scheduled'
}
