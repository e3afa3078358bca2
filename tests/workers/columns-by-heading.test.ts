// Files with columns in another order than the template, for orders, batches and rows of ten fields. Columns are read by
// clear headings. Otherwise the user is asked, and a guess is only proposed.
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { refusedFindings, hasError } from '#domain/rows/findings.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { ReadResult } from '#workers/sheets-api.ts'
import { cardRows } from '#domain/batch/card-rows.ts'
import { cardNumber, loadRows, workbook } from '#tests/support/files.ts'
import { physicalRows, tenFields } from '#tests/support/row-types.ts'

const virtualKind = virtualRows({ today: '2026-11-22' as CalendarDate })
const labelsOf = (rowType: RowType) => rowType.fields.map(({ label }) => label)
const labels = labelsOf(physicalRows)
const ann = ['Ann', 'Lee', 'R-1', '12.5', '2', 'Ann Lee', '+65 9123', '1 Bay Road', '#03-01', '049315']
const bo = ['Bo', 'Ng', 'R-2', '', '', '', '', '', '', '']

/** The cells of a line in another order: the n-th cell comes from the n-th given position. */
const reorder = (positions: readonly number[], line: readonly string[]) =>
  positions.map((position) => line[position] ?? '')
const quote = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
const csv = (lines: readonly (readonly string[])[], delimiter = ',') =>
  lines.map((line) => line.map((cell) => quote(cell, delimiter)).join(delimiter)).join('\r\n')

const read = (rowType: RowType, fileName: string, content: BlobPart, columns?: MappedColumns): Promise<ReadResult> =>
  readRows(rowType, {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: 5000,
    fileName,
    file: new Blob([content]),
    ...(columns && { columns }),
  })
function rowsOf(rowType: RowType, result: ReadResult) {
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => {
    const row = rowAt(rowType, index)
    if (!row) throw new Error(`no row ${index}`)
    return row
  })
}
const valuesOf = (rowType: RowType, result: ReadResult) =>
  rowsOf(rowType, result).map(({ values }) => Object.values(values))
const columnsOf = (result: ReadResult) => (result.ok ? result.facts.columns : undefined)
const columnsToChoose = (result: ReadResult) => (result.ok ? undefined : result.refusal.columns)

/** The same table in each file format. */
const forms = [
  ['csv', (lines: string[][]) => csv(lines)],
  ['csv with semicolons', (lines: string[][]) => csv(lines, ';')],
  ['csv with a byte order mark', (lines: string[][]) => `\ufeff${csv(lines)}`],
  ['csv in windows-1252', (lines: string[][]) => new Uint8Array(Buffer.from(csv(lines), 'latin1'))],
  ['xlsx of ours', ([header = [], ...rows]: string[][]) => writeXlsx({ name: 'Cards', header, rows })],
  ['xlsx of another writer', (lines: string[][]) => workbook(lines)],
  ['xls', (lines: string[][]) => workbook(lines, { bookType: 'biff8' })],
] as const
const fileName = (form: string) => `a.${form.split(' ')[0] ?? ''}`

