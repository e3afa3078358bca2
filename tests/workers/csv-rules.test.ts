// The rules for lines and rows of a batch file, case by case, through the reader.
import { describe, expect, test } from 'vitest'
import { messageToText } from '#domain/messages/to-text.ts'
import { message } from '#domain/messages/message.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { leftOutToMessages } from '#flows/open-rows/file-properties.ts'
import { cardNumber, loadRows, readFile, rowsOf, trackingNumber } from '#tests/support/files.ts'

const card = cardNumber(1)
const otherCard = cardNumber(2)

// [what, line, identifier, target, amount, cents, findings]
const lines: [string, string, string, string, string, number, string[]][] = [
  ['two fields: a card number and an amount', `${card},10`, card, '', '10', 1000, []],
  ['decimals', `${card},10.5`, card, '', '10.5', 1050, []],
  ['groups of three in quotes are one amount', `${card},"1,250.00"`, card, '', '1,250.00', 125_000, []],
  ['an amount of 10 characters', `${card},1234567.89`, card, '', '1234567.89', 123_456_789, []],
  ['11 characters read as a target', `${card},12345678.90`, card, '12345678.90', '', 0, ['readsAsTarget']],
  ['two cards', `${card},${otherCard}`, card, otherCard, '', 0, ['readsAsTarget']],
  ['three fields: identifier, target, amount', `${card},${otherCard},5`, card, otherCard, '5', 500, ['thirdField']],
  ['three fields without a target', `${card},,12345678.90`, card, '', '12345678.90', 1_234_567_890, []],
  ['one field longer than 10 characters', card, card, '', '', 0, ['amountMissing']],
  ['four fields', `${card},,5,x`, card, '', '5', 500, ['fieldCount']],
  ['empty fields at the end do not count', `${card},5,,,`, card, '', '5', 500, []],
  ['space around fields', `  ${card} ,  5 `, card, '', '5', 500, []],
  ['quoted fields', `"${card}","5"`, card, '', '5', 500, []],
  ['digits kept by a formula', `="${card}",5`, card, '', '5', 500, []],
  ['no identifier', ',5', '', '', '5', 500, ['identifierMissing']],
  ['E notation', '4.11111E+15,5', '4.11111E+15', '', '5', 500, ['identifierDamaged']],
  ['groups as on the card', '9000 0100 0000 0018,5', '9000 0100 0000 0018', '', '5', 500, []],
  [
    'groups with a wrong check digit',
    '9000 0100 0000 0017,5',
    '9000 0100 0000 0017',
    '',
    '5',
    500,
    ['identifierCheckDigit'],
  ],
  ['spaces between digits', '90000100 00000017,5', '90000100 00000017', '', '5', 500, ['identifierSpaced']],
  ['groups with dashes', '9000-0100-0000-0018,5', '9000-0100-0000-0018', '', '5', 500, []],
  ['dashes between digits', '900001-0000000017,5', '900001-0000000017', '', '5', 500, ['identifierSpaced']],
  ['letters', `x${card},5`, `x${card}`, '', '5', 500, ['identifierNotDigits']],
  ['too short', `${card.slice(1)},5`, card.slice(1), '', '5', 500, ['identifierLength']],
  ['too long', `${card}1,5`, `${card}1`, '', '5', 500, ['identifierLength']],
  ['wrong check digit', '9000010000000001,5', '9000010000000001', '', '5', 500, ['identifierCheckDigit']],
  ['no amount', `${card},`, card, '', '', 0, ['amountMissing']],
  ['currency sign', `${card},S$5`, card, '', 'S$5', 0, ['amountNotNumber']],
  ['letters as amount', `${card},five`, card, '', 'five', 0, ['amountNotNumber']],
  ['exponent', `${card},1e3`, card, '', '1e3', 0, ['amountNotNumber']],
  ['a third decimal', `${card},1.005`, card, '', '1.005', 0, ['amountDecimals']],
  ['a third decimal of zero may be a group', `${card},1.250`, card, '', '1.250', 0, ['amountDecimals']],
  ['negative', `${card},-5`, card, '', '-5', 0, ['amountNegative']],
  ['zero', `${card},0.00`, card, '', '0.00', 0, ['amountZero']],
  ['too large', `${card},,100000000.00`, card, '', '100000000.00', 0, ['amountTooLarge']],
  ['two faults', 'abcdefghijk,x', 'abcdefghijk', '', 'x', 0, ['identifierNotDigits', 'amountNotNumber']],
]

describe('one line', () => {
  test.each(lines)('%s', async (_, line, identifier, to, amount, cents, findings) => {
    // A valid first row, so that the line is not taken for the header.
    const [, row] = rowsOf(await readFile('loads.csv', `${cardNumber(99)},1\n${line}\n`))
    expect(row).toMatchObject({ row: 2, identifier, to, amount, cents, findings })
  })

  test('a tracking number of 15 digits needs no check digit', async () => {
    const rows = rowsOf(await readFile('a.csv', `${trackingNumber(5)},5\n${card},5\n`, { identifierType: 2 }))
    expect(rows.map((row) => row.findings)).toEqual([[], ['identifierLength']])
  })
})

