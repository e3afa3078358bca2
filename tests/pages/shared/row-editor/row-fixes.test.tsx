// The buttons that fix a value of one row and show its new value in advance.
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { RowFixes } from '#pages/shared/row-editor/grid/RowFixes.tsx'
import { packRows } from '#domain/rows/packed-rows.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import { createRowEdits } from '#rows/edits.ts'
import { createRows } from '#rows/rows.ts'
import { cardNumber } from '#tests/support/files.ts'
import { tenFields } from '#tests/support/row-types.ts'

test('offers fixes for a date in another format and a number with spaces', () => {
  const card = cardNumber(1)
  const line = ['Ann', 'Lee', 'R-1', '5', '', `${card.slice(0, 5)} ${card.slice(5)}`, '46112', '1 Bay Road', '', '']
  const checkedRow = checkRow(tenFields, { rowNumber: 2, fieldCount: 10, values: toValues(tenFields, line) })
  const rows = createRows(
    packRows(tenFields, [checkedRow], (text) => new TextEncoder().encode(text)),
    tenFields,
  )
  const edits = createRowEdits(rows, () => undefined)
  // The wizard's rows are those of batches; the fixes use none of their fields.
  const openRows = { rows, edits } as unknown as OpenRows
  const fixesOfRow = () => (
    <section>
      <div data-active="true" tabIndex={0} />
      <RowFixes openRows={openRows} id={0} />
    </section>
  )
  const { rerender } = render(fixesOfRow())
  fireEvent.click(screen.getByRole('button', { name: 'Write as 2026-03-31' }))
  expect(rows.row(0).values.expiry).toBe('2026-03-31')
  // The button disappears, and the focus returns to the cell.
  expect(document.activeElement?.getAttribute('data-active')).toBe('true')
  rerender(fixesOfRow())
  expect(screen.queryByRole('button', { name: /^Write as/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove spaces and dashes' }))
  expect(rows.row(0).values.card).toBe(card)
  rerender(fixesOfRow())
  expect(screen.queryByRole('button')).toBeNull()
})
