// What the portal says about merged cells: which rows have no value because of them. It offers to repeat the value in
// these rows, unless the merged cell begins above the rows (in a heading).
import { expect, test } from 'vitest'
import { currentAssumptions } from '#flows/open-rows/assumptions.ts'
import { noAssumptions } from '#domain/rows/reading.ts'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import { createRowEdits } from '#rows/edits.ts'
import { createRows } from '#rows/rows.ts'
import { cardNumber, loadRules, readFile } from '#tests/support/files.ts'

test('merged cells that begin above the rows are reported, and have no value to repeat', async () => {
  const cards = [1, 2, 3, 4].map(cardNumber)
  const read = await readFile(
    'a.csv',
    `Card Number,Amount\n${cards.map((card, index) => `${card},${index === 2 ? 5 : ''}`).join('\n')}`,
  )
  if (!read.ok) throw new Error(read.refusal.code)
  const rows = createRows<string, AnyRowType>(read.packedRows, toRowType(loadRules.rules))
  const edits = createRowEdits(rows, () => undefined)
  const above = { field: 'amount', value: '', from: 1, rows: [2, 3] }
  const assumptionsOf = (...merged: (typeof above)[]) => currentAssumptions({ ...noAssumptions, merged }, rows)
  expect(assumptionsOf(above)).toEqual([
    { text: 'Merged cells in Amount: rows 1 to 3, from above the data. 2 rows have no value there' },
  ])
  const [assumption] = assumptionsOf(above, { field: 'amount', value: '5.00', from: 4, rows: [5] })
  expect(assumption?.text).toContain('rows 1 to 3, from above the data and “5.00” over rows 4 to 5. 3 rows have')
  expect(assumption?.action?.label).toBe('Repeat “5.00” in 1 row')
  assumption?.action?.run(edits)
  expect([0, 1, 2, 3].map((id) => rows.row(id).values['amount'])).toEqual(['', '', '5', '5.00'])
})
