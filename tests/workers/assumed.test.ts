// Assumptions when a file is read: the sheet, the encoding, hidden rows and columns, merged cells, lines with totals.
import * as XLSX from 'xlsx'
import { describe, expect, test } from 'vitest'
import { message } from '#domain/messages/message.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { Encoding } from '#domain/files/encodings.ts'
import type { ReadSettings } from '#domain/rows/reading.ts'
import { assumedToMessages, sheetNotes } from '#flows/open-rows/assumptions.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'
import { cardNumber, loadRows, loadsCsv } from '#tests/support/files.ts'

const [cardA, cardB, cardC, cardD, cardE] = [1, 2, 3, 4, 5].map(cardNumber) as [string, string, string, string, string]
const headings = ['Card Number', 'Amount']
const virtual = virtualRows({ today: '2026-11-26' as CalendarDate })

type Cells = readonly (readonly (string | number)[])[]
interface Book {
  readonly sheets: Readonly<Record<string, Cells>>
  readonly active?: number
  readonly hidden?: readonly string[]
  readonly change?: (sheet: XLSX.WorkSheet) => void
  readonly bookType?: 'xlsx' | 'biff8'
}

function bookOf({ sheets, active, hidden = [], change, bookType = 'xlsx' }: Book): ArrayBuffer {
  const book = Object.assign(XLSX.utils.book_new(), { SSF: { 0: 'General' } })
  for (const [name, cells] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(cells.map((line) => [...line]))
    change?.(sheet)
    XLSX.utils.book_append_sheet(book, sheet, name)
  }
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })),
    ...(active !== undefined && { WBProps: {}, Views: [{}] }),
  }
  return XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer
}

const read = (rowType: RowType, fileName: string, content: BlobPart, settings?: ReadSettings, maxRows = 5000) =>
  readRows(rowType, { accepts: ['csv', 'xlsx', 'xls'], maxRows, fileName, file: new Blob([content]), settings })

function rowsOf(rowType: RowType, result: ReadResult) {
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => rowAt(rowType, index))
}
const cardsOf = (result: ReadResult) => rowsOf(loadRows, result).map((row) => row?.values['identifier'])
const methodInfo = (result: ReadResult) => (result.ok ? result.facts : undefined)

