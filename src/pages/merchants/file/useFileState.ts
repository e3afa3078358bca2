// How far the file of merchants is, for the page around it.
import { useSyncExternalStore } from 'react'
import type { FileStage, RunState } from '#flows/merchants/file.ts'
import type { OpenedMerchantFile } from '#flows/merchants/open-file.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { useCell } from '#pages/shared/rows/useCell.ts'
import { createCell } from '#services/cell.ts'

/** `rows`: how many wait in it. */
export function useFileState(opened: OpenedMerchantFile | undefined) {
  const file = opened?.kind === 'file' ? opened.file : undefined
  const stage = useCell(file?.stage ?? noStage)
  const rows = useCell(file?.open ?? noRows)?.rows
  const run = useCell(file?.run ?? noRun)
  useSyncExternalStore(rows?.subscribe ?? nothing, rows?.version ?? zero)
  return {
    rows: rows && stage.kind === 'rows' ? rows.figures().rows : 0,
    isRunning: run !== undefined,
    needsWidth: stage.kind === 'rows' || stage.kind === 'columns',
  }
}

const noStage = createCell<FileStage>({ kind: 'none' })
const noRows = createCell<OpenRows | undefined>(undefined)
const noRun = createCell<RunState | undefined>(undefined)
const nothing = () => () => undefined
const zero = () => 0
