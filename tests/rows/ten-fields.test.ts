// A row type that exists only in tests passes all steps of a file: read from csv and xlsx, checked, edited, undone,
// saved as a draft, compared with a corrected file, exported and read again. This shows that no step depends on
// particular fields.
import { describe, expect, test } from 'vitest'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { compareRows } from '#domain/rows/differences.ts'
import { toSentValue } from '#domain/rows/fields.ts'
import { findingReason, findingMessage } from '#domain/rows/row-type.ts'
import { createRowEdits } from '#rows/edits.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import { createRows, type Rows } from '#rows/rows.ts'
import { chunksToRows, chunksToTable, rowsToChunk } from '#rows/stored.ts'
import { rowsToView } from '#rows/view.ts'
import { writeCsvForUpload } from '#sheets/write-csv.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'
import { cardNumber, workbook } from '#tests/support/files.ts'
import { type TenField, tenFields } from '#tests/support/row-types.ts'

const header = tenFields.fields.map(({ label }) => label)
const validLine = ['Ann', 'Lee', 'R-1', '12.50', '2', cardNumber(1), '2027-01-31', '1 Bay Road', 'team|north', '049315']
const line = (more: Partial<Record<TenField, string>>) =>
  tenFields.fields.map(({ name }, index) => more[name] ?? validLine[index] ?? '')
const lines = [
  validLine,
  line({ reference: 'R-2', name: '', loadAmount: '5.005', expiry: '2025-12-31' }),
  line({ reference: 'R-3', address: 'Block 12, Level 3, Harbour Street', tags: 'x'.repeat(31) }),
  line({ reference: 'R-1', fee: '20.00', postalCode: '04931567' }),
]

const read = (fileName: string, content: BlobPart): Promise<ReadResult> =>
  readRows(tenFields, {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: 5000,
    fileName,
    isInFieldOrder: true,
    file: new Blob([content]),
  })