describe.each(['xlsx', 'biff8'] as const)('the sheet of a workbook (%s)', (bookType) => {
  const name = bookType === 'xlsx' ? 'a.xlsx' : 'a.xls'
  const loads = [headings, [cardA, 10], [cardB, 20]]

  test('an empty first sheet is skipped', async () => {
    const result = await read(loadRows, name, bookOf({ sheets: { Sheet1: [], Loads: loads }, bookType }))
    expect(cardsOf(result)).toEqual([cardA, cardB])
    expect(methodInfo(result)).toMatchObject({
      sheetName: 'Loads',
      sheets: ['Sheet1', 'Loads'],
      skippedSheets: ['Sheet1'],
    })
    expect(result.ok && assumedToMessages(loadRows, result.facts)).toEqual([
      message('sheetsPassedOver', 'Loads', ['Sheet1']),
    ])
  })

  test('a sheet of instructions is skipped', async () => {
    const lines = [['How to use this template'], ['1. Fill in the sheet Loads']]
    const result = await read(loadRows, name, bookOf({ sheets: { Instructions: lines, Loads: loads }, bookType }))
    expect(cardsOf(result)).toEqual([cardA, cardB])
    expect(methodInfo(result)).toMatchObject({ sheetName: 'Loads', skippedSheets: ['Instructions'] })
  })

  test('a sheet of instructions is skipped for orders too, although almost any line is a valid order', async () => {
    const labels = virtual.fields.map(({ label }) => label)
    const row = ['R-1', 'Team', '+65 9', '2027-01-31', '5', '', '']
    const lines = [
      ['Legend', 'Meaning'],
      ['Label', 'The text on the card'],
    ]
    const result = await read(virtual, name, bookOf({ sheets: { Legend: lines, Cards: [labels, row] }, bookType }))
    expect(methodInfo(result)).toMatchObject({ sheetName: 'Cards', skippedSheets: ['Legend'] })
  })

  test('can be chosen by the user', async () => {
    const book = bookOf({ sheets: { May: loads, June: [headings, [cardC, 5]] }, bookType })
    expect(cardsOf(await read(loadRows, name, book))).toEqual([cardA, cardB])
    const june = await read(loadRows, name, book, { sheet: 'June' })
    expect(cardsOf(june)).toEqual([cardC])
    expect(methodInfo(june)).toMatchObject({ sheetName: 'June', sheets: ['May', 'June'] })
  })

  test('a refused workbook names its sheets, so that the user can choose another', async () => {
    const result = await read(loadRows, name, bookOf({ sheets: { A: [], B: [] }, bookType }))
    expect(result).toMatchObject({ ok: false, refusal: { code: 'noRows', choices: { sheets: ['A', 'B'] } } })
  })

  test('skipped sheets are named in a question about columns too', async () => {
    const table = [['Kunde', 'Kennzahl'], ...[cardA, cardB, cardC].map((card, n) => [card, n + 1])]
    const result = await read(loadRows, name, bookOf({ sheets: { Sheet1: [], Daten: table, Mehr: [] }, bookType }))
    expect(result).toMatchObject({ ok: false, refusal: { code: 'columnsNeeded' } })
    const choices = result.ok ? {} : (result.refusal.choices ?? {})
    expect(sheetNotes(choices)).toEqual([
      message('sheetsPassedOver', 'Daten', ['Sheet1']),
      message('sheetsNotRead', 'Daten', ['Mehr']),
    ])
  })

  test('merged cells that begin in a heading or a title are reported with the rows that they cover', async () => {
    const merge = (sheet: XLSX.WorkSheet) => {
      sheet['!merges'] = ['B1:B3', 'A1:A2'].map((range) => XLSX.utils.decode_range(range))
    }
    const cells = [headings, [cardA], [cardB], [cardC, 5]]
    const result = await read(loadRows, name, bookOf({ sheets: { Cards: cells }, change: merge, bookType }))
    expect(methodInfo(result)?.merged).toEqual([{ field: 'amount', value: '', from: 1, rows: [2, 3] }])
    const linesWithTitle = [['', 'Loads of May'], [], [...headings, 'Team'], [cardA, '', 'x'], [cardB, 5, 'y']]
    const mergeFromTitle = (sheet: XLSX.WorkSheet) => {
      sheet['!merges'] = [XLSX.utils.decode_range('B1:B4')]
    }
    const resultWithTitle = await read(
      loadRows,
      name,
      bookOf({ sheets: { Cards: linesWithTitle }, change: mergeFromTitle, bookType }),
    )
    expect(methodInfo(resultWithTitle)?.merged).toEqual([{ field: 'amount', value: '', from: 1, rows: [4] }])
  })

  test('merged cells are reported with the rows without a value', async () => {
    const devalue = cardRows({ type: 'devalue', identifierType: 1 })
    const merge = (sheet: XLSX.WorkSheet) => {
      sheet['!merges'] = [XLSX.utils.decode_range('B2:B6'), XLSX.utils.decode_range('A1:B1')]
    }
    const cells = [headings, [cardA, 50], [cardB], [cardC], [cardD], [cardE]]
    const result = await read(devalue, name, bookOf({ sheets: { Cards: cells }, change: merge, bookType }))
    expect(methodInfo(result)?.merged).toEqual([{ field: 'amount', value: '50.00', from: 2, rows: [3, 4, 5, 6] }])
  })
})

test('the sheet that was open when the workbook was saved is read first', async () => {
  const { strToU8, strFromU8, unzipSync, zipSync } = await import('fflate')
  const parts = unzipSync(
    new Uint8Array(bookOf({ sheets: { May: [headings, [cardA, 10]], June: [headings, [cardB, 20]] } })),
  )
  const workbook = strFromU8(parts['xl/workbook.xml']!)
  const view = '<bookViews><workbookView activeTab="1"/></bookViews>'
  parts['xl/workbook.xml'] = strToU8(
    workbook.replace(/<bookViews>.*<\/bookViews>/, '').replace('<sheets>', `${view}<sheets>`),
  )
  const result = await read(loadRows, 'a.xlsx', new Uint8Array(zipSync(parts)))
  expect(cardsOf(result)).toEqual([cardB])
})

test('hidden rows and columns are reported', async () => {
  const hide = (sheet: XLSX.WorkSheet) => {
    sheet['!rows'] = [{}, {}, { hidden: true }]
    sheet['!cols'] = [{}, { hidden: true }, {}]
  }
  const cells = [
    ['Card Number', 'Old amount', 'Amount'],
    [cardA, 99, 10],
    [cardB, 99, 20],
    [cardC, 99, 30],
  ]
  const result = await read(loadRows, 'a.xlsx', bookOf({ sheets: { Loads: cells }, change: hide }))
  expect(rowsOf(loadRows, result).map((row) => row?.cents[0])).toEqual([1000, 2000, 3000])
  expect(methodInfo(result)).toMatchObject({ hiddenRows: [3], hiddenColumns: ['Old amount'] })
})

