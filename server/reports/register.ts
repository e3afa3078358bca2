// The jobs of the reports area.
import type { Host } from '#server/context.ts'
import { registerMakeReport } from './made/make.ts'
import { registerSavedReports } from './made/saved.ts'
import { registerStoredReports } from './made/stored.ts'

/** `start` is called once the jobs may run. */
export function registerReports(host: Host): { readonly start: () => Promise<void> } {
  registerMakeReport(host)
  registerSavedReports(host)
  return registerStoredReports(host)
}
