// The wrapper of the worker: every call ends with a result, even if the worker dies (a call to a dead worker never ends
// on its own: comlink#601). A message channel takes the place of a real worker, around the real reader or a reader that
// dies or hangs.
import * as Comlink from 'comlink'
import { afterEach, expect, test } from 'vitest'
import { type Spawned, createSheetsWorker } from '#services/files/sheets-worker.ts'
import { packResponse } from '#domain/batch/packed-checks.ts'
import { toRowType } from '#domain/row-types.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { SheetsApi } from '#workers/sheets-api.ts'
import { cardNumber, loadRules, rowsOf } from '#tests/support/files.ts'

const closeFunctions: (() => void)[] = []
afterEach(() => {
  for (const close of closeFunctions.splice(0)) close()
})

const validApi: SheetsApi = {
  readRows: ({ rules, ...file }) => readRows(toRowType(rules), file),
  parseResponse: (bytes) => Promise.resolve(packResponse(JSON.parse(new TextDecoder().decode(bytes)))),
}
const hangingApi: SheetsApi = { ...validApi, readRows: () => new Promise(() => undefined) }
const failingApi: SheetsApi = { ...validApi, readRows: () => Promise.reject(new Error('a bug')) }

/** Workers for the wrapper, in order; the last worker serves all later calls. */
function createWorkers(...apis: SheetsApi[]) {
  const workers: (Spawned & { isDead: boolean; crash(): void })[] = []
  const spawn = () => {
    const { port1, port2 } = new MessageChannel()
    Comlink.expose(apis[Math.min(workers.length, apis.length - 1)] ?? validApi, port2)
    const close = () => {
      spawned.isDead = true
      port1.close()
      port2.close()
    }
    closeFunctions.push(close)
    const worker = Object.assign(port1, { terminate: close, onerror: null }) as unknown as Worker
    const spawned = {
      worker,
      isDead: false,
      isAlive: () => Promise.resolve(!spawned.isDead),
      crash: () => {
        close()
        worker.dispatchEvent(new Event('error'))
      },
    }
    workers.push(spawned)
    return spawned
  }
  return { spawn, workers }
}

const file = (count: number) =>
  new File([Array.from({ length: count }, (_, i) => `${cardNumber(i)},1\n`).join('')], 'loads.csv')
const shortTimeout = { timeoutMs: 60, pulseMs: 5 }
const longTimeout = { timeoutMs: 60_000, pulseMs: 5 }