describe('the encoding of a text', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
  const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
  const orderFile = (name: Uint8Array) =>
    join(bytes('Customer Reference,Card Label,Notification Number\nREF-1,'), name, bytes(',91234567\n'))

  test.each<[string, string, Encoding, string]>([
    ['GB18030 (V08)', 'c0eec4c8', 'gb18030', '李娜'],
    ['Big5', 'a7f5ae52', 'big5', '李娜'],
    ['Shift_JIS', '93638c628e71', 'shift_jis', '田恵子'],
    ['Shift_JIS with katakana', '83748340838b', 'shift_jis', 'ファル'],
  ])('%s is asked about, with the values that each encoding gives', async (_, name, encoding, value) => {
    const file = orderFile(hex(name))
    const result = await read(virtual, 'a.csv', file)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'encodingNeeded' } })
    const samples = result.ok ? [] : (result.refusal.choices?.encodings ?? [])
    expect(samples[0]).toMatchObject({ encoding, sample: value })
    const chosen = await read(virtual, 'a.csv', file, { encoding })
    expect(rowsOf(virtual, chosen)[0]?.values['cardLabel'] ?? rowsOf(virtual, chosen)[0]?.values).toBe(value)
    expect(methodInfo(chosen)?.encodings?.[0]).toMatchObject({ encoding, sample: value })
  })

  test('a line that is too long for the samples is cut within a character, and its encoding is still offered', async () => {
    const file = orderFile(join(hex('c0eec4c8'), bytes(','), hex('d6d0'.repeat(20_000))))
    const result = await read(virtual, 'a.csv', file)
    const samples = result.ok ? [] : (result.refusal.choices?.encodings ?? [])
    expect(samples[0]?.encoding).toBe('gb18030')
    expect(samples[0]?.sample).toContain('李娜')
  })

  test.each([
    ['Cyrillic', 'cff0e8e2e5f2', 'windows-1251', 'Привет'],
    ['Korean', 'b1e8c3b6bcf6', 'euc-kr', '김철수'],
  ] as const)('%s is asked about, too', async (_, name, encoding, value) => {
    const result = await read(virtual, 'a.csv', orderFile(hex(name)))
    expect(result.ok || result.refusal.choices?.encodings).toContainEqual(
      expect.objectContaining({ encoding, sample: value }),
    )
  })

  test.each(['Größe', 'Montant é', 'José Muñoz', 'Straßenfüße', 'ÅSA Öberg', '£5 or 12°', 'Þórður'])(
    '“%s” is read as Windows-1252, as a guess that can be changed',
    async (name) => {
      const result = await read(virtual, 'a.csv', orderFile(bytes(name)))
      expect(methodInfo(result)).toMatchObject({ encoding: 'windows-1252' })
      expect(methodInfo(result)?.encodings?.[0]).toMatchObject({ encoding: 'windows-1252', sample: name })
      expect(methodInfo(result)?.encodings?.map(({ encoding }) => encoding)).toContain('windows-1250')
    },
  )

  test('UTF-8 is not a guess', async () => {
    expect(
      methodInfo(await read(virtual, 'a.csv', 'Customer Reference,Card Label\nR-1,李娜\n'))?.encodings,
    ).toBeUndefined()
  })

  test.each(['utf-16le', 'utf-16be'] as const)('%s without a byte order mark leads to a question', async (encoding) => {
    const little = Buffer.from(`Card Number,Amount\n${cardA},10\n`, 'utf16le')
    const file = new Uint8Array(encoding === 'utf-16le' ? little : little.swap16())
    const result = await read(loadRows, 'a.csv', file)
    expect(result.ok || result.refusal.choices?.encodings?.[0]?.encoding).toBe(encoding)
    expect(cardsOf(await read(loadRows, 'a.csv', file, { encoding }))).toEqual([cardA])
  })

  test('a choice that does not fit is refused', async () => {
    const result = await read(virtual, 'a.csv', orderFile(hex('c0eec4c8')), { encoding: 'utf-8' })
    expect(result).toMatchObject({ ok: false, refusal: { code: 'unreadableText' } })
  })
})

