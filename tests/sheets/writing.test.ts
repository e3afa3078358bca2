// Files that we write, read back by readers that are not ours.
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { batchTemplate } from '#sheets/batch-template.ts'
import { guardFormula } from '#sheets/guard-formula.ts'
import { writeCsv, writeCsvTable, writeCsvToUpload } from '#sheets/write-csv.ts'
import { columnName, writeXlsx } from '#sheets/write-xlsx.ts'
import { cardNumber, readFile, refusalOf, rowsOf, trackingNumber } from '#tests/support/files.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const text = fc.string({
  unit: fc.constantFrom('_x0041_', ...Array.from('aé€𝄞,;"\'\n\r\t =+-@<&>_x0041\u0001')),
  maxLength: 8,
})

describe('formulas', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['@x', "'@x"],
    ['  =1', "'  =1"],
    ['\t=1', "'\t=1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\u0000=1', "'\u0000=1"],
    ['＝1', "'＝1"],
    ['-5.00', '-5.00'],
    ['+65', '+65'],
    ['-1,250.50', '-1,250.50'],
    ['9000010000000017', '9000010000000017'],
    ['A=B', 'A=B'],
    ['', ''],
  ])('%j becomes %j', (before, after) => {
    expect(guardFormula(before)).toBe(after)
  })
})

describe('csv', () => {
  test(`comes back field by field (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 8 }), (rows) => {
        const bytes = writeCsv(['one', 'two', 'three'], rows)
        expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
        const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { delimiter: ',', newline: '\r\n' })
        expect(data).toEqual([['one', 'two', 'three'], ...rows.map((row) => row.map(guardFormula)), ['']])
      }),
      { seed },
    )
  })

  test('every line has as many fields as the header, or there is no file', () => {
    expect(new TextDecoder().decode(writeCsv(['a', 'b'], [['1']]))).toBe('a,b\r\n1,\r\n')
    expect(() => writeCsv(['a'], [['1', '2']])).toThrow(RangeError)
  })
})

describe('csv of a table that leaves the portal', () => {
  test('its cells lose their first comma, before they are quoted and disarmed', () => {
    const rows = [['10 Jul 2026, 10:30 SGT', 'Lunch, tea, "cake"'], ['-1250.50', ',=1+1']] // prettier-ignore
    expect(new TextDecoder().decode(writeCsvTable(['When', 'What'], rows))).toBe(
      `When,What\r\n10 Jul 2026 10:30 SGT,"Lunch tea, ""cake"""\r\n-1250.50,'=1+1\r\n`,
    )
  })
})

describe('csv of a file that comes back', () => {
  const header = ['Card Number', 'Target Card Number', 'Amount', 'Verdict', 'Reason']
  const read = async (bytes: Uint8Array<ArrayBuffer>, identifierType: 1 | 2) =>
    rowsOf(await readFile('own.csv', bytes, { kind: 'transfer', identifierType, maxRows: 250, accepts: ['csv'] }))

  test.each([
    ['card numbers', 1, cardNumber],
    ['tracking numbers', 2, trackingNumber],
  ] as const)('%s stay digits in a spreadsheet, and are the same rows when they come back', async (_, type, number) => {
    const rows = [0, 1, 2].map((n) => [number(n), number(n + 9), `${n + 1}.50`, 'To fix', 'It says "no", =1+1'])
    const bytes = writeCsvToUpload(header, rows, [0, 1])
    const text = new TextDecoder().decode(bytes)
    expect(text).toContain(`="${number(0)}",="${number(9)}",1.50,To fix,"It says ""no"", =1+1"\r\n`)
    const back = await read(bytes, type)
    expect(back).toMatchObject(rows.map(([identifier, to, amount]) => ({ identifier, to, amount, findings: [] })))
    expect(await read(writeCsv(header, rows), type)).toEqual(back)
    // As a program saves it again that quotes every field with a quotation mark in it.
    const again = text.replaceAll(/="([0-9]+)"/g, '"=""$1"""')
    expect(await read(new TextEncoder().encode(again), type)).toEqual(back)
  })

  test('what is no number there is disarmed as everywhere', () => {
    const rows = [['=1+1', '5.00'], ['4111 1', '16']] // prettier-ignore
    const bytes = writeCsvToUpload(['Card Number', 'Amount'], rows, [0])
    expect(new TextDecoder().decode(bytes)).toBe("Card Number,Amount\r\n'=1+1,5.00\r\n4111 1,16\r\n")
  })
})

describe('xlsx', () => {
  test(`comes back cell by cell, identifiers as text (SEED=${seed})`, async () => {
    const rows = fc.array(fc.tuple(text, fc.integer({ min: -1e9, max: 1e10 })), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const bytes = await writeXlsx({
          name: 'Loads [2026]',
          header: ['Card', 'Text', 'Amount'],
          rows: values.map(([label, amountCents], i) => [cardNumber(i), label, { amountCents }]),
        })
        const book = XLSX.read(bytes, { type: 'array' })
        const sheet = book.Sheets['Loads  2026 ']
        if (!sheet) throw new Error(book.SheetNames.join())
        const read = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '' })
        expect(read).toEqual([
          ['Card', 'Text', 'Amount'],
          // SheetJS reads every line end within a cell as the one that spreadsheet programs use.
          ...values.map(([label, amountCents], i) => [
            cardNumber(i),
            label.replaceAll('\r\n', '\n'),
            amountCents / 100,
          ]),
        ])
      }),
      { seed, numRuns: 60 },
    )
  }, 30_000)

  test('columns are named as in a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

describe('templates', () => {
  test.each([
    ['csv', 1, 'batch-load-card-number.csv', ['Card Number', 'Amount']],
    ['xlsx', 2, 'batch-load-tracking-number.xlsx', ['Tracking Number', 'Amount']],
  ] as const)('%s', async (ending, identifierType, fileName, header) => {
    const template = await batchTemplate('load', ending, identifierType)
    expect(template.fileName).toBe(fileName)
    const book = XLSX.read(template.bytes, { type: 'array' })
    expect(XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })).toEqual([header])
    expect(refusalOf(await readFile(fileName, template.bytes))).toBe('noRows')
  })

  test('what is written as a load file is read back as the same loads', async () => {
    const rows = [0, 1, 2].map((n) => [cardNumber(n), { amountCents: n * 100 + 5 }])
    const bytes = await writeXlsx({ name: 'Loads', header: ['Card Number', 'Amount'], rows, textColumns: [0] })
    expect(rowsOf(await readFile('a.xlsx', bytes))).toMatchObject(
      [0, 1, 2].map((n) => ({ identifier: cardNumber(n), cents: n * 100 + 5, findings: [] })),
    )
  })
})
