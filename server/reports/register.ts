// Registers the reports of a running server: their background jobs, and the sources of their files.
import type { Services } from '#server/operations/context.ts'
import { registerMakeReport } from './report-files/make-file.ts'
import { registerSavedReports } from './report-files/saved-reports.ts'
import { registerAutomaticReports, findReportFile } from './report-files/automatic-reports.ts'
import type { FileSources } from './files.ts'
import { findQuarterlyFile } from './quarterly.ts'
import { sourceOf } from './sources.ts'

/** Call `start` once jobs can run. */
export function registerReports(services: Services): { readonly start: () => Promise<void> } {
  registerMakeReport(services)
  registerSavedReports(services)
  return registerAutomaticReports(services)
}

/** The sources of a running server. Tests pass their own. */
export const fileSources: FileSources = { sourceOf, findReportFile, findQuarterlyFile }
