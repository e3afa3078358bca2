// Where the files of the reports come from, for the host as it runs.
import type { ReportOrigins } from './files.ts'
import { storedFile } from './made/stored.ts'
import { findQuarterlyFile } from './quarterly.ts'
import { sourceOf } from './sources.ts'

export const reportOrigins: ReportOrigins = {
  sourceOf,
  storedFile,
  quarterlyFile: findQuarterlyFile,
}
