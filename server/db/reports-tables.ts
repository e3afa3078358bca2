// The tables of reports for Kysely.
import type { ColumnType, Generated } from 'kysely'
import type { ReportId } from '#domain/reports/reports.ts'
import type { RelativePeriodName } from '#domain/reports/periods.ts'
import type { Schedule } from '#domain/reports/schedule.ts'
import type { Bytes } from './platform-tables.ts'

export interface SavedReportTable {
  id: Generated<number>
  owner_id: number
  user_id: number
  name: string
  report: ReportId
  period: RelativePeriodName
  campaign_id: number | null
  format: 'csv' | 'xlsx'
  schedule: Schedule
  created_at: Date
  next_at: Date | null
}

export interface ReportFileTable {
  id: Generated<number>
  owner_id: number
  /** Null if the file is for all users who can read reports. */
  user_id: number | null
  report: ReportId
  format: 'csv' | 'xlsx'
  /** 'yyyy-mm-dd', both days inclusive. */
  start_day: string
  end_day: string
  campaign_id: number | null
  saved_name: Generated<string>
  file_name: string
  state: Generated<'waiting' | 'made' | 'failed'>
  asked_at: Date
  made_at: Date | null
  row_count: Generated<number>
  total: number | null
  bytes: Generated<number>
  result_text: Generated<string>
  kept_until: Date | null
  /** The campaigns in the report. Null for all. */
  campaign_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>
}

/** A chunk of a file, encrypted. */
export interface ReportFilePartTable {
  id: Generated<number>
  file_id: number
  part_no: number
  content_cipher: Bytes
}

export interface ReportsTables {
  saved_report: SavedReportTable
  report_file: ReportFileTable
  report_file_part: ReportFilePartTable
}
