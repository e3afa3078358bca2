// Small files made to keep a reader busy or to fill its memory (threats T29): each is answered within moments.
import { expect, test } from 'vitest'
import { HEAD, MAIN, cellsOf, craft, sheetOf } from '#tests/support/craft-xlsx.ts'
import { cardNumber, readFile, refusalOf, rowsOf } from '#tests/support/files.ts'

const card = cardNumber(1)
/** Of the processor: the machine may have other work. */
const MAX_CPU_MS = 5_000

async function readQuickly(bytes: Uint8Array<ArrayBuffer>) {
  const started = process.cpuUsage()
  const result = await readFile('a.xlsx', bytes)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS)
  return result
}

// A comment is something unusual, for which everything is read once more in another way.
const COMMENT = '<!-- by hand -->'
const far = 2_000_000_000

test.each([
  ['columns', `<cols><col min="1" max="${far}" width="9"/></cols>`, ''],
  ['columns with a prefix', `<x:cols><x:col min='1' max='${far}' hidden='1'/></x:cols>`, ''],
  ['links', '', '<hyperlinks><hyperlink ref="A1:XFD1048576" location="B2"/></hyperlinks>'],
  [
    'merged cells and a claimed size',
    '<dimension ref="A1:XFD1048576"/>',
    '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
  ],
])('%s that span everything cost nothing, and hidden rows are counted', async (_, before, after) => {
  const rows = `<row r="1">${cellsOf(1)}</row><row r="2" hidden="1">${cellsOf(2)}</row>`
  const result = await readQuickly(craft(sheetOf(rows, COMMENT + before, after)))
  expect(rowsOf(result)).toMatchObject([{ identifier: card, cents: 700 }, { row: 2 }])
  expect(result).toMatchObject({ facts: { hiddenRows: 1 } })
})

test.each([
  ['as usual', '', cellsOf(far)],
  ['with a comment', COMMENT, cellsOf(far)],
  ['without cells', COMMENT, ''],
])('a row beyond the last of a sheet is refused, %s', async (_, before, inside) => {
  const rows = `<row r="1">${cellsOf(1)}</row><row r="${far}" hidden="1">${inside}</row>`
  expect(refusalOf(await readQuickly(craft(sheetOf(rows, before))))).toBe('tooLarge')
})

test('a cell beyond the last column is refused', async () => {
  const sheet = sheetOf(`<row r="1">${cellsOf(1)}<c r="ZZZZZZ1"><v>1</v></c></row>`, COMMENT)
  expect(refusalOf(await readQuickly(craft(sheet)))).toBe('tooLarge')
})

/** Bytes, more than a workbook can have once it is inflated. */
const MANY = 40_000_000
const strings = (inside: string) => ({ 'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${inside}</sst>` })
const pointing = sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>')
test.each([
  ['a row that never ends', () => craft(sheetOf(`<row r="1">${' '.repeat(MANY)}`))],
  ['a row whose cells never end', () => craft(sheetOf(`<row r="1">${'<c>'.repeat(MANY / 4)}`))],
  ['a tag that never ends', () => craft(sheetOf(`<row ${' '.repeat(MANY)}`))],
  [
    'one cell of forty million characters',
    () => craft(sheetOf(`<row><c t="str"><v>${'x'.repeat(MANY)}</v></c></row>`)),
  ],
  ['one string of forty million characters', () => craft(pointing, strings(`<si><t>${'x'.repeat(MANY)}</t></si>`))],
])(
  '%s is refused as too large',
  async (_, make) => {
    expect(refusalOf(await readQuickly(make()))).toBe('tooLarge')
  },
  30_000,
)

test('spaces before the data are passed over', async () => {
  const result = await readQuickly(craft(sheetOf(`<row r="1">${cellsOf(1)}</row>`, ' '.repeat(MANY / 2))))
  expect(rowsOf(result)).toMatchObject([{ identifier: card }])
})

test.each(['<rPh ', '<t ', '<t', '<t>'])('a string full of %s is refused', async (piece) => {
  const bytes = craft(pointing, strings(`<si><t>${card}</t>${piece.repeat(400_000)}</si>`))
  expect(refusalOf(await readQuickly(bytes))).toMatch(/brokenWorkbook|tooLarge/)
})

test('rows and cells without what they need are not looked for in the rows after them', async () => {
  const rows = Array.from({ length: 400_000 }, () => '<row></row>').join('')
  expect(refusalOf(await readQuickly(craft(sheetOf(rows))))).toBe('noRows')
  const wide = `<row>${'<c r="A1"></c>'.repeat(70_000)}</row>`
  expect(refusalOf(await readQuickly(craft(sheetOf(wide))))).toBe('noRows')
})

test.each([
  ['two values', '<row r="1"><c r="A1"><v>7</v><v>8</v></c></row>'],
  ['an element within a value', '<row r="1"><c r="A1"><v>7<x/>5</v></c></row>'],
  ['a number that is none', '<row r="1"><c r="A1"><v>1,250</v></c></row>'],
  ['an entity of its own', '<row r="1"><c r="A1" t="str"><v>&seven;</v></c></row>'],
  ['tags that cross', '<row r="1"><c r="A1"><v>7</c></v></row>'],
])('a cell with %s is not guessed at', async (_, rows) => {
  expect(refusalOf(await readQuickly(craft(sheetOf(rows))))).toBe('brokenWorkbook')
})

test('a document type, which could declare entities, is refused', async () => {
  const sheet = sheetOf(`<row r="1">${cellsOf(1)}</row>`).replace(HEAD, `${HEAD}<!DOCTYPE worksheet>`)
  expect(refusalOf(await readQuickly(craft(sheet)))).toBe('brokenWorkbook')
})
