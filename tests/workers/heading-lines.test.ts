// Files with lines above their headings: the heading line is detected or chosen by the user, and is not a row.
import { describe, expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'
import { cardNumber, loadRows } from '#tests/support/files.ts'

const virtual = virtualRows({ today: '2026-11-26' as CalendarDate })
const [cardA, cardB] = [cardNumber(1), cardNumber(2)]

const read = (rowType: RowType, text: string, columns?: MappedColumns, maxRows = 1000): Promise<ReadResult> =>
  readRows(rowType, {
    accepts: ['csv'],
    maxRows,
    fileName: 'a.csv',
    file: new Blob([text]),
    ...(columns && { columns }),
  })
const columnsToChoose = (result: ReadResult) => (result.ok ? undefined : result.refusal.columns)

function rowsOf(rowType: RowType, result: ReadResult) {
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => rowAt(rowType, index))
}

const heading = 'No.,Reference,Label,Phone,Expiry,Amount,Tag Names,Tag Values'
const orders = ['1,R-1,Team lunch,91234567,2028-12-31,10.00,,', '2,R-2,Travel,91234568,2028-12-31,10.00,,']

describe('headings below labels and values', () => {
  test('are detected if the lines above them cannot be rows', async () => {
    const text = ['Card List - Phase 2', 'Date,2026-11-25', '', heading, ...orders].join('\n')
    const result = await read(virtual, text)
    expect(rowsOf(virtual, result).map((row) => [row?.rowNumber, row?.values['cardLabel']])).toEqual([
      [5, 'Team lunch'],
      [6, 'Travel'],
    ])
    expect(result.ok && result.facts).toMatchObject({ titleLines: 2, columns: { headingRow: 4 } })
  })

  test('are proposed if a line above them could be a row', async () => {
    const result = await read(loadRows, `Date,2026-11-26\nCompany,ACME\nCard Number,Amount\n${cardA},10.00\n`)
    expect(columnsToChoose(result)).toMatchObject({
      headings: ['Card Number', 'Amount'],
      headingRow: 3,
      map: [0, -1, 1],
    })
    expect(columnsToChoose(result)?.lines.map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 3, 4])
  })

  test('are read from the line that the user chose, and the lines above it are not rows', async () => {
    const text = `Date,2026-11-26\nKarte,Betrag\nNr,EUR\n${cardA},10.00\n${cardB},5.00\n`
    const mapping = { map: [0, -1, 1], width: 2, hasHeadings: true, headingRow: 3 }
    const result = await read(loadRows, text, mapping)
    expect(rowsOf(loadRows, result).map((row) => [row?.rowNumber, row?.cents[0]])).toEqual([
      [4, 1000],
      [5, 500],
    ])
    expect(result.ok && result.facts).toMatchObject({ titleLines: 2, header: ['Nr', 'EUR'] })
  })

  test('are not detected below a row with a card number: such a line is a row with errors', async () => {
    const rows = rowsOf(loadRows, await read(loadRows, `${cardA},1.00\nCard Number,Amount\n${cardB},2.00\n`))
    expect(rows.map((row) => row?.findings.length)).toEqual([0, 2, 0])
  })

  test('can be below ten lines of instructions', async () => {
    const instructions = Array.from({ length: 10 }, (_, n) => `${n + 1}. Fill in column ${n}`)
    const result = await read(loadRows, [...instructions, 'Card Number,Amount', `${cardA},1.00`].join('\n'))
    expect(rowsOf(loadRows, result)).toHaveLength(1)
    expect(result.ok && result.facts.titleLines).toBe(10)
  })

  test('are also detected below a title if the file has only one column', async () => {
    const activation = cardRows({ type: 'activate', identifierType: 1 })
    const result = await read(activation, `Cards of March\n\nCard Number\n${cardA}\n${cardB}\n`)
    expect(rowsOf(activation, result).map((row) => row?.rowNumber)).toEqual([4, 5])
    expect(result.ok && result.facts).toMatchObject({ header: ['Card Number'], titleLines: 1 })
  })
})

test('several lines of unknown headings lead to the choice of columns, with the last line above the numbers as the guess', async () => {
  const text = [
    'DAFTAR PESERTA KARTU,,,,,',
    'PER 26 NOVEMBER 2026,,,,,',
    'NO.,NO.PESERTA,NAMA,,AKUMULASI,IURAN',
    ',nomor,nama,NPP,akum,bln',
    '1,2013-596KP,RATU CONTOH,10,162,268',
    '2,2013-597KP,RIA CONTOH,11,163,327',
  ].join('\n')
  expect(columnsToChoose(await read(physicalRows, text))).toMatchObject({
    headings: ['', 'nomor', 'nama', 'NPP', 'akum', 'bln'],
    headingRow: 4,
  })
})

describe('a title above headings that are not known', () => {
  const title = 'Bulk payment\n\n\nBeneficiary,Bank,Account,Sum\n'

  test('leads to the choice of columns', async () => {
    const result = await read(loadRows, `${title}Tan,DBS,${cardA},10.00\nLee,UOB,${cardB},12.00\n`)
    expect(columnsToChoose(result)).toMatchObject({
      headings: ['Beneficiary', 'Bank', 'Account', 'Sum'],
      headingRow: 4,
      map: [2, -1, 3],
    })
  })

  test('is no row of a template that is not filled in', async () => {
    const result = await read(loadRows, title)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'noRows' } })
  })
})

describe('the row limit', () => {
  const order = (n: number) => `R-${n},Viaje ${n},91234567,2028-12-31,10.00`
  const spanish = 'Clave,Etiqueta de la tarjeta,Celular,Caduca el,Monto por tarjeta'
  const file = (count: number) => [spanish, ...Array.from({ length: count }, (_, n) => order(n))].join('\n')

  test('does not count a heading line that is not recognised: for 1,000 orders the columns can still be chosen', async () => {
    const columns = columnsToChoose(await read(virtual, file(1000)))
    expect(columns).toMatchObject({ headings: spanish.split(','), hasHeadings: true, headingRow: 1 })
    const mapping = { map: [0, 1, 2, 3, 4, -1, -1], width: 5, hasHeadings: true, headingRow: 1 }
    const result = await read(virtual, file(1000), mapping)
    expect(result.ok && result.packedRows.count).toBe(1000)
  })

  test('counts rows once the columns are chosen', async () => {
    const mapping = { map: [0, 1, 2, 3, 4, -1, -1], width: 5, hasHeadings: true, headingRow: 1 }
    const result = await read(virtual, file(1001), mapping)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'tooManyRows' } })
  })
})
