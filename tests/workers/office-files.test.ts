// Files like those that real offices have sent, in ./office-files, each with its right answer: the rows that are read,
// their findings and what one press makes of them, or the question that is asked.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { type RowRules, toRowType } from '#domain/row-types.ts'
import { fieldsChangedByFix, fixChoices, isFixable } from '#domain/rows/value-findings.ts'
import { assumedToMessages } from '#flows/open-rows/assumptions.ts'
import { linesToMessage } from '#flows/open-rows/file-properties.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'

const words = { headings: {}, currency: ['S$', 'SGD', '$'], currencyNumber: '702', postalDigits: 6 }
const wizards = {
  load: { kind: 'load', identifierType: 1, words },
  devalue: { kind: 'devalue', identifierType: 1, words },
  virtual: { kind: 'virtual', today: '2026-11-28' as CalendarDate, words },
  physical: { kind: 'physical', today: '2026-11-28' as CalendarDate, words },
} as const satisfies Readonly<Record<string, RowRules>>

interface OfficeFile {
  readonly wizard: keyof typeof wizards
  /** Each row: its values, then its errors (!) and warnings (?) by field. Empty fields at the end are left out. */
  readonly rows?: readonly string[]
  /** The values that the fixes write. For a fix with choices, those of the first choice. */
  readonly fixes?: readonly string[]
  /** For a refusal: what is asked or said. */
  readonly refusal?: object
  readonly facts?: object
  /** What the page says about the lines. */
  readonly lines?: string
}

const folder = new URL('./office-files/', import.meta.url)

function readCase(file: string, wizard: OfficeFile['wizard']): Promise<ReadResult> {
  const isPasted = file.endsWith('.txt')
  return readRows(toRowType(wizards[wizard]), {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: 5000,
    fileName: isPasted ? 'pasted.csv' : file,
    file: new Blob([readFileSync(new URL(file, folder))]),
  })
}

