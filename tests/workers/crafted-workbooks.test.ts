// Small files that are made to mislead a reader or to keep it busy: each must be read or refused quickly.
import { expect, test } from 'vitest'
import { DECLARATION, MAIN, sampleCells, craftXlsx, craftXlsxInRoot, sheetXml } from '#tests/support/craft-xlsx.ts'
import { cardNumber, readFile, refusalOf, rowsOf } from '#tests/support/files.ts'

const card = cardNumber(1)
const hugeNumber = 2_000_000_000
const read = (...args: Parameters<typeof craftXlsx>) => readFile('a.xlsx', craftXlsx(...args))

test.each([
  ['columns', `<cols><col min="1" max="${hugeNumber}" width="9"/></cols>`, ''],
  ['columns with a prefix', `<x:cols><x:col min='1' max='${hugeNumber}' hidden='1'/></x:cols>`, ''],
  ['links', '', '<hyperlinks><hyperlink ref="A1:XFD1048576" location="B2"/></hyperlinks>'],
  [
    'merged cells and a claimed size',
    '<dimension ref="A1:XFD1048576"/>',
    '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
  ],
])('%s that span the whole sheet cost no time, and hidden rows are counted', async (_, before, after) => {
  const rows = `<row r="1">${sampleCells(1)}</row><row r="2" hidden="1">${sampleCells(2)}</row>`
  const result = await read(sheetXml(rows, before, after))
  expect(rowsOf(result)).toMatchObject([{ identifier: card, cents: 700 }, { row: 2 }])
  expect(result).toMatchObject({ facts: { hiddenRows: [2] } })
})

const strings = (inside: string) => ({ 'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${inside}</sst>` })
const cell = (inside: string) => sheetXml(`<row r="1">${inside}</row>`)

test.each([
  [
    'a row beyond the last one',
    sheetXml(`<row r="${hugeNumber}" hidden="1">${sampleCells(hugeNumber)}</row>`),
    'tooLarge',
  ],
  ['an empty row beyond the last one', sheetXml(`<row r="${hugeNumber}"/>`), 'tooLarge'],
  ['a cell beyond the last column', cell('<c r="ZZZZZZ1"><v>1</v></c>'), 'tooLarge'],
  ['elements within elements', cell('<c>'.repeat(1_000_000)), 'tooLarge'],
  ['two values in a cell', cell('<c r="A1"><v>7</v><v>8</v></c>'), 'brokenWorkbook'],
  ['an element within a value', cell('<c r="A1"><v>7<x/>5</v></c>'), 'brokenWorkbook'],
  ['an invalid number', cell('<c r="A1"><v>1,250</v></c>'), 'brokenWorkbook'],
  ['a custom entity', cell('<c r="A1" t="str"><v>&seven;</v></c>'), 'brokenWorkbook'],
  [
    'a document type',
    cell(sampleCells(1)).replace(DECLARATION, `${DECLARATION}<!DOCTYPE worksheet>`),
    'brokenWorkbook',
  ],
  ['tags that cross', cell('<c r="A1"><v>7</c></v>'), 'brokenWorkbook'],
  ['no rows at all', `${DECLARATION}<worksheet xmlns="${MAIN}"/>`, 'brokenWorkbook'],
])('refuses a workbook with %s', async (_, sheet, code) => {
  expect(refusalOf(await read(sheet))).toBe(code)
})

test.each([
  ['an element within a text', `<si><t>${card}<x/></t></si>`, 'brokenWorkbook'],
  ['texts that are not closed', `<si><t>${card}</t>${'<t '.repeat(300_000)}</si>`, 'brokenWorkbook'],
  ['texts within texts', `<si>${'<r>'.repeat(300_000)}</si>`, 'tooLarge'],
])('refuses shared texts with %s', async (_, texts, code) => {
  expect(refusalOf(await read(cell('<c r="A1" t="s"><v>0</v></c>'), strings(texts)))).toBe(code)
})

test('reads workbooks that spreadsheet programs open: a text with its value beside it, and all parts in the root folder', async () => {
  const both = cell(`<c r="A1" t="inlineStr"><v>9</v><is><t>${card}</t></is></c><c r="B1"><v>7</v></c>`)
  expect(rowsOf(await read(both))).toMatchObject([{ identifier: card, cents: 700 }])
  expect(rowsOf(await readFile('a.xlsx', craftXlsxInRoot(cell(sampleCells(1)))))).toMatchObject([
    { identifier: card, cents: 700 },
  ])
})
