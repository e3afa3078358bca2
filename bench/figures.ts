// All benchmark figures, in the order of docs/performance.md. A new figure is a `Figure` in this folder, listed here.
import type { Figure } from './figure.ts'
import { csvImport, longTasks, scrolling, xlsxImport } from './importing.ts'
import { feeding } from './feeding.ts'
import { issuing, growth, posting, verifying } from './batches.ts'
import { offlineStart, signInPage } from './starting.ts'
import { reading } from './reading.ts'
import { cardFile } from './report.ts'
import { longLists } from './lists.ts'

export const figures: readonly Figure[] = [
  csvImport,
  xlsxImport,
  scrolling,
  longTasks,
  signInPage,
  offlineStart,
  verifying,
  posting,
  growth,
  issuing,
  reading,
  cardFile,
  feeding,
  longLists,
]
