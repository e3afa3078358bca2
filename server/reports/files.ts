// Which report file lies under a name: written from its rows while it is fetched, or made before and kept.
import { codes } from '#contract/codes.ts'
import { instantToDate } from '#domain/dates.ts'
import {
  CAMPAIGN_REQUIRED,
  type FileFormat,
  nameToReportFile,
  REPORT_NOT_FOUND,
  type ReportFile,
} from '#domain/reports/files.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { refuse, type Refusal } from '#server/context.ts'
import { XLSX } from '#server/download.ts'
import type { AskedFile, FileContext, OpenedFile, OpenFile } from '#server/downloads.ts'
import { toAsk } from './ask.ts'
import type { ReportSource } from './source.ts'
import { countRows, writeReport } from './write-report.ts'

/** A file that is asked for, with what stands behind its name. */
export interface WantedFile extends ReportFile {
  /** A campaign of the viewer's owner; undefined for all of them. */
  readonly campaignId: number | undefined
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
  readonly sources: Readonly<Partial<Record<ReportId, ReportSource>>>
  /** Made before: by a schedule for all who may read reports, or for the viewer where `fileId` says which. */
  readonly storedFile: FindFile
  /** The quarterly report: of that campaign at the card network (`ica`). */
  readonly quarterlyFile: FindFile
}

/** Rows that a workbook may have, some five sheets: no program opens more. A csv has no limit. */
const WORKBOOK_ROWS = 5_000_000

export function createOpenFile({ sources, storedFile, quarterlyFile }: ReportOrigins): OpenFile {
  return async (context, asked) => {
    const wanted = await toWanted(context, asked)
    if ('refused' in wanted) return wanted
    const { source, call } = reportOf(wanted.report)
    const find =
      wanted.fileId !== undefined || source === 'stored'
        ? storedFile
        : call === 'quarterly'
          ? quarterlyFile
          : writtenFrom(sources[wanted.report])
    const found = await find(context, wanted)
    if (!found) return NOT_FOUND
    if ('refused' in found) return found
    return { name: asked.name, contentType: contentTypes[wanted.format], campaignId: wanted.campaignId, ...found }
  }
}

const NOT_FOUND = refuse(codes.notFound, REPORT_NOT_FOUND)

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
  xls: 'application/vnd.ms-excel',
}

/** The file that the address means. Whatever is not this viewer's is not found, as what there is not. */
async function toWanted(context: FileContext, { name, query, headOnly }: AskedFile): Promise<WantedFile | Refusal> {
  const file = nameToReportFile(name)
  if (!file || file.days.start > instantToDate(context.now(), context.client.timeZone)) return NOT_FOUND
  const fileId = query['file']
  if (fileId !== undefined && !isId(fileId)) return NOT_FOUND
  const campaign = query['campaign'] ?? '0'
  const { campaigns } = reportOf(file.report)
  const isAll = campaign === '' || campaign === '0'
  if (isAll) {
    if (campaigns === 'one' && fileId === undefined && file.ica === undefined)
      return refuse(codes.refusedParameters, CAMPAIGN_REQUIRED)
    return { ...file, campaignId: undefined, fileId, headOnly }
  }
  if (campaigns === 'none' || !isId(campaign) || !(await isOwnCampaign(context, Number(campaign)))) return NOT_FOUND
  return { ...file, campaignId: Number(campaign), fileId, headOnly }
}

const isId = (text: unknown): text is string => typeof text === 'string' && /^[1-9][0-9]{0,14}$/.test(text)

async function isOwnCampaign({ db, viewer }: FileContext, id: number): Promise<boolean> {
  const query = db.selectFrom('campaign').select('id').where('id', '=', id).where('owner_id', '=', viewer.ownerId)
  return (await query.executeTakeFirst()) !== undefined
}

function writtenFrom(source: ReportSource | undefined) {
  return async (context: FileContext, wanted: WantedFile): Promise<FoundFile | Refusal | undefined> => {
    const { report, format, days, campaignId, headOnly } = wanted
    if (!source || format === 'xls') return undefined
    const { db, viewer, client } = context
    const { timeZoneLabel } = client
    const campaignIds = campaignId === undefined ? undefined : [campaignId]
    const ask = await toAsk(context, { ownerId: viewer.ownerId, campaignIds, ...days })
    const written = { report, format, ask, source, timeZoneLabel }
    const rows = headOnly ? undefined : await countRows(db, written)
    if (format === 'xlsx' && (rows ?? 0) > WORKBOOK_ROWS) return refuse(codes.refusedState, tooLong(rows ?? 0))
    return { rows, write: (onRows) => writeReport(db, written, { onRows }) }
  }
}

const tooLong = (rows: number): string =>
  `This report has ${rows.toLocaleString('en')} rows, more than a workbook can hold. Please download it as CSV`
