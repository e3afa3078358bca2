// Reads the files that we write with the parsers of other libraries.
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { maskPan } from '#domain/cards/identifiers.ts'
import type { Column } from '#domain/columns.ts'
import { batchTemplate } from '#sheets/batch-template.ts'
import { guardFormula, guardParts } from '#sheets/guard-formula.ts'
import { fieldsToLine, writeCsv, writeCsvTable, writeCsvTexts, writeCsvForUpload } from '#sheets/write-csv.ts'
import { tableToCsv, tableToXlsx } from '#sheets/write-table.ts'
import { columnName, sheetStart, writeXlsx } from '#sheets/write-xlsx.ts'
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
  test(`reads back field by field (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 8 }), (rows) => {
        const bytes = writeCsv(['one', 'two', 'three'], rows)
        expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
        const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { delimiter: ',', newline: '\r\n' })
        expect(data).toEqual([
          ['one', 'two', 'three'],
          ...rows.map((row) => row.map((field) => guardParts(guardFormula(field)))),
          [''],
        ])
      }),
      { seed },
    )
  })

  test(`contains no formula, even for a reader with another separator (SEED=${seed})`, () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'ab1 ;|\t\n\r",=+-@＝'.split('')), maxLength: 12 })
    const isFormula = /^[\s\u00a0"]*[=+\-@＝]/
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 4 }), (rows) => {
        const csv = new TextDecoder().decode(
          writeCsv(
            ['Name', 'Note', 'Reason'],
            rows.map((row) => ['x', ...row]),
          ),
        )
        for (const delimiter of [';', '\t', '|']) {
          // Such a reader interprets quotes only at the start of its fields, or not at all.
          const quoted = Papa.parse<string[]>(csv, { delimiter }).data.flat()
          const unquoted = csv.split(/[\r\n]/).flatMap((line) => line.split(delimiter))
          expect([...quoted, ...unquoted].filter((cell) => isFormula.test(cell))).toEqual([])
        }
      }),
      { seed, numRuns: 300 },
    )
  })

  test('a semicolon before text that is not a formula changes nothing', () => {
    expect(new TextDecoder().decode(writeCsv(['a'], [['Tea; cake; 5 a=b']]))).toBe('a\r\nTea; cake; 5 a=b\r\n')
    expect(new TextDecoder().decode(writeCsv(['a'], [['x;=1+1']]))).toBe("a\r\nx;'=1+1\r\n")
  })

  test('fills a line that is shorter than the header, and throws for a longer one', () => {
    expect(new TextDecoder().decode(writeCsv(['a', 'b'], [['1']]))).toBe('a,b\r\n1,\r\n')
    expect(() => writeCsv(['a'], [['1', '2']])).toThrow(RangeError)
  })
})

describe('CSV of an exported table', () => {
  test('drops the first comma of a cell, if it has to, before quoting it and guarding formulas', () => {
    const rows = [
      ['10 Jul 2026, 10:30 SGT', 'Lunch, tea, "cake"'],
      ['-1250.50', ',=1+1'],
    ]
    expect(
      new TextDecoder().decode(writeCsvTable(['When', 'What'], rows, { textColumns: [], dropsFirstComma: true })),
    ).toBe(`When,What\r\n10 Jul 2026 10:30 SGT,"Lunch tea, ""cake"""\r\n-1250.50,'=1+1\r\n`)
  })

  test('protects text columns from changes by a spreadsheet, but not other columns', () => {
    const row = ['1', '000123', '100000000012345', '2026-11-26', '1250.00', '3-4']
    const bytes = writeCsvTable(['a', 'b', 'c', 'd', 'e', '1-2'], [row], {
      textColumns: [0, 1, 2, 5],
      dropsFirstComma: false,
    })
    expect(new TextDecoder().decode(bytes).split('\r\n').slice(0, 2)).toEqual([
      'a,b,c,d,e,"=""1-2"""',
      '1,"=""000123""","=""100000000012345""",2026-11-26,1250.00,"=""3-4"""',
    ])
  })
})

