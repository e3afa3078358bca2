// Unusual cells from files of real programs: formulas without a result, dates in every form, styles, invisible
// characters.
import { describe, expect, test } from 'vitest'
import type * as XLSX from 'xlsx'
import { message } from '#domain/messages/message.ts'
import { toRowType } from '#domain/row-types.ts'
import { NO_VALUE } from '#domain/rows/fields.ts'
import { findingMessage } from '#domain/rows/row-type.ts'
import { readXls } from '#sheets/read-xls.ts'
import { filePropertiesToMessages } from '#flows/open-rows/file-properties.ts'
import { xlsToRecords, recordsToXls } from '#tests/support/compound-files.ts'
import { DECLARATION, MAIN, craftXlsx, sheetXml } from '#tests/support/craft-xlsx.ts'
import { cardNumber, loadRows, readFile, refusalOf, rowsOf, workbook } from '#tests/support/files.ts'
import { noLimits, rowsByReader } from '#tests/support/library-reader.ts'
import { withParts } from '#tests/support/rewrite-xlsx.ts'

const card = cardNumber(1)
const otherCard = cardNumber(2)
const identifier = `<c r="A1" t="inlineStr"><is><t>${card}</t></is></c>`
const withAmount = (cell: string) => craftXlsx(sheetXml(`<row r="1">${identifier}${cell}</row>`))

describe('a cell without a value', () => {
  test.each([
    ['a formula without a value', '<c r="B1"><f>SUM(C1:C9)</f></c>'],
    ['a formula with an empty value', '<c r="B1"><f>SUM(C1:C9)</f><v></v></c>'],
    ['a formula with an empty value in short', '<c r="B1"><f>SUM(C1:C9)</f><v/></c>'],
    ['a shared formula', '<c r="B1"><f t="shared" si="0"/></c>'],
    ['a formula with a text result', '<c r="B1" t="str"><f>A1</f></c>'],
  ])('%s is an error in its row, even if an empty amount means the whole balance', async (_, cell) => {
    const bytes = withAmount(cell)
    for (const kind of ['load', 'devalue', 'transfer'] as const) {
      const [row] = rowsOf(await readFile('a.xlsx', bytes, { kind }))
      expect(row).toMatchObject({ identifier: card, amount: NO_VALUE, cents: 0 })
      expect(row?.findings).toContain('amountNotNumber')
    }
  })

  test.each([
    ['a style alone', '<c r="B1" s="1"/>'],
    ['a style and the type of a number', '<c r="B1" s="1" t="n"/>'],
    ['a formula whose result is an empty text', '<c r="B1" t="str"><f>IF(1,"")</f><v></v></c>'],
    ['an empty text', '<c r="B1" t="inlineStr"><is><t></t></is></c>'],
    ['nothing', '<c r="B1"></c>'],
    // Statistics programs declare the type of empty cells too.
    ['a shared text without a value', '<c r="B1" t="s"/>'],
    ['a shared text with an empty value', '<c r="B1" t="s"><v></v></c>'],
    ['an inline text without content', '<c r="B1" t="inlineStr"></c>'],
    ['a date without a value', '<c r="B1" t="d"/>'],
    ['a boolean with an empty value', '<c r="B1" t="b"><v/></c>'],
    ['an error without a value', '<c r="B1" t="e"/>'],
  ])('%s is an empty cell', async (_, cell) => {
    const bytes = withAmount(cell)
    expect(rowsOf(await readFile('a.xlsx', bytes, { kind: 'devalue' }))).toMatchObject([
      { amount: '', fields: 1, findings: ['wholeBalance'] },
    ])
  })

  test('the result of reading says whether the file had formulas', async () => {
    const change = (sheet: XLSX.WorkSheet) => {
      sheet['B1'] = { t: 'n', v: 12.5, f: 'SUM(C1:C9)' }
    }
    const result = await readFile(
      'a.xlsx',
      workbook(
        [
          [card, 1],
          [otherCard, 2],
        ],
        { change },
      ),
    )
    expect(result.ok && filePropertiesToMessages(loadRows, result.facts)).toContainEqual(message('formulasRead', 1))
    expect(rowsOf(result)).toMatchObject([{ cents: 1250 }, { cents: 200 }])
  })
})