describe.each(forms)('as %s', (form, write) => {
  test('columns in the usual order are read by position, without a message', async () => {
    const result = await read(physicalRows, fileName(form), write([labels, ann, bo]))
    expect(valuesOf(physicalRows, result)).toEqual([ann, bo])
    expect(columnsOf(result)).toBeUndefined()
  })

  test('swapped columns are read by their headings, with a message', async () => {
    const positions = [1, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    const lines = [labels, ann, bo].map((line) => reorder(positions, line))
    const result = await read(physicalRows, fileName(form), write(lines))
    expect(valuesOf(physicalRows, result)).toEqual([ann, bo])
    expect(columnsOf(result)).toMatchObject({ by: 'headings', headings: lines[0], map: [1, 0, 9, 8, 7, 6, 5, 4, 3, 2] })
    expect(result.ok && result.facts.header).toEqual(lines[0])
    expect(rowsOf(physicalRows, result).map(({ rowNumber }) => rowNumber)).toEqual([2, 3])
  })

  test('extra columns are skipped, and are not extra fields of a row', async () => {
    const lines = [
      ['Region', ...labels, 'Cost centre'],
      ['Süd', ...ann, 'C1'],
      ['', ...bo, 'C2'],
    ]
    const result = await read(physicalRows, fileName(form), write(lines))
    expect(valuesOf(physicalRows, result)).toEqual([ann, bo])
    expect(rowsOf(physicalRows, result).filter(({ findings }) => hasError(findings))).toEqual([])
  })

  test('an address with quotes, commas and line breaks is one value, also in swapped columns', async () => {
    const oddLine = reorder([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ann).with(7, 'Block 12, "Bay"\nLevel 3').with(8, 'a;b, c')
    const result = await read(
      physicalRows,
      fileName(form),
      write([labels, oddLine].map((line) => reorder([7, 8, 0, 1, 2, 3, 4, 5, 6, 9], line))),
    )
    expect(valuesOf(physicalRows, result)).toEqual([oddLine])
  })

  test('a missing required column leads to a question with headings, samples and a guess', async () => {
    const lines = [labels, ann, bo].map((line) => line.filter((_, position) => position !== 1))
    const result = await read(physicalRows, fileName(form), write(lines))
    expect(result).toMatchObject({ ok: false, refusal: { code: 'columnsNeeded' } })
    const refusal = columnsToChoose(result)
    expect(refusal?.headings).toEqual(lines[0])
    expect(refusal?.map).toEqual([0, -1, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(refusal?.samples[0]).toEqual(['Ann', 'Bo'])
  })
})

describe.each(forms)('a first line with the values of a row, as %s,', (form, write) => {
  test('is a row with errors in a batch', async () => {
    const lines = [
      ['Tan Wei Ming', '250.00'],
      [cardNumber(1), '1.00'],
      [cardNumber(2), '2.00'],
    ]
    const result = await read(loadRows, fileName(form), write(lines))
    const rows = rowsOf(loadRows, result)
    expect(rows.map(({ rowNumber, values, cents }) => [rowNumber, values['identifier'], cents[0]])).toEqual([
      [1, 'Tan Wei Ming', 25_000],
      [2, cardNumber(1), 100],
      [3, cardNumber(2), 200],
    ])
    expect(rows[0]?.findings.map(({ code }) => code)).toEqual(['identifierNotDigits'])
    expect(result).toMatchObject({ facts: { header: undefined } })
  })

  test('is a row of an order', async () => {
    const first = ['Name', ...bo.slice(1)].with(3, '12.5')
    const result = await read(physicalRows, fileName(form), write([first, ann]))
    expect(rowsOf(physicalRows, result).map(({ values }) => values['name'])).toEqual(['Name', 'Ann'])
  })
})

describe.each(forms)('a file for an activation, as %s,', (form, write) => {
  const rowType = cardRows({ type: 'activate', identifierType: 1 })
  const cards = [1, 2, 3, 4, 5, 6, 7].map(cardNumber)
  const codesOf = (result: ReadResult) =>
    rowsOf(rowType, result).map(({ findings }) => findings.map(({ code }) => code))
  const asFile = async (lines: string[][], columns?: MappedColumns) =>
    read(rowType, fileName(form), write(lines), columns)
  const [cardA = '', cardB = '', cardC = '', cardD = ''] = cards

  test('with two cards in a line has an error in the row', async () => {
    expect(
      codesOf(
        await asFile([
          ['Card Number', ''],
          [cardA, cardB],
          [cardC, ''],
        ]),
      ),
    ).toEqual([['fieldCount'], []])
  })

  test.each([
    ['amounts', cards.map((card) => [card, '25.00']), 0],
    [
      'two cards in each line',
      [
        [cardA, cardB],
        [cardC, cardD],
      ],
      -1,
    ],
  ])('with %s and no headings is asked about', async (_, lines, cell) => {
    expect(columnsToChoose(await asFile(lines))).toMatchObject({ map: [cell, -1, -1], hasHeadings: false, width: 2 })
  })

  test.each(['Amount', 'Name', 'Whatever'])('leads to a question if its headings also name %s', async (heading) => {
    const lines = [['Card Number', heading], ...cards.map((card) => [card, '25.00'])]
    const columns = columnsToChoose(await asFile(lines))
    expect(columns).toMatchObject({ headings: ['Card Number', heading], map: [0, -1, -1], hasHeadings: true })
    const chosenColumns = await asFile(lines, { map: [0, -1, -1], width: 2, hasHeadings: true })
    expect(codesOf(chosenColumns)).toEqual(cards.map(() => []))
    expect(columnsOf(chosenColumns)).toMatchObject({ by: 'choice', headings: ['Card Number', heading] })
  })

  test('leads to a question if the card is in another column', async () => {
    const columns = columnsToChoose(
      await asFile([
        ['Name', 'Card Number'],
        ['Ann', cardA],
      ]),
    )
    expect(columns).toMatchObject({ map: [1, -1, -1] })
  })

  test('is read if a heading has an empty column, and a later value in that column is an error in its row', async () => {
    const lines = cards.map((card, index) => [card, index === 6 ? 'x' : ''])
    const result = await asFile([['Card Number', 'Note'], ...lines])
    expect(codesOf(result)).toEqual(cards.map((_, index) => (index === 6 ? ['fieldCount'] : [])))
  })

  test('loses no row if its first line is a row', async () => {
    const lines = [
      ['Ann', cardA],
      ['Bo', cardB],
    ]
    const result = await asFile(lines, { map: [1, -1, -1], width: 2, hasHeadings: false })
    expect(rowsOf(rowType, result).map(({ values }) => values['identifier'])).toEqual([cardA, cardB])
  })
})

test('other common column names are recognised', async () => {
  const lines = [
    [
      'FIRST NAME',
      'last_name',
      'Ref.',
      'Amount (S$)',
      'Fee',
      'Deliver to',
      'Mobile',
      'Address line 1',
      'Address line 2',
      'Zip code',
    ],
    ann,
  ]
  const result = await read(physicalRows, 'a.csv', csv(lines))
  expect(valuesOf(physicalRows, result)).toEqual([ann])
  expect(columnsOf(result)).toBeUndefined()
})

test('two columns with headings of the same field lead to the choice of columns', async () => {
  for (const second of ['Surname', 'Last name']) {
    const result = await read(
      physicalRows,
      'a.csv',
      csv([
        [...labels, second],
        [...ann, 'Lim'],
      ]),
    )
    expect(columnsToChoose(result)).toMatchObject({
      headings: [...labels, second],
      map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    })
  }
})

test('two equal headings that match no field are skipped', async () => {
  const result = await read(
    physicalRows,
    'a.csv',
    csv([
      ['Note', ...labels, 'Note'],
      ['x', ...ann, 'y'],
    ]),
  )
  expect(valuesOf(physicalRows, result)).toEqual([ann])
})

test('a blank heading in the position of a field leads to a question', async () => {
  const result = await read(physicalRows, 'a.csv', csv([labels.with(2, ''), ann]))
  expect(columnsToChoose(result)?.map).toEqual([0, 1, -1, 3, 4, 5, 6, 7, 8, 9])
  expect(columnsToChoose(result)?.samples[2]).toEqual(['R-1'])
})

test('a last column without a heading is included in a question about columns', async () => {
  const result = await read(
    physicalRows,
    'a.csv',
    csv([
      ['Name', 'Ref'],
      ['Ann', 'R-1', 'Lee'],
      ['Bo', 'R-2', 'Ng'],
    ]),
  )
  expect(columnsToChoose(result)).toMatchObject({ headings: ['Name', 'Ref', ''], width: 3 })
  expect(columnsToChoose(result)?.samples[2]).toEqual(['Lee', 'Ng'])
})

test('a missing optional column leads to no question if all headings are known', async () => {
  const lines = [labels, ann].map((line) => line.filter((_, position) => position !== 4))
  const result = await read(physicalRows, 'a.csv', csv(lines))
  expect(valuesOf(physicalRows, result)).toEqual([ann.with(4, '')])
  expect(columnsOf(result)).toMatchObject({ by: 'headings', map: [0, 1, 2, 3, -1, 4, 5, 6, 7, 8] })
})

describe('without known headings', () => {
  test('a file is read by position', async () => {
    const result = await read(physicalRows, 'a.csv', csv([ann, bo]))
    expect(valuesOf(physicalRows, result)).toEqual([ann, bo])
    expect(columnsOf(result)).toBeUndefined()
  })

  test('unknown headings lead to the choice of columns, and are not ordered as a card', async () => {
    const header = ['Vorname', 'Nachname', 'Kunde', 'Betrag', 'Gebühr', 'Empfänger', 'Telefon']
    const result = await read(
      physicalRows,
      'a.csv',
      csv([header, ann.slice(0, 7), ['Bo', 'Ng', 'R-2', '3', '1', 'Bo', '8']]),
    )
    expect(columnsToChoose(result)).toMatchObject({ headings: header, hasHeadings: true })
    expect(columnsToChoose(result)?.samples[3]).toEqual(['12.5', '3'])
  })

  test('a first line with the values of a row is read as a row', async () => {
    const lines = [['Cy', 'Tan', 'R-0', 'none', 'nil'], ann.slice(0, 5), bo.with(3, '4').with(4, '5')]
    const refusal = columnsToChoose(await read(physicalRows, 'a.csv', csv(lines)))
    expect(refusal?.hasHeadings).toBe(true)
    const map = physicalRows.fields.map((_, position) => (position < 5 ? position : -1))
    const result = await read(physicalRows, 'a.csv', csv(lines), { map, width: 5, hasHeadings: false })
    expect(rowsOf(physicalRows, result).map(({ values }) => values.name)).toEqual(['Cy', 'Ann', 'Bo'])
  })
})

describe('chosen columns', () => {
  const lines = [
    ['Who', 'Family', 'Money'],
    ['Ann', 'Lee', '12.50'],
    ['Bo', 'Ng', '3', 'more'],
  ]
  const map = physicalRows.fields.map((_, position) => [0, 1, -1, 2][position] ?? -1)
  const chosenColumns = { map, width: 3, hasHeadings: true }

  test('are used as chosen, and can be shown again', async () => {
    const result = await read(physicalRows, 'a.csv', csv(lines), chosenColumns)
    expect(rowsOf(physicalRows, result).map(({ values, cents }) => [values.name, values.surname, cents[0]])).toEqual([
      ['Ann', 'Lee', 1250],
      ['Bo', 'Ng', 300],
    ])
    expect(columnsOf(result)).toMatchObject({
      ...chosenColumns,
      by: 'choice',
      headings: lines[0],
      samples: [
        ['Ann', 'Bo'],
        ['Lee', 'Ng'],
        ['12.50', '3'],
      ],
    })
  })

  test('still report a line with more cells than columns as an error in its row', async () => {
    const rows = rowsOf(physicalRows, await read(physicalRows, 'a.csv', csv(lines), chosenColumns))
    expect(rows.map(({ findings }) => refusedFindings(findings).map(({ code }) => code))).toEqual([[], ['fieldCount']])
  })
})

describe('the rows of batches', () => {
  const [cardA, cardB] = [cardNumber(1), cardNumber(2)]
  const loads = [
    { identifier: cardA, identifierTo: '', amount: '12.50' },
    { identifier: cardB, identifierTo: '', amount: '3.00' },
  ]
  const valuesOfLoads = (result: ReadResult) => rowsOf(loadRows, result).map(({ values }) => values)

  test.each(forms)('are read by their headings as %s, with other columns in between', async (form, write) => {
    const lines = [
      ['No', 'Name', 'Card Number', 'Amount'],
      ['1', 'Ann', cardA, '12.50'],
      ['2', 'Bo', cardB, '3.00'],
    ]
    for (const positions of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 1, 3],
      [3, 2],
    ]) {
      const result = await read(loadRows, fileName(form), write(lines.map((line) => reorder(positions, line))))
      expect(valuesOfLoads(result)).toEqual(loads)
      expect(rowsOf(loadRows, result).flatMap(({ findings }) => findings)).toEqual([])
      expect(columnsOf(result)?.by).toBe('headings')
    }
  })

  test.each([
    ['the template', ['Card Number', 'Amount'], [cardA, '12.50']],
    ['three columns as specified', ['Card Number', 'To Card Number', 'Amount'], [cardA, '', '12.50']],
    ['the headings of earlier templates', ['Card Number', 'Target Card Number', 'Amount'], [cardA, '', '12.50']],
    ['unknown words', ['Kartennummer', 'Betrag'], [cardA, '12.50']],
    ['a card alone', ['Card Number'], [cardA]],
  ])('are read in the specified order from %s, without a message', async (_, header, line) => {
    const result = await read(loadRows, 'a.csv', csv([header, line]))
    expect(rowsOf(loadRows, result)[0]?.values.identifier).toBe(cardA)
    expect(columnsOf(result)).toBeUndefined()
  })

  test.each([
    ['no amount', ['Name', 'Card Number'], ['Ann', cardA], [1, -1, -1]],
    ['two cards', ['Card Number', 'Card No', 'Amount'], [cardA, cardB, '1'], [0, -1, 2]],
    ['unknown words in the specified order', ['№ карты', 'сумма'], [cardA, '5'], [0, -1, -1]],
    ['unknown words in another order', ['сумма', '№ карты'], ['5', cardA], [1, -1, -1]],
    ['an unknown word in the place of the amount', ['Card Number', 'Staff ID'], [cardA, '10234'], [0, -1, -1]],
    ['many columns with unknown words', ['Nr', 'Wer', 'Karte', 'Geld'], ['1', 'Ann', cardA, '5'], [2, -1, -1]],
  ])('lead to a question in a file with %s', async (_, header, line, map) => {
    const refusal = columnsToChoose(await read(loadRows, 'a.csv', csv([header, line])))
    expect(refusal).toMatchObject({ headings: header, hasHeadings: true, map: map.slice(0, 3) })
  })

  test('are read in the columns that the user chose', async () => {
    const result = await read(
      loadRows,
      'a.csv',
      csv([
        ['Betrag', 'Karte'],
        ['12.50', cardA],
        ['3.00', cardB],
      ]),
      { map: [1, -1, 0], width: 2, hasHeadings: true },
    )
    expect(valuesOfLoads(result)).toEqual(loads)
  })

  test("are read by the client's own headings, and from a first column without a heading", async () => {
    const words = { headings: { identifier: ['卡号'], amount: ['金额'] }, currency: [] }
    const rowType = cardRows({ type: 'load', identifierType: 1, words })
    const result = await read(
      rowType,
      'a.csv',
      csv([
        ['#', '姓名', '金额', '卡号'],
        ['1', '安', '12.50', cardA],
        ['2', '博', '3.00', cardB],
      ]),
    )
    expect(rowsOf(rowType, result).map(({ values }) => values)).toEqual(loads)
  })

  test('are read for transfers too, in either order of the two cards', async () => {
    const rowType = cardRows({ type: 'transfer', identifierType: 1 })
    const result = await read(
      rowType,
      'a.csv',
      csv([
        ['To card', 'Amount', 'From card'],
        [cardB, '5.00', cardA],
      ]),
    )
    expect(rowsOf(rowType, result)[0]?.values).toEqual({ identifier: cardA, identifierTo: cardB, amount: '5.00' })
  })
})

describe('a number is read by the rules of its field, wherever its column is', () => {
  const positions = [2, 3, 0, 1, 4, 5, 6, 7, 8, 9]
  test.each(['xlsx', 'biff8'] as const)('in %s: digits in texts, decimals in amounts', async (bookType) => {
    const cells = reorder(positions, ann.with(2, '117').with(3, '12.5').with(9, '49315')).map((cell) =>
      /^[0-9.]+$/.test(cell) ? Number(cell) : cell,
    )
    const result = await read(
      physicalRows,
      `a.${bookType === 'xlsx' ? 'xlsx' : 'xls'}`,
      workbook([reorder(positions, labels), cells], { bookType }),
    )
    expect(rowsOf(physicalRows, result)[0]?.values).toMatchObject({
      customerReference: '117',
      loadAmount: '12.50',
      postalCode: '49315',
    })
  })

  test('with decimal commas in amounts alone', async () => {
    const line = reorder(positions, ann.with(2, '12,5').with(3, '1.250,50'))
    const result = await read(physicalRows, 'a.csv', csv([reorder(positions, labels), line], ';'))
    expect(rowsOf(physicalRows, result)[0]?.values).toMatchObject({ customerReference: '12,5', loadAmount: '1250.50' })
  })
})

test.each([
  ['virtual', virtualKind, ['R-1', 'Team', '+65 9', '2027-01-31', '5', 'team|trip', 'north|Perth']],
  [
    'ten',
    tenFields,
    ['Ann', 'Lee', 'R-1', '12.50', '2', '9000010000000017', '2027-01-31', '1 Bay Road', 'a|b', '049315'],
  ],
] as const)('columns of rows of type %s are also found by their headings', async (_, rowType: RowType, line) => {
  const reversed = rowType.fields.map((_field, position) => rowType.fields.length - 1 - position)
  const result = await read(rowType, 'a.csv', csv([reorder(reversed, labelsOf(rowType)), reorder(reversed, line)]))
  expect(valuesOf(rowType, result)).toEqual([[...line]])
})

test('done rows of a result file with verdicts are skipped, in any order of columns', async () => {
  const lines = [
    ['Surname', 'Name', 'Verdict', 'Reason'],
    ['Lee', 'Ann', 'Done', ''],
    ['Ng', 'Bo', 'Failed', 'closed'],
  ]
  const result = await read(physicalRows, 'a.csv', csv(lines))
  expect(rowsOf(physicalRows, result).map(({ values }) => [values.name, values.surname])).toEqual([['Bo', 'Ng']])
  expect(result.ok && result.facts.doneRows).toBe(1)
})

test.each(['csv', 'xlsx'] as const)(
  '5,001 rows in swapped columns are too many, 5,000 are not (%s)',
  async (ending) => {
    const header = ['Surname', 'Name', 'Address']
    const rows = Array.from({ length: 5001 }, (_, n) => ['Lee', `Ann ${n}`, 'Block 12, "Bay", Level 3, Harbour Street'])
    const file = (count: number) =>
      ending === 'csv'
        ? csv([header, ...rows.slice(0, count)])
        : writeXlsx({ name: 'a', header, rows: rows.slice(0, count) })
    expect(await read(physicalRows, `a.${ending}`, file(5001))).toMatchObject({
      refusal: { code: 'tooManyRows' },
    })
    const result = await read(physicalRows, `a.${ending}`, file(5000))
    expect(result.ok && result.packedRows.count).toBe(5000)
    expect(rowsOf(physicalRows, result)[4999]?.values).toMatchObject({ name: 'Ann 4999', surname: 'Lee' })
  },
)

test('a field after Verdict and Reason is an extra field', async () => {
  const head = 'Card Number,Amount,Verdict,Reason\r\n'
  const result = await read(loadRows, 'a.csv', `${head}${cardNumber(1)},1.00,,\r\n${cardNumber(2)},2.00,,,9.00\r\n`)
  expect(rowsOf(loadRows, result).map(({ findings }) => findings.map(({ code }) => code))).toEqual([[], ['thirdField']])
})

test('headings without rows are not rows, in any order', async () => {
  const result = await read(physicalRows, 'a.csv', csv([labels.toReversed()]))
  expect(result).toMatchObject({ ok: false, refusal: { code: 'noRows' } })
})

describe.each(forms)('as %s, lines above the headings', (form, write) => {
  const headings = ['Card Number', 'Amount']
  const rows = [
    [cardNumber(1), '20.00'],
    [cardNumber(2), '30.00'],
  ]
  const rowType = cardRows({ type: 'load', identifierType: 1 })

  test('are skipped and reported', async () => {
    const result = await read(
      rowType,
      fileName(form),
      write([['Loads of March 2026', ''], ['For the team'], [], headings, ...rows]),
    )
    expect(valuesOf(rowType, result).map(([card, , amount]) => [card, amount])).toEqual(rows)
    expect(result.ok && result.facts).toMatchObject({ titleLines: 2, ignoredLines: 0, header: headings })
    expect(rowsOf(rowType, result).map(({ rowNumber }) => rowNumber)).toEqual([5, 6])
  })

  test('are skipped if the columns are in another order', async () => {
    const swapped = [['2026 bonus', ''], headings, ...rows].map((line) => line.toReversed())
    const result = await read(rowType, fileName(form), write(swapped))
    expect(valuesOf(rowType, result).map(([card, , amount]) => [card, amount])).toEqual(rows)
    expect(columnsOf(result)).toMatchObject({ by: 'headings' })
    expect(result.ok && result.facts.titleLines).toBe(1)
  })

  test('are rows with errors if no headings follow', async () => {
    const result = await read(rowType, fileName(form), write([['2026 bonus', ''], ...rows]))
    expect(valuesOf(rowType, result).map(([card]) => card)).toEqual([rows[0]?.[0], rows[1]?.[0]])
    expect(result.ok && result.facts).toMatchObject({ titleLines: 0, ignoredLines: 1 })
  })
})