/** The rows and their fixes as texts. Lines with totals are left out. */
function rowsOf(result: ReadResult, wizard: OfficeFile['wizard']) {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${messageToText(result.refusal.message)}`)
  const rowType = toRowType(wizards[wizard] as RowRules)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  const rows = Array.from({ length: result.packedRows.count }, (_, index) => rowAt(rowType, index)!).filter(
    ({ rowNumber }) => !result.facts.totalsRowNumbers.includes(rowNumber),
  )
  const toText = (row: (typeof rows)[number]) => {
    const shown = rowType.toDisplayedValues(row.values)
    const values = rowType.activeFields.map(({ name }) => shown[name] ?? '')
    const text = values.join(' | ').replace(/[ |]+$/, '')
    return [
      text,
      ...row.findings.map(({ code, field, severity }) => `${severity === 'error' ? '!' : '?'}${code} ${field}`),
    ].join(' ')
  }
  const toFixes = (row: (typeof rows)[number]) =>
    [...new Set(row.findings.map(({ code }) => code))]
      .filter(isFixable)
      .flatMap((code) => fieldsChangedByFix(rowType, row.values, code, fixChoices(code)?.[0]?.value))
      .map(({ field, after }) => `${field.name} ${after}`)
  return { rows: rows.map(toText), fixes: rows.flatMap(toFixes) }
}

/** The result with only the first of the proposed encodings. */
function firstEncodingOnly(result: ReadResult): unknown {
  if (result.ok || !result.refusal.choices?.encodings) return result
  const encodings = result.refusal.choices.encodings.slice(0, 1)
  return { ...result, refusal: { ...result.refusal, choices: { ...result.refusal.choices, encodings } } }
}

function testFiles(title: string, files: Readonly<Record<string, OfficeFile>>): void {
  describe(title, () => {
    test.each(Object.entries(files))('%s', async (file, { wizard, rows, fixes, refusal, facts, lines }) => {
      const result = await readCase(file, wizard)
      if (refusal) expect(firstEncodingOnly(result)).toMatchObject({ ok: false, refusal })
      if (rows) expect(rowsOf(result, wizard).rows).toEqual(rows)
      if (fixes) expect(rowsOf(result, wizard).fixes).toEqual(fixes)
      if (facts) expect(result).toMatchObject({ facts })
      if (!result.ok) return
      const { read, ...uses } = result.facts.lines
      expect(Object.values(uses).reduce((sum, count) => sum + count, 0)).toBe(read)
      if (lines !== undefined) expect(messageToText(linesToMessage(result.facts))).toBe(lines)
    })
  })
}

testFiles('quotation marks', {
  'N01-quote-name.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
      '9000013246276632 | 50.00',
      '9000017120481523 | 60.00',
    ],
    lines: '7 lines: 6 rows, 1 with headings',
  },
  'N02-quote-label.csv': {
    wizard: 'virtual',
    rows: [
      'R-1 | VIP gift A |  |  | 10.00',
      'R-2 | gift B |  |  | 20.00',
      'R-3 | gift, C |  |  | 30.00',
      'R-4 | gift D |  |  | 40.00',
    ],
  },
  'N04-quote-note-last.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
    ],
  },
  // Each line of the cell that swallowed a row is an error, so that no line vanishes.
  'N85-ditto.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185,20.00," !undivided ',
      '9000011623661962,30.00," !undivided ',
      '9000015497866854 | 40.00',
    ],
    lines: '5 lines: 4 rows, 1 with headings',
  },
  'N142-paste.txt': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.00',
      '9000013875252185 | 20.00',
      '9000011623661962 | 30.00',
      '9000015497866854 | 40.00',
    ],
    lines: '6 lines: 4 rows, 1 with headings, 1 inside cells',
  },
  'L05-space-quoted.csv': { wizard: 'load', rows: ['9000010001047299 | 10.00', '9000013875252185 | 1,020.00'] },
})

testFiles('commas in amounts', {
  'N89-thousands-unquoted.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1250.00 (1 | 250.00) !amountSplit amount',
      '9000013875252185 | 2000.00 (2 | 000.00) !amountSplit amount',
      '9000011623661962 | 500.00',
    ],
    fixes: ['amount 1250.00', 'amount 2000.00'],
  },
  'N90-decimal-comma-unquoted.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 10.50 (10 | 50) !amountSplit amount',
      '9000013875252185 | 20.75 (20 | 75) !amountSplit amount',
      '9000011623661962 | 30.00 (30 | 00) !amountSplit amount',
    ],
    fixes: ['amount 10.50', 'amount 20.75', 'amount 30.00'],
  },
  // No other reading is offered: the row has a field too many.
  'N92-thousands-two-columns.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1250.00 (1,250.00) !amountSplit amount',
      '9000013875252185 | 2000.00 (2,000.00) !amountSplit amount',
      '9000011623661962 | 500.00',
    ],
    fixes: ['amount 1250.00', 'amount 2000.00'],
  },
  'N101-truncated.csv': {
    wizard: 'load',
    rows: ['9000010001047299 | 210.00', '9000013875252185 | 220.00', '9000011623661962 | 2 ?amountCut amount'],
  },
  'N08-lakh.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | 1,00,000.00 !amountOtherForm amount',
      '9000013875252185 | 12,500.00',
      '9000011623661962 | 1,25,000 !amountOtherForm amount',
    ],
    fixes: ['amount 100000.00', 'amount 125000.00'],
  },
  'N10-leading-point.csv': {
    wizard: 'load',
    rows: [
      '9000010001047299 | .50 !amountOtherForm amount',
      '9000013875252185 | 5.',
      '9000011623661962 | +10.00 !amountOtherForm amount',
      '9000015497866854 | 0010.00',
      '9000013246276632 | 10.00SGD !amountWithCurrency amount',
    ],
    fixes: ['amount 0.50', 'amount 10.00', 'amount 10.00'],
  },
})

testFiles('encodings', {
  'N18-mac-roman.csv': {
    wizard: 'virtual',
    refusal: {
      code: 'encodingNeeded',
      choices: { encodings: [{ encoding: 'macintosh', sample: 'José, Müller, Peña', isLikely: true }] },
    },
  },
  'N20-cp1256.csv': {
    wizard: 'virtual',
    refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding: 'windows-1256', isLikely: true }] } },
  },
  'V08-gbk.csv': {
    wizard: 'virtual',
    refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding: 'gb18030', sample: '李娜, 陈伟' }] } },
  },
})

testFiles('values', {
  'N11-pandas-card.csv': {
    wizard: 'load',
    rows: ['9000010001047299.0 | 10.0 !decimalTail identifier', '9000013875252185.0 | 20.0 !decimalTail identifier'],
    fixes: ['identifier 9000010001047299', 'identifier 9000013875252185'],
  },
  'N12-pandas-virtual.csv': {
    wizard: 'virtual',
    rows: [
      '1001.0 | Gift A | 6591234567.0 |  | 10.0 !decimalTail customerReference !decimalTail notificationNumber',
      '1002.0 | nan | nan |  | 20.0 !decimalTail customerReference ?textPlaceholder cardLabel ?textPlaceholder notificationNumber',
      '1003.0 | None | nan |  | 30.0 !decimalTail customerReference ?textPlaceholder cardLabel ?textPlaceholder notificationNumber',
    ],
    fixes: [
      'customerReference 1001',
      'notificationNumber 6591234567',
      'customerReference 1002',
      'notificationNumber ',
      'customerReference 1003',
      'notificationNumber ',
    ],
  },
  'N46-masked.csv': {
    wizard: 'load',
    rows: [
      '900001******7299 | 10.00 !identifierMasked identifier',
      '9000 01XX XXXX 2185 | 20.00 !identifierMasked identifier',
      '************1962 | 30.00 !identifierMasked identifier',
    ],
  },
  'N15-mojibake-label.csv': {
    wizard: 'virtual',
    rows: [
      'E-1 | JosÃ© |  |  | 10.00 !textGarbled cardLabel',
      'E-2 | Ren\ufffde |  |  | 10.00 !textGarbled cardLabel',
      'E-3 | ??? |  |  | 10.00 !textGarbled cardLabel',
      'E-4 | Ã©Ã©Ã© |  |  | 10.00 !textGarbled cardLabel',
    ],
    fixes: ['cardLabel José', 'cardLabel ééé'],
  },
  'N14-mojibake.csv': {
    wizard: 'physical',
    rows: [
      'JosÃ© | Tan | E-1 | 10.00 !textGarbled name ?noAddress address1',
      'Ren\ufffde | Lim | E-2 | 10.00 !textGarbled name ?noAddress address1',
      'MÃ¼ller | Lee | E-3 | 10.00 !textGarbled name ?noAddress address1',
      'Jos? | Goh | E-4 | 10.00 ?textDoubtful name ?noAddress address1',
    ],
    fixes: ['name José', 'name Müller'],
  },
  'N16-entities.csv': {
    wizard: 'physical',
    rows: [
      'Sean | O&#39;Brien | E-1 | 10.00 |  | Tan &amp; Co |  | 13 O&#39;Connell Street !textGarbled surname !textGarbled recipientName !textGarbled address1',
      'Wei | Tan | E-2 | 10.00 |  | Wei Tan |  | 1 Main Street',
    ],
    fixes: ["surname O'Brien", 'recipientName Tan & Co', "address1 13 O'Connell Street"],
  },
  'N138-duplicate-people.csv': {
    wizard: 'physical',
    rows: [
      'Wei | Tan |  | 10.00 |  | Wei Tan |  | 1 Road |  | 018989 ?copied customerReference',
      'Wei | Tan |  | 10.00 |  | Wei Tan |  | 1 Road |  | 018989 ?copied customerReference',
      'wei | tan |  | 10.00 |  | wei tan |  | 1 road |  | 018989 ?copied customerReference',
    ],
  },
  'N56-nfc-nfd-ref.csv': {
    wizard: 'virtual',
    rows: [
      'REF-é | Gift A |  |  | 10.00 ?copied customerReference',
      'REF-e\u0301 | Gift B |  |  | 10.00 ?copied customerReference',
      'REF-1 | Gift C |  |  | 10.00',
      'ref-1 | Gift D |  |  | 10.00',
      'REF  1 | Gift E |  |  | 10.00',
      'REF 1 | Gift F |  |  | 10.00',
    ],
  },
  'N70-sas-empty.xlsx': { wizard: 'load', rows: ['9000010001047299 | 10.00', '9000013875252185 | 20.00'] },
  'N29-html-div.xls': { wizard: 'load', refusal: { message: { code: 'contentDiffers', params: ['xls', 'html'] } } },
})

testFiles('columns that no field uses', {
  'N45-pay-yn.csv': {
    wizard: 'load',
    refusal: {
      code: 'columnsNeeded',
      columns: {
        marked: {
          column: 2,
          excluded: ['N'],
          values: [
            { text: 'Y', rows: 1 },
            { text: 'N', rows: 1 },
          ],
        },
      },
    },
  },
  'N40-side-by-side.csv': { wizard: 'load', refusal: { code: 'columnsNeeded', columns: { map: [0, -1, 1] } } },
})

testFiles('the first set', {
  'D01-merged-amount.xlsx': {
    wizard: 'devalue',
    rows: [
      '9000010001047299 | 50.00',
      '9000013875252185 ?wholeBalance amount',
      '9000011623661962 ?wholeBalance amount',
      '9000015497866854 ?wholeBalance amount',
      '9000013246276632 ?wholeBalance amount',
    ],
    facts: { merged: [{ field: 'amount', value: '50.00', from: 2, rows: [3, 4, 5, 6] }] },
  },
  'L08-fullwidth.csv': {
    wizard: 'load',
    rows: [
      '９００００１０００１０４７２９９ | １０．００ !identifierOddCharacters identifier !amountOddCharacters amount',
      '9000013875252185 | 20.00',
    ],
    fixes: ['identifier 9000010001047299', 'amount 10.00'],
  },
  'L24-cents-no-point.csv': {
    wizard: 'load',
    refusal: { code: 'columnsNeeded', columns: { amounts: [undefined, { unit: 'minor', sum: 300_000 }] } },
  },
  'L25-usd.csv': {
    wizard: 'load',
    refusal: { code: 'columnsNeeded', columns: { amounts: [undefined, { currency: 'USD' }] } },
  },
  'L26-ccy-column.csv': {
    wizard: 'load',
    rows: ['9000010001047299 | USD 10.00 !amountOtherCurrency amount', '9000013875252185 | 20.00'],
  },
  'L29-hidden-col-filter.xlsx': { wizard: 'load', facts: { hiddenRows: [3], hiddenColumns: ['Old amount'] } },
  'L30-rounding.xlsx': {
    wizard: 'load',
    fixes: ['amount 33.33', 'amount 652.69', 'amount 1.01', 'amount 1234.56', 'amount 10.00'],
  },
  'L40-instructions.xlsx': { wizard: 'load', facts: { sheetName: 'Loads', skippedSheets: ['Instructions'] } },
  'L41-empty-first.xlsx': { wizard: 'load', facts: { sheetName: 'Loads', skippedSheets: ['Sheet1'] } },
  'L64-tab-tail.csv': {
    wizard: 'load',
    rows: ['9000010001047299 | 10.00', '9000013875252185 | 20.00'],
    lines: '4 lines: 2 rows, 1 with headings, 1 blank',
  },
  'P01-postal.xlsx': {
    wizard: 'physical',
    rows: [
      'Wei Ling | Tan | STAFF-0 | 50.00 | 5.00 | Reception | 91234567 | 1 Harbour Road | #04-12 | 018956',
      'Arjun | Nair | STAFF-1 | 50.00 | 5.00 | Reception | 91234567 | 1 Harbour Road | #04-12 | 049315',
    ],
  },
  'P08-multihead-id.csv': { wizard: 'physical', refusal: { code: 'columnsNeeded', columns: { headingRow: 7 } } },
  'P14-semicolon-address.csv': {
    wizard: 'physical',
    rows: [
      'Wei | Tan | REF-1 | 10.00 | 5 | Reception | 91234567 | 1 Harbour Road | #04-12 | 049315',
      'Mei | Lim | REF-2 | 10.00 | 5 | Reception | 91234567 | Blk 5; Lobby B | #03-11 | 048948',
      'Raj | Nair | REF-3 | 10.00 | 5 | Reception | 91234567 | 88 Market Street |  | 048948',
    ],
  },
  'V05-enotation.csv': {
    wizard: 'virtual',
    rows: ['A', 'B'].map(
      (label) =>
        `1.23457E+15 | Label ${label} | 6.59123E+09 | 2028-12-31 | 10.00 !textDamaged customerReference ` +
        '!textDamaged notificationNumber ?copied customerReference',
    ),
  },
  // 01/06/2029 and 31-12-28 have two readings; the first choice is offered. 12/28 and Dec-28 have no day.
  'V06-ddmm.csv': {
    wizard: 'virtual',
    fixes: [
      'expiryDate 2028-12-31',
      'expiryDate 2029-06-15',
      'expiryDate 2029-06-01',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
      'expiryDate 2028-12-31',
    ],
  },
  'V07-zwsp.csv': {
    wizard: 'virtual',
    fixes: ['cardLabel Label A', 'customerReference REF-1', 'cardLabel Label B', 'notificationNumber +65 9123 4567'],
  },
  // The server warns that the first two rows are in another order: tests/server/orders.
  'V12-same-again.csv': {
    wizard: 'virtual',
    rows: [1, 2].map((n) => `FIELD-DUP-${n} | Label | 91234567 | 2028-12-31 | 10.00`),
  },
  'V14-overlap.csv': {
    wizard: 'virtual',
    rows: [1, 2, 3].map((n) => `FIELD-DUP-${n} | Label | 91234567 | 2028-12-31 | 10.00`),
  },
})

test('each file has a test that names it', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  expect(readdirSync(folder).filter((file) => !source.includes(`'${file}`))).toEqual([])
})