describe('formulas of an xls', () => {
  /**
   * A workbook whose first amount is a formula with these eight bytes as its result, followed by the records `after`.
   * Types of records: 0x0203 NUMBER, 0x027e RK, 0x0006 FORMULA, 0x0207 STRING, 0x04bc SHRFMLA.
   */
  function xlsWith(result: readonly number[], after: { type: number; data: Buffer }[] = []) {
    const records = xlsToRecords(
      workbook(
        [
          [card, 5],
          [otherCard, 7],
        ],
        { bookType: 'biff8' },
      ),
    )
    const at = records.findIndex(({ type, data }) => (type === 0x0203 || type === 0x027e) && data.readUInt16LE(0) === 0)
    const place = records[at]?.data.subarray(0, 6) ?? Buffer.alloc(6)
    const formula = Buffer.concat([place, Buffer.from(result), Buffer.alloc(6), Buffer.from([3, 0, 0x1e, 1, 0])])
    records.splice(at, 1, { type: 0x0006, data: formula }, ...after)
    return recordsToXls(records)
  }
  const double = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)]
  const text = (value: string) => ({
    type: 0x0207,
    data: Buffer.concat([Buffer.from([value.length, 0, 0]), Buffer.from(value)]),
  })
  /** The result bytes of a formula without a number. Types: 0 text, 1 boolean, 2 error, 3 empty text. */
  const special = (type: number, value = 0) => [type, 0, value, 0, 0, 0, 0xff, 0xff]

  test.each([
    ['a number', double(12.5), [], '12.50', 1250, []],
    ['a text', special(0), [text('12.75')], '12.75', 1275, []],
    ['a text after a shared formula', special(0), [{ type: 0x04bc, data: Buffer.alloc(10) }, text('3')], '3', 300, []],
    ['true', special(1, 1), [], 'TRUE', 0, ['amountNotNumber']],
    ['an error', special(2, 0x2a), [], '#N/A', 0, ['cellError']],
    ['nothing', special(3), [], NO_VALUE, 0, ['amountNotNumber']],
    ['a text that is missing', special(0), [], NO_VALUE, 0, ['amountNotNumber']],
  ])('with %s as the result have the right amount and findings', async (_, result, after, amount, cents, findings) => {
    const bytes = xlsWith(result, after)
    const response = await readFile('a.xls', bytes, { kind: 'devalue' })
    const [first, second] = rowsOf(response)
    expect(first).toMatchObject({ identifier: card, amount, cents })
    expect(first?.findings).toEqual(findings)
    expect(second).toMatchObject({ identifier: otherCard, cents: 700 })
    expect(response).toMatchObject({ facts: { formulas: amount === NO_VALUE ? 0 : 1 } })
  })
})

/**
 * The styles part of a workbook: custom formats, the contents of conditional formats, and the number format of style 1.
 */
const stylesOf = (formats: string, conditions: string, id: number) =>
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1">${formats}</numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>` +
  `<dxfs count="1"><dxf>${conditions}</dxf></dxfs></styleSheet>`

