// Registers the background jobs of reports.
import type { Host } from '#server/operations/context.ts'
import { registerMakeReport } from './made/make.ts'
import { registerSavedReports } from './made/saved.ts'
import { registerStoredReports } from './made/stored.ts'

/** Call `start` once jobs can run. */
export function registerReports(host: Host): { readonly start: () => Promise<void> } {
  registerMakeReport(host)
  registerSavedReports(host)
  return registerStoredReports(host)
}
