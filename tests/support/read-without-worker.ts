// Reads files in the test's thread, since jsdom has no workers.
import { vi } from 'vitest'
import { toRowType } from '#domain/row-types.ts'
import type { sheetsWorker } from '#services/files/sheets-worker.ts'
import { readRows } from '#workers/batch-file/read.ts'

/**
 * Replaces functions of `worker` until the end of the test. The test passes its own import, because another import can
 * be another instance of the module.
 */
export function readFilesWithoutWorker(worker: typeof sheetsWorker): void {
  vi.spyOn(worker, 'stop').mockReturnValue()
  vi.spyOn(worker, 'readRows').mockImplementation(async (file, { rules, ...others }) =>
    readRows(toRowType(rules), { ...others, fileName: file.name, file: new Blob([await bytesOf(file)]) }),
  )
}

const bytesOf = (file: File) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.readAsArrayBuffer(file)
  })

// jsdom's files have no `text()`.
export const textOf = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(file)
  })
