// Extra columns of a file: read from every type of file, stored with the rows and in a draft, written to the own file,
// found by a search, and never sent.
import { describe, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { idsToElements } from '#rows/card-elements.ts'
import { createRowEdits } from '#rows/edits.ts'
import { idsToOrders } from '#rows/order-elements.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import { rowsLeftOut } from '#rows/copy-rows.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { chunksToRows, rowsToChunk, toExtraColumns } from '#rows/stored.ts'
import { rowsToView } from '#rows/view.ts'
import { writeCsvForUpload } from '#sheets/write-csv.ts'
import { cardNumber, loadRules, readFile } from '#tests/support/files.ts'
import { readRows } from '#workers/batch-file/read.ts'

const rowType: AnyRowType = toRowType(loadRules.rules)
const [firstCard, secondCard, thirdCard] = [cardNumber(1), cardNumber(2), cardNumber(3)]
const FILE = [
  'Staff No,Card Number,Name,CVV,Amount,Empty,Team',
  `000742,${firstCard},"Tan, Wei Ling",123,5.00,,`,
  `3-4,${secondCard},Arjun Nair,456,abc,,Sales`,
  `E7,${thirdCard},,789,7.00,,`,
].join('\n')

async function open(content: string | ArrayBuffer, name = 'loads.csv'): Promise<AnyRows> {
  const read = await readFile(name, content)
  if (!read.ok) throw new Error(read.refusal.code)
  return createRows<string, AnyRowType>(read.packedRows, rowType)
}
/** Opens a file of three columns of which the user has chosen the second as the card and the third as the amount. */
async function openMapped(content: string, hasHeadings: boolean): Promise<AnyRows> {
  const map = rowType.fields.map(({ name }) => ({ identifier: 1, amount: 2 })[name] ?? -1)
  const read = await readRows(rowType, {
    accepts: ['csv'],
    maxRows: 10,
    fileName: 'loads.csv',
    file: new Blob([content]),
    columns: { map, width: 3, hasHeadings },
  })
  if (!read.ok) throw new Error(read.refusal.code)
  return createRows<string, AnyRowType>(read.packedRows, rowType)
}

const cellsOf = (rows: AnyRows) => Array.from({ length: rows.count }, (_, id) => rows.extraCells(id))
const readChunks = (chunks: readonly unknown[], extraColumns?: readonly string[]) =>
  chunksToRows(rowType, chunks, { contentVersion: 1, yieldToEvents: () => Promise.resolve(), extraColumns })
const ownFile = (rows: AnyRows) =>
  rowsToOwnFile(
    rows,
    ({ findings }) => findings.map(({ code }) => code).join(),
    () => true,
  )

describe('the extra columns of a file', () => {
  const headings = ['Staff No', 'Name', 'Team']
  const cells = [
    ['000742', 'Tan, Wei Ling', ''],
    ['3-4', 'Arjun Nair', 'Sales'],
    ['E7', '', ''],
  ]

  test('are those that no field uses, except empty columns and secrets', async () => {
    const rows = await open(FILE)
    expect(rows.extraColumns).toEqual(headings)
    expect(cellsOf(rows)).toEqual(cells)
  })

  test('of a workbook are read as the texts of its cells', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Name', 'Card Number', 'Amount'],
      ['Wei Ling', firstCard, 5],
      ['', secondCard, 6],
    ])
    const book = XLSX.utils.book_new(sheet, 'Loads')
    const rows = await open(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer, 'loads.xlsx')
    expect([rows.extraColumns, cellsOf(rows)]).toEqual([['Name'], [['Wei Ling'], []]])
  })

  test('without headings are named by their letters after the user has chosen the columns', async () => {
    const rows = await openMapped(`Wei Ling,${firstCard},5.00\nArjun,${secondCard},6.00`, false)
    expect([rows.extraColumns, cellsOf(rows)]).toEqual([['Column A'], [['Wei Ling'], ['Arjun']]])
  })

  test('do not exist in a file that has only the columns of its type', async () => {
    const rows = await open(`Card Number,Amount\n${firstCard},5.00`)
    expect([rows.extraColumns, cellsOf(rows)]).toEqual([[], [[]]])
  })

  test('stay with their rows when rows are edited, removed and added', async () => {
    const rows = await open(FILE)
    const edits = createRowEdits(rows, () => undefined)
    edits.edit(1, { amount: '6.00' })
    edits.remove([0])
    rows.append([rows.fileRow(0)])
    expect(cellsOf(rows)).toEqual([...cells, []])
  })

  test('of rows that are added later are matched by heading, and a new heading adds a column', async () => {
    const rows = await open(FILE)
    const edits = createRowEdits(rows, () => undefined)
    const extra = { headings: ['team', 'Office', 'Team'], cells: ['Sales', 'Ipoh', 'B'] }
    edits.append([
      { ...rows.fileRow(0), extra },
      { ...rows.fileRow(1), extra: { ...extra, cells: [] } },
    ])
    expect(rows.extraColumns).toEqual([...headings, 'Office', 'Team'])
    expect(cellsOf(rows).slice(2)).toEqual([cells[2], ['', '', 'Sales', 'Ipoh', 'B'], ['', '', '', '', '']])
    // Also in the draft, in the own file, in the search, and after an undo.
    const chunk: unknown = JSON.parse(JSON.stringify(rowsToChunk(rows, 0)))
    const restored = await readChunks([chunk], rows.extraColumns)
    expect(restored && [restored.extraColumns, cellsOf(restored as AnyRows)]).toEqual([
      rows.extraColumns,
      cellsOf(rows),
    ])
    const { header, rows: lines } = ownFile(rows)
    expect([header.slice(2, 7), lines[3]?.slice(2, 7), lines[0]?.slice(2, 7)]).toEqual([
      [...headings, 'Office', 'Team'],
      ['', '', 'Sales', 'Ipoh', 'B'],
      [...(cells[0] ?? []), '', ''],
    ])
    expect([...rowsToView(rows, { show: 'all' }, 'ipoh')]).toEqual([3])
    edits.undo()
    edits.redo()
    expect(rows.extraCells(3)).toEqual(['', '', 'Sales', 'Ipoh', 'B'])
  })

  test('are stored in a draft, chunk by chunk, and stay with rows that are not submitted', async () => {
    const rows = await open(FILE)
    rows.append([rows.fileRow(0)])
    const stored: unknown = JSON.parse(JSON.stringify([rowsToChunk(rows, 0), rows.extraColumns]))
    const [chunk, names] = stored as [unknown, unknown]
    const restored = await readChunks([chunk], toExtraColumns(names))
    expect(restored?.extraColumns).toEqual(headings)
    expect(restored && cellsOf(restored as AnyRows)).toEqual([...cells, []])
    // Older drafts have no extra columns, and can still be read.
    const older = (chunk as unknown[][]).map((row) => row.slice(0, 6))
    expect((await readChunks([older]))?.extraCells(1)).toEqual([])
    const malformed = (chunk as unknown[][]).map((row) => [...row.slice(0, 6), [1]])
    expect(await readChunks([malformed])).toBeUndefined()
    const remaining = rowsLeftOut(rows)
    expect(remaining && [remaining.extraColumns, cellsOf(remaining)]).toEqual([headings, [cells[1]]])
  })

  test('are texts between the fields and the verdict in the own file, and are read back from it', async () => {
    const rows = await open(FILE)
    const { header, rows: lines, textColumns } = ownFile(rows)
    expect(header).toEqual(['Card Number', 'Amount', ...headings, 'Verdict', 'Reason'])
    expect(lines[1]).toEqual([secondCard, 'abc', '3-4', 'Arjun Nair', 'Sales', 'To fix', 'amountNotNumber'])
    expect(textColumns).toEqual([0, 2, 3, 4])
    const restored = await open(new TextDecoder().decode(writeCsvForUpload(header, lines, textColumns)))
    expect([restored.extraColumns, cellsOf(restored)]).toEqual([headings, cells])
    expect(restored.row(0).values).toMatchObject({ identifier: firstCard, amount: '5.00' })
  })

  test('get another heading in the own file if theirs would be read as a field', async () => {
    const rows = await openMapped(`Amount,Card Number,Load\n1,${firstCard},5.00`, true)
    expect(ownFile(rows).header).toEqual(['Card Number', 'Amount', 'Amount in the file', 'Verdict', 'Reason'])
  })

  test('are found by a search', async () => {
    const rows = await open(FILE)
    const findRows = (text: string) => [...rowsToView(rows, { show: 'all' }, text)]
    expect([findRows('wei ling'), findRows('SALES'), findRows('e7'), findRows('456')]).toEqual([[0], [1], [2], []])
  })

  test('are never sent, for loads and orders', async () => {
    const rows = await open(FILE)
    expect(Object.keys(idsToElements(rows, [0], 'submit')[0] ?? {}).toSorted()).toEqual([
      'amount',
      'identifier',
      'identifierTo',
    ])
    expect(JSON.stringify(idsToElements(rows, [0, 1, 2], 'submit'))).not.toMatch(/Wei|Nair|742|Sales/)
    const orders = toRowType({ kind: 'virtual', today: '2026-01-01' as CalendarDate })
    const read = await readRows(orders, {
      accepts: ['csv'],
      maxRows: 10,
      fileName: 'order.csv',
      file: new Blob([
        'Customer Reference,Card Label,Notification Number,Expiry Date,Load Amount,Tag Name,Tag Value,Boss\nR1,Travel,,,5.00,,,Wei Ling',
      ]),
    })
    if (!read.ok) throw new Error(read.refusal.code)
    const orderRows = createRows<string, AnyRowType>(read.packedRows, orders)
    expect(orderRows.extraCells(0)).toEqual(['Wei Ling'])
    expect(JSON.stringify(idsToOrders('virtual', orderRows, [0]))).not.toContain('Wei')
  })
})
