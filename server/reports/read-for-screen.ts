// The rows of a report as an answer for the screen (contract "Reports"), and where the whole of it is to be had as files.
import { codes } from '#contract/codes.ts'
import type { ReportAnswer } from '#contract/reports.ts'
import { namesToColumns, reportColumns, typeNames } from '#domain/reports/columns.ts'
import { type FileFormat, reportFileToName } from '#domain/reports/files.ts'
import { MAX_REPORT_ROWS, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import { auditReading } from '#server/audit.ts'
import type { Host, SessionContext } from '#server/context.ts'
import { moneyToWire } from '#server/to-wire.ts'
import type { ReportAsk, ReportCell, ReportRow, ReportSource } from './source.ts'

/** Read at a time, so that others are answered in between. */
const ROWS_A_PART = 1_000

export interface ReportToRead {
  readonly report: ReportId
  readonly source: ReportSource
  readonly ask: ReportAsk
}

/**
 * As many rows as an answer has, with the workbook of the same where these are all; who was shown them is in the audit trail. A report
 * that is only downloaded tells its columns and how many rows it has (batches §2 "download only").
 */
export async function readForScreen(
  context: SessionContext,
  method: 'getDateRangeReport' | 'loadReport',
  { report, source, ask }: ReportToRead,
): Promise<ReportAnswer> {
  const { db, client } = context
  const { isDownloadOnly, previewRows = MAX_REPORT_ROWS, columns: names, files, title } = reportOf(report)
  const { rows, isWhole } = isDownloadOnly
    ? { rows: [], isWhole: false }
    : await readRows(source, { db, ask, limit: previewRows })
  const total = isWhole ? rows.length : await source.count(db, ask)
  const wire = rows.map((row) => Object.fromEntries(names.map((name) => [name, cellToWire(name, row[name])])))
  const workbook =
    isWhole && files.includes('xlsx') ? await tableToXlsx(namesToColumns(names), wire, client, title) : new Uint8Array()
  await auditReading(context, { method, subjectType: 'rows', subjectId: rows.length, resultCode: codes.success })
  const urls = files.flatMap((format) =>
    format === 'pdf' ? [] : [{ format, url: reportAddress(report, ask, format) }],
  )
  return {
    columns: [...names],
    data: wire.map((row) => names.map((name) => row[name] ?? null)),
    meta: names.map((name) => ({ TypeName: typeNames[reportColumns[name].format] })),
    excelBase64: Buffer.from(workbook).toString('base64'),
    total,
    truncated: total > rows.length,
    reportURL: urls[0]?.url ?? '',
    files: urls,
  }
}

interface Reading {
  readonly db: Host['db']
  readonly ask: ReportAsk
  /** Rows at most. */
  readonly limit: number
}

/** The first rows, and whether they are all. */
async function readRows(source: ReportSource, { db, ask, limit }: Reading) {
  const rows: ReportRow[] = []
  let next: unknown
  do {
    // One more than wanted: whether there is another.
    const part = await source.read(db, ask, next, Math.min(ROWS_A_PART, limit + 1 - rows.length))
    rows.push(...part.rows)
    next = part.next
  } while (next !== undefined && rows.length <= limit)
  return { rows: rows.slice(0, limit), isWhole: rows.length <= limit }
}

type WireCell = string | number | boolean | null

function cellToWire(name: keyof ReportRow, cell: ReportCell | undefined): WireCell {
  if (cell === undefined || cell === null) return null
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'number' && reportColumns[name].format === 'amount' ? moneyToWire(cell) : cell
}

/** Where the host gives the whole report as a file, below the client's base path. */
export function reportAddress(
  report: ReportId,
  { campaignIds, start, end }: Pick<ReportAsk, 'campaignIds' | 'start' | 'end'>,
  format: FileFormat,
): string {
  const name = reportFileToName({ report, days: { start, end }, format })
  return `reports/${name}${campaignIds ? `?campaign=${campaignIds.join()}` : ''}`
}