describe('dates', () => {
  const styledNumber = '<c r="B1" s="1"><v>46085</v></c>'
  const customFormat = (format: string) => `<numFmt numFmtId="170" formatCode="${format}"/>`
  const craftWithStyles = (formats: string, conditions: string, id: number, part = 'xl/styles.xml') =>
    craftXlsx(sheetXml(`<row r="1">${identifier}${styledNumber}</row>`), { [part]: stylesOf(formats, conditions, id) })

  test.each([
    [
      'a number whose condition has a date',
      craftWithStyles('', '<numFmt numFmtId="2" formatCode="yyyy"/>', 2),
      '46085.00',
    ],
    [
      'a date whose condition has a number',
      craftWithStyles('', '<numFmt numFmtId="14" formatCode="0.00"/>', 14),
      '2026-03-04',
    ],
    ['a built-in date', craftWithStyles('', '', 14), '2026-03-04'],
    ['an East Asian date', craftWithStyles('', '', 57), '2026-03-04'],
    ['an East Asian date of another number', craftWithStyles('', '', 31), '2026-03-04'],
    ['a Thai date', craftWithStyles('', '', 71), '2026-03-04'],
    ['a Thai number', craftWithStyles('', '', 61), '46085.00'],
    ['letters in quotes', craftWithStyles(customFormat('0.00&quot; days&quot;'), '', 170), '46085.00'],
    ['letters in quotes with a backslash', craftWithStyles(customFormat('&quot;d\\&quot;0.00'), '', 170), '46085.00'],
    ['letters in quotes that do not end', craftWithStyles(customFormat('0.00&quot; hrs'), '', 170), '46085.00'],
    ['escaped letters', craftWithStyles(customFormat('0.00\\d'), '', 170), '46085.00'],
    ['a currency with letters, unquoted', craftWithStyles(customFormat('S$#,##0.00'), '', 170), '46085.00'],
    ['a date from a value on', craftWithStyles(customFormat('[>=1]yyyy\\-mm\\-dd;0'), '', 170), '2026-03-04'],
    ['a number from a value on', craftWithStyles(customFormat('[>=1]0.00;0'), '', 170), '46085.00'],
    [
      'a date with letters in quotes',
      craftWithStyles(customFormat('yyyy&quot;年&quot;m&quot;月&quot;'), '', 170),
      '2026-03-04',
    ],
    ['styles in a part of another case', craftWithStyles('', '', 14, 'xl/Styles.XML'), '2026-03-04'],
    ['a date in ISO form', withAmount('<c r="B1" t="d"><v>2026-03-04T00:00:00Z</v></c>'), '2026-03-04'],
    ['a day in ISO form', withAmount('<c r="B1" t="d"><v>2026-03-04</v></c>'), '2026-03-04'],
    ['a time in ISO form', withAmount('<c r="B1" t="d"><v>T12:30:00</v></c>'), '12:30'],
    ['a date beyond the last one', withAmountOfStyle('1e9'), '########'],
  ])('%s: dates and numbers are distinguished', async (_, bytes, amount) => {
    const isDate = !/^[0-9]+\.00$/.test(amount)
    expect(rowsOf(await readFile('a.xlsx', bytes))).toMatchObject([
      {
        amount,
        cents: isDate ? 0 : 4_608_500,
        findings: isDate ? [amount.startsWith('#') ? 'cellError' : 'amountNotNumber'] : [],
      },
    ])
  })

  function withAmountOfStyle(value: string) {
    return craftXlsx(sheetXml(`<row r="1">${identifier}<c r="B1" s="1"><v>${value}</v></c></row>`), {
      'xl/styles.xml': stylesOf('', '', 14),
    })
  }

  test.each([
    ['a built-in date', 14, '2026-03-04'],
    ['an East Asian date', 57, '2026-03-04'],
    ['a Thai number', 61, '46085.00'],
  ])('%s in an xls: dates and numbers are distinguished', async (_, id, amount) => {
    const records = xlsToRecords(workbook([[card, 46_085]], { bookType: 'biff8' }))
    for (const { type, data } of records) if (type === 0x00e0) data.writeUInt16LE(id, 2)
    const { rows } = await rowsByReader((sink) => readXls(recordsToXls(records), sink, noLimits))
    expect(rows).toEqual([[1, [card, amount]]])
  })
})