const csvOf = (rows: readonly (readonly string[])[], separator = ',') =>
  rows
    .map((row) => row.map((cell) => (/[,;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator))
    .join('\n')
const packedRowsOf = (result: ReadResult) => {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.packedRows
}
const open = async (rows = lines): Promise<Rows<TenField>> =>
  createRows(packedRowsOf(await read('a.csv', csvOf([header, ...rows]))), tenFields)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const findingsOf = (rows: Rows<TenField>) =>
  Array.from({ length: rows.count }, (_, id) => rows.findingsOf(id).map(({ code, field }) => `${code} ${field}`.trim()))
const expectedFindings = [
  ['twice reference'],
  ['amountDecimals loadAmount', 'required name', 'datePast expiry'],
  ['textTooLong tags', 'textCut address'],
  ['textTooLong postalCode', 'feeAboveLoad fee', 'twice reference'],
]

describe('a file of this row type is read', () => {
  test.each([
    ['csv', () => csvOf([header, ...lines])],
    ['csv with semicolons', () => csvOf([header, ...lines], ';')],
    ['xlsx that we write', () => writeXlsx({ name: 'Ten', header, rows: lines })],
    ['xlsx of another program', () => workbook([header, ...lines])],
    ['xls', () => workbook([header, ...lines], { bookType: 'biff8' })],
  ])('from %s', async (format, content) => {
    const result = await read(`a.${format.split(' ')[0] ?? ''}`, content())
    const packedRows = packedRowsOf(result)
    expect(result.ok && result.facts.header).toEqual(header)
    const values = lines.map((_, index) =>
      Object.values(createRowReader(packedRows, decode)(tenFields, index)?.values ?? {}),
    )
    expect(values).toEqual(lines)
    expect(findingsOf(createRows(packedRows, tenFields))).toEqual(expectedFindings)
  })

  test('with decimal commas in amounts, and unchanged commas in texts', async () => {
    const row = line({ loadAmount: '1.250,50', reference: '12,5', address: '7,5 Mile Road' })
    const packedRows = packedRowsOf(await read('a.csv', row.join(';')))
    expect(createRowReader(packedRows, decode)(tenFields, 0)).toMatchObject({
      values: { loadAmount: '1250.50', reference: '12,5', address: '7,5 Mile Road' },
      cents: [125_050, 200],
      findings: [],
    })
  })

  test.each(['xlsx', 'biff8'] as const)(
    'from %s with numeric cells: digits in texts, decimals only in amounts',
    async (bookType) => {
      const cells = validLine.map((text, index) =>
        ['loadAmount', 'fee', 'reference', 'postalCode'].includes(tenFields.fields[index]?.name ?? '') ? 117 : text,
      )
      const packedRows = packedRowsOf(
        await read(`a.${bookType === 'xlsx' ? 'xlsx' : 'xls'}`, workbook([cells], { bookType })),
      )
      expect(createRowReader(packedRows, decode)(tenFields, 0)?.values).toMatchObject({
        loadAmount: '117.00',
        fee: '117.00',
        reference: '117',
        postalCode: '117',
      })
    },
  )

  test('with missing and extra cells reported in their row', async () => {
    const packedRows = packedRowsOf(await read('a.csv', csvOf([validLine.slice(0, 4), [...validLine, 'more']])))
    const rows = createRows(packedRows, tenFields)
    expect(findingsOf(rows)).toEqual([
      ['required address', 'twice reference'],
      ['fieldCount', 'twice reference'],
    ])
  })
})

test('the rows are counted, and each finding has a message about its field', async () => {
  const rows = await open()
  expect(rows.figures()).toMatchObject({ rows: 4, valid: 1, toFix: 3, amountCents: 1250, feeCents: 200, duplicates: 2 })
  const reasons = rows.reasons().map(({ finding, rows: count }) => findingReason(tenFields, finding, count))
  expect(reasons).toContain('1 row has no name')
  expect(reasons).toContain('2 references appear more than once')
  const messages = rows.findingsOf(2).map((finding) => findingMessage(tenFields, finding, rows.row(2)))
  expect(messages).toEqual([
    'Tags has 31 characters; 30 are allowed. Shorten it.',
    'Address has 33 characters; only the first 20 will be sent: Block 12, Level 3, H. Shorten it if that is not enough.',
  ])
  const address = tenFields.field('address')
  expect(address && toSentValue(address, rows.row(2).values.address)).toBe('Block 12, Level 3, H')
})

test('rows are edited, removed and changed together, and each step can be undone', async () => {
  const rows = await open()
  const edits = createRowEdits(rows, () => undefined)
  edits.edit(1, { name: 'Bo', loadAmount: '5.00' })
  edits.edit(1, { expiry: '2030-06-30' })
  const code = tenFields.field('postalCode')
  if (code) edits.setAll([2, 3], code, '049315')
  edits.edit(3, { reference: 'R-4', fee: '1' })
  edits.remove([2])
  expect(rows.figures()).toMatchObject({ rows: 3, toFix: 0, amountCents: 3000, feeCents: 500, duplicates: 0 })
  expect([...rowsToView(rows, { show: 'edited' })]).toEqual([1, 3])
  for (let step = 0; step < 5; step += 1) edits.undo()
  expect(findingsOf(rows)).toEqual(expectedFindings)
  expect(edits.undoLabel()).toBeUndefined()
})

test('rows are saved in a draft and restored, with the server’s check results', async () => {
  const rows = await open()
  const edits = createRowEdits(rows, () => undefined)
  edits.edit(1, { name: 'Bo', loadAmount: '5.00', expiry: '' })
  edits.remove([3])
  rows.setResult(0, { findings: [], feeCents: 0, checkedAt: 1000, currency: 'SGD', facts: { note: 'seen' } })
  const chunks = [JSON.parse(JSON.stringify(rowsToChunk(rows, 0))) as unknown]
  const restored = await chunksToRows(tenFields, chunks, { contentVersion: 9, yieldToEvents: () => Promise.resolve() })
  if (!restored) throw new Error('the chunks cannot be read')
  for (let id = 0; id < rows.count; id += 1) expect(restored.row(id)).toEqual(rows.row(id))
  expect(restored.figures()).toEqual({ ...rows.figures(), contentVersion: 9 })
  expect(chunksToTable(tenFields, chunks)).toHaveLength(3)
})

test.each(['csv', 'xlsx'] as const)(
  'the rows are exported as a file with verdicts (%s), which is read as the same rows',
  async (extension) => {
    const rows = await open()
    const edits = createRowEdits(rows, () => undefined)
    edits.edit(1, { name: 'Bo' })
    const {
      header: columns,
      rows: table,
      textColumns,
    } = rowsToOwnFile(
      rows,
      () => 'Why',
      () => true,
    )
    expect(columns).toEqual([...header, 'Verdict', 'Reason'])
    expect(table.map((row) => row.at(-2))).toEqual(['Check', 'To fix', 'To fix', 'To fix'])
    const file =
      extension === 'csv'
        ? writeCsvForUpload(columns, table, textColumns)
        : writeXlsx({ name: 'Rows', header: columns, rows: table, textColumns })
    const result = packedRowsOf(await read(`a.${extension}`, file))
    const rowsReadBack = Array.from({ length: result.count }, (_, index) =>
      createRowReader(result, decode)(tenFields, index),
    )
    const openRows = Array.from({ length: rows.count }, (_, id) => rows.row(id))
    const differences = compareRows(
      tenFields,
      openRows,
      rowsReadBack.flatMap((row) => row ?? []),
    )
    expect(differences).toEqual({ changed: [], added: [], removed: [], unchanged: 4 })
  },
)

test('5,000 faulty rows are counted by finding, and rows with the same findings share one set', async () => {
  const manyLines = Array.from({ length: 5000 }, (_, n) =>
    line({ reference: `R-${n}`, ...(n % 2 ? { name: '' } : { expiry: 'x' }) }),
  )
  const rows = await open(manyLines)
  expect(rows.reasons().map(({ finding, rows: count }) => [finding.code, finding.field, count])).toEqual([
    ['required', 'name', 2500],
    ['dateUnreadable', 'expiry', 2500],
  ])
  const packedRows = packedRowsOf(await read('a.csv', csvOf(manyLines)))
  expect(packedRows.sets).toHaveLength(3)
})
