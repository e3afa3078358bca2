// Made-up files for a worker with nothing to do: the first real file then finds every path compiled and every library loaded.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { sampleWorkbook } from '#sheets/read-xls.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import * as say from '#words/workers/batch-file.ts'
import { readRows } from './read.ts'

const CSV_ROWS = 2000
const WORKBOOK_ROWS = 1500
/**
 * A workbook's reader is compiled only after it has seen some times as many cells as a full file has. After three rounds a first
 * xlsx still took twice as long, since it waited for processors that were compiling; each further round takes a few milliseconds.
 */
const ROUNDS = { xlsx: 10, xls: 3 } as const

/**
 * Reads files of two fields, of three fields and of faulty rows, in all formats. Takes some three quarters of a second of its own
 * thread; ends after the file that it is at once `signal` says so, since a real file would wait for it.
 */
export async function warm(signal?: AbortSignal): Promise<void> {
  for await (const lesson of lessons()) {
    if (signal?.aborted) return
    await practise(...lesson)
  }
}

type Lesson = readonly [ending: SheetEnding, content: BlobPart, identifierType: 1 | 2]

/** Each made when its turn comes. */
async function* lessons(): AsyncGenerator<Lesson> {
  const lines = syntheticRows(CSV_ROWS)
  const plain = lines.map((line) => line.join(',')).join('\n')
  const quoted = lines.map((line) => line.map((field) => `"${field}"`).join(';')).join('\n')
  for (const identifierType of [1, 2] as const) {
    yield ['csv', plain, identifierType]
    yield ['csv', quoted, identifierType]
  }
  const few = lines.slice(0, WORKBOOK_ROWS)
  yield ['xlsx', await writeXlsx({ name: say.sample, header: ['', '', ''], rows: few }), 1]
  // Amounts as numbers, texts as shared ones: not how we write a workbook, but how others do.
  const cells = few.map((line) => line.map((field, column) => (column > 0 && Number(field)) || field))
  const xlsx = await sampleWorkbook('xlsx', cells)
  for (let round = 0; round < ROUNDS.xlsx; round++) yield ['xlsx', xlsx, 1]
  const xls = await sampleWorkbook('biff8', cells)
  for (let round = 0; round < ROUNDS.xls; round++) yield ['xls', xls, 1]
}

async function practise(...[ending, content, identifierType]: Lesson): Promise<void> {
  const file = new Blob([content])
  const kind = rowKindOf({ kind: 'load', identifierType })
  await readRows(kind, { accepts: [ending], maxRows: 5000, fileName: `a.${ending}`, file })
}

function syntheticRows(count: number): string[][] {
  const lines: string[][] = [[say.cardNumber, say.amount]]
  for (let i = 0; i < count; i++) {
    const identifier = String(9_000_010_000_000_000 + i * 37)
    if (i % 10 === 3) lines.push([identifier, '', `${i}.5`])
    else if (i % 10 === 7) lines.push([identifier.slice(0, 12), `-${i}`])
    else lines.push([identifier, `${i}.50`])
  }
  return lines
}
