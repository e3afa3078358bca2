// Texts, dates and amounts as the sheet shows them, with the finding and the fixed value of each: leading zeros, damage
// by a spreadsheet, hidden characters, dates in any form, amounts with more decimals than shown, formula errors.
import { describe, expect, test } from 'vitest'
import type { CellObject } from 'xlsx'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { checkRow, findingMessage, type RowType } from '#domain/rows/row-type.ts'
import { fieldsChangedByFix, isFixable } from '#domain/rows/value-findings.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber, workbook } from '#tests/support/files.ts'

const words = { headings: {}, currency: ['S$', 'SGD'] }
const loads = cardRows({ type: 'load', identifierType: 1, words })
const virtual = virtualRows({ today: '2026-11-26' as CalendarDate, words })
const card = cardNumber(1)

async function rowsOf(rowType: RowType, fileName: string, content: BlobPart) {
  const file = new Blob([content])
  const result = await readRows(rowType, { accepts: ['csv', 'xlsx', 'xls'], maxRows: 100, fileName, file })
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => {
    const row = rowAt(rowType, index)
    if (!row) throw new Error('no row')
    return row
  })
}

/** The findings of a row with these values, and its values after all fixes. */
function check(rowType: RowType, input: Readonly<Record<string, string>>, choice?: string) {
  const values = Object.fromEntries(rowType.fields.map(({ name }) => [name, input[name] ?? '']))
  const row = checkRow(rowType, { rowNumber: 1, values, fieldCount: rowType.activeFields.length })
  const codes = row.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  const fixed = { ...values }
  for (const code of codes)
    if (isFixable(code))
      for (const { field, after } of fieldsChangedByFix(rowType, fixed, code, choice)) fixed[field.name] = after
  const messages = row.findings.map((finding) => findingMessage(rowType, finding, row)).join(' ')
  return { codes, fixed, messages }
}
const checkLoad = (amount: string, identifier = card) => check(loads, { identifier, amount })
const checkOrder = (input: Readonly<Record<string, string>>, choice?: string) =>
  check(virtual, { customerReference: 'R-1', cardLabel: 'A', ...input }, choice)

