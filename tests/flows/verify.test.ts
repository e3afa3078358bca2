// Checks rows in chunks: the results so far are kept when the connection fails, and checked rows are not checked again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultOptions, type Verification } from '#machines/upload-steps.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import { type CheckProgress, createRowChecks, firstPace, paceAfterAnswer, paceAfterLoss } from '#flows/upload/verify.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { idsToChunks, withRelatedRows } from '#rows/chunks.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import type { ApiFunding } from '#domain/funding/funds.ts'
import { reportReached } from '#services/server/connection.ts'
import { apiFunding } from '#tests/support/funding.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

/** A different tracking number for each index; tracking numbers need no check digit. */
const trackingNumber = (index: number) => String(100_000_000_000_000 + index)
const options = { ...defaultOptions, identifierType: 2 as const }

function rowsOf(type: 'load' | 'transfer', lines: readonly (readonly string[])[]): AnyRows {
  const rowType: AnyRowType = toRowType(optionsToRules(type, options))
  const checkedRows = lines.map((values, index) => {
    const valueOf = {
      identifier: values[0] ?? '',
      identifierTo: type === 'transfer' ? (values[1] ?? '') : '',
      amount: values.at(-1) ?? '',
    }
    return checkRow(rowType, {
      rowNumber: index + 1,
      values: toValues(
        rowType,
        rowType.fields.map(({ name }) => valueOf[name as keyof typeof valueOf] ?? ''),
      ),
      fieldCount: values.length,
    })
  })
  return createRows(
    packRows(rowType, checkedRows, (text) => new TextEncoder().encode(text)),
    rowType,
  )
}
const manyLoads = (count: number) =>
  rowsOf(
    'load',
    Array.from({ length: count }, (_, index) => [trackingNumber(index), '5.00']),
  )

const server = withStubServer()
/** The indexes, from 0, of calls that get no response. */
let lostCalls: Set<number>
let progress: CheckProgress[]
/** The funding account in every response. */
let funding: ApiFunding | undefined
beforeEach(() => {
  signInTestUser({ Batch: ['load', 'redeem'] })
  lostCalls = new Set()
  progress = []
  funding = undefined
  const card = {
    currency: 'SGD',
    balance: '0.00',
    fundsavailable: '0.00',
    loadMin: '1.00',
    loadMax: '9.00',
    voucherMax: '99.00',
  }
  server.respondWith((response, { params }) => {
    if (lostCalls.has(server.requests.length - 1)) return response.destroy()
    const batchElements = (params['batchElements'] as object[]).map((element) => ({
      ...element,
      batchFeeAmount: '0.00',
      source: card,
      findings: [],
    }))
    const earlierBatches = [
      {
        batchLoadFileID: String(batchElements.length),
        uploadedBy: 'o',
        uploadedAt: '2026-03-04T02:42:00Z',
        state: 'Approved',
        reason: null,
      },
    ]
    return json(response, {
      resultCode: '0',
      batchElements,
      fingerprint: 'f',
      earlierBatches,
      ...(funding && { funding }),
    })
  })
})

const sizes = () => server.requests.map(({ params }) => (params['batchElements'] as object[]).length)
const rowsOfCall = (call: number) =>
  ((server.requests[call]?.params['batchElements'] ?? []) as { identifier: string }[]).map(
    ({ identifier }) => identifier,
  )
const checkInput = (
  rows: AnyRows,
  settings: { verification?: Verification; isBeforeLastStep?: boolean; signal?: AbortSignal } = {},
) => ({
  rows,
  options,
  fileName: 'a.csv',
  verification: settings.verification,
  isBeforeLastStep: settings.isBeforeLastStep ?? false,
  signal: settings.signal ?? new AbortController().signal,
  onProgress: (update: CheckProgress) => void progress.push(update),
})
const simulatePoorConnection = () =>
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' }, configurable: true })
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

