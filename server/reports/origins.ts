// Where the files of the reports come from, for the host as it runs.
import type { ReportOrigins } from './files.ts'
import { storedFile } from './made/stored.ts'
import { sourceOf } from './sources.ts'

export const reportOrigins: ReportOrigins = {
  sourceOf,
  storedFile,
  quarterlyFile: () => Promise.resolve(undefined),
}
