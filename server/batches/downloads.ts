// A batch as a file: the report with a result for each row, or the rows as uploaded. Card numbers are masked, as in
// every file. Only the uploader gets the original file, or its rows with full numbers.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { type BatchColumn, batchTypes } from '#domain/batch/types.ts'
import { cardLabels } from '#domain/batch/words.ts'
import { rowVerdicts, VERDICT_HEADERS } from '#domain/rows/verdict-columns.ts'
import { type Cell, valueToCell } from '#domain/columns.ts'
import { maskPan, PAN } from '#domain/cards/identifiers.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { fileToResponse, XLSX_CONTENT_TYPE } from '#server/operations/to-api.ts'
import { writeCsvForUpload } from '#sheets/write-csv.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { findBatchById, type StoredBatch } from './queries.ts'
import { type BatchRow, findBatchRows, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { storedToText } from '#server/stored-text.ts'
import { readUploadedFile } from './uploaded-file.ts'

export const downloadBatchLoadReport: Handler<'downloadBatchLoadReport'> = async (context, params) => {
  const batchAndRows = await readBatchAndRows(context, params.batchLoadFileID)
  if (!batchAndRows) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const { batch, rows } = batchAndRows
  const isUploader = batch.uploaded_by === context.viewer.userId
  const canRead = isUploader || hasPermission(context.viewer.permissions, 'Batch.approve')
  if (!canRead) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const [verdictHeading, reasonHeading] = VERDICT_HEADERS
  const columns: ReportColumn[] = [
    // 'No.' counts the rows of the batch. The row numbers of the uploaded sheet also count headings and ignored rows.
    { heading: 'No.', width: 8, cell: (row) => row.row_no },
    ...columnsOfType(context, batch, rows),
    { heading: verdictHeading, width: 14, cell: (row) => rowVerdicts[row.state] },
    { heading: reasonHeading, width: 60, cell: (row) => storedToText(row.result_text) },
    {
      heading: m.batches_processedAt(),
      width: 22,
      cell: (row) => valueToCell(row.load_date?.toISOString(), 'instant', context.client),
    },
  ]
  const bytes = writeXlsx({
    name: m.batches_batch({ id: batch.id }),
    header: columns.map(({ heading }) => heading),
    widths: columns.map(({ width }) => width),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    timeZoneLabel: context.client.timeZoneLabel,
  })
  return fileToResponse(`batch-${batch.id}-report.xlsx`, XLSX_CONTENT_TYPE, bytes)
}

interface ReportColumn {
  readonly heading: string
  readonly width: number
  readonly cell: (row: BatchRow) => Cell
}

/** The columns of the report that depend on the batch type. */
function columnsOfType(
  { secrets, client, viewer }: SessionContext,
  batch: StoredBatch,
  rows: readonly BatchRow[],
): ReportColumn[] {
  const labels = cardLabels(batch.kind, batch.identifier_type)
  const toCell = (identifier: string) => maskIdentifier(batch, identifier)
  const columnsByName: Readonly<Record<BatchColumn, ReportColumn>> = {
    identifier: { heading: labels.card, width: 24, cell: (row) => toCell(rowToIdentifier(secrets, row)) },
    identifierTo: { heading: labels.target, width: 24, cell: (row) => toCell(rowToTarget(secrets, row) ?? '') },
    amount: {
      heading: m.common_amountCurrency({ currency: batch.currency }),
      width: 16,
      cell: (row) => ({ amountCents: row.amount_cents }),
    },
    fee: {
      heading: m.batches_feeCurrency({ currency: batch.currency }),
      width: 12,
      cell: (row) => ({ amountCents: row.fee_cents }),
    },
  }
  const holderColumn = { heading: m.common_cardholder(), width: 28, cell: (row: BatchRow) => row.holder_name ?? '' }
  const hasTargetBalance = rows.some((row) => row.target_balance_cents !== null)
  const targetBalanceColumn: ReportColumn = {
    heading: m.batches_targetBalanceCurrency({ currency: batch.currency }),
    width: 20,
    cell: (row) => (row.target_balance_cents === null ? '' : { amountCents: row.target_balance_cents }),
  }
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const columns: ReportColumn[] = []
  for (const name of batchTypes[batch.kind].columns) {
    const isHidden = name === 'fee' && client.flags.hideFees
    if (!isHidden) columns.push(columnsByName[name])
    if (name === 'identifier' && canSeeCards) columns.push(holderColumn)
    if (name === 'amount' && hasTargetBalance) columns.push(targetBalanceColumn)
  }
  return columns
}

export const downloadBatchLoadFile: Handler<'downloadBatchLoadFile'> = async (context, params) => {
  const batchAndRows = await readBatchAndRows(context, params.batchLoadFileID)
  if (!batchAndRows) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const { batch, rows } = batchAndRows
  const labels = cardLabels(batch.kind, batch.identifier_type)
  const { needsTarget } = batchTypes[batch.kind]
  const isUploader = batch.uploaded_by === context.viewer.userId
  const originalFile = isUploader ? await readUploadedFile(context, batch) : undefined
  if (originalFile) return originalFile
  const toVisibleIdentifier = (identifier: string) => (isUploader ? identifier : maskIdentifier(batch, identifier))
  const identifierHeadings = needsTarget ? [labels.card, labels.target] : [labels.card]
  const header = [...identifierHeadings, m.common_amount()]
  // The indexes of the identifier columns. Identifiers stay texts, so that no program rounds their digits.
  const textColumns = [...identifierHeadings.keys()]
  const lines = rows.map((row) => {
    const identifiers = [rowToIdentifier(context.secrets, row)]
    if (needsTarget) identifiers.push(rowToTarget(context.secrets, row) ?? '')
    const amount = row.whole_balance ? '' : centsToDecimal(cents(row.amount_cents))
    return [...identifiers.map(toVisibleIdentifier), amount]
  })
  const nameWithoutExtension = batch.original_name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const baseName = nameWithoutExtension === '' ? 'batch' : nameWithoutExtension
  // The uploader gets the file with its original name. Other users get a masked file under another name.
  const name = isUploader ? baseName : `${baseName}-batch-${batch.id}`
  if (/\.csv$/i.test(batch.original_name))
    return fileToResponse(`${name}.csv`, 'text/csv', writeCsvForUpload(header, lines, textColumns))
  const bytes = writeXlsx({
    name: m.batches_batch({ id: batch.id }),
    header,
    rows: lines,
    widths: [...identifierHeadings.map(() => 24), 16],
    textColumns,
  })
  return fileToResponse(`${name}.xlsx`, XLSX_CONTENT_TYPE, bytes)
}

/** Undefined if there is no batch with this id. */
async function readBatchAndRows(context: SessionContext, batchId: string) {
  const { db, viewer } = context
  const id = Number(batchId)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  if (!batch) return undefined
  const rows = await findBatchRows(db, viewer.ownerId, id)
  context.recordValues({ rows: rows.length })
  return { batch, rows }
}

const maskIdentifier = (batch: StoredBatch, identifier: string): string =>
  batch.identifier_type === PAN ? maskPan(identifier) : identifier