describe('chunks', () => {
  test('contain all rows of a card and of cards with transfers between them, in file order', () => {
    const rows = rowsOf('transfer', [
      [trackingNumber(1), trackingNumber(2), '1'],
      [trackingNumber(3), trackingNumber(4), '1'],
      [trackingNumber(2), trackingNumber(5), '1'],
      [trackingNumber(6), trackingNumber(7), '1'],
      [trackingNumber(4), trackingNumber(1), '1'],
    ])
    expect(idsToChunks(rows, [0, 1, 2, 3, 4], 2)).toEqual([[0, 1, 2, 4], [3]])
    expect(withRelatedRows(rows, [0, 1, 2, 3, 4], [2])).toEqual([0, 1, 2, 4])
    expect(withRelatedRows(rows, [0, 1, 2, 3, 4], [3])).toEqual([3])
    expect(idsToChunks(rows, [], 2)).toEqual([])
  })

  test('have the requested size if rows are unrelated', () => {
    expect(idsToChunks(manyLoads(7), [0, 1, 2, 3, 4, 5, 6], 3).map((chunk) => chunk.length)).toEqual([3, 3, 1])
  })
})

test('on a good connection all rows are checked in one call, which also finds duplicate batches', async () => {
  const rows = manyLoads(1200)
  const outcome = await createRowChecks()(checkInput(rows))
  await expect.poll(() => sizes()).toEqual([1200])
  expect(outcome).toMatchObject({
    kind: 'verified',
    verification: { earlier: [{ id: '1200' }] },
    figures: { unchecked: 0 },
  })
  expect(outcome.kind === 'verified' && outcome.verification.isPartial).toBeUndefined()
})

test('a check that is stopped before its first call sends nothing and shows no progress', async () => {
  const rows = manyLoads(3)
  const stop = new AbortController()
  vi.spyOn(rows, 'figures').mockImplementationOnce(() => {
    stop.abort()
    return rows.figures()
  })
  const outcome = await createRowChecks()(checkInput(rows, { signal: stop.signal }))
  expect(outcome).toEqual({ kind: 'noResponse' })
  await expect.poll(() => sizes()).toEqual([])
  expect(progress).toEqual([])
})

test('on a poor connection chunks are checked in file order with progress; duplicate batches are not searched for yet', async () => {
  simulatePoorConnection()
  const rows = manyLoads(1200)
  const outcome = await createRowChecks()(checkInput(rows))
  await expect.poll(() => sizes()[0]).toBe(500)
  await expect.poll(() => sizes().reduce((sum, size) => sum + size)).toBe(1200)
  await expect.poll(() => rowsOfCall(0).slice(0, 2)).toEqual([trackingNumber(0), trackingNumber(1)])
  expect(outcome).toMatchObject({ kind: 'verified', verification: { earlier: [], isPartial: true } })
  expect(progress.map(({ done }) => done)).toEqual(expect.arrayContaining([0, 500, 1200]))
  expect(progress.at(-1)?.speed).toBeGreaterThan(0)
})

test('rows that the funds do not cover are counted across all responses, not only within one', async () => {
  // The funds are enough for 1,000 of 1,200 rows of 5.00.
  funding = apiFunding({ balance: '5000.00', available: '5000.00', needed: '2500.00' })
  const shortfall = { neededCents: 600_000, missingCents: 100_000, failingRows: 200, balanceCents: 500_000 }
  const inOneCall = await createRowChecks()(checkInput(manyLoads(1200)))
  expect(inOneCall).toMatchObject({ kind: 'verified', verification: { funding: shortfall } })
  simulatePoorConnection()
  const rows = manyLoads(1200)
  const inChunks = await createRowChecks()(checkInput(rows))
  await expect.poll(() => sizes().length).toBeGreaterThan(2)
  expect(inChunks).toMatchObject({ kind: 'verified', verification: { isPartial: true, funding: shortfall } })
  // After an edit, only the rows that changed are checked.
  server.requests.length = 0
  for (let id = 0; id < 199; id += 1) rows.remove(id)
  rows.write(1199, { amount: '4.00' })
  rows.notify('content')
  const { verification } = inChunks as { verification: Verification }
  const afterEdit = await createRowChecks()(checkInput(rows, { verification, isBeforeLastStep: true }))
  await expect.poll(() => sizes()).toEqual([1])
  expect(afterEdit).toMatchObject({
    verification: { funding: { neededCents: 500_400, missingCents: 400, failingRows: 1 } },
  })
})

