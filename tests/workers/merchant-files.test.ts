// Files of merchants: every file format, columns by headings, digits changed by a spreadsheet, and exported lists.
import { describe, expect, test } from 'vitest'
import { merchantsToTable } from '#domain/merchants/list.ts'
import { merchantRows } from '#domain/merchants/rows.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { codes } from '#pages/merchants/signup/code-lists.ts'
import { writeCsvTexts } from '#sheets/write-csv.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { workbook } from '#tests/support/files.ts'

const kind = merchantRows(codes)
const labels = kind.fields.map(({ label }) => label)
const toys = ['012345678901234', 'Toys, Tea & More', 'Saint Petersburg 12', '5945', '702', 'SGP']
const vet = ['01234567', 'Corner Vet', 'Perth', '0742', '036', 'AUS']

const read = (fileName: string, content: BlobPart) =>
  readRows(kind, { accepts: ['csv', 'xlsx', 'xls'], maxRows: 1000, fileName, file: new Blob([content]) })
async function rowsOf(fileName: string, content: BlobPart) {
  const result = await read(fileName, content)
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => {
    const row = rowAt(kind, index)
    return { values: Object.values(row?.values ?? {}), codes: row?.findings.map(({ code }) => code) }
  })
}
const csv = (lines: readonly (readonly string[])[], delimiter = ',') =>
  lines
    .map((line) =>
      line.map((cell) => (/[,;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join('\r\n')

describe.each([
  ['csv', (lines: string[][]) => csv(lines)],
  ['csv with semicolons', (lines: string[][]) => csv(lines, ';')],
  ['xlsx of ours', ([header = [], ...rows]: string[][]) => writeXlsx({ name: 'M', header, rows })],
  ['xlsx of another writer', (lines: string[][]) => workbook(lines)],
  ['xls', (lines: string[][]) => workbook(lines, { bookType: 'biff8' })],
] as const)('merchants from %s', (form, write) => {
  const name = `a.${form.split(' ')[0] ?? ''}`

  test('are read with columns in the order of the form', async () => {
    expect(await rowsOf(name, write([labels, toys, vet]))).toEqual([
      { values: toys, codes: [] },
      { values: vet, codes: [] },
    ])
  })

  test('are read by common headings in another order', async () => {
    const positions = [5, 0, 3, 4, 1, 2]
    const headings = ['Country', 'MID', 'MCC', 'Currency', 'Trading Name', 'City']
    const lines = [headings, ...[toys, vet].map((line) => positions.map((position) => line[position] ?? ''))]
    expect((await rowsOf(name, write(lines))).map(({ values }) => values)).toEqual([toys, vet])
  })
})

test('a merchant in the USA is valid by code, and needs one fix by name', async () => {
  const heads = 'Merchant Number,Merchant Name,Merchant City,Merchant Category Code,Currency Code,Country Code'
  const rows = ['USA', 'usa', 'US', 'U.S.A.', 'United States of America'].map(
    (country, at) => `1234568${at},Shop ${at},Seattle,5814,840,${country}`,
  )
  const rowsOfFile = await rowsOf('usa.csv', [heads, ...rows].join('\n'))
  expect(rowsOfFile.map(({ codes }) => codes?.join())).toEqual([
    '',
    '',
    'textOtherForm',
    'textOtherForm',
    'textOtherForm',
  ])
})

test('an exported merchant list can be read again, without its QR codes', async () => {
  const fields = [
    'mastercardMerchantID',
    'merchantName',
    'merchantCity',
    'merchantCategoryCode',
    'currencyCode',
    'countryCode',
  ]
  const merchants = [toys, vet].map((values, index) => ({
    id: String(index),
    at: '',
    qr: '000201010211,0102',
    entry: Object.fromEntries(fields.map((field, at) => [field, values[at] ?? ''])) as never,
  }))
  const { header, rows } = merchantsToTable(merchants)
  const rowsOfFile = await rowsOf('merchant-sign-up-20260305040607.csv', writeCsvTexts(header, rows))
  expect(rowsOfFile).toEqual([
    { values: toys, codes: [] },
    { values: vet, codes: [] },
  ])
})

test.each(['xlsx', 'biff8'] as const)(
  'numeric cells in %s are read with all digits, and lost leading zeros are reported',
  async (bookType) => {
    const line = [123456789012345, 'Toys', 'Perth', 742, 36, 'AUS']
    const [row] = await rowsOf(`a.${bookType === 'xlsx' ? 'xlsx' : 'xls'}`, workbook([labels, line], { bookType }))
    expect(row).toEqual({
      values: ['123456789012345', 'Toys', 'Perth', '742', '36', 'AUS'],
      codes: ['textOtherForm', 'textOtherForm'],
    })
  },
)

test('a number that a spreadsheet has rounded is reported, and duplicate numbers are flagged', async () => {
  const rows = await rowsOf(
    'a.csv',
    csv([labels, ['1.23457E+14', ...toys.slice(1)], vet, [vet[0] ?? '', 'Corner Vet 2', ...vet.slice(2)]]),
  )
  expect(rows.map((row) => row.codes)).toEqual([['textDamaged'], ['copied'], ['copied']])
})

test('an unknown file leads to a question about columns, and a file with too many rows is refused', async () => {
  expect(await read('a.csv', csv([['Colour', 'Size', 'Weight', 'Age', 'Height', 'Place'], toys]))).toMatchObject({
    ok: false,
    refusal: { code: 'columnsNeeded' },
  })
  const many = Array.from({ length: 1001 }, () => toys)
  expect(await read('a.csv', csv([labels, ...many]))).toMatchObject({ ok: false, refusal: { code: 'tooManyRows' } })
})
