// Reading workbooks: cells with numbers, dates and texts, hidden sheets and rows, and invalid workbooks.
import { describe, expect, test } from 'vitest'
import type * as XLSX from 'xlsx'
import { strToU8, zipSync } from 'fflate'
import { craftXlsx, sheetXml } from '#tests/support/craft-xlsx.ts'
import { encryptedXls, encryptedXlsx } from '#tests/support/compound-files.ts'
import { withParts } from '#tests/support/rewrite-xlsx.ts'
import { cardNumber, readFile, refusalOf, rowsOf, trackingNumber, workbook } from '#tests/support/files.ts'

const card = cardNumber(1)
const otherCard = cardNumber(2)
const formats = [
  ['xlsx', 'xlsx'],
  ['xls', 'biff8'],
] as const

describe.each(formats)('%s', (ending, bookType) => {
  const read = (rows: Parameters<typeof workbook>[0], options: Parameters<typeof workbook>[1] = {}) =>
    readFile(`loads.${ending}`, workbook(rows, { bookType, ...options }))

  test('texts and numbers are read, a header and blank rows are skipped', async () => {
    const result = await read([['Card Number', 'Amount'], [card, 10], [], [null, null], [otherCard, '20.50']])
    expect(rowsOf(result)).toMatchObject([
      { row: 2, identifier: card, amount: '10.00', cents: 1000, findings: [] },
      { row: 5, identifier: otherCard, amount: '20.50', cents: 2050, findings: [] },
    ])
    expect(result).toMatchObject({
      facts: {
        format: ending,
        sheetName: 'Loads',
        unreadSheetCount: 0,
        hiddenRows: [],
        header: ['Card Number', 'Amount'],
      },
    })
  })

  test.each([
    [0.1 + 0.2, '0.30', 30, []],
    [1234.5, '1234.50', 123_450, []],
    [12_345_678.9, '12345678.9', 1_234_567_890, []],
    [1.005, '1.01 (1.005)', 0, ['amountShown']],
    [100 / 3, '33.33 (33.3333333333)', 0, ['amountShown']],
    [1e-7, '0.00 (0.0000001)', 0, ['amountShown']],
    [-5, '-5.00', 0, ['amountNegative']],
    [0, '0.00', 0, ['amountZero']],
    [true, 'TRUE', 0, ['amountNotNumber']],
    [new Date(Date.UTC(2026, 2, 4)), '2026-03-04', 0, ['amountNotNumber']],
  ])('the amount cell %s is read as %s', async (value, amount, cents, findings) => {
    const [row] = rowsOf(await read([[card, value]]))
    expect(row).toMatchObject({ amount, cents, findings })
  })

  test('a numeric cell of 16 digits is reported as rounded, and a cell of 15 digits is not', async () => {
    const result = await readFile(
      `loads.${ending}`,
      workbook(
        [
          ['PAN', 'Amount'],
          [9_000_010_000_000_017, 5],
        ],
        { bookType },
      ),
    )
    expect(rowsOf(result)).toMatchObject([{ identifier: '9.000010000000017E+15', findings: ['identifierDamaged'] }])
    expect(result).toMatchObject({ facts: { columnDamage: [{ column: 'PAN', count: 1 }] } })
    const tracking = workbook([[Number(trackingNumber(7)), 5]], { bookType })
    expect(rowsOf(await readFile(`a.${ending}`, tracking, { identifierType: 2 }))).toMatchObject([
      { identifier: trackingNumber(7), findings: [] },
    ])
  })

  test('rows with the verdict Done are skipped when a result file is uploaded again', async () => {
    const header = ['Card Number', 'Amount', 'Verdict', 'Reason']
    const result = await read([
      header,
      [card, '1.00', 'Done', ''],
      [otherCard, '2.00', 'Failed', 'The card is stopped.'],
    ])
    expect(rowsOf(result)).toMatchObject([{ row: 3, identifier: otherCard, cents: 200, fields: 2 }])
    expect(result).toMatchObject({ facts: { doneRows: 1 } })
  })

  test('an error cell is read as text', async () => {
    const change = (sheet: XLSX.WorkSheet) => {
      sheet['B1'] = { t: 'e', v: 0x2a, w: '#N/A' }
    }
    expect(rowsOf(await read([[card, 1]], { change }))).toMatchObject([{ amount: '#N/A', findings: ['cellError'] }])
  })

  test('a formula is read by its stored value', async () => {
    const change = (sheet: XLSX.WorkSheet) => {
      sheet['B1'] = { t: 'n', v: 12.5, f: 'SUM(C1:C9)' }
    }
    expect(rowsOf(await read([[card, 1]], { change }))).toMatchObject([{ cents: 1250 }])
  })

  test('reads and names the first visible sheet, and reads and reports hidden rows', async () => {
    const result = await read(
      [
        [card, 1],
        [otherCard, 2],
      ],
      { hiddenBefore: 2, name: 'July & August', hiddenRows: [2] },
    )
    expect(rowsOf(result)).toHaveLength(2)
    expect(result).toMatchObject({ facts: { sheetName: 'July & August', unreadSheetCount: 2 } })
    // SheetJS writes no hidden rows to xls.
    expect(result).toMatchObject({ facts: { hiddenRows: ending === 'xlsx' ? [2] : [] } })
  })

  test('5,000 rows are read and 5,001 are not', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => [cardNumber(i), i + 1])
    expect(rowsOf(await read([['Card Number', 'Amount'], ...rows(5000)]))).toHaveLength(5000)
    expect(refusalOf(await read(rows(5001)))).toBe('tooManyRows')
  })

  test('a workbook without rows is refused', async () => {
    expect(refusalOf(await read([['Card Number', 'Amount']]))).toBe('noRows')
    expect(refusalOf(await read([[]]))).toBe('noRows')
  })

  test('a truncated workbook is refused', async () => {
    const whole = new Uint8Array(workbook([[card, 1]], { bookType }))
    expect(refusalOf(await readFile(`a.${ending}`, whole.slice(0, whole.length / 2)))).toBe('brokenWorkbook')
  })
})

