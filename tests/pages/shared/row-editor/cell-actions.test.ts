// Copying and pasting in unmapped columns of a file: copies contain the text on screen, and a paste does not change
// these columns.
import { beforeEach, expect, test } from 'vitest'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import { copySelectedCells, paste } from '#pages/shared/row-editor/grid/cell-actions.ts'
import { createRowEdits } from '#rows/edits.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { currentNotices } from '#services/notices.ts'
import { cardNumber, loadRules, readFile } from '#tests/support/files.ts'

const rowType: AnyRowType = toRowType(loadRules.rules)
/** Card numbers. */
const [a, b, c] = [cardNumber(1), cardNumber(2), cardNumber(3)]

let rows: AnyRows
let openRows: OpenRows
let texts: Map<string, string>
const clipboard = () =>
  ({
    getData: (type: string) => texts.get(type) ?? '',
    setData: (type: string, text: string) => void texts.set(type, text),
  }) as unknown as DataTransfer
const cells = (...columns: string[]) => ({ rows: [0, 1], from: 0, columns })

beforeEach(async () => {
  const readResult = await readFile(
    'a.csv',
    `Name,Card Number,Amount,Old card\nWei Ling,${a},5.00,${c}\nArjun,${b},6.00,`,
  )
  if (!readResult.ok) throw new Error(readResult.refusal.code)
  rows = createRows<string, AnyRowType>(readResult.packedRows, rowType)
  openRows = { draftId: 'd', rows, edits: createRowEdits(rows, () => undefined), file: undefined, lock: undefined }
  texts = new Map()
})

test.each([
  [['own 0'], 'Wei Ling\r\nArjun'],
  [['amount', 'own 0'], '5.00\tWei Ling\r\n6.00\tArjun'],
  // Card numbers leave the portal masked.
  [['own 1'], `900001••••••${c.slice(-4)}\r\n`],
])('copies %j as the screen shows them', (columns, text) => {
  copySelectedCells(rows, cells(...columns), clipboard())
  expect(texts.get('text/plain')).toBe(text)
})

test('rejects a paste into unmapped columns alone with a message; beside a field, only the field changes', () => {
  texts.set('text/plain', `${c}\t9.00`)
  const target = {
    model: { moreRowsRefusal: () => undefined } as unknown as RowsModel,
    openRows,
    ids: [0, 1],
    hasEmptyRow: true,
  }
  paste({ ...target, onAdded: () => undefined }, cells('own 0'), clipboard())
  expect(JSON.stringify(currentNotices())).toContain('Nothing was pasted')
  expect([rows.count, rows.row(0).values['identifier'], rows.figures().edited]).toEqual([2, a, 0])
  paste({ ...target, onAdded: () => undefined }, cells('amount'), clipboard())
  expect(rows.figures().edited).toBe(0)
  texts.set('text/plain', '9.00')
  paste({ ...target, onAdded: () => undefined }, { ...cells('amount', 'own 0'), rows: [0] }, clipboard())
  expect([rows.row(0).values['amount'], rows.row(1).values['amount']]).toEqual(['9.00', '6.00'])
})
