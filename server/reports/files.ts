// Finds the file for a download address. A file is either written from the report's rows during the download, or was
// made earlier and stored (a "report file"). `FileSources` has a function for each kind of file.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { type FileFormat, nameToReportFile, type ReportFile } from '#domain/reports/files.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { refuse, type Refusal } from '#server/operations/context.ts'
import { XLSX_CONTENT_TYPE } from '#server/operations/to-api.ts'
import type { RequestedFile, FileContext, OpenFile } from '#server/http/report-downloads.ts'
import type { OpenedFile } from '#server/http/running-downloads.ts'
import { ALL_CAMPAIGNS, noSuchReport, refuseDays, validateReportScope, toReportQuery } from './report-query.ts'
import { chooseReportsDatabase } from '#server/db/replica.ts'
import type { ReportSource } from './source.ts'
import { countRows, writeReport } from './write-report.ts'
import type { Scope } from '#server/operations/scope.ts'

/** A requested file: the report in its name, and the parameters of its address. */
export interface FileRequest extends ReportFile {
  /** The requested campaigns, limited to those that the viewer can see. */
  readonly scope: Scope
  /** From `?file=`: the id of one of the viewer's report files. Undefined if the address names only the report. */
  readonly fileId: string | undefined
  /** True for a HEAD request, which only asks whether the file exists. */
  readonly isHeadRequest: boolean
}

/** An existing file. Its rows and size are set only if they are known without reading the file. */
export type FoundFile = Pick<OpenedFile, 'rows' | 'size' | 'write'>
export type FindFile = (context: FileContext, request: FileRequest) => Promise<FoundFile | undefined>

/** How files are found or written. */
export interface FileSources {
  /** For files that are written from their rows during the download. */
  readonly sourceOf: (report: ReportId) => ReportSource | undefined
  /** Finds a file made earlier: the viewer's file `fileId` or, without an id, the automatic file for all readers. */
  readonly findReportFile: FindFile
  /** Finds the quarterly report by the campaigns' number at the card network (`ica`). */
  readonly findQuarterlyFile: FindFile
  /** Maximum milliseconds for counting the rows. If counting takes longer, the file is sent without their number. */
  readonly countMs?: number
}

/** Maximum rows of a workbook (about five sheets), because no program opens a larger workbook. A csv has no limit. */
const MAX_WORKBOOK_ROWS = 5_000_000

export function createOpenFile({
  sourceOf,
  findReportFile,
  findQuarterlyFile,
  countMs = 5_000,
}: FileSources): OpenFile {
  const findFile = async (context: FileContext, request: FileRequest) => {
    const { source, call } = reportOf(request.report)
    const writeFromRows = () => findFileOfRows(context, request, sourceOf(request.report), countMs)
    if (request.fileId !== undefined) return findReportFile(context, request)
    if (source === 'stored') {
      const automaticFile = await findReportFile(context, request)
      if (!automaticFile) return undefined
      // The stored file covers all campaigns. So a viewer who is limited to some campaigns gets a file from the rows.
      const isLimited = context.viewer.campaignIds !== undefined
      return isLimited ? writeFromRows() : automaticFile
    }
    return call === 'quarterly' ? findQuarterlyFile(context, request) : writeFromRows()
  }
  return async (context, requestedFile) => {
    const request = await toFileRequest(context, requestedFile)
    if ('refusalCode' in request) return request
    const file = await findFile(context, request)
    if (!file) return noSuchReport()
    if ('refusalCode' in file) return file
    return {
      name: requestedFile.name,
      contentType: contentTypes[request.format],
      campaignIds: request.scope.campaignIds,
      ...file,
    }
  }
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_CONTENT_TYPE,
  xls: 'application/vnd.ms-excel',
}

/**
 * Parses the address. Files and campaigns of other users or owners are 'not found', like unknown files and campaigns.
 */
async function toFileRequest(
  context: FileContext,
  { name, query, isHeadRequest }: RequestedFile,
): Promise<FileRequest | Refusal> {
  const file = nameToReportFile(name)
  if (!file) return noSuchReport()
  const today = instantToDate(context.now(), context.client.timeZone)
  if (isInFuture(file, today)) return noSuchReport()
  const { file: fileId, campaign = ALL_CAMPAIGNS } = query
  const campaignIds = textToCampaigns(campaign)
  const hasWrongId = fileId !== undefined && !isId(fileId)
  if (hasWrongId || campaignIds === 'invalid') return noSuchReport()
  const { campaigns } = reportOf(file.report)
  if (campaigns === 'none' && campaignIds) return noSuchReport()
  const scope = await validateReportScope(context.db, context.viewer, file.report, campaignIds)
  if ('refusalCode' in scope) {
    const isUnknownCampaign = scope.refusalCode === codes.notFound
    return isUnknownCampaign ? noSuchReport() : scope
  }
  const request = { ...file, scope, fileId, isHeadRequest }
  // The days and campaigns of a report file were checked when the file was requested. The name of the quarterly report
  // contains the ICA of its campaigns and always a whole quarter.
  const isReportFile = fileId !== undefined
  const isQuarterly = file.ica !== undefined
  if (isReportFile || isQuarterly) return request
  if (campaigns === 'one' && campaignIds?.length !== 1)
    return refuse(codes.refusedParameters, m.reports_campaignAndDateAreRequired)
  return refuseDays(file.report, file.days.start, file.days.end) ?? request
}

/**
 * True if the report cannot have rows yet, because all its days are in the future and the report does not look ahead.
 */
const isInFuture = ({ report, days: { start } }: ReportFile, today: CalendarDate): boolean =>
  start > today && reportOf(report).looksAhead !== true

/** Parses the ids of campaigns: '3' or '3,7'. '0' and '' mean all campaigns, for which undefined is returned. */
function textToCampaigns(text: unknown): readonly number[] | undefined | 'invalid' {
  if (text === '' || text === ALL_CAMPAIGNS) return undefined
  if (typeof text !== 'string' || text.length > MAX_CAMPAIGNS_LENGTH) return 'invalid'
  const ids = text.split(',')
  return ids.every(isId) ? [...new Set(ids.map(Number))] : 'invalid'
}

const MAX_CAMPAIGNS_LENGTH = 8_000

const isId = (text: unknown): text is string => typeof text === 'string' && /^[1-9][0-9]{0,14}$/.test(text)

/** A file to be written from the rows of `source` during the download. */
async function findFileOfRows(
  context: FileContext,
  { report, format, days, scope, isHeadRequest }: FileRequest,
  source: ReportSource | undefined,
  countMs: number,
): Promise<FoundFile | Refusal | undefined> {
  if (!source || format === 'xls') return undefined
  if (isHeadRequest) return NO_CONTENT
  const { client } = context
  const { db } = await chooseReportsDatabase(context)
  const query = await toReportQuery(context, { ...scope, ...days })
  const file = { report, format, query, source, timeZoneLabel: client.timeZoneLabel }
  // Counting takes long for some reports, because counting reads everything that writing the file reads.
  const rows = await withTimeout(countMs, countRows(db, file))
  const maxRows = format === 'xlsx' ? MAX_WORKBOOK_ROWS : Infinity
  if (rows !== undefined && rows > maxRows)
    return refuse(codes.refusedState, () => m.reports_tooManyRowsForWorkbook({ rows }))
  return { rows, write: (onRows) => writeReport(db, file, { onRows }) }
}

/** The response to a HEAD request, which has no body. */
const NO_CONTENT: FoundFile = { write: async function* () {} }

/** Resolves to undefined if the work takes longer than `ms`. */
function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
