// Rows that are added to open rows: appended, undone, stored and restored. Also the changes by a corrected file.
import { describe, expect, test } from 'vitest'
import { type CardFieldName, type CardRowType, cardRows } from '#domain/batch/card-rows.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { compareRows } from '#domain/rows/differences.ts'
import { type CheckedRow, checkRow } from '#domain/rows/row-type.ts'
import { lineToRow } from '#tests/support/line-to-row.ts'
import { createRowEdits } from '#rows/edits.ts'
import { rowsToOwnFile } from '#rows/own-file.ts'
import { createRows, type Rows } from '#rows/rows.ts'
import { chunksToRows, rowsToChunk } from '#rows/stored.ts'

type CardRows = Rows<CardFieldName, CardRowType>
type TransferRow = CheckedRow<CardFieldName>
const rowType = cardRows({ type: 'transfer', identifierType: 2 })
const card = (n: number) => String(700_000_000_000_000 + n)
const row = (rowNumber: number, from: number, to: number, amount: string): TransferRow =>
  checkRow(rowType, { rowNumber, values: { identifier: card(from), identifierTo: card(to), amount }, fieldCount: 3 })
const open = (...rows: TransferRow[]): CardRows =>
  createRows(
    packRows(rowType, rows, (text) => new TextEncoder().encode(text)),
    rowType,
  )
const allRows = (rows: CardRows) => Array.from({ length: rows.count }, (_, id) => rows.row(id))
const editsOf = (rows: CardRows) => createRowEdits(rows, () => undefined)

describe('rows added after those of the file', () => {
  test('continue the numbering, are counted, and are marked together with their duplicates', () => {
    const rows = open(row(2, 1, 2, '5.00'), row(3, 3, 4, '5.00'))
    editsOf(rows).append([row(1, 5, 6, '7.00'), row(2, 1, 6, '1.00')])
    expect(allRows(rows).map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4, 5])
    // Duplicate transfers are errors in both rows.
    expect(rows.figures()).toMatchObject({ rows: 4, toFix: 2, amountCents: 1200 })
  })

  test('are removed by undo, and the row that they duplicated is no longer a duplicate', () => {
    const rows = open(row(1, 1, 2, '5.00'))
    const edits = editsOf(rows)
    edits.append([row(1, 1, 3, '1.00')])
    expect(rows.figures().toFix).toBe(2)
    edits.undo()
    expect(rows.figures()).toMatchObject({ rows: 1, toFix: 0, amountCents: 500 })
  })

  test('are restored from a draft with targets and edits', async () => {
    const rows = open(row(1, 1, 2, '5.00'))
    const edits = editsOf(rows)
    edits.append([row(1, 3, 4, '')])
    edits.edit(1, { identifier: card(3), identifierTo: card(9), amount: '2.00' })
    const stored = JSON.parse(JSON.stringify([rowsToChunk(rows, 0)])) as unknown[]
    const restored = await chunksToRows(rowType, stored, { contentVersion: 7, yieldToEvents: () => Promise.resolve() })
    expect(restored && allRows(restored)).toEqual(allRows(rows))
  })
})

describe('a corrected file', () => {
  test('is matched by card, then by row number, and equal rows are not changed', () => {
    const rows = open(row(1, 1, 2, '5.00'), row(2, 3, 4, 'abc'), row(3, 5, 6, '1.00'), row(4, 7, 8, '1.00'))
    const corrected = [row(1, 1, 2, '5.00'), row(2, 3, 4, '6.00'), row(3, 5, 16, '1.00'), row(9, 30, 31, '1.00')]
    const differences = compareRows(rowType, allRows(rows), corrected)
    expect(differences.changed.map(({ id }) => id)).toEqual([1, 2])
    expect(differences.added.map(({ values }) => values.identifier)).toEqual([card(30)])
    expect(differences).toMatchObject({ removed: [3], unchanged: 1 })
  })

  test('is applied in one step and undone in one step', () => {
    const rows = open(row(1, 1, 2, '5.00'), row(2, 3, 4, 'abc'), row(3, 5, 6, '1.00'))
    const edits = editsOf(rows)
    edits.apply(
      compareRows(rowType, allRows(rows), [
        row(1, 1, 2, '5.00'),
        row(2, 3, 4, '6.00'),
        row(3, 8, 9, '2.00'),
        row(4, 10, 11, '3.00'),
      ]),
    )
    expect(rows.figures()).toMatchObject({ rows: 4, toFix: 0, amountCents: 1600 })
    edits.undo()
    expect(rows.figures()).toMatchObject({ rows: 3, toFix: 1, amountCents: 600 })
  })

  test('keeps a removed row removed if it is unchanged in the file', () => {
    const rows = open(row(1, 1, 2, '5.00'), row(2, 3, 4, '1.00'))
    editsOf(rows).remove([1])
    expect(compareRows(rowType, allRows(rows), [row(1, 1, 2, '5.00'), row(2, 3, 4, '1.00')])).toEqual({
      changed: [],
      added: [],
      removed: [],
      unchanged: 2,
    })
  })
})

test('an exported file contains the extra fields of a row until the row is corrected', () => {
  const activation = cardRows({ type: 'activate', identifierType: 2 })
  const lines = [[card(1), card(2)], [card(3)]]
  const read = lines.flatMap((fields, index) => lineToRow(activation, { rowNumber: index + 1, fields }) ?? [])
  const rows = createRows(
    packRows(activation, read, (text) => new TextEncoder().encode(text)),
    activation,
  )
  const file = () =>
    rowsToOwnFile(
      rows,
      ({ findings }) => findings.map(({ code }) => code).join(),
      () => true,
    )
  expect(file()).toEqual({
    header: ['Tracking Number', 'To Tracking Number', 'Verdict', 'Reason'],
    rows: [
      [card(1), card(2), 'To fix', 'fieldCount'],
      [card(3), '', 'Valid', ''],
    ],
    textColumns: [0, 1],
  })
  createRowEdits(rows, () => undefined).acceptDisplayedValues([0])
  expect(file()).toMatchObject({
    header: ['Tracking Number', 'Verdict', 'Reason'],
    rows: [
      [card(1), 'Valid', ''],
      [card(3), 'Valid', ''],
    ],
  })
})

test('an exported file has the columns of its type, and a verdict and a reason for each row', () => {
  const rows = open(row(1, 1, 2, '5.00'), row(2, 3, 3, '1.00'))
  editsOf(rows).remove([0])
  expect(
    rowsToOwnFile(
      rows,
      () => 'Why',
      () => true,
    ),
  ).toEqual({
    header: ['From Tracking Number', 'To Tracking Number', 'Amount', 'Verdict', 'Reason'],
    rows: [
      [card(1), card(2), '5.00', 'Removed', ''],
      [card(3), card(3), '1.00', 'To fix', 'Why'],
    ],
    textColumns: [0, 1],
  })
})
