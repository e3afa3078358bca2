// The sample files of a first start, read like in the wizard: correct rows pass, faulty rows are reported.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { batchTypes } from '#domain/batch/types.ts'
import { toRowType } from '#domain/row-types.ts'
import { hasError, NO_FINDINGS } from '#domain/rows/findings.ts'
import { writeSampleFiles } from '#server/demo/sample-files.ts'
import { readRows } from '#workers/batch-file/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'samples-'))
afterAll(() => rmSync(folder, { recursive: true }))
const paths = await writeSampleFiles(folder, 20_000)

async function read(name: string) {
  const { accepts, maxRows } = batchTypes.load
  const file = new Blob([readFileSync(join(folder, name))])
  const result = await readRows(toRowType({ kind: 'load', identifierType: 1 }), {
    accepts,
    maxRows,
    fileName: name,
    file,
  })
  if (!result.ok) throw new Error(result.refusal.code)
  return Array.from(result.packedRows.findings, (index) => result.packedRows.sets[index] ?? NO_FINDINGS)
}

describe('the sample files', () => {
  it.each([
    ['loads.csv', 25],
    ['loads.xlsx', 25],
    ['loads-5000.xlsx', 5000],
  ])('%s contains %i rows without an error', async (name, count) => {
    expect(paths.map((path) => basename(path))).toContain(name)
    expect(await read(name)).toEqual(Array.from({ length: count }, () => NO_FINDINGS))
  })

  it('include a file with errors of many types', async () => {
    const faulty = (await read('loads-with-faults.csv')).filter(hasError)
    const kinds = new Set(faulty.flatMap((set) => set.map(({ code }) => code)))
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'identifierDamaged',
        'identifierSpaced',
        'identifierCheckDigit',
        'amountDecimals',
        'amountMissing',
      ]),
    )
  })

  it('do not include the largest file if there are too few cards', async () => {
    expect(await writeSampleFiles(folder, 400)).toHaveLength(3)
  })
})