test('the same worker reads one file after the other', async () => {
  const { spawn, workers } = createWorkers(validApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  expect(rowsOf(await sheetsWorker.readRows(file(3), loadRules))).toHaveLength(3)
  expect(rowsOf(await sheetsWorker.readRows(file(4), loadRules))).toHaveLength(4)
  expect(workers).toHaveLength(1)
})

test('a prepared worker reads the next file, and a worker that has crashed is replaced', async () => {
  const { spawn, workers } = createWorkers(validApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  sheetsWorker.prepare()
  sheetsWorker.prepare()
  expect(workers).toHaveLength(1)
  expect(rowsOf(await sheetsWorker.readRows(file(3), loadRules))).toHaveLength(3)
  expect(workers).toHaveLength(1)
  workers[0]?.crash()
  expect(rowsOf(await sheetsWorker.readRows(file(4), loadRules))).toHaveLength(4)
  expect(workers).toHaveLength(2)
})

test('a hanging worker is abandoned, and the next file gets a new worker', async () => {
  const { spawn, workers } = createWorkers(hangingApi, validApi)
  const sheetsWorker = createSheetsWorker(spawn, shortTimeout)
  expect(await sheetsWorker.readRows(file(1), loadRules)).toMatchObject({
    refusal: { code: 'failed', message: { code: 'fileFailed' } },
  })
  expect(workers[0]?.isDead).toBe(true)
  expect(rowsOf(await createSheetsWorker(spawn, longTimeout).readRows(file(2), loadRules))).toHaveLength(2)
})

test.each([
  ['with an event', (worker: { crash(): void; isDead: boolean }) => worker.crash()],
  ['silently', (worker: { crash(): void; isDead: boolean }) => void (worker.isDead = true)],
])('a worker that dies %s ends the call', async (_, kill) => {
  const { spawn, workers } = createWorkers(hangingApi, validApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  const response = sheetsWorker.readRows(file(1), loadRules)
  const [first] = workers
  if (!first) throw new Error('no worker was started')
  kill(first)
  expect(await response).toMatchObject({ ok: false, refusal: { code: 'failed' } })
  expect(rowsOf(await sheetsWorker.readRows(file(2), loadRules))).toHaveLength(2)
  expect(workers).toHaveLength(2)
})

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer

test('the worker parses a response and packs the results of a check', async () => {
  const sheetsWorker = createSheetsWorker(createWorkers(validApi).spawn, longTimeout)
  expect(await sheetsWorker.parseResponse(bytesOf('{"resultCode":"0","n":[1]}'))).toEqual({ resultCode: '0', n: [1] })
  const element = { amount: '2.00', batchFeeAmount: '0.10', source: { currency: 'SGD' }, findings: [] }
  const response = { resultCode: '0', batchElements: [element, { ...element, findings: ['cardStopped'] }] }
  expect(await sheetsWorker.parseResponse(bytesOf(JSON.stringify(response)))).toMatchObject({
    resultCode: '0',
    batchElements: {
      count: 2,
      amounts: Float64Array.of(200, 200),
      withFindings: new Map([[1, response.batchElements[1]]]),
    },
  })
})

test('a response that the worker cannot parse is left to the page', async () => {
  const { spawn, workers } = createWorkers({ ...validApi, parseResponse: () => new Promise(() => undefined) }, validApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  const parsed = sheetsWorker.parseResponse(bytesOf('{}'))
  workers[0]?.crash()
  expect(await parsed).toBeUndefined()
  expect(await sheetsWorker.parseResponse(bytesOf('not JSON'))).toBeUndefined()
})

test('an exception in the worker also ends the call with a result', async () => {
  const sheetsWorker = createSheetsWorker(createWorkers(failingApi).spawn, longTimeout)
  expect(await sheetsWorker.readRows(file(1), loadRules)).toMatchObject({ refusal: { code: 'failed' } })
})

test('a new file aborts the reading of the previous file', async () => {
  const { spawn, workers } = createWorkers(hangingApi, validApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  const firstResponse = sheetsWorker.readRows(file(1), loadRules)
  const secondResponse = sheetsWorker.readRows(file(2), loadRules)
  expect(await firstResponse).toMatchObject({ refusal: { code: 'aborted', message: { code: 'fileAborted' } } })
  expect(rowsOf(await secondResponse)).toHaveLength(2)
  expect(workers.map((worker) => worker.isDead)).toEqual([true, false])
})

test('cancelling ends the call and the worker immediately', async () => {
  const { spawn, workers } = createWorkers(hangingApi)
  const sheetsWorker = createSheetsWorker(spawn, longTimeout)
  const controller = new AbortController()
  const response = sheetsWorker.readRows(file(1), loadRules, { signal: controller.signal })
  controller.abort()
  expect(await response).toMatchObject({ refusal: { code: 'aborted' } })
  expect(workers[0]?.isDead).toBe(true)
  expect(await sheetsWorker.readRows(file(1), loadRules, { signal: controller.signal })).toMatchObject({
    refusal: { code: 'aborted' },
  })
  expect(workers).toHaveLength(1)
})

test('stopping ends the open call with a result', async () => {
  const sheetsWorker = createSheetsWorker(createWorkers(hangingApi).spawn, longTimeout)
  const response = sheetsWorker.readRows(file(1), loadRules)
  sheetsWorker.stop()
  expect(await response).toMatchObject({ refusal: { code: 'aborted' } })
})
