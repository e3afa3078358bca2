// The wrapper of the worker: every call ends with a result, even if the worker dies (a call to a dead worker never ends
// on its own: comlink#601). A message channel takes the place of a real worker, around the real reader or a reader that
// dies or hangs.
import * as Comlink from 'comlink'
import { afterEach, expect, test } from 'vitest'
import { type Spawned, createSheetsWorker } from '#services/files/sheets-worker.ts'
import { toRowKind } from '#domain/row-kinds.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { SheetsApi } from '#workers/sheets-api.ts'
import { cardNumber, loadRules, rowsOf } from '#tests/support/files.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const valid: SheetsApi = {
  readRows: ({ rules, ...file }) => readRows(toRowKind(rules), file),
}
const hanging: SheetsApi = { ...valid, readRows: () => new Promise(() => undefined) }
const failing: SheetsApi = { ...valid, readRows: () => Promise.reject(new Error('a bug')) }

/** Workers for the wrapper, in order; the last worker serves all later calls. */
function createWorkers(...apis: SheetsApi[]) {
  const started: (Spawned & { isDead: boolean; crash(): void })[] = []
  const spawn = () => {
    const { port1, port2 } = new MessageChannel()
    Comlink.expose(apis[Math.min(started.length, apis.length - 1)] ?? valid, port2)
    const close = () => {
      spawned.isDead = true
      port1.close()
      port2.close()
    }
    open.push(close)
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
    started.push(spawned)
    return spawned
  }
  return { spawn, started }
}

const file = (count: number) =>
  new File([Array.from({ length: count }, (_, i) => `${cardNumber(i)},1\n`).join('')], 'loads.csv')
const fast = { timeoutMs: 60, pulseMs: 5 }
const patient = { timeoutMs: 60_000, pulseMs: 5 }

test('the same worker reads one file after the other', async () => {
  const { spawn, started } = createWorkers(valid)
  const sheetsWorker = createSheetsWorker(spawn, patient)
  expect(rowsOf(await sheetsWorker.readRows(file(3), loadRules))).toHaveLength(3)
  expect(rowsOf(await sheetsWorker.readRows(file(4), loadRules))).toHaveLength(4)
  expect(started).toHaveLength(1)
})

test('a prepared worker reads the next file, and is replaced if it fails before', async () => {
  const { spawn, started } = createWorkers(valid)
  const sheetsWorker = createSheetsWorker(spawn, patient)
  sheetsWorker.prepare()
  sheetsWorker.prepare()
  expect(started).toHaveLength(1)
  expect(rowsOf(await sheetsWorker.readRows(file(3), loadRules))).toHaveLength(3)
  expect(started).toHaveLength(1)
  started[0]?.crash()
  expect(rowsOf(await sheetsWorker.readRows(file(4), loadRules))).toHaveLength(4)
  expect(started).toHaveLength(2)
})

test('a hanging worker is abandoned, and the next file gets a new one', async () => {
  const { spawn, started } = createWorkers(hanging, valid)
  const sheetsWorker = createSheetsWorker(spawn, fast)
  expect(await sheetsWorker.readRows(file(1), loadRules)).toMatchObject({
    refusal: { code: 'failed', message: { code: 'fileFailed' } },
  })
  expect(started[0]?.isDead).toBe(true)
  expect(rowsOf(await createSheetsWorker(spawn, patient).readRows(file(2), loadRules))).toHaveLength(2)
})

test.each([
  ['with an event', (worker: { crash(): void; isDead: boolean }) => worker.crash()],
  ['silently', (worker: { crash(): void; isDead: boolean }) => void (worker.isDead = true)],
])('a worker that dies %s ends the call', async (_, kill) => {
  const { spawn, started } = createWorkers(hanging, valid)
  const sheetsWorker = createSheetsWorker(spawn, patient)
  const response = sheetsWorker.readRows(file(1), loadRules)
  const [first] = started
  if (!first) throw new Error('no worker was started')
  kill(first)
  expect(await response).toMatchObject({ ok: false, refusal: { code: 'failed' } })
  expect(rowsOf(await sheetsWorker.readRows(file(2), loadRules))).toHaveLength(2)
  expect(started).toHaveLength(2)
})

test('an exception in the worker also ends the call with a result', async () => {
  const sheetsWorker = createSheetsWorker(createWorkers(failing).spawn, patient)
  expect(await sheetsWorker.readRows(file(1), loadRules)).toMatchObject({ refusal: { code: 'failed' } })
})

test('a new file aborts the reading of the previous file', async () => {
  const { spawn, started } = createWorkers(hanging, valid)
  const sheetsWorker = createSheetsWorker(spawn, patient)
  const first = sheetsWorker.readRows(file(1), loadRules)
  const second = sheetsWorker.readRows(file(2), loadRules)
  expect(await first).toMatchObject({ refusal: { code: 'aborted', message: { code: 'fileAborted' } } })
  expect(rowsOf(await second)).toHaveLength(2)
  expect(started.map((worker) => worker.isDead)).toEqual([true, false])
})

test('cancelling ends the call and the worker immediately', async () => {
  const { spawn, started } = createWorkers(hanging)
  const sheetsWorker = createSheetsWorker(spawn, patient)
  const controller = new AbortController()
  const response = sheetsWorker.readRows(file(1), loadRules, { signal: controller.signal })
  controller.abort()
  expect(await response).toMatchObject({ refusal: { code: 'aborted' } })
  expect(started[0]?.isDead).toBe(true)
  expect(await sheetsWorker.readRows(file(1), loadRules, { signal: controller.signal })).toMatchObject({
    refusal: { code: 'aborted' },
  })
  expect(started).toHaveLength(1)
})

test('stopping ends the open call with a result', async () => {
  const sheetsWorker = createSheetsWorker(createWorkers(hanging).spawn, patient)
  const response = sheetsWorker.readRows(file(1), loadRules)
  sheetsWorker.stop()
  expect(await response).toMatchObject({ refusal: { code: 'aborted' } })
})
