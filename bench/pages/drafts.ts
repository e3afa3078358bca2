// A draft in a browser's own database: the portal's sealed chunks, and beside them a record a row by Dexie, as it is. Runs inside
// Chromium; each way tells how long it took, in ms.
import Dexie, { type Table } from 'dexie'
import { markCopies } from '#domain/rows/copies.ts'
import { rowsToColumns } from '#domain/rows/columns.ts'
import { checkRow, toValues } from '#domain/rows/kind.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { CHUNK_ROWS, createRows } from '#rows/rows.ts'
import { chunksToRows, rowsToChunk } from '#rows/stored.ts'
import { place, sealJson } from '#storage/cipher.ts'
import { type DraftSeal, readDraft, saveDraft, sealOf } from '#storage/drafts.ts'
import { storeDraftKey } from '#storage/keys.ts'
import { timed } from './timed.ts'

interface RecordRow {
  readonly id: number
  readonly identifier: string
  readonly amount: string
  readonly findings: readonly string[]
}

class Plain extends Dexie {
  declare readonly rows: Table<RecordRow, number>
  declare readonly heads: Table<object, string>
  declare readonly chunks: Table<object, [string, number]>
  constructor() {
    super('plain')
    this.version(1).stores({ rows: 'id', heads: 'id', chunks: '[draftId+index]' })
  }
}

const USER = '3.1'
const ID = 'draft'
const head = { reference: 'Bench', figures: { count: 0 } }

/** The ways over a draft of so many rows, each of its own kept state. */
export async function waysOf(count: number) {
  const kind = rowKindOf({ kind: 'load', identifierType: 1 })
  const given = Array.from({ length: count }, (_, index) => [
    `90000100000${String(index).padStart(5, '0')}`,
    `${(index % 90) + 10}.50`,
  ])
  const checked = given.map((values, index) =>
    checkRow(kind, { rowNumber: index + 2, values: toValues(kind, values), fieldCount: 2 }),
  )
  const rows = createRows(
    rowsToColumns(kind, markCopies(kind, checked), (text) => new TextEncoder().encode(text)),
    kind,
  )
  const records = given.map(([identifier = '', amount = ''], id): RecordRow => ({
    id,
    identifier,
    amount,
    findings: [],
  }))
  await storeDraftKey(USER, btoa('k'.repeat(32)))
  const seal = await sealOf(USER)
  if (!seal) throw new Error('this browser cannot encrypt')
  const plain = new Plain()
  const chunkCount = Math.ceil(count / CHUNK_ROWS)
  const save = (numbers: readonly number[]) =>
    saveNow(seal, chunkCount, new Map(numbers.map((chunk) => [chunk, rowsToChunk(rows, chunk)])))
  const all = Array.from({ length: chunkCount }, (_, chunk) => chunk)
  const sealAll = (numbers: readonly number[]) =>
    Promise.all(numbers.map((chunk) => sealJson(seal.key, rowsToChunk(rows, chunk), place('bench', chunk))))
  const sealed = await sealAll(all)
  const keepSealed = (numbers: readonly number[]) =>
    plain.transaction('rw', plain.heads, plain.chunks, () =>
      Promise.all([
        plain.heads.get(ID),
        plain.heads.put({ id: ID, head: sealed[0] }),
        plain.chunks.bulkPut(numbers.map((index) => ({ draftId: ID, index, rows: sealed[index] }))),
      ]),
    )
  let turn = 0
  return {
    save: () => timed(() => save(all)),
    bulkPut: () => timed(() => plain.rows.bulkPut(records)),
    restore: () => timed(() => readDraft(seal, ID)),
    toArray: () => timed(() => plain.rows.toArray()),
    resume: () =>
      timed(async () => chunksToRows(kind, (await readDraft(seal, ID))?.chunks ?? [], 0, () => Promise.resolve())),
    edit: () => timed(() => save([(turn += 1) % chunkCount])),
    // The parts of it: sealing alone, and what is sealed already kept as it is.
    seal: () => timed(() => sealAll(all)),
    keepSealed: () => timed(() => keepSealed(all)),
    keepOne: () => timed(() => keepSealed([(turn += 1) % chunkCount])),
    put: () =>
      timed(() => plain.rows.put({ id: (turn += 1) % count, identifier: 'x', amount: `${turn}.00`, findings: [] })),
  }
}

const saveNow = (seal: DraftSeal, chunkCount: number, chunks: ReadonlyMap<number, unknown>) =>
  saveDraft(seal, { id: ID, kind: 'batch.load', version: 2, head, chunkCount, chunks, savedAt: 1 })

Object.assign(globalThis, { waysOf })
