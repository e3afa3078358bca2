// The origins of report files in a running server; tests pass their own.
import type { ReportOrigins } from './files.ts'
import { storedFile } from './made/stored.ts'
import { findQuarterlyFile } from './quarterly.ts'
import { sourceOf } from './sources.ts'

export const reportOrigins: ReportOrigins = {
  sourceOf,
  storedFile,
  quarterlyFile: findQuarterlyFile,
}
