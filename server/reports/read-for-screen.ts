// A report's response for the screen: its rows up to a limit, and the addresses of the whole report as files.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { ReportResponse } from '#contract/reports.ts'
import { namesToColumns, reportColumns, apiTypeNames } from '#domain/reports/columns.ts'
import { type FileFormat, reportFileToName } from '#domain/reports/files.ts'
import { MAX_REPORT_ROWS, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import { downloadToSubject } from '#server/audit/audit.ts'
import { type Services, type Refusal, refuse, type SessionContext } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { chooseReportsDatabase } from '#server/db/replica.ts'
import type { ReportQuery, ReportCell, ReportRow, ReportSource } from './source.ts'

/** Rows per read, so that other calls can run in between. */
const ROWS_PER_CHUNK = 1_000

/** Maximum milliseconds for reading. The server and the portal have longer timeouts for a call. */
const READ_MS = 15_000

const NO_ROWS: { readonly rows: readonly ReportRow[]; readonly isComplete: boolean } = { rows: [], isComplete: false }

export interface ReportToRead {
  readonly report: ReportId
  readonly source: ReportSource
  readonly query: ReportQuery
  /** The campaigns that the request names, for the file's address. Undefined for all campaigns. */
  readonly requestedCampaignIds: readonly number[] | undefined
}

/**
 * Reads as many rows as a response can have. If these are all rows of the report, adds the workbook. Sets the subject
 * of the audit entry. A download-only report gets a response without rows.
 */
export async function readForScreen(
  context: SessionContext,
  { report, source, query, requestedCampaignIds }: ReportToRead,
): Promise<ReportResponse | Refusal> {
  const { client } = context
  const { db, lagSeconds } = await chooseReportsDatabase(context)
  const { isDownloadOnly, previewRows = MAX_REPORT_ROWS, columns: names, files, title } = reportOf(report)
  const readResult = isDownloadOnly ? NO_ROWS : await readRows(source, { db, query, limit: previewRows })
  if (!readResult) return refuse(codes.refusedState, m.reports_reportTakesTooLong)
  const { rows, isComplete } = readResult
  const total = isComplete ? rows.length : await source.count(db, query)
  const toRecord = (row: ReportRow) => Object.fromEntries(names.map((name) => [name, cellToApi(name, row[name])]))
  const records = rows.map(toRecord)
  const hasWorkbook = isComplete && files.includes('xlsx')
  const workbook = hasWorkbook ? tableToXlsx(namesToColumns(names), records, client, title) : new Uint8Array()
  const subject = downloadToSubject({
    fileName: reportFileToName({ report, days: query, format: 'csv' }).replace(/[.]csv$/, ''),
    campaignIds: query.campaignIds,
    rows: rows.length,
  })
  context.setSubject(subject.subjectType, subject.subjectId)
  // The server makes no pdf.
  const fileFormats = files.filter((format) => format !== 'pdf')
  const urls = fileFormats.map((format) => ({
    format,
    url: reportAddress(report, { ...query, campaignIds: requestedCampaignIds }, format),
  }))
  return {
    columns: [...names],
    data: records.map((row) => names.map((name) => row[name] ?? null)),
    meta: names.map((name) => ({ TypeName: apiTypeNames[reportColumns[name].format] })),
    excelBase64: Buffer.from(workbook).toString('base64'),
    total,
    truncated: total > rows.length,
    ...(lagSeconds === undefined ? {} : { lagSeconds }),
    reportURL: urls[0]?.url ?? '',
    files: urls,
  }
}

interface RowsToRead {
  readonly db: Services['db']
  readonly query: ReportQuery
  /** Maximum number of rows. */
  readonly limit: number
}

/** The first rows. `isComplete` is true if no rows follow. Undefined if reading takes too long for a screen. */
async function readRows(source: ReportSource, { db, query, limit }: RowsToRead) {
  const deadline = performance.now() + READ_MS
  const rows: ReportRow[] = []
  let next: unknown
  do {
    if (performance.now() > deadline) return undefined
    // One extra row shows whether rows follow.
    const missingRows = limit + 1 - rows.length
    const chunk = await source.read(db, query, next, Math.min(ROWS_PER_CHUNK, missingRows))
    rows.push(...chunk.rows)
    next = chunk.next
  } while (next !== undefined && rows.length <= limit)
  return { rows: rows.slice(0, limit), isComplete: rows.length <= limit }
}

type ApiCell = string | number | boolean | null

function cellToApi(name: keyof ReportRow, cell: ReportCell | undefined): ApiCell {
  if (cell === undefined || cell === null) return null
  if (cell instanceof Date) return cell.toISOString()
  const isAmount = typeof cell === 'number' && reportColumns[name].format === 'amount'
  return isAmount ? moneyToApi(cell) : cell
}

type ReportRange = Pick<ReportQuery, 'campaignIds' | 'start' | 'end'>

/** The address of the whole report as a file, below the client's base path. */
export function reportAddress(report: ReportId, { campaignIds, start, end }: ReportRange, format: FileFormat): string {
  const name = reportFileToName({ report, days: { start, end }, format })
  const query = campaignIds ? `?campaign=${campaignIds.join()}` : ''
  return `reports/${name}${query}`
}