/** The rows of a file in the text. */
async function readText(content: string, wizard: OfficeFile['wizard'] = 'load') {
  const request = { accepts: ['csv'], maxRows: 100, fileName: 'a.csv', file: new Blob([content]) } as const
  return rowsOf(await readRows(toRowType(wizards[wizard] as RowRules), request), wizard)
}

describe('a quoted field', () => {
  const [a, b, c] = ['9000010001047299', '9000013875252185', '9000011623661962']
  test.each([
    ['an address over two lines', `Card Number,Amount,Address,Note\n${a},1,"1 Road, #02-03\nSingapore, 018989",x\n`],
    ['a note of a program, with doubled marks', `Card Number,Amount,Note\n${a},1,"He said ""a, b, c""\nand d, e, f"\n`],
    ['a line end at the end of the cell', `Card Number,Amount,Note\n${a},1,"urgent\n"\n`],
  ])('can have lines: %s', async (_, content) => {
    expect((await readText(content)).rows).toEqual([`${a} | 1`])
  })

  test.each([
    ['in the first column', `Name,Card Number,Amount\n"Bo,${a},1\n"Lim, Ann",${b},2\nSiti,${c},3\n`, 3],
    ['in the middle', `Card Number,Note,Amount\n${a},",1\n${b},",2\n${c},x,3\n`, 3],
    ['in the last column', `Card Number,Amount,Note\n${a},1,"late\n${b},2,ok"\n${c},3,x\n`, 3],
    ['over three rows', `Card Number,Amount,Note\n${a},1,"\n${b},2,x\n${c},3,"\n`, 3],
  ])('that swallows rows is an error, and each line is a row: %s', async (_, content, count) => {
    const { rows } = await readText(content)
    expect(rows).toHaveLength(count)
    expect(rows.filter((row) => row.includes('!undivided'))).not.toEqual([])
  })
})

