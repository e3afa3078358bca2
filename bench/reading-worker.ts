// A fresh thread for figures about cold readers and about memory: does one job, tells how long it took, and ends.
import Papa from 'papaparse'
import { parentPort, workerData } from 'node:worker_threads'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { time } from './figure.ts'
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { bytesToResult } from '#workers/batch-file/read-csv-file.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { warm } from '#workers/batch-file/warm.ts'

export interface ReadingJob {
  readonly what: 'ours' | 'bytes' | 'warmed' | 'papaparse' | 'sheetjs' | 'memoryOurs' | 'memoryObjects'
  readonly ending: SheetEnding
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly maxRows: number
}

const job = workerData as ReadingJob
const kind = rowKindOf({ kind: 'load', identifierType: 1 })

async function measure(): Promise<number> {
  switch (job.what) {
    case 'warmed':
      await warm()
      return time(readOurs)
    case 'ours':
      return time(readOurs)
    case 'bytes':
      return time(() => bytesToResult(kind, job.bytes, job.maxRows))
    case 'papaparse':
      return time(() => Papa.parse(new TextDecoder().decode(job.bytes), { delimiter: ',', newline: '\n' }))
    case 'sheetjs': {
      const sheetJs = await import('xlsx')
      return time(() => sheetJs.read(job.bytes, { type: 'array', dense: true, cellText: false, cellHTML: false, cellFormula: false, sheets: 0 })) // prettier-ignore
    }
    case 'memoryOurs':
      return await held(() => bytesToResult(kind, job.bytes, job.maxRows))
    case 'memoryObjects':
      return held(() =>
        Papa.parse(new TextDecoder().decode(job.bytes), { header: true, delimiter: ',', newline: '\n' }),
      )
  }
}

async function readOurs(): Promise<void> {
  const result = await readRows(kind, {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: job.maxRows,
    fileName: `a.${job.ending}`,
    file: new Blob([job.bytes]),
  })
  if (!result.ok) throw new Error(result.refusal.text)
}

/** Bytes that the result holds on to, and its source with it. */
async function held(work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = async () => {
    // Buffers are given back a while after their collection.
    for (let i = 0; i < 3; i++) {
      collect()
      await new Promise((done) => setTimeout(done, 50))
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = await used()
  const kept = work()
  const after = await used()
  // The bytes are counted for both: ours points into them, the objects' strings into a copy.
  return kept === undefined ? 0 : after - before + job.bytes.length
}

parentPort?.postMessage(await measure())
