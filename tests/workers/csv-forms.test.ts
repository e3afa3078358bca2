// The same rows in different text formats: encodings, line endings, delimiters, decimal commas. Also refused formats.
import { describe, expect, test } from 'vitest'
import { physicalRows } from '#tests/support/row-types.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber, loadRows, loadRules, loadsCsv, readFile, refusalOf, rowsOf } from '#tests/support/files.ts'

const card = cardNumber(1)
const otherCard = cardNumber(2)
const plainFile = `Card Number,Amount\n${card},10\n${otherCard},20.50\n`
const cents = [1000, 2050]

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2 + 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, littleEndian)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2 + 2, text.charCodeAt(i), littleEndian)
  return bytes
}
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('encodings', () => {
  test.each([
    ['UTF-8', plainFile, 'utf-8'],
    ['UTF-8 with its mark', `\ufeff${plainFile}`, 'utf-8'],
    ['UTF-16, low byte first', utf16(plainFile, true), 'utf-16le'],
    ['UTF-16, high byte first', utf16(plainFile, false), 'utf-16be'],
    ['windows-1252', latin1(plainFile.replace('Card Number', 'Num\u00e9ro de carte')), 'windows-1252'],
  ])('%s is recognised', async (_, content, encoding) => {
    const result = await readFile('a.csv', content)
    expect(rowsOf(result).map((row) => row.cents)).toEqual(cents)
    expect(result).toMatchObject({ facts: { encoding, delimiter: ',' } })
    expect(JSON.stringify(result)).not.toContain('\ufffd')
  })

  test('UTF-16 without a byte order mark leads to a question, and control characters are refused', async () => {
    expect(refusalOf(await readFile('a.csv', utf16(plainFile, true).slice(2)))).toBe('encodingNeeded')
    expect(refusalOf(await readFile('a.csv', latin1(`${plainFile}\u0081`)))).toBe('unreadableText')
  })
})

describe('line ends and delimiters', () => {
  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
  ])('%s ends a line', async (_, end) => {
    expect(rowsOf(await readFile('a.csv', plainFile.replaceAll('\n', end))).map((row) => row.row)).toEqual([2, 3])
  })

  test.each([
    [';', ';'],
    ['TAB', '\t'],
  ])('%s is the delimiter, with a decimal comma in the amounts', async (_, delimiter) => {
    const text = `Card Number${delimiter}Amount\n${card}${delimiter}10\n${otherCard}${delimiter}20,50\n`
    const result = await readFile('a.csv', text)
    expect(rowsOf(result)).toMatchObject([{ cents: 1000 }, { cents: 2050, amount: '20.50' }])
    expect(result).toMatchObject({ facts: { delimiter } })
  })

  test.each([
    ['1.250,50', 125_050, []],
    ['1,250.50', 125_050, []],
    ['1,250,000', 125_000_000, []],
    ['1,250', 0, ['amountDecimals']],
    ['1.250', 0, ['amountDecimals']],
    ['-1,5', 0, ['amountNegative']],
    ['1,5,5', 0, ['amountNotNumber']],
  ])('reads the amount %s in a file with semicolons', async (amount, expected, findings) => {
    expect(rowsOf(await readFile('a.csv', `${card};${amount}\n`))).toMatchObject([{ cents: expected, findings }])
  })

  test.each([
    ['sep=;\n', ''],
    ['\ufeffSEP=;\r\n', ''],
    ['sep=;\n', 'Card Number;Amount\n'],
  ])('the line sep=; sets the delimiter and has no row number (%j, %j)', async (preset, head) => {
    const [row] = rowsOf(await readFile('a.csv', `${preset}${head}${card};1,5\n`))
    expect(row).toMatchObject({ row: head === '' ? 1 : 2, cents: 150 })
  })

  test('an unclosed quotation mark below sep=; is an error of its row, numbered as a spreadsheet shows it', async () => {
    const rows = rowsOf(await readFile('a.csv', `sep=;\n${card};1\n"${otherCard};1\n${cardNumber(3)};2\n`))
    expect(rows).toMatchObject([
      { row: 1, findings: [] },
      { row: 2, findings: ['undivided'], identifier: `"${otherCard};1` },
      { row: 3, findings: [], cents: 200 },
    ])
  })

  test('a comma in a rounded number does not change the delimiter from semicolon to comma', async () => {
    const rows = rowsOf(await readFile('a.csv', `4,11111E+15;5\n${card};5\n`))
    expect(rows.map((row) => row.findings)).toEqual([['identifierDamaged'], []])
  })

  test('a row with another delimiter is an error in this row, and later rows are read', async () => {
    const rows = rowsOf(await readFile('a.csv', `${card},1\n${otherCard};1\n${cardNumber(3)},1\n`))
    expect(rows.map(({ row, findings }) => [row, findings])).toEqual([
      [1, []],
      [2, ['undivided']],
      [3, []],
    ])
  })

  test('a quotation mark that never closes is an error of its row', async () => {
    const rows = rowsOf(await readFile('a.csv', `${card},1\n"${otherCard},1\n${cardNumber(3)},1\n`))
    expect(rows.map(({ findings }) => findings)).toEqual([[], ['undivided'], []])
  })
})

