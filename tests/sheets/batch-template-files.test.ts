// The template files that the portal offers are the ones that `batchTemplate` writes; with UPDATE_TEMPLATES they are written anew.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as XLSX from 'xlsx'
import { expect, test } from 'vitest'
import { batchKinds } from '#domain/batch/kinds.ts'
import { batchTemplate } from '#sheets/batch-template.ts'

const folder = join(import.meta.dirname, '../../public/templates')

const offered = Object.values(batchKinds).flatMap(({ type, accepts }) =>
  (['csv', 'xlsx'] as const)
    .filter((ending) => accepts.includes(ending))
    .flatMap((ending) => ([1, 2] as const).map((identifierType) => [type, ending, identifierType] as const)),
)

test.each(offered)(
  'the template of %s as %s for identifier type %i is up to date',
  async (type, ending, identifierType) => {
    const { fileName, bytes } = await batchTemplate(type, ending, identifierType)
    const path = join(folder, fileName)
    if (process.env['UPDATE_TEMPLATES']) {
      await mkdir(folder, { recursive: true })
      await writeFile(path, bytes)
    }
    expect(sheetOf(await readFile(path))).toEqual(sheetOf(bytes))
  },
)

/** Header and formats, not the bytes: a compressor may change without the sheet's changing. */
function sheetOf(bytes: Uint8Array): unknown {
  const book = XLSX.read(bytes, { type: 'array', cellNF: true })
  const [name = ''] = book.SheetNames
  return { name, sheet: book.Sheets[name] }
}