describe('every csv', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: 20 })
  const anything = fc.oneof(text, digits)
  const header = ['one', 'two']
  const writers = {
    writeCsv: (rows: string[][]) => writeCsv(header, rows),
    writeCsvTable: (rows: string[][]) => writeCsvTable(header, rows, { textColumns: [0], dropsFirstComma: false }),
    writeCsvTexts: (rows: string[][]) => writeCsvTexts(header, rows),
    writeCsvForUpload: (rows: string[][]) => writeCsvForUpload(header, rows, [0, 1]),
    fieldsToLine: (rows: string[][]) => new TextEncoder().encode([header, ...rows].map(fieldsToLine).join('')),
  }
  /** A record of RFC 4180: a field without quotes contains no quotation mark, separator or line ending. */
  const field = String.raw`(?:[^",\r\n]*|"(?:[^"]|"")*")`
  const strict = new RegExp(`^(?:${field},${field}\\r\\n)+$`)

  test.each(Object.entries(writers))(`of %s conforms to RFC 4180 (SEED=${seed})`, (_, write) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, anything), { maxLength: 6 }), (rows) => {
        const csv = new TextDecoder().decode(write(rows.map((row) => [...row])))
        expect(csv).toMatch(strict)
      }),
      { seed },
    )
  })

  test('with digits that were written as text is read back with the same digits', async () => {
    const csv = writeCsvForUpload(['Card Number', 'Amount'], [[cardNumber(1), '5.00']], [0])
    expect(new TextDecoder().decode(csv)).toContain(`\r\n"=""${cardNumber(1)}""",5.00\r\n`)
    expect(rowsOf(await readFile('a.csv', csv))).toMatchObject([
      { identifier: cardNumber(1), cents: 500, findings: [] },
    ])
    // Older versions saved files without quotes around formulas.
    const older = await readFile('a.csv', `Card Number,Amount\r\n="${cardNumber(1)}",5.00\r\n`)
    expect(rowsOf(older)).toMatchObject([{ identifier: cardNumber(1), cents: 500, findings: [] }])
  })
})

describe('a table as files', () => {
  const zone = { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' }
  interface Line {
    readonly card: string
    readonly auth: string
    readonly at: string | null
    readonly day: string
    readonly count: number
    readonly amount: string
    readonly secret: string
    readonly note: string
  }
  const columns: readonly Column<Line>[] = [
    { key: 'card', label: 'Card Number', format: 'pan' },
    { key: 'auth', label: 'Auth Number', format: 'text' },
    { key: 'at', label: 'At', format: 'instant' },
    { key: 'day', label: 'Day', format: 'date' },
    { key: 'count', label: 'Rows', format: 'count' },
    { key: 'amount', label: 'Amount', format: 'amount' },
    { key: 'secret', label: 'Card CVV', format: 'text', onlyOn: 'screen' },
    { key: 'note', label: 'Note', format: 'text', onlyOn: 'files' },
  ]
  const rows: readonly Line[] = [
    {
      card: cardNumber(1),
      auth: '000123',
      at: '2026-03-04T02:42:30Z',
      day: '2026-03-04',
      count: 1250,
      amount: '-1250.05',
      secret: '123',
      note: '=1+1',
    },
    {
      card: cardNumber(2),
      auth: '',
      at: null,
      day: '1850-01-01',
      count: 0,
      amount: 'n/a',
      secret: '456',
      note: 'Lunch, tea, cake',
    },
  ]
  const headings = ['Card Number', 'Auth Number', 'At', 'Day', 'Rows', 'Amount', 'Note']

  test('a workbook has real dates and amounts, codes as text, and no screen-only columns', async () => {
    const bytes = tableToXlsx(columns, rows, zone, 'Lines')
    const book = XLSX.read(bytes, { type: 'array', cellFormula: true })
    const sheet = book.Sheets['Lines'] ?? {}
    expect(XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true, defval: '' })).toEqual([
      headings,
      [
        maskPan(cardNumber(1)),
        '000123',
        expect.closeTo(46_085 + (10 * 60 + 42) / 1440, 9),
        46_085,
        1250,
        -1250.05,
        '=1+1',
      ],
      // Dates before the first day of spreadsheets, and values that are not amounts, are written as readable text.
      [maskPan(cardNumber(2)), '', '', '01 Jan 1850', 0, 'n/a', 'Lunch, tea, cake'],
    ])
    const cell = (reference: string) => sheet[reference] as XLSX.CellObject
    expect([cell('C2'), cell('D2')].map(({ t, w }) => [t, w])).toEqual([
      ['n', '04 Mar 2026, 10:42 SGT'],
      ['n', '04 Mar 2026'],
    ])
    const formats = XLSX.read(bytes, { type: 'array', cellNF: true }).Sheets['Lines'] ?? {}
    expect((formats['C2'] as XLSX.CellObject).z).toBe('dd mmm yyyy", "hh:mm" SGT"')
    for (const [reference, each] of Object.entries(sheet))
      if (!reference.startsWith('!')) expect(each).not.toHaveProperty('f')
  })

  test('a csv has the same columns and rows', () => {
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(tableToCsv({ columns, rows, zone })), {
      skipEmptyLines: true,
    })
    expect(data).toEqual([
      headings,
      [maskPan(cardNumber(1)), '="000123"', '2026-03-04T10:42:30+08:00', '2026-03-04', '1250', '-1250.05', "'=1+1"],
      [maskPan(cardNumber(2)), '', '', '1850-01-01', '0', 'n/a', 'Lunch, tea, cake'],
    ])
  })
})

