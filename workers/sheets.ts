// The sheets worker: a thin Comlink entry. The code in ./batch-file also runs in Node.
import * as Comlink from 'comlink'
import { buffersOf } from './batch-file/rows-result.ts'
import { toRowType } from '#domain/row-types.ts'
import { readRows } from './batch-file/read.ts'
import type { SheetsApi } from './sheets-api.ts'

const api: SheetsApi = {
  async readRows({ rules, ...file }) {
    const result = await readRows(toRowType(rules), file)
    return Comlink.transfer(result, buffersOf(result))
  },
}

Comlink.expose(api)

// The worker holds this lock for its lifetime. When the lock is released, the page knows that the worker has died.
void navigator.locks.request(self.name, () => new Promise(() => undefined))

// Reads a small file first, so that the browser has compiled the code when the user's file arrives.
const loads = toRowType({ kind: 'load', identifierType: 1 })
const headings = loads.activeFields.map(({ label }) => label)
const sampleLines = [headings.join(), ...Array.from({ length: 100 }, () => '9000010000000008,1.00')]
void readRows(loads, {
  accepts: ['csv'],
  maxRows: sampleLines.length,
  fileName: 'sample.csv',
  file: new Blob([sampleLines.join('\n')]),
})
