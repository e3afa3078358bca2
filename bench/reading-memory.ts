// A fresh thread for figures about memory: reads once, tells how many bytes the result holds on to, and ends.
import Papa from 'papaparse'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { rowKindOf } from '#domain/row-kinds.ts'
import { bytesToResult } from '#workers/batch-file/read-csv-file.ts'

export interface MemoryJob {
  readonly what: 'ours' | 'objects'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly maxRows: number
}

const { what, bytes, maxRows } = workerData as MemoryJob
const kind = rowKindOf({ kind: 'load', identifierType: 1 })

const ways = {
  ours: () => bytesToResult(kind, bytes, maxRows),
  objects: () => Papa.parse(new TextDecoder().decode(bytes), { header: true, delimiter: ',', newline: '\n' }),
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
  return kept === undefined ? 0 : after - before + bytes.length
}

parentPort?.postMessage(await held(ways[what]))