test('the messages explain a missing result of a formula, a date and a text in place of an amount', () => {
  const rowType = toRowType({ kind: 'load', identifierType: 1 })
  const messageOf = (amount: string) =>
    findingMessage(rowType, rowType.finding('amountNotNumber'), { values: { amount }, fieldCount: 2 })
  expect(messageOf(NO_VALUE)).toMatch(/formula whose result is not saved/)
  expect(messageOf('2026-03-04')).toMatch(/shows a date/)
  expect(messageOf('five')).toMatch(/Write digits/)
})

describe('shared texts', () => {
  const emptyTexts = [
    '<si/>',
    '<si></si>',
    '<si><t/></si>',
    '<si><t></t></si>',
    '<x:si/>',
    '<si><phoneticPr fontId="1"/></si>',
  ]
  const rowOfSharedTexts = (row: number, places: readonly number[]) =>
    `<row r="${row}">${places.map((place, i) => `<c r="${'AB'.charAt(i)}${row}" t="s"><v>${place}</v></c>`).join('')}</row>`

  test.each(emptyTexts)('an empty text written as %j is counted', async (empty) => {
    const texts = [card, '1.50', empty, otherCard, '2.50'].map((text) =>
      text === empty ? text : `<si><t>${text}</t></si>`,
    )
    const bytes = craftXlsx(
      sheetXml(rowOfSharedTexts(1, [0, 1]) + rowOfSharedTexts(2, [3, 4]) + rowOfSharedTexts(3, [0, 2])),
      {
        'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}" xmlns:x="${MAIN}">${texts.join('')}</sst>`,
      },
    )
    expect(rowsOf(await readFile('a.xlsx', bytes, { kind: 'devalue' }))).toMatchObject([
      { identifier: card, cents: 150 },
      { identifier: otherCard, cents: 250 },
      { identifier: card, amount: '' },
    ])
  })

  test('phonetic hints are skipped, and a text in several fonts is read', async () => {
    const texts = `<si><r><rPr><b/></rPr><t>${card.slice(0, 8)}</t></r><r><t xml:space="preserve">${card.slice(8)}</t></r><rPh sb="0" eb="1"><t>9</t></rPh></si><si><t>5</t></si>`
    const bytes = craftXlsx(sheetXml(rowOfSharedTexts(1, [0, 1])), {
      'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${texts}</sst>`,
    })
    expect(rowsOf(await readFile('a.xlsx', bytes))).toMatchObject([{ identifier: card, cents: 500 }])
  })

  test('a cell that points past the last text is not guessed', async () => {
    const bytes = craftXlsx(sheetXml(rowOfSharedTexts(1, [0, 7])), {
      'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}"><si><t>${card}</t></si></sst>`,
    })
    expect(refusalOf(await readFile('a.xlsx', bytes))).toBe('brokenWorkbook')
  })
})

test("an unescaped '>' in an attribute is part of its value", async () => {
  const sheet = sheetXml(
    `<row note="a>b" r="1"><c r="A1" t="inlineStr"><is><t note=">">${card}</t></is></c><c r="B1"><v note="/>">7</v></c></row>`,
  )
  const bytes = withParts(craftXlsx(sheet), {
    'workbook.xml': (xml) => xml.replace('name="Loads"', 'name="Loads > 5"').replace('r:id="rId1"', 'r:id="to>1"'),
    'workbook.xml.rels': (xml) => xml.replace('Id="rId1"', 'Id="to>1"'),
  })
  const result = await readFile('a.xlsx', bytes)
  expect(result).toMatchObject({ facts: { sheetName: 'Loads > 5' } })
  expect(rowsOf(result)).toMatchObject([{ identifier: card, cents: 700, findings: [] }])
})