test('after a lost call the check waits, and continues in chunks with the rows that have no response', async () => {
  simulatePoorConnection()
  lostCalls = new Set([1])
  const rows = manyLoads(1200)
  const outcome = await createRowChecks()(checkInput(rows))
  expect(outcome).toMatchObject({ kind: 'verified', figures: { unchecked: 0 } })
  const [first = 0, lostSize = 0, ...others] = sizes()
  expect([first, others.reduce((sum, size) => sum + size)]).toEqual([500, 700])
  expect(others[0]).toBeLessThan(lostSize)
  // The server answers the probe, so the connection is not lost.
  expect(progress.map(({ waitsFor }) => waitsFor)).toContain('retry')
  expect(progress.map(({ waitsFor }) => waitsFor)).not.toContain('connection')
})

test('if the server does not answer the probe either, the check waits for the connection', async () => {
  lostCalls = new Set([0])
  server.serve((_, response) => response.destroy())
  const checking = createRowChecks()(checkInput(manyLoads(3)))
  await expect.poll(() => progress.at(-1)?.waitsFor).toBe('connection')
  await expect.poll(sizes).toEqual([3])
  reportReached()
  expect(await checking).toMatchObject({ kind: 'verified', figures: { unchecked: 0 } })
  expect(progress.at(-1)?.waitsFor).toBeUndefined()
})

test('an interrupted check continues with only the remaining rows, also on a good connection', async () => {
  simulatePoorConnection()
  const rows = manyLoads(1200)
  const stop = new AbortController()
  const unsubscribe = rows.subscribe(() => stop.abort())
  expect(await createRowChecks()(checkInput(rows, { signal: stop.signal }))).toEqual({ kind: 'noResponse' })
  unsubscribe()
  expect(rows.figures().unchecked).toBe(700)
  Reflect.deleteProperty(navigator, 'connection')
  server.requests.length = 0
  progress = []
  // A new wizard, like after a reload.
  expect(await createRowChecks()(checkInput(rows))).toMatchObject({
    kind: 'verified',
    verification: { isPartial: true },
  })
  await expect.poll(() => sizes().reduce((sum, size) => sum + size)).toBe(700)
  expect(progress[0]).toMatchObject({ done: 500, total: 1200 })
  expect(progress.at(-1)).toMatchObject({ done: 1200, total: 1200 })
})

/** Waits for the check. Advances the clock second by second, and lets the server respond in between. */
async function withFastClock<T>(work: Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return work
}

test('the check waits as long as a busy server requests', async () => {
  let calls = 0
  server.respondWith((response, { params }) => {
    calls += 1
    if (calls === 1) return json(response, { resultCode: '-20500', resultText: 'Busy', retryAfter: 2 }, 503)
    const batchElements = (params['batchElements'] as object[]).map((element) => ({
      ...element,
      batchFeeAmount: '0.00',
      source: {},
      findings: [],
    }))
    return json(response, { resultCode: '0', batchElements, fingerprint: 'f', earlierBatches: [] })
  })
  expect(await withFastClock(createRowChecks()(checkInput(manyLoads(3))))).toMatchObject({ kind: 'verified' })
  expect(progress.some(({ waitsFor }) => waitsFor === 'server')).toBe(true)
})

test('a refusal by the server ends the check with its message', async () => {
  server.respondJson({ resultCode: '-20403', resultText: 'You are not authorized' })
  expect(await createRowChecks()(checkInput(manyLoads(3)))).toMatchObject({
    kind: 'refused',
    text: 'You are not authorized',
  })
})