describe('a date', () => {
  test.each([
    ['31/12/2028', '2028-12-31'],
    ['31. Dezember 2028', '2028-12-31'],
    ['So., 31. Dez. 2028', '2028-12-31'],
    ['31.12.2028 14:30 Uhr', '2028-12-31'],
    ['31 Disember 2028', '2028-12-31'],
    ['31 Ogos 2028', '2028-08-31'],
    ['2028年12月31日 上午 9:05', '2028-12-31'],
    ['２０２８年１２月３１日', '2028-12-31'],
    ['31-12月-28', '2028-12-31'],
    ['31 ديسمبر 2028', '2028-12-31'],
    ['٣١ ديسمبر ٢٠٢٨', '2028-12-31'],
    ['٣١/١٢/٢٠٢٨', '2028-12-31'],
    ['الأحد، 31 كانون الأول 2028', '2028-12-31'],
    ['31 اغسطس 2028', '2028-08-31'],
    ['2028-12-31 12:00:00 ص', '2028-12-31'],
    ['12/31/2028', '2028-12-31'],
    ['31.12.2028', '2028-12-31'],
    ['31-12-2028', '2028-12-31'],
    ['2028.12.31', '2028-12-31'],
    ['20281231', '2028-12-31'],
    ['31122028', '2028-12-31'],
    ['12/12/2028', '2028-12-12'],
    ['2028-12-31 00:00:00', '2028-12-31'],
    ['2028-12-31T00:00:00Z', '2028-12-31'],
    ['2028-12-31T00:00:00.000+08:00', '2028-12-31'],
    ['2028-12-31 23:59', '2028-12-31'],
    ['20281231000000', '2028-12-31'],
    ['31/12/2028 12:00:00 AM', '2028-12-31'],
    ['31 Dec 2028', '2028-12-31'],
    ['31-Dec-28', '2028-12-31'],
    ['Sunday, 31 December 2028', '2028-12-31'],
    ['31st December 2028', '2028-12-31'],
    ['31. Dezember 2028', '2028-12-31'],
    ['31 décembre 2028', '2028-12-31'],
    ['31 de diciembre de 2028', '2028-12-31'],
    ['31 de dezembro de 2028', '2028-12-31'],
    ['31 Disember 2028', '2028-12-31'],
    ['31 Desember 2028', '2028-12-31'],
    ['2028年12月31日', '2028-12-31'],
    ['２０２８－１２－３１', '2028-12-31'],
    ['31/12/2028\u200b', '2028-12-31'],
  ])('%s can be read in one way only', (text, date) => {
    const { codes, fixed } = checkOrder({ expiryDate: text })
    expect([codes, fixed['expiryDate']]).toEqual([['dateNotIso'], date])
  })

  test.each([
    ['01/06/2029', 'dmy', '2029-06-01'],
    ['01/06/2029', 'mdy', '2029-01-06'],
    ['01.06.2029', 'dmy', '2029-06-01'],
    ['31-12-28', 'dmy', '2028-12-31'],
    ['31-12-28', 'ymd', '2031-12-28'],
  ])('%s is asked about, and the order %s makes it %s', (text, choice, date) => {
    expect(checkOrder({ expiryDate: text })).toMatchObject({ codes: ['dateAmbiguous'], fixed: { expiryDate: text } })
    expect(checkOrder({ expiryDate: text }, choice).fixed['expiryDate']).toBe(date)
  })

  test.each(['12/28', 'Dec-28', '12/2028', '2028-12', 'Dez. 2028', '2028年12月'])(
    '%s is a month without a day',
    (text) => {
      expect(checkOrder({ expiryDate: text }, 'last')).toMatchObject({
        codes: ['dateMonth'],
        fixed: { expiryDate: '2028-12-31' },
      })
      expect(checkOrder({ expiryDate: text }, 'first').fixed['expiryDate']).toBe('2028-12-01')
    },
  )

  test.each(['31/02/2028', '2028-13-01', 'soon', '2028-12-31T16:00:00Z', '45/45/2028'])('%s has no fix', (text) =>
    expect(checkOrder({ expiryDate: text })).toMatchObject({
      codes: ['dateUnreadable'],
      fixed: { expiryDate: text },
    }),
  )

  test.each(['xlsx', 'biff8'] as const)(
    'in a column with dates and texts may have swapped parts, so the user chooses (%s)',
    async (bookType) => {
      const lines = ['2028-01-06', '31/12/2028', '2028-11-30'].map((date, n) => {
        const cell = date.includes('/') ? date : new Date(`${date}T00:00:00Z`)
        return [`R-${n}`, 'A', '91234567', cell, 10]
      })
      const labels = virtual.fields.slice(0, 5).map(({ label }) => label)
      const file = workbook([labels, ...lines], { bookType })
      const rows = await rowsOf(virtual, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', file)
      expect(rows.map(({ values, findings }) => [values['expiryDate'], findings.map(({ code }) => code)])).toEqual([
        ['2028-01-06 / 2028-06-01', ['dateSwapped']],
        ['31/12/2028', ['dateNotIso']],
        ['2028-11-30', []],
      ])
      const swapped = (choice: string) =>
        checkOrder({ expiryDate: '2028-01-06 / 2028-06-01' }, choice).fixed['expiryDate']
      expect([swapped('swapped'), swapped('shown')]).toEqual(['2028-06-01', '2028-01-06'])
    },
  )
})

describe('hidden and unusual characters', () => {
  test.each([
    ['REF-1\u200b', 'REF-1', 'a zero-width space'],
    ['RE\u00adF-1', 'REF-1', 'a soft hyphen'],
    ['\u202dREF-1\u202c', 'REF-1', 'a mark of the writing direction'],
    ['REF\u200d-1', 'REF-1', 'a zero-width joiner'],
    ['REF\u00a01', 'REF 1', 'a non-breaking or wide space'],
    ['REF\u30001', 'REF 1', 'a non-breaking or wide space'],
    ['ＲＥＦ-１', 'REF-1', 'full-width digits or letters'],
    ['REF-١٢', 'REF-12', 'digits of another script'],
    ['REF-१', 'REF-1', 'digits of another script'],
    ['O’Brien', "O'Brien", 'typographic quotation marks'],
    ['“Team”', '"Team"', 'typographic quotation marks'],
    ['Two\nlines', 'Two lines', 'a line break'],
    ['\ufeffREF', 'REF', 'a zero-width space'],
  ])('of %j are named and removed: %j', (text, plain, name) => {
    for (const field of ['customerReference', 'cardLabel', 'tagName']) {
      const { codes, fixed, messages } = checkOrder({ [field]: text, ...(field === 'tagName' && { tagValue: 'x' }) })
      expect([codes, fixed[field]]).toEqual([['textHiddenCharacters'], plain])
      expect(messages).toContain(name)
    }
  })

  test.each(['李娜', 'Zoë', 'नेहा', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'Blk 5; Lobby B', '東京（中央）'])(
    '%s has no finding',
    (text) => {
      expect(checkOrder({ cardLabel: text }).codes).toEqual([])
    },
  )

  test('a reference that differs only in such characters is a duplicate', async () => {
    const head = virtual.fields.map(({ label }) => label).join(',')
    const rows = await rowsOf(virtual, 'a.csv', `${head}\nREF-1,A,,,,,\nREF-1\u200b,B,,,,,\n`)
    expect(rows.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['copied'],
      ['textHiddenCharacters', 'copied'],
    ])
  })

  test('card numbers and amounts in full-width or other digits have a fix', () => {
    const fullWidthCard = card.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    expect(checkLoad('１０．００', fullWidthCard)).toMatchObject({
      codes: ['identifierOddCharacters', 'amountOddCharacters'],
      fixed: { identifier: card, amount: '10.00' },
    })
    expect(checkLoad('١٠').fixed['amount']).toBe('10.00')
    expect(checkLoad('10.00', `“${card}”`).fixed['identifier']).toBe(card)
  })
})