describe('a line with totals', () => {
  test.each([
    ['a word for it', 'Total,30.00'],
    ['a word in the second column', ',Total,30.00'],
    ['another language', 'Gesamtsumme,30.00'],
    ['Chinese', '合计,30.00'],
    ['the sum alone', ',30.00'],
  ])('is left out: %s', async (_, line) => {
    const result = await read(loadRows, 'a.csv', `Card Number,Amount\n${cardA},10.00\n${cardB},20.00\n${line}\n`)
    expect(methodInfo(result)?.totalsRowNumbers).toEqual([4])
  })

  test.each([
    ['another sum', ',31.00'],
    ['a card with an amount equal to the sum', `${cardC},30.00`],
    ['a mistyped card', '9000 Total,30.00'],
  ])('is not %s', async (_, line) => {
    const result = await read(loadRows, 'a.csv', `Card Number,Amount\n${cardA},10.00\n${cardB},20.00\n${line}\n`)
    expect(methodInfo(result)?.totalsRowNumbers).toEqual([])
  })

  test('does not count towards the row limit', async () => {
    const text = `${loadsCsv(5000)}Total,1.00\n`
    const result = await read(loadRows, 'a.csv', text)
    expect(methodInfo(result)?.totalsRowNumbers).toEqual([5002])
    expect(await read(loadRows, 'a.csv', `${loadsCsv(5001)}Total,1.00\n`)).toMatchObject({
      refusal: { code: 'tooManyRows' },
    })
  })
})

test('above the row limit the first rows can be read, and then the others', async () => {
  const file = loadsCsv(25)
  const readFrom = (skipRows: number) => read(loadRows, 'a.csv', file, { skipRows }, 10)
  const results = await Promise.all([0, 10, 20].map(readFrom))
  expect(results.map((result) => [methodInfo(result)?.moreRows, cardsOf(result).length])).toEqual([
    [15, 10],
    [5, 10],
    [0, 5],
  ])
  expect(results.flatMap(cardsOf)).toEqual(Array.from({ length: 25 }, (_, n) => cardNumber(n)))
})

describe.each(['xlsx', 'biff8'] as const)('amounts that the sheet shows with fewer decimals (%s)', (bookType) => {
  const name = bookType === 'xlsx' ? 'a.xlsx' : 'a.xls'
  const withFormat = (format: string) => (sheet: XLSX.WorkSheet) => {
    for (const address of Object.keys(sheet).filter((cellAddress) => /^B[2-9]/.test(cellAddress)))
      (sheet[address] as XLSX.CellObject).z = format
  }
  const roundedOf = async (amounts: readonly number[], format: string, linesBelow: Cells = []) => {
    const lines = amounts.map((amount, index) => [[cardA, cardB, cardC, cardD, cardE][index] ?? '', amount])
    const content = bookOf({
      sheets: { Loads: [headings, ...lines, ...linesBelow] },
      bookType,
      change: withFormat(format),
    })
    const result = await read(loadRows, name, content)
    return {
      rounded: methodInfo(result)?.rounded,
      values: rowsOf(loadRows, result).map((row) => row?.values['amount']),
    }
  }

  test('are read in full, and reported with the difference', async () => {
    const { rounded, values } = await roundedOf([10.25, 20, 30.5], '#,##0')
    expect(values).toEqual(['10.25', '20.00', '30.50'])
    expect(rounded).toEqual({ count: 2, example: { exact: '10.25', shown: '10' }, difference: -25 })
  })

  test.each([
    ['0.0', { count: 1, example: { exact: '10.25', shown: '10.3' }, difference: -5 }],
    ['0.00', undefined],
    ['General', undefined],
  ])('are reported for the format %s only if it hides decimals', async (format, expected) => {
    expect((await roundedOf([10.25, 20], format)).rounded).toEqual(expected)
  })

  test('are not reported for a line with totals', async () => {
    const { rounded } = await roundedOf([10.25, 20], '0', [['Total', 30.25]])
    expect(rounded).toMatchObject({ count: 1 })
  })
})

test.each(['xlsx', 'biff8'] as const)(
  'cells merged across several columns are reported with their rows (%s)',
  async (bookType) => {
    const cells = [headings, [cardA, 10], [cardB], [cardC, 30]]
    const change = (sheet: XLSX.WorkSheet) => (sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }])
    const content = bookOf({ sheets: { Loads: cells }, change, bookType })
    const result = await read(loadRows, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', content)
    expect(methodInfo(result)).toMatchObject({ mergedAcross: [3], merged: [] })
  },
)