describe('on the way to the last step', () => {
  const verifyFirst = async (rows: AnyRows): Promise<Verification> => {
    const outcome = await createRowChecks()(checkInput(rows))
    if (outcome.kind !== 'verified') throw new Error('the rows were not checked')
    server.requests.length = 0
    return outcome.verification
  }

  test('only the changed rows and other rows of the same card are checked on a poor connection', async () => {
    simulatePoorConnection()
    const rows = rowsOf('load', [
      ...Array.from({ length: 700 }, (_, index) => [trackingNumber(index), '5.00']),
      [trackingNumber(3), '2.00'],
    ])
    const verification = await verifyFirst(rows)
    rows.write(3, { amount: '6.00' })
    rows.notify('content')
    expect(await createRowChecks()(checkInput(rows, { verification, isBeforeLastStep: true }))).toMatchObject({
      kind: 'verified',
    })
    await expect.poll(() => sizes()).toEqual([2])
    await expect.poll(() => rowsOfCall(0)).toEqual([trackingNumber(3), trackingNumber(3)])
  })

  test('all rows are checked again on a good connection, to find duplicate batches', async () => {
    const rows = manyLoads(700)
    const verification = await verifyFirst(rows)
    rows.write(3, { amount: '6.00' })
    rows.notify('content')
    const outcome = await createRowChecks()(checkInput(rows, { verification, isBeforeLastStep: true }))
    await expect.poll(() => sizes()).toEqual([700])
    expect(outcome).toMatchObject({ verification: { earlier: [{ id: '700' }] } })
  })

  test('unchanged rows are checked for duplicate batches in one call on any connection', async () => {
    simulatePoorConnection()
    const rows = manyLoads(700)
    const verification = await verifyFirst(rows)
    const outcome = await createRowChecks()(checkInput(rows, { verification, isBeforeLastStep: true }))
    await expect.poll(() => sizes()).toEqual([700])
    expect(outcome).toMatchObject({ verification: { earlier: [{ id: '700' }] } })
  })
})

test('the check gives up after five retries if the connection seems to work but no response arrives', async () => {
  lostCalls = new Set(Array.from({ length: 50 }, (_, index) => index))
  expect(await withFastClock(createRowChecks()(checkInput(manyLoads(3))))).toEqual({ kind: 'noResponse' })
  await expect.poll(() => server.requests).toHaveLength(6)
  // The server has not requested a pause.
  const messages = progress.map(({ waitsFor }) => waitsFor)
  expect([messages.includes('retry'), messages.includes('server')]).toEqual([true, false])
})

describe('the size of chunks', () => {
  /** The sizes in which 5,000 rows are sent over a line with this latency and this many rows per second. */
  function sizesOn({ latencyMs, rowsPerSecond }: { latencyMs: number; rowsPerSecond: number }): readonly number[] {
    const chunks: number[] = []
    let pace = firstPace
    for (let left = 5000; left > 0; left -= chunks.at(-1) ?? left) {
      const rowCount = Math.min(left, pace.size)
      chunks.push(rowCount)
      pace = paceAfterAnswer(pace, { rowCount, ms: latencyMs + (rowCount / rowsPerSecond) * 1000 })
    }
    return chunks
  }

  test.each([
    ['a fast line', { latencyMs: 30, rowsPerSecond: 20_000 }, [500, 1000, 2000, 1500]],
    ['high latency', { latencyMs: 5000, rowsPerSecond: 20_000 }, [500, 1000, 2000, 1500]],
    ['a thin line', { latencyMs: 30, rowsPerSecond: 50 }, Array.from({ length: 10 }, () => 500)],
    ['a thin line with high latency', { latencyMs: 5000, rowsPerSecond: 200 }, [500, 1000, 1000, 1000, 1000, 500]],
  ])('on %s', (_name, line, expected) => {
    expect(sizesOn(line)).toEqual(expected)
  })

  test('is half of a lost chunk, and stays below it until calls are answered', () => {
    const afterLoss = paceAfterLoss({ ...firstPace, size: 2000 }, 2000)
    expect(afterLoss.size).toBe(500)
    const lostAgain = paceAfterLoss(afterLoss, 500)
    expect(lostAgain.size).toBe(250)
    const quickAnswer = { rowCount: 250, ms: 10 }
    expect(paceAfterAnswer(lostAgain, quickAnswer).size).toBe(350)
    expect(paceAfterLoss(paceAfterLoss(lostAgain, 250), 125).size).toBe(100)
  })
})