describe('files that are not a valid workbook', () => {
  test.each([
    ['an encrypted xlsx', 'a.xlsx', encryptedXlsx(), 'encrypted'],
    ['an encrypted xlsx named xls', 'a.xls', encryptedXlsx(), 'encrypted'],
    ['an encrypted xls', 'a.xls', encryptedXls(), 'encrypted'],
    ['an xls named xlsx', 'a.xlsx', workbook([[card, 1]], { bookType: 'biff8' }), 'contentDiffersFromName'],
    ['an xlsx named xls', 'a.xls', workbook([[card, 1]]), 'contentDiffersFromName'],
    ['an xlsx named csv', 'a.csv', workbook([[card, 1]]), 'contentDiffersFromName'],
    ['an xls named csv', 'a.csv', workbook([[card, 1]], { bookType: 'biff8' }), 'contentDiffersFromName'],
    ['an ods named xlsx', 'a.xlsx', workbook([[card, 1]], { bookType: 'ods' }), 'contentDiffersFromName'],
    ['an xlsb named xlsx', 'a.xlsx', workbook([[card, 1]], { bookType: 'xlsb' }), 'contentDiffersFromName'],
    ['csv named xlsx', 'a.xlsx', `${card},1\n`, 'contentDiffersFromName'],
    ['html named xls', 'a.xls', '<html><table><tr><td>1</td></tr></table></html>', 'contentDiffersFromName'],
    ['XML of 2003 named xls', 'a.xls', '<?xml version="1.0"?><Workbook/>', 'contentDiffersFromName'],
    ['another zip', 'a.xlsx', zipSync({ 'hello.txt': strToU8('hello') }), 'contentDiffersFromName'],
    ['a zip that is only a magic number', 'a.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4), 'brokenWorkbook'],
    ['an xlsm', 'a.xlsm', workbook([[card, 1]]), 'wrongType'],
  ])('%s is refused', async (_, name, content, code) => {
    expect(refusalOf(await readFile(name, content))).toBe(code)
  })

  test('refuses macros in an xlsx', async () => {
    const bytes = withParts(workbook([[card, 1]]), {}, { 'xl/vbaProject.bin': strToU8('macro') })
    expect(refusalOf(await readFile('a.xlsx', bytes))).toBe('macros')
  })

  test('stops inflating a zip bomb', async () => {
    const row = '<row><c t="inlineStr"><is><t></t></is></c></row>'
    const bytes = craftXlsx(sheetXml(row.repeat(1_200_000)))
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(refusalOf(await readFile('a.xlsx', bytes))).toBe('tooLarge')
  })
})
