// The extra columns that are shown: the first two until the user chooses. A choice also applies to the next file and to
// a column that is added later.
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import { useExtraColumns } from '#pages/shared/row-editor/toolbar/useExtraColumns.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { cardNumber, loadRules, readFile } from '#tests/support/files.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

beforeEach(() => {
  localStorage.clear()
  signInTestUser({ Batch: ['load'] })
})

async function open(...extraHeadings: string[]): Promise<AnyRows> {
  const cells = extraHeadings.map((name) => `${name} of Ann`)
  const readResult = await readFile(
    'a.csv',
    `Card Number,Amount,${extraHeadings.join()}\n${cardNumber(1)},5.00,${cells.join()}`,
  )
  if (!readResult.ok) throw new Error(readResult.refusal.code)
  return createRows<string, AnyRowType>(readResult.packedRows, toRowType(loadRules.rules))
}

test('a choice is stored by heading and applies to the next file', async () => {
  const rows = await open('Name', 'Team', 'Office')
  const firstHook = renderHook(() => useExtraColumns(rows))
  expect(firstHook.result.current.shownIndexes).toEqual([0, 1])
  act(() => firstHook.result.current.setShownIndexes(() => [2]))
  await expect.poll(() => firstHook.result.current.shownIndexes).toEqual([2])
  firstHook.unmount()
  await waitFor(() => expect(localStorage.getItem('portal.own-columns')).not.toBeNull())
  const nextRows = await open('Office', 'Staff No', 'Name')
  const { result, rerender } = renderHook(() => useExtraColumns(nextRows))
  // Office was chosen and Name was not. Staff No is new, so it is shown because it is among the first two.
  await waitFor(() => expect(result.current.shownIndexes).toEqual([0, 1]))
  act(() => result.current.setShownIndexes(() => [0]))
  // Rows added later bring a new column.
  act(
    () =>
      void nextRows.append([{ ...nextRows.fileRow(0), extra: { headings: ['Team', 'Boss'], cells: ['Tax', 'Bo'] } }]),
  )
  rerender()
  await expect.poll(() => nextRows.extraColumns).toEqual(['Office', 'Staff No', 'Name', 'Team', 'Boss'])
  await waitFor(() => expect(result.current.shownIndexes).toEqual([0]))
})
