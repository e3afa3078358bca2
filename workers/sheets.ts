// The entry of the sheets worker. It only connects the API to the code in ./batch-file, which also runs in Node.
import * as Comlink from 'comlink'
import { buffersOf } from './batch-file/rows-result.ts'
import { packResponse } from '#domain/batch/packed-checks.ts'
import { toRowType } from '#domain/row-types.ts'
import { readRows } from './batch-file/read.ts'
import { warmUp } from './batch-file/warm-up.ts'
import type { SheetsApi } from './sheets-api.ts'

/** True until the first file arrives. */
let isWaiting = true

const api: SheetsApi = {
  async readRows({ rules, ...file }) {
    isWaiting = false
    const result = await readRows(toRowType(rules), file)
    return Comlink.transfer(result, buffersOf(result))
  },
  parseResponse: (bytes) => Promise.resolve(packResponse(JSON.parse(new TextDecoder().decode(bytes)))),
}

Comlink.expose(api)

// The worker holds this lock as long as it lives. If the lock is released, the page knows that the worker has died.
void navigator.locks.request(self.name, () => new Promise(() => undefined))

void warmUp(() => isWaiting)
