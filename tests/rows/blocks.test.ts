// Blocks of cells in open rows: copy, paste, undo and redo. Also the search for rows by their content.
import { describe, expect, test } from 'vitest'
import { type CardFieldName, type CardRowType, cardRows } from '#domain/batch/card-rows.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { checkRow } from '#domain/rows/row-type.ts'
import { type BlockTarget, blockToText, placeBlock, textToBlock } from '#rows/blocks.ts'
import { createRowEdits } from '#rows/edits.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { rowsToView } from '#rows/view.ts'
import { cardNumber } from '#tests/support/files.ts'

const rowType = cardRows({ type: 'load', identifierType: 1 })
const checkedRow = (n: number, amount: string) =>
  checkRow(rowType, { rowNumber: n, values: { identifier: cardNumber(n), identifierTo: '', amount }, fieldCount: 2 })

function open(...amounts: string[]) {
  const lines = amounts.map((amount, index) => checkedRow(index + 1, amount))
  const packedRows = packRows(rowType, lines, (text) => new TextEncoder().encode(text))
  const rows = createRows<CardFieldName, CardRowType>(packedRows, rowType) as unknown as AnyRows
  const edits = createRowEdits(rows, () => undefined)
  const amountsNow = () => [...rowsToView(rows, { show: 'all' })].map((id) => rows.row(id).values['amount'])
  return { rows, edits, amountsNow }
}