describe('an amount', () => {
  test.each([
    '-50',
    '−50',
    '–50',
    '50.00-',
    '(50.00)',
    '(S$50.00)',
    'S$ -50',
    '-S$50',
    '50 CR',
    '50.00CR',
    'CR 50',
    '50 DR',
    'minus 50',
    '－５０',
    '-1,250.00',
  ])('%s is negative', (text) => expect(checkLoad(text).codes).toEqual(['amountNegative']))

  test.each([
    '#REF!',
    '#N/A',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    '#BEZUG!',
    '#WERT!',
    '#NV',
    '#VALEUR!',
    '#¡REF!',
    '#VERW!',
    'Err:502',
    '########',
    'Loading...',
  ])('%s is named as an error of the spreadsheet, in every field', (text) => {
    expect(checkLoad(text).codes).toEqual(['cellError'])
    expect(checkLoad('1.00', text).codes).toEqual(['cellError'])
    expect(checkOrder({ cardLabel: text, expiryDate: text }).codes).toEqual(['cellError', 'cellError'])
    expect(checkLoad(text).messages).toContain(`The cell shows ${text}, which is an error of the spreadsheet.`)
  })

  test('texts like #03-11 are not errors', () => {
    for (const text of ['#03-11', '#1', 'No. #5']) expect(checkOrder({ cardLabel: text }).codes).toEqual([])
  })

  test.each(['xlsx', 'biff8'] as const)(
    'with more decimals than shown gets the value that the sheet shows (%s)',
    async (bookType) => {
      const exactValues = [100 / 3, 652.685, 1.005, 0.1 + 0.2, 1234.5649999, 544.81, 10.004]
      const file = workbook([['Card Number', 'Amount'], ...exactValues.map((value, n) => [cardNumber(n), value])], {
        bookType,
        change(sheet) {
          exactValues.forEach((_, n) => ((sheet[`B${n + 2}`] as CellObject).z = '#,##0.00'))
        },
      })
      const rows = await rowsOf(loads, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', file)
      const fixedAmounts = rows.map(({ values, findings }) => [
        findings.map(({ code }) => code).join(),
        checkLoad(values['amount'] ?? '').fixed['amount'],
      ])
      expect(fixedAmounts).toEqual([
        ['amountShown', '33.33'],
        ['amountShown', '652.69'],
        ['amountShown', '1.01'],
        ['', '0.30'],
        ['amountShown', '1234.56'],
        ['', '544.81'],
        ['amountShown', '10.00'],
      ])
    },
  )
})

describe('changes of texts by a spreadsheet', () => {
  test.each(['xlsx', 'biff8'] as const)(
    'leading zeros and signs from number formats are read (%s)',
    async (bookType) => {
      const cells: readonly (readonly [number, string, string])[] = [
        [18_956, '000000', '018956'],
        [742, '000000', '000742'],
        [742, '"REF-"0000', 'REF-0742'],
        [91_234_567, '0000 0000', '9123 4567'],
        [91_234_567, '0000-0000', '9123-4567'],
        [742, 'General', '742'],
        [742, '0', '742'],
        [1742, '#,##0', '1742'],
        [1_234_567, '0000', '1234567'],
      ]
      const file = workbook(
        [['Name', 'Surname', 'Customer Reference'], ...cells.map(([value]) => ['Ann', 'Lee', value])],
        {
          bookType,
          change(sheet) {
            cells.forEach(([, format], n) => ((sheet[`C${n + 2}`] as CellObject).z = format))
          },
        },
      )
      const rows = await rowsOf(physicalRows, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', file)
      expect(rows.map(({ values }) => values['customerReference'])).toEqual(cells.map(([, , shown]) => shown))
    },
  )

  test.each(['xlsx', 'biff8'] as const)(
    'a date cell that shows only month and year is asked about, and one that shows its day is not (%s)',
    async (bookType) => {
      const serial = (Date.UTC(2028, 11, 1) - Date.UTC(1899, 11, 30)) / 86_400_000
      const formats = ['mmm-yy', 'mmmm yyyy', 'dd-mmm-yy']
      const file = workbook(
        [['Card Label', 'Reference', 'Expiry Date'], ...formats.map((_, n) => ['A', `R${n}`, serial])],
        {
          bookType,
          change(sheet) {
            formats.forEach((format, n) => ((sheet[`C${n + 2}`] as CellObject).z = format))
          },
        },
      )
      const rows = await rowsOf(virtual, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls', file)
      expect(
        rows.map(({ values, findings }) => [values['expiryDate'], findings.map(({ code }) => code).join()]),
      ).toEqual([
        ['2028-12', 'dateMonth'],
        ['2028-12', 'dateMonth'],
        ['2028-12-01', ''],
      ])
    },
  )

  test.each(['1.23457E+15', '6.59123E+09', '4,51E+18', '1E+05'])('%s has lost digits', (text) => {
    const { codes, fixed, messages } = checkOrder({ customerReference: text, notificationNumber: text })
    expect(codes).toEqual(['textDamaged', 'textDamaged'])
    expect(fixed['customerReference']).toBe(text)
    expect(messages).toContain('its last digits are lost')
  })

  test.each(['219E0188', '1E5', '3-4', 'MAR1', '10:30', '1/2'])('%s is a valid reference', (text) => {
    expect(checkOrder({ customerReference: text }).codes).toEqual([])
  })

  test('a number cell of 16 digits in a text column has lost digits too', async () => {
    const file = workbook([
      ['Customer Reference', 'Card Label'],
      [1_234_567_890_123_456, 'A'],
    ])
    const [row] = await rowsOf(virtual, 'a.xlsx', file)
    expect(row?.findings.map(({ code }) => code)).toEqual(['textDamaged'])
  })
})
