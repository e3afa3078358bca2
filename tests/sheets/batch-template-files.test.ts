// Checks that the portal's template files match the output of the code; UPDATE_TEMPLATES=1 writes the files again.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as XLSX from 'xlsx'
import { expect, test } from 'vitest'
import { batchTypes } from '#domain/batch/types.ts'
import { orderTypes } from '#domain/order/types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { toRowType } from '#domain/row-types.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { batchTemplate, orderTemplate, type Template } from '#sheets/batch-template.ts'

const folder = join(import.meta.dirname, '../../public/templates')

const templates = Object.values(batchTypes).flatMap(({ type, accepts }) =>
  (['csv', 'xlsx'] as const)
    .filter((extension) => accepts.includes(extension))
    .flatMap((extension) => ([1, 2] as const).map((identifierType) => [type, extension, identifierType] as const)),
)

test.each(templates)(
  'the template of %s as %s for identifier type %i is up to date',
  async (type, extension, identifierType) => {
    await expectStored(batchTemplate(type, extension, identifierType))
  },
)

const orderSamples = Object.values(orderTypes).flatMap(({ type }) =>
  (['csv', 'xlsx'] as const).map((extension) => [type, extension] as const),
)

test.each(orderSamples)(
  'the sample of a %s order as %s is up to date, and can be ordered unchanged',
  async (type, extension) => {
    const sample = orderTemplate(type, extension)
    await expectStored(sample)
    const file = new Blob([sample.bytes])
    const read = await readRows(toRowType({ kind: type, today: '2026-01-01' as CalendarDate }), {
      accepts: [extension],
      maxRows: 10,
      fileName: sample.fileName,
      file,
    })
    expect(read).toMatchObject({ ok: true, packedRows: { count: 2, sets: [[]] } })
  },
)

async function expectStored({ fileName, bytes }: Template): Promise<void> {
  const path = join(folder, fileName)
  if (process.env['UPDATE_TEMPLATES']) {
    await mkdir(folder, { recursive: true })
    await writeFile(path, bytes)
  }
  expect(sheetOf(await readFile(path))).toEqual(sheetOf(bytes))
}

/** The parts of a file that are compared: headers and formats, but not bytes, which depend on the compressor. */
function sheetOf(bytes: Uint8Array): unknown {
  const book = XLSX.read(bytes, { type: 'array', cellNF: true })
  const [name = ''] = book.SheetNames
  return { name, sheet: book.Sheets[name] }
}