describe('an amount that a comma divides', () => {
  const [a, b] = ['9000010001047299', '9000013875252185']
  test.each([
    ['without headings', `${b},5.00\n${a},1,250.00\n`, 'load', 'amount 1250.00'],
    ['of millions', `Card Number,Amount\n${a},1,250,000.00\n${b},5.00\n`, 'load', 'amount 1250000.00'],
    ['with its currency', `Card Number,Amount\n${a},S$1,250.00\n${b},5.00\n`, 'load', 'amount 1250.00'],
    ['between other columns', `Name,Card Number,Amount,Note\nAnn,${a},1,250.00,x\n`, 'load', 'amount 1250.00'],
    ['of a devalue', `Card Number,Amount\n${a},1,250.00\n${b},5.00\n`, 'devalue', 'amount 1250.00'],
    [
      'of an order',
      `Customer Reference,Card Label,Load Amount\nR-1,Gift,1,250.00\nR-2,Gift,5.00\n`,
      'virtual',
      'loadAmount 1250.00',
    ],
  ] as const)('is put together: %s', async (_, content, wizard, fix) => {
    expect((await readText(content, wizard)).fixes).toEqual([fix])
  })

  test('is not suspected beside a currency code, an amount with cents, or in a file with other separators', async () => {
    const { rows } = await readText(`Card Number,Amount,Currency\n${a},10,702\n${b},20,702\n`)
    expect(rows).toEqual([`${a} | 10`, `${b} | 20`])
    expect((await readText(`Card Number,Amount,Branch\n${a},10.00,702\n`)).rows).toEqual([`${a} | 10.00`])
    expect((await readText(`Card Number;Amount;Branch\n${a};10;702\n`)).rows).toEqual([`${a} | 10`])
  })

  test('can be two columns after all', async () => {
    const rowType = toRowType(wizards.load)
    const values = { identifier: a, identifierTo: '', amount: '10702.00 (10 | 702)' }
    expect(fieldsChangedByFix(rowType, values, 'amountSplit', 'separate')).toMatchObject([{ after: '10' }])
    const certain = { ...values, amount: '1250.00 (1,250.00)' }
    expect(fieldsChangedByFix(rowType, certain, 'amountSplit', 'separate')).toEqual([])
  })

  test.each([
    ['whole amounts', `${a},1000\n${b},20`, true],
    ['cents', `${a},10.00\n${b},20.0`, true],
    ['a line end', `${a},10.00\n${b},2\n`, false],
    ['equal lengths', `${a},10.00\n${b},20.00`, false],
    ['a column after the amount', `Card Number,Amount,Note\n${a},10.00,x\n${b},2,y`, false],
  ])('may be cut at the end of a file: %s', async (_, content, isCut) => {
    expect((await readText(content)).rows.at(-1)?.includes('?amountCut')).toBe(isCut)
  })
})