describe('lines that are not rows', () => {
  test('blank lines are skipped but counted in row numbers', async () => {
    const result = await readFile('a.csv', `Card Number,Amount\n\n${card},1\n  \n,,,\n${otherCard},2\n\n\n`)
    expect(rowsOf(result).map((row) => row.row)).toEqual([3, 6])
    expect(result).toMatchObject({ facts: { header: ['Card Number', 'Amount'], ignoredLines: 0 } })
  })

  test('a line with a single field of at most 10 characters is skipped and counted', async () => {
    const result = await readFile('a.csv', `${card},1\n1234567890\n12345678901\n`)
    expect(rowsOf(result).map((row) => row.identifier)).toEqual([card, '12345678901'])
    expect(result).toMatchObject({ facts: { header: undefined, ignoredLines: 1 } })
  })

  test.each([['Identifier'], ['Card Number'], ['PAN;Amount'], ['Kartennummer, Betrag']])(
    '%s is a header',
    async (header) => {
      const separator = header.includes(';') ? ';' : ','
      const result = await readFile('a.csv', `\n${header}\n${card}${separator}1\n`)
      expect(rowsOf(result)).toMatchObject([{ row: 3, identifier: card }])
      expect(result).toMatchObject({ facts: { header: header.split(separator).map((field) => field.trim()) } })
    },
  )

  test('only the first line can be a header', async () => {
    const rows = rowsOf(await readFile('a.csv', `${card},1\nCard Number,Amount\n`))
    expect(rows[1]?.findings).toEqual(['identifierNotDigits', 'amountNotNumber'])
  })

  test('a quoted line break belongs to its field, and the record counts as one row', async () => {
    const rows = rowsOf(await readFile('a.csv', `"Card\nNumber",Amount\r\n"${card}","1\n"\r\n${otherCard},2`))
    expect(rows).toMatchObject([
      { row: 2, identifier: card, cents: 100 },
      { row: 3, identifier: otherCard },
    ])
  })
})

describe('duplicates', () => {
  test('all duplicates are marked, with any separators between digits', async () => {
    const spaced = card.replace(/(.{4})(?=.)/g, '$1 ')
    const rows = rowsOf(await readFile('a.csv', `${card},1\n${otherCard},1\n${spaced},1\n${card},2\n`))
    expect(rows.map((row) => row.findings)).toEqual([['duplicate'], [], ['duplicate'], ['duplicate']])
  })

  test('rounded numbers are not duplicates of each other, and are reported with the column and their number', async () => {
    const result = await readFile('a.csv', `PAN,Amount\n4.11111E+15,1\n4.11111E+15,2\n${card},3\n`)
    expect(rowsOf(result).map((row) => row.findings)).toEqual([['identifierDamaged'], ['identifierDamaged'], []])
    expect(result).toMatchObject({ facts: { columnDamage: [{ column: 'PAN', count: 2 }] } })
  })
})

describe('a result file that is uploaded again', () => {
  const head = 'Card Number,Amount,Verdict,Reason\r\n'

  test('skips and reports done rows, keeps the row numbers of the rest and checks them', async () => {
    const failed = `${otherCard},2.00,Failed,Not loaded: the card is stopped.\r\n`
    const result = await readFile('mine-results.csv', `${head}${card},1.00,Done,\r\n${failed}${card},5.00,,\r\n`)
    expect(rowsOf(result)).toMatchObject([
      { row: 3, identifier: otherCard, cents: 200, fields: 2, findings: [] },
      { row: 4, identifier: card, cents: 500, fields: 2, findings: [] },
    ])
    expect(result.ok && leftOutToMessages(loadRows, result.facts)).toContainEqual(message('doneRowsLeftOut', 1))
  })

  test('is refused if no row is left, with a hint that nothing is left to do', async () => {
    const result = await readFile('mine-results.csv', `${head}${card},1.00,Done,\r\n${otherCard},2.00, done ,\r\n`)
    const refusal = result.ok ? undefined : result.refusal
    expect(messageToText(refusal?.message)).toBe('Invalid file content')
    expect(messageToText(refusal?.hint)).toContain('nothing is left to do in any of the 2 rows')
  })

  test('contains no verdict if the word is in another column or the header is missing', async () => {
    const rows = rowsOf(await readFile('a.csv', `Card Number,Amount,Note\r\n${card},,5,Done\r\n`))
    expect(rows).toMatchObject([{ row: 2, identifier: card, findings: ['amountMissing'] }])
  })
})

describe('card numbers that a spreadsheet has shortened', () => {
  /** Eleven digits that are a valid card number with leading zeros. */
  const numberWithLostZeros = (n: number) =>
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
      .map((digit) => `4${String(n).padStart(9, '0')}${digit}`)
      .find((number) => hasValidCheckDigit(number)) ?? ''

  test('are reported with the column, the count and the damage', async () => {
    const rows = [1, 2, 3].map((n) => `${numberWithLostZeros(n)},5`)
    const result = await readFile('a.csv', ['Card Number,Amount', ...rows, `${card},5`].join('\n'))
    expect(result.ok && result.facts.columnDamage).toMatchObject([
      { column: 'Card Number', count: 3, damage: 'zerosLost' },
    ])
    expect(rowsOf(result)[0]?.findings).toEqual(['identifierLength'])
  })

  test('are not restored if most short numbers fail the check digit', async () => {
    const result = await readFile('a.csv', ['123456789012,5', '123456789013,5', '123456789014,5'].join('\n'))
    expect(result.ok && result.facts.columnDamage).toEqual([])
  })
})

test('an activation treats a short field as a mistyped card and drops nothing', async () => {
  const result = await readFile('a.csv', `Card Number\n${card}\n7000000012\n`, { kind: 'activate', maxRows: 250 })
  expect(rowsOf(result).map(({ identifier, findings }) => [identifier, findings])).toEqual([
    [card, []],
    ['7000000012', ['identifierLength']],
  ])
  expect(result.ok && result.facts.ignoredLines).toBe(0)
})