describe('CSV of a file that is uploaded again', () => {
  const read = async (bytes: Uint8Array<ArrayBuffer>, identifierType: 1 | 2) =>
    rowsOf(await readFile('loads.csv', bytes, { kind: 'transfer', identifierType, maxRows: 250, accepts: ['csv'] }))

  test.each([
    ['card numbers', 1, 'Card Number', cardNumber],
    ['tracking numbers', 2, 'Tracking Number', trackingNumber],
  ] as const)('%s stay digits in a spreadsheet, and read back as the same rows', async (_, type, label, number) => {
    const header = [label, `Target ${label}`, 'Amount', 'Verdict', 'Reason']
    const rows = [0, 1, 2].map((n) => [number(n), number(n + 9), `${n + 1}.50`, 'To fix', 'It says "no", =1+1'])
    const bytes = writeCsvForUpload(header, rows, [0, 1])
    const text = new TextDecoder().decode(bytes)
    expect(text).toContain(`"=""${number(0)}""","=""${number(9)}""",1.50,To fix,"It says ""no"", =1+1"\r\n`)
    const readBack = await read(bytes, type)
    expect(readBack).toMatchObject(rows.map(([identifier, to, amount]) => ({ identifier, to, amount, findings: [] })))
    expect(await read(writeCsv(header, rows), type)).toEqual(readBack)
    // Older versions saved files without quotes around formulas.
    const older = text.replaceAll(/"=""([0-9]+)"""/g, '="$1"')
    expect(await read(new TextEncoder().encode(older), type)).toEqual(readBack)
  })

  test('guards every character that is normalised to a sign of a formula', () => {
    const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /^[=+\-@\u2212]$/.test(character.normalize('NFKC')) && character !== '-',
    )
    expect(signs.length).toBeGreaterThan(15)
    for (const sign of signs) {
      const bytes = writeCsvForUpload(['Card Number', 'Amount'], [[`${sign}1+1`, '5.00']], [])
      expect(new TextDecoder().decode(bytes), sign.codePointAt(0)?.toString(16)).toContain(`\r\n'${sign}1+1,`)
    }
  })

  test('guards formulas in cells that are not numbers', () => {
    const rows = [
      ['=1+1', '5.00'],
      ['4111 x', '16'],
    ]
    const bytes = writeCsvForUpload(['Card Number', 'Amount'], rows, [0])
    expect(new TextDecoder().decode(bytes)).toBe("Card Number,Amount\r\n'=1+1,5.00\r\n4111 x,16\r\n")
  })
})

describe('xlsx', () => {
  test(`reads back cell by cell, with identifiers as text (SEED=${seed})`, async () => {
    const rows = fc.array(fc.tuple(text, fc.integer({ min: -1e9, max: 1e10 })), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const bytes = writeXlsx({
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
          // SheetJS converts every line ending in a cell to that of spreadsheet programs.
          ...values.map(([label, amountCents], i) => [
            cardNumber(i),
            label.replaceAll('\r\n', '\n'),
            amountCents / 100,
          ]),
        ])
      }),
      { seed, numRuns: 60 },
    )
  })

  test('names columns like a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

describe('templates', () => {
  test.each([
    ['csv', 1, 'batch-load-card-number.csv', ['Card Number', 'Amount']],
    ['xlsx', 2, 'batch-load-tracking-number.xlsx', ['Tracking Number', 'Amount']],
  ] as const)(
    'the template of loads as %s has only the headings',
    async (extension, identifierType, fileName, header) => {
      const template = batchTemplate('load', extension, identifierType)
      expect(template.fileName).toBe(fileName)
      const book = XLSX.read(template.bytes, { type: 'array' })
      expect(XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })).toEqual([header])
      expect(refusalOf(await readFile(fileName, template.bytes))).toBe('noRows')
    },
  )

  test('a written load file reads back as the same loads', async () => {
    const rows = [0, 1, 2].map((n) => [cardNumber(n), { amountCents: n * 100 + 5 }])
    const bytes = writeXlsx({ name: 'Loads', header: ['Card Number', 'Amount'], rows, textColumns: [0] })
    expect(rowsOf(await readFile('a.xlsx', bytes))).toMatchObject(
      [0, 1, 2].map((n) => ({ identifier: cardNumber(n), cents: n * 100 + 5, findings: [] })),
    )
  })
})

test('a workbook with Arabic headings begins on the right, others on the left', () => {
  expect(sheetStart({ header: ['البطاقة', 'Amount'] })).toContain('<sheetView rightToLeft="1" ')
  expect(sheetStart({ header: ['Card', 'Betrag', '金额'] })).not.toContain('rightToLeft')
})