describe('the encoding of a text', () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
  const read = (name: Buffer, lineEnd = '\n') => {
    const lines = ['Customer Reference,Card Label,Load Amount', 'R-1,', ',10.00', '']
    const [head = '', before = '', after = ''] = lines
    const file = new Blob([head + lineEnd + before, Uint8Array.from(name), after + lineEnd])
    const rules = { accepts: ['csv'], maxRows: 100, fileName: 'a.csv', file } as const
    return readRows(toRowType(wizards.virtual as RowRules), rules)
  }
  test.each([
    ['Yıldız', '59 fd 6c 64 fd 7a', 'windows-1254'],
    ['Gülşah Doğan', '47 fc 6c fe 61 68 20 44 6f f0 61 6e', 'windows-1254'],
    ['Łódź Wąż', 'a3 f3 64 9f 20 57 b9 bf', 'windows-1250'],
    ['สมชาย', 'ca c1 aa d2 c2', 'windows-874'],
    ['محمد علي', 'e3 cd e3 cf 20 da e1 ed', 'windows-1256'],
    ['Иван Петров', 'c8 e2 e0 ed 20 cf e5 f2 f0 ee e2', 'windows-1251'],
  ])('%s is asked about, with the right one first', async (name, hex, encoding) => {
    const result = await read(bytes(hex))
    expect(firstEncodingOnly(result)).toMatchObject({
      refusal: { code: 'encodingNeeded', choices: { encodings: [{ encoding, sample: name }] } },
    })
  })

  test.each([
    ['Jörg Müßig', 'windows-1252'],
    ['Zoë Ångström', 'windows-1252'],
    ['François', 'windows-1252'],
    ['Café – 5 °C', 'windows-1252'],
  ])('%s is Western', async (name) => {
    const result = await read(Buffer.from(name.replace('–', '\u0096'), 'latin1'))
    expect(result).toMatchObject({ ok: true, facts: { encoding: 'windows-1252' } })
  })

  test('garbage is never proposed', async () => {
    const result = await read(bytes('a9 b6 c7 9a a4 d7 f7 b1'))
    const encodings = result.ok ? undefined : result.refusal.choices?.encodings
    expect(encodings?.some(({ isLikely }) => isLikely) ?? false).toBe(false)
  })
})