describe('separators are detected from the whole file', () => {
  const thirdCard = cardNumber(3)
  test.each<[string, string]>([
    ['spaces before quotes', `"Card Number", "Amount"\n"${card}", "10.00"\n"${otherCard}", "1,020.00"\n`],
    ['spaces after quotes', `"Card Number" ,"Amount"\n"${card}" , "10.00" \n"${otherCard}" ,"1,020.00"`],
    ['lines quoted as a whole', `"Card Number,Amount"\n"${card},10.00"\n"${otherCard},""1,020.00"""\n`],
    [
      'lines quoted as a whole, with empty columns',
      `"Card Number;Amount",,\n"${card};10,00",,\n"${otherCard};1.020,00",,\n`,
    ],
    ['bars', `Card Number|Amount\n${card}|10.00\n${otherCard}|1,020.00\n`],
    ['bars with decimal commas and no headings', `${card}|10,00\n${otherCard}|1020,00\n`],
    ['sep=|', `sep=|\nCard Number|Amount\n${card}|10.00\n${otherCard}|1020\n`],
    ['a quoted sep=', `"sep=;"\n${card};10,00\n${otherCard};1020\n`],
    ['a comma in a title above semicolons', `Loads, November\nCard Number;Amount\n${card};10\n${otherCard};1020\n`],
    ['a semicolon in a title above commas', `Loads; November\nCard Number,Amount\n${card},10\n${otherCard},1020\n`],
    ['a semicolon in a quoted heading', `Card Number,"Amount; S$"\n${card},10\n${otherCard},1020\n`],
    ['a last line with a tab alone', `Card Number,Amount\n${card},10.00\n${otherCard},1020.00\n\t\n`],
    ['a last line with semicolons alone', `Card Number,Amount\n${card},10.00\n${otherCard},1020.00\n;;\n`],
    ['tabs with commas in amounts', `Card Number\tAmount\n${card}\t10.00\n${otherCard}\t"1,020.00"\n`],
    ['semicolons with decimal commas in each line', `${card};10,00\n${otherCard};1020,00\n`],
  ])('%s', async (_, text) => {
    const rows = rowsOf(await readFile('a.csv', text))
    expect(rows.map(({ identifier, cents: sum }) => [identifier, sum])).toEqual([
      [card, 1000],
      [otherCard, 102_000],
    ])
    expect(rows.flatMap(({ findings }) => findings)).toEqual([])
  })

  test('a semicolon in one address of a comma file is part of the address', async () => {
    const head = physicalRows.fields.map(({ label }) => label).join(',')
    const line = (place: string) => `Wei,Tan,REF-1,10.00,5,Reception,91234567,${place},#04-12,049315`
    const text = [head, line('1 Harbour Road'), line('Blk 5; Lobby B'), line('88 Market Street')].join('\n')
    const result = await readRows(physicalRows, { ...loadRules, fileName: 'a.csv', file: new Blob([text]) })
    if (!result.ok) throw new Error(result.refusal.code)
    const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
    expect([0, 1, 2].map((row) => rowAt(physicalRows, row)?.values.address1)).toEqual([
      '1 Harbour Road',
      'Blk 5; Lobby B',
      '88 Market Street',
    ])
  })

  test('a quoted field can have line ends, separators and quotes', async () => {
    const rows = rowsOf(await readFile('a.csv', `"${card}","5"\n"Tan ""Joe"", ""Sr;""\nMing","5"\n${thirdCard},"6"\n`))
    expect(rows.map(({ identifier }) => identifier)).toEqual([card, 'Tan "Joe", "Sr;"\nMing', thirdCard])
  })

  test('many unclosed quotation marks are errors only in their own rows', async () => {
    const broken = Array.from({ length: 200 }, (_item, n) => `"${cardNumber(n + 10)},1`)
    const rows = rowsOf(
      await readFile('a.csv', [`${card},1`, `${otherCard},1`, ...broken, `${thirdCard},2`].join('\n')),
    )
    expect(rows.map(({ findings }) => findings)).toEqual([[], [], ...broken.map(() => ['undivided']), []])
  })
})

