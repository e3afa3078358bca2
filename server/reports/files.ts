// Which report file lies under a name: written from its rows while it is fetched, or made before and kept.
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { CAMPAIGN_REQUIRED, type FileFormat, nameToReportFile, type ReportFile } from '#domain/reports/files.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { refuse, type Refusal } from '#server/context.ts'
import { XLSX } from '#server/download.ts'
import type { AskedFile, FileContext, OpenFile } from '#server/downloads.ts'
import type { OpenedFile } from '#server/send-file.ts'
import * as say from '#words/server/reports.ts'
import { NO_SUCH_REPORT, refuseCampaigns, refuseDays, toAsk } from './ask.ts'
import type { ReportSource } from './source.ts'
import { countRows, writeReport } from './write-report.ts'

/** A file that is asked for, with what stands behind its name. */
export interface WantedFile extends ReportFile {
  /** Campaigns of the viewer's owner; undefined for all of them. */
  readonly campaignIds: readonly number[] | undefined
  /** `?file=`: one of the viewer's made files; undefined for the report's own. */
  readonly fileId: string | undefined
  /** Of the file, nothing is read but whether it is there. */
  readonly headOnly: boolean
}

/** A file that is there; its rows and bytes where they are known without reading it. */
export type FoundFile = Pick<OpenedFile, 'rows' | 'size' | 'write'>
export type FindFile = (context: FileContext, wanted: WantedFile) => Promise<FoundFile | undefined>

/** Where the files of the reports come from. */
export interface ReportOrigins {
  /** Written from their rows while they are fetched. */
  readonly sourceOf: (report: ReportId) => ReportSource | undefined
  /** Made before: by a schedule for all who may read reports, or for the viewer where `fileId` says which. */
  readonly storedFile: FindFile
  /** The quarterly report: of that campaign at the card network (`ica`). */
  readonly quarterlyFile: FindFile
  /** How long rows are counted before a file is given without their number, in milliseconds. */
  readonly countMs?: number
}

/** Rows that a workbook may have, some five sheets: no program opens more. A csv has no limit. */
const WORKBOOK_ROWS = 5_000_000

export function createOpenFile({ sourceOf, storedFile, quarterlyFile, countMs = 5_000 }: ReportOrigins): OpenFile {
  return async (context, asked) => {
    const wanted = await toWanted(context, asked)
    if ('refused' in wanted) return wanted
    const { source, call } = reportOf(wanted.report)
    const find =
      wanted.fileId !== undefined || source === 'stored'
        ? storedFile
        : call === 'quarterly'
          ? quarterlyFile
          : writtenFrom(sourceOf(wanted.report), countMs)
    const found = await find(context, wanted)
    if (!found) return NO_SUCH_REPORT
    if ('refused' in found) return found
    return { name: asked.name, contentType: contentTypes[wanted.format], campaignIds: wanted.campaignIds, ...found }
  }
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
  xls: 'application/vnd.ms-excel',
}

/** The file that the address means. Whatever is not this viewer's is not found, as what there is not. */
async function toWanted(context: FileContext, { name, query, headOnly }: AskedFile): Promise<WantedFile | Refusal> {
  const file = nameToReportFile(name)
  if (!file || isToCome(file, instantToDate(context.now(), context.client.timeZone))) return NO_SUCH_REPORT
  const { file: fileId, campaign = '0' } = query
  const campaignIds = textToCampaigns(campaign)
  if ((fileId !== undefined && !isId(fileId)) || campaignIds === 'none') return NO_SUCH_REPORT
  const wanted = { ...file, campaignIds, fileId, headOnly }
  const { campaigns } = reportOf(file.report)
  if (campaigns === 'none' && campaignIds) return NO_SUCH_REPORT
  if (await refuseCampaigns(context.db, context.viewer.ownerId, campaignIds)) return NO_SUCH_REPORT
  // What was made was asked for under these rules; the quarterly report has its campaign in its name.
  if (fileId !== undefined || file.ica !== undefined) return wanted
  if (campaigns === 'one' && campaignIds?.length !== 1) return refuse(codes.refusedParameters, CAMPAIGN_REQUIRED)
  return refuseDays(file.report, file.days.start, file.days.end) ?? wanted
}

/** Nothing can be in it yet. */
const isToCome = ({ report, days: { start } }: ReportFile, today: CalendarDate): boolean =>
  start > today && reportOf(report).looksAhead !== true

/** '3' or '3,7'; all of them by '0' or nothing. 'none' of what is no list of campaigns. */
function textToCampaigns(text: unknown): readonly number[] | undefined | 'none' {
  if (text === '' || text === '0') return undefined
  if (typeof text !== 'string' || text.length > MAX_CAMPAIGNS_LENGTH) return 'none'
  const ids = text.split(',')
  return ids.every(isId) ? [...new Set(ids.map(Number))] : 'none'
}

const MAX_CAMPAIGNS_LENGTH = 8_000

const isId = (text: unknown): text is string => typeof text === 'string' && /^[1-9][0-9]{0,14}$/.test(text)

function writtenFrom(source: ReportSource | undefined, countMs: number) {
  return async (context: FileContext, wanted: WantedFile): Promise<FoundFile | Refusal | undefined> => {
    const { report, format, days, campaignIds, headOnly } = wanted
    if (!source || format === 'xls') return undefined
    if (headOnly) return HEAD_ONLY
    const { db, viewer, client } = context
    const ask = await toAsk(context, { ownerId: viewer.ownerId, campaignIds, ...days })
    const written = { report, format, ask, source, timeZoneLabel: client.timeZoneLabel }
    // Of some reports they are counted by reading all that is read for the file.
    const rows = await within(countMs, countRows(db, written))
    if (format === 'xlsx' && rows !== undefined && rows > WORKBOOK_ROWS)
      return refuse(codes.refusedState, tooLong(rows))
    return { rows, write: (onRows) => writeReport(db, written, { onRows }) }
  }
}

/** Nobody asks for its bytes. */
const HEAD_ONLY: FoundFile = { write: async function* () {} }

/** What comes of it, or undefined where it does not come in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const tooLong = (rows: number): string => say.tooManyRowsForWorkbook(rows)