describe('placeholders and long names', () => {
  const read = async (file: string) => rowsOf(await readCase(file, 'physical'), 'physical')
  test('N13-null-names.csv: each is a warning, and optional fields become empty', async () => {
    const { rows, fixes } = await read('N13-null-names.csv')
    const counts = rows.map((row) => row.split('?textPlaceholder').length - 1)
    expect(counts).toEqual([1, 7, 7, 7, 4])
    expect(fixes).not.toContain('name ')
    expect(fixes.filter((fix) => fix === 'address2 ')).toHaveLength(4)
  })

  test('N57-cut-emoji.csv: texts are cut between characters', async () => {
    const { rows } = await read('N57-cut-emoji.csv')
    expect(rows.map((row) => row.split(' ').slice(-2).join(' '))).toEqual([
      '?textCut recipientName',
      '?textCut address1',
      '?textCut recipientName',
    ])
  })
})

describe('a column that says which rows are not to be paid', () => {
  const [a, b] = ['9000010001047299', '9000013875252185']
  const read = (heading: string, value: string, other = '', leavesOutMarked?: boolean) => {
    const file = new Blob([`Card Number,Amount,${heading}\n${a},10.00,${other}\n${b},20.00,${value}\n`])
    const columns = { map: [0, -1, 1], width: 3, hasHeadings: true, leavesOutMarked }
    return readRows(toRowType(wizards.load), {
      accepts: ['csv'],
      maxRows: 100,
      fileName: 'a.csv',
      file,
      ...(leavesOutMarked !== undefined && { columns }),
    })
  }
  test.each([
    ['CR/DR', 'DR', 'CR'],
    ['D/C', 'D', 'C'],
    ['Pay?', 'No', 'Yes'],
    ['Approved', 'N', 'Y'],
    ['On hold', 'Y', 'N'],
    ['Status', 'Cancelled', 'Active'],
    ['Status', 'Inactive', 'Active'],
    ['Remark', 'VOID', ''],
    ['Remark', 'Do not pay - left in May', 'bonus'],
    ['Bemerkung', 'storniert', ''],
    ['状态', '已取消', '正常'],
    ['الحالة', 'ملغى', 'نشط'],
  ])('%s: %s is asked about', async (heading, value, other) => {
    const result = await read(heading, value, other)
    expect(result).toMatchObject({
      refusal: { columns: { marked: { excluded: [value], values: expect.any(Array) as unknown[] } } },
    })
  })

  test.each([
    ['Title', 'Dr', 'Mr'],
    ['Status', 'Active', 'Active'],
    ['Member', 'N', 'Y'],
    ['Remark', 'holiday bonus', ''],
    ['Name', 'Stopford', 'Holden'],
  ])('%s: %s is not', async (heading, value, other) => {
    expect((await read(heading, value, other)).ok).toBe(true)
  })

  test('the answer leaves the rows out or takes them, and both are said', async () => {
    const leftOut = await read('Pay?', 'N', 'Y', true)
    expect(rowsOf(leftOut, 'load').rows).toEqual([`${a} | 10.00`])
    if (!leftOut.ok) throw new Error('refused')
    expect(messageToText(linesToMessage(leftOut.facts))).toBe('3 lines: 1 row, 1 with headings, 1 left out as marked')
    const taken = await read('Pay?', 'N', 'Y', false)
    expect(rowsOf(taken, 'load').rows).toEqual([`${a} | 10.00`, `${b} | 20.00`])
    const notesOf = (result: ReadResult) =>
      result.ok ? assumedToMessages(toRowType(wizards.load), result.facts).map((note) => messageToText(note)) : []
    expect(notesOf(leftOut)).toEqual(['1 row was left out, as you chose, because “Pay?” says “N”'])
    expect(notesOf(taken)).toEqual(['1 row is taken, although “Pay?” says “N”'])
  })
})