describe('the clipboard', () => {
  test('has tabs between cells, and quotes around cells with tabs, line breaks or quotes', () => {
    const block = [
      ['plain', 'a\tb', 'two\nlines'],
      ['say "x"', '', '3'],
    ]
    const text = blockToText(block)
    expect(text).toBe('plain\t"a\tb"\t"two\nlines"\r\n"say ""x"""\t\t3')
    expect(textToBlock(text)).toEqual(block)
  })

  test.each([
    [
      '1\t2\n3\t4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['12.50', [['12.50']]],
    ['12.50\r\n', [['12.50']]],
    [
      'a\t\r\n\t',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
    // Without a closing quotation mark, a quotation mark is an ordinary character.
    ['19" rack\t5', [['19" rack', '5']]],
    ['"open\t5', [['"open', '5']]],
    // A name that begins with a quotation mark takes no other cell or row with it.
    [
      '"Bob" Tan\t1\n"Lim, Ann"\t2\n',
      [
        ['"Bob" Tan', '1'],
        ['Lim, Ann', '2'],
      ],
    ],
    [
      '"Bob\t1\nLim\t2\n"Ann"\t3',
      [
        ['"Bob', '1'],
        ['Lim', '2'],
        ['Ann', '3'],
      ],
    ],
    [
      'a\t1\n"\t2\n"\t3',
      [
        ['a', '1'],
        ['"', '2'],
        ['"', '3'],
      ],
    ],
  ])('text %j is split into cells', (text, block) => {
    expect(textToBlock(text)).toEqual(block)
  })
})

describe('a block pasted into rows', () => {
  const fields = rowType.activeFields
  const amount = fields.filter(({ name }) => name === 'amount')
  const target = (change: Partial<BlockTarget>): BlockTarget => ({
    ids: [0, 1, 2],
    fields,
    selectedRowCount: 1,
    selectedFieldCount: 1,
    canAddRows: true,
    ...change,
  })

  test('overwrites cells from the selected cell on, and adds rows at the end, in one step', () => {
    const { rows, edits, amountsNow } = open('1.00', '2.00', '3.00')
    const placed = placeBlock(
      rows,
      [
        [cardNumber(8), '20'],
        [cardNumber(9), '30'],
        [cardNumber(10), '40'],
      ],
      target({ ids: [1, 2] }),
    )
    if (!placed.ok) throw new Error(placed.refusal)
    edits.writeBlock('pasting', placed.writes, placed.added)
    expect(amountsNow()).toEqual(['1.00', '20', '30', '40'])
    expect(rows.row(3).values['identifier']).toBe(cardNumber(10))
    expect(rows.figures()).toMatchObject({ rows: 4, toFix: 0, amountCents: 9100 })
    expect(edits.undoLabel()).toBe('pasting into 3 rows')
    edits.undo()
    expect(amountsNow()).toEqual(['1.00', '2.00', '3.00'])
    expect(edits.redoLabel()).toBe('pasting into 3 rows')
    edits.redo()
    expect(amountsNow()).toEqual(['1.00', '20', '30', '40'])
  })

  test('of one cell fills the selection', () => {
    const { rows } = open('1.00', '2.00', '3.00')
    const placed = placeBlock(rows, [['7']], target({ fields: amount, selectedRowCount: 2 }))
    expect(placed).toMatchObject({ ok: true, added: [] })
    expect(placed.ok && placed.writes).toEqual([
      { id: 0, values: { amount: '7' } },
      { id: 1, values: { amount: '7' } },
    ])
  })

  test('skips removed rows', () => {
    const { rows, edits } = open('1.00', '2.00', '3.00')
    edits.remove([1])
    const placed = placeBlock(rows, [['7'], ['8']], target({ fields: amount }))
    expect(placed.ok && placed.writes.map(({ id }) => id)).toEqual([0, 2])
  })

  test('that does not fit is rejected completely, with advice', () => {
    const { rows } = open('1.00')
    expect(placeBlock(rows, [['1', '2']], target({ fields: amount, ids: [0] }))).toEqual({
      ok: false,
      refusal:
        'The block is 2 columns wide, and from here there is 1. Choose a cell further left, or copy fewer columns.',
    })
    expect(placeBlock(rows, [['1'], ['2']], target({ fields: amount, ids: [0], canAddRows: false }))).toEqual({
      ok: false,
      refusal: 'The block is 2 rows high, and from here there is 1. Show all rows to add the others behind them.',
    })
  })

  test('that changes nothing is not an undo step', () => {
    const { edits } = open('1.00')
    edits.writeBlock('filling', [{ id: 0, values: { amount: '1.00' } }], [])
    expect(edits.undoLabel()).toBeUndefined()
  })
})

describe('redo', () => {
  test('is no longer possible after another change', () => {
    const { edits, amountsNow } = open('1.00', '2.00')
    edits.edit(0, { amount: '5' })
    edits.edit(1, { amount: '6' })
    edits.undo()
    edits.undo()
    edits.redo()
    expect(amountsNow()).toEqual(['5', '2.00'])
    edits.remove([1])
    expect(edits.redoLabel()).toBeUndefined()
    edits.redo()
    expect(amountsNow()).toEqual(['5'])
  })

  test('repeats the removal and the addition of rows', () => {
    const { edits, amountsNow } = open('1.00')
    edits.append([checkedRow(5, '9')])
    edits.remove([0])
    edits.undo()
    edits.undo()
    expect(amountsNow()).toEqual(['1.00'])
    edits.redo()
    edits.redo()
    expect(amountsNow()).toEqual(['9'])
  })
})

test('one new value for all rows with a finding is offered only if they have the same value', () => {
  const { edits } = open('0', '0.00', 'abc', 'def', '-4', '-4')
  expect(edits.haveSameValue({ code: 'amountZero', field: 'amount' })).toBe(true)
  expect(edits.haveSameValue({ code: 'amountNotNumber', field: 'amount' })).toBe(false)
  expect(edits.haveSameValue({ code: 'amountNegative', field: 'amount' })).toBe(true)
})

test('a search finds rows by their content, by parts of a number in any grouping, and by row number', () => {
  const { rows } = open('15.00', '27.50', '15.99', '1', '1', '1', '1', '1', '1', '1', '1')
  const findRows = (search: string) => [...rowsToView(rows, { show: 'all' }, search)]
  expect(findRows('27')).toEqual([1])
  expect(findRows(' 15. ')).toEqual([0, 2])
  const card = cardNumber(3)
  expect(findRows(card.replace(/(.{4})(?=.)/g, '$1 '))).toEqual([2])
  expect(findRows('11')).toContain(10)
  expect(findRows('missing')).toEqual([])
  expect([...rowsToView(rows, { show: 'errors' }, '15')]).toEqual([])
})
