// The sheets worker: a thin Comlink entry. The reading itself is in ./batch-file and runs in Node as well.
import * as Comlink from 'comlink'
import { buffersOf } from './batch-file/answer.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { readRows } from './batch-file/read.ts'
import type { SheetsApi } from './sheets-api.ts'

const api: SheetsApi = {
  async readRows({ rules, ...file }) {
    const result = await readRows(rowKindOf(rules), file)
    return Comlink.transfer(result, buffersOf(result))
  },
}

Comlink.expose(api)

// Held for as long as this worker lives: its keeper sees by it that the worker has died.
void navigator.locks.request(self.name, () => new Promise(() => undefined))