test('a second table of cards under other headings is asked about', async () => {
  const [a, b] = ['9000010001047299', '9000013875252185']
  const content = `Card Number,Amount,Second Card,Second Amount\n${a},10.00,${b},20.00\n`
  await expect(readText(content)).rejects.toThrow('columnsNeeded')
})

test.each([
  ['a comment', '<!-- made by a report -->\n<table><tr><td>1</td></tr></table>'],
  ['UTF-16', `\ufeff<html><table></table></html>`],
  ['MIME', 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\nContent-Type: text/html'],
])('a web page named xls that begins with %s is named', async (name, content) => {
  const bytes = name === 'UTF-16' ? Buffer.from(content, 'utf16le') : Buffer.from(content)
  const file = new Blob([Uint8Array.from(bytes)])
  const result = await readRows(toRowType(wizards.load), { accepts: ['xls'], maxRows: 9, fileName: 'a.xls', file })
  expect(result).toMatchObject({ refusal: { message: { params: ['xls', 'html'] } } })
})

test('empty formatted columns at the right of 5,000 rows do not make a file too large', async () => {
  const lines = Array.from({ length: 5000 }, () => `9000010001047299,1.00${','.repeat(300)}`)
  const file = new Blob([['Card Number,Amount' + ','.repeat(300), ...lines].join('\n')])
  const result = await readRows(toRowType(wizards.load), { accepts: ['csv'], maxRows: 5000, fileName: 'a.csv', file })
  expect(result).toMatchObject({ ok: true, packedRows: { count: 5000 } })
})

test('a small order without headings but with the columns of its wizard is proposed by position', async () => {
  const good = 'Wei,Tan,R-1,10.00,5,Wei Tan,91234567,1 Road,#01,018989'
  const bad = '1,2,R-2,x,y,Wei Tan,z,1 Road,#01,018989'
  const file = new Blob([[good, bad, good, bad].join('\n')])
  const rowType = toRowType(wizards.physical as RowRules)
  const request = { accepts: ['csv'], maxRows: 9, fileName: 'a.csv', file } as const
  const result = await readRows(rowType, request)
  expect(result).toMatchObject({ refusal: { columns: { map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], hasHeadings: false } } })
})