describe('checksums', () => {
  test('a file with a flipped bit in any part that is read is refused', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => [cardNumber(i), `${i + 1}.50`])
    const whole = new Uint8Array(workbook(rows))
    const valid = rowsOf(await readFile('a.xlsx', whole))
    const codes = new Set<string>()
    for (let position = 40; position < whole.length; position += 97) {
      const bytes = whole.slice()
      bytes[position] = (bytes[position] ?? 0) ^ (1 << (position % 8))
      const result = await readFile('a.xlsx', bytes)
      // A bit in a part without data about rows leaves all rows unchanged.
      if (result.ok) expect(rowsOf(result)).toEqual(valid)
      else codes.add(result.refusal.code)
    }
    expect(codes).toContain('brokenWorkbook')
  })

  test('a flipped bit in an uncompressed part is refused even if the XML is valid', async () => {
    const bytes = withParts(workbook([[card, 1250]]), { 'sheet1.xml': (xml) => xml })
    const text = new TextDecoder('latin1').decode(bytes)
    const at = text.indexOf('<v>1250</v>') + 3
    expect(rowsOf(await readFile('a.xlsx', bytes))).toMatchObject([{ cents: 125_000 }])
    bytes[at] = '9'.charCodeAt(0)
    expect(refusalOf(await readFile('a.xlsx', bytes))).toBe('brokenWorkbook')
  })
})

describe('invisible characters', () => {
  test.each([
    ['an apostrophe', `'${card}`, "'12.50"],
    ['spaces without width', `\u200b${card.slice(0, 4)}\u200b${card.slice(4)}`, '\u200e12.50\u202c'],
    ['a byte order mark', `\ufeff${card}`, '12.50\ufeff'],
  ])('%s is removed from numbers', async (_, number, amount) => {
    const expected = [{ identifier: card, amount: '12.50', cents: 1250, findings: [] }]
    expect(rowsOf(await readFile('a.csv', `Card,Amount\n${number},${amount}\n`))).toMatchObject(expected)
    for (const [ending, bookType] of [
      ['xlsx', 'xlsx'],
      ['xls', 'biff8'],
    ] as const)
      expect(
        rowsOf(
          await readFile(
            `a.${ending}`,
            workbook(
              [
                ['Card', 'Amount'],
                [number, amount],
              ],
              { bookType },
            ),
          ),
        ),
      ).toMatchObject(expected)
  })

  test('are unchanged in a text that is not a number', async () => {
    expect(rowsOf(await readFile('a.csv', `${card},1\n'O\u200bBrien 123,2\n`))[1]?.identifier).toBe("'O\u200bBrien 123")
  })
})

describe('sheets and columns', () => {
  test('a sheet is hidden only by the two keywords for it', async () => {
    const state = (word: string) =>
      withParts(workbook([[card, 1]]), { 'workbook.xml': (xml) => xml.replace('<sheet ', `<sheet state="${word}" `) })
    expect(rowsOf(await readFile('a.xlsx', state('show')))).toHaveLength(1)
    expect(refusalOf(await readFile('a.xlsx', state('hidden')))).toBe('noVisibleSheet')
    expect(refusalOf(await readFile('a.xlsx', state('veryHidden')))).toBe('noVisibleSheet')
  })

  test('styled empty cells far to the right are ignored', async () => {
    const empty = ['C1', 'ZZ1', 'XFD1'].map((at) => `<c r="${at}" s="1"/><c r="${at}" s="1" t="n"/>`).join('')
    expect(rowsOf(await readFile('a.xlsx', withAmount(`<c r="B1"><v>5</v></c>${empty}`)))).toMatchObject([
      { fields: 2, cents: 500, findings: [] },
    ])
  })

  test('rows that are out of order are sorted, and a file with the same row number twice is refused', async () => {
    const row = (number: number, amount: number) =>
      `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${cardNumber(number)}</t></is></c><c r="B${number}"><v>${amount}</v></c></row>`
    const read = async (...rows: string[]) => readFile('a.xlsx', craftXlsx(sheetXml(rows.join(''))))
    expect(rowsOf(await read(row(3, 30), row(1, 10), row(2, 20)))).toMatchObject(
      [1, 2, 3].map((n) => ({ row: n, identifier: cardNumber(n), cents: n * 1000 })),
    )
    expect(refusalOf(await read(row(1, 10), row(2, 20), row(1, 30)))).toBe('brokenWorkbook')
  })
})
