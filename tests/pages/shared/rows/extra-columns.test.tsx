// The visible unmapped columns: the first two until the user chooses. The choice also applies to the next file and to a
// column that is added later.
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type AnyRowKind, toRowKind } from '#domain/row-kinds.ts'
import { useExtraColumns } from '#pages/shared/rows/useExtraColumns.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { cardNumber, loadRules, readFile } from '#tests/support/files.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

beforeEach(() => {
  localStorage.clear()
  signInTestUser({ Batch: ['load'] })
})

async function open(...extraHeadings: string[]): Promise<AnyRows> {
  const cells = extraHeadings.map((name) => `${name} of Ann`)
  const read = await readFile(
    'a.csv',
    `Card Number,Amount,${extraHeadings.join()}\n${cardNumber(1)},5.00,${cells.join()}`,
  )
  if (!read.ok) throw new Error(read.refusal.code)
  return createRows<string, AnyRowKind>(read.columns, toRowKind(loadRules.rules))
}

test('a choice is stored for the headings of the next file', async () => {
  const rows = await open('Name', 'Team', 'Office')
  const first = renderHook(() => useExtraColumns(rows))
  expect(first.result.current.shownIndexes).toEqual([0, 1])
  act(() => first.result.current.setShownIndexes([2]))
  expect(first.result.current.shownIndexes).toEqual([2])
  first.unmount()
  await waitFor(() => expect(localStorage.getItem('portal.own-columns')).not.toBeNull())
  const next = await open('Office', 'Staff No', 'Name')
  const { result, rerender } = renderHook(() => useExtraColumns(next))
  // Staff No is new, and one of the first two.
  await waitFor(() => expect(result.current.shownIndexes).toEqual([0, 1]))
  act(() => result.current.setShownIndexes([0]))
  // Rows added later bring a new column.
  act(() => void next.append([{ ...next.fileRow(0), extra: { headings: ['Team', 'Boss'], cells: ['Tax', 'Bo'] } }]))
  rerender()
  expect(next.extraColumns).toEqual(['Office', 'Staff No', 'Name', 'Team', 'Boss'])
  await waitFor(() => expect(result.current.shownIndexes).toEqual([0]))
})