describe('files that are refused', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  test.each([
    ['another ending', 'loads.txt', plainFile, 'wrongType'],
    ['no ending', 'loads', plainFile, 'wrongType'],
    ['an empty file', 'loads.csv', '', 'empty'],
    ['blank lines only', 'loads.csv', '\n\n  \n,,\n', 'noRows'],
    ['a header alone', 'loads.csv', 'Card Number,Amount\n', 'noRows'],
    ['short words only', 'loads.csv', 'hello\nworld\n', 'noRows'],
    ['a zip named csv', 'loads.csv', bytes(0x50, 0x4b, 3, 4, 20, 0, 0, 0), 'contentDiffersFromName'],
    ['a program named csv', 'loads.csv', bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), 'contentDiffersFromName'],
    ['a PDF named csv', 'loads.csv', '%PDF-1.7', 'contentDiffersFromName'],
    [
      'a web page named csv',
      'loads.csv',
      '<!DOCTYPE html><table><tr><td>1</td></tr></table>',
      'contentDiffersFromName',
    ],
  ])('%s', async (_, name, content, code) => {
    expect(refusalOf(await readFile(name, content))).toBe(code)
  })

  test('a file without usable rows is refused with the specified message first', async () => {
    expect(await readFile('a.csv', 'x\n')).toMatchObject({ refusal: { message: { code: 'fileInvalid' } } })
  })

  test('a file that can no longer be read', async () => {
    const missingFile = Object.assign(new Blob([plainFile]), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    })
    const result = await readRows(loadRows, { ...loadRules, fileName: 'a.csv', file: missingFile })
    expect(result).toMatchObject({ refusal: { code: 'failed', message: { code: 'fileFailed' } } })
  })
})

test('the case of the file extension is ignored', async () => {
  expect(rowsOf(await readFile('LOADS.CSV', plainFile))).toHaveLength(2)
})

describe('the row limit', () => {
  test('5,000 rows are read and 5,001 are not', async () => {
    expect(rowsOf(await readFile('a.csv', loadsCsv(5000)))).toHaveLength(5000)
    const result = await readFile('a.csv', loadsCsv(5001))
    expect(result).toMatchObject({
      refusal: { message: { code: 'tooManyRows', params: [5000] } },
    })
  })

  test('only the beginning of a file with far too many rows is read', async () => {
    const wholeFile = new Blob([`"${card}",1\n`.repeat(100_000)])
    const watchedFile = Object.assign(wholeFile, {
      arrayBuffer: () => Promise.reject(new Error('the whole file was read')),
    })
    const result = await readRows(loadRows, { ...loadRules, fileName: 'a.csv', file: watchedFile })
    expect(refusalOf(result)).toBe('tooManyRows')
  })

  test('the whole of a large file with few rows is read', async () => {
    const largeText = `${'x'.repeat(300)}\n`.repeat(10) + `${card},1\n` + ',\n'.repeat(400_000)
    expect(rowsOf(await readFile('a.csv', largeText)).filter((row) => row.identifier === card)).toHaveLength(1)
  })
})
