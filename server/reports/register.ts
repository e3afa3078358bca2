// Registers the reports of a running server: their background jobs, and the sources of their files.
import type { Services } from '#server/operations/context.ts'
import { registerMakeReport } from './made/make-file.ts'
import { registerSavedReports } from './made/saved-reports.ts'
import { registerStoredReports, findMadeFile } from './made/automatic-reports.ts'
import type { FileSources } from './files.ts'
import { findQuarterlyFile } from './quarterly.ts'
import { sourceOf } from './sources.ts'

/** Call `start` once jobs can run. */
export function registerReports(services: Services): { readonly start: () => Promise<void> } {
  registerMakeReport(services)
  registerSavedReports(services)
  return registerStoredReports(services)
}

/** Tests pass their own. */
export const fileSources: FileSources = {
  sourceOf,
  storedFile: findMadeFile,
  quarterlyFile: findQuarterlyFile,
}
