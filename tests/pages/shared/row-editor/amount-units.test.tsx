// Questions about the unit and currency of a column of amounts: they show the sums, and no row is read before the user
// answers.
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { notShared } from '#tests/support/not-shared.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber } from '#tests/support/files.ts'

const rowType = cardRows({ type: 'load', identifierType: 1, words: { headings: {}, currency: ['S$', 'SGD'] } })

async function showQuestions(csv: string) {
  const file = new Blob([csv])
  const result = await readRows(rowType, { accepts: ['csv'], maxRows: 10, fileName: 'a.csv', file })
  if (result.ok || !result.refusal.columns) throw new Error('nothing is asked')
  const onUse = vi.fn<(mapping: MappedColumns) => void>()
  const { columns } = result.refusal
  render(
    <ColumnMapping
      rowType={rowType}
      columns={columns}
      sharing={notShared}
      fileName="a.csv"
      onUse={onUse}
      onCancel={() => undefined}
    />,
  )
  return onUse
}

test('cents in a heading: each option shows its sum, and the chosen unit is passed on with the columns', async () => {
  const onUse = await showQuestions(`Card Number,Amount (cents)\n${cardNumber(1)},1000\n${cardNumber(2)},2000\n`)
  screen.getByRole('radiogroup', { name: /“Amount \(cents\)” names cents/ })
  screen.getByText('1000 is 10.00. Sum: SGD 30.00')
  screen.getByText('1000 is 1,000.00. Sum: SGD 3,000.00')
  const useButton = screen.getByRole('button', { name: 'Use these columns' })
  fireEvent.click(useButton)
  await expect.poll(() => onUse).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: /^In cents/ }))
  fireEvent.click(useButton)
  await expect
    .poll(() => onUse)
    .toHaveBeenCalledWith({
      map: [0, -1, 1],
      width: 2,
      hasHeadings: true,
      headingRow: 1,
      shifts: { amount: -2 },
    })
})

test('another currency in a heading: one click overrules it, and the sum is shown', async () => {
  const onUse = await showQuestions(`Card Number,Amount EUR\n${cardNumber(1)},10\n${cardNumber(2)},20.5\n`)
  screen.getByRole('radiogroup', { name: '“Amount EUR” names EUR, but amounts here are in SGD. Which is right?' })
  screen.getByText('Sum: SGD 30.50')
  const useButton = screen.getByRole('button', { name: 'Use these columns' })
  fireEvent.click(useButton)
  await expect.poll(() => onUse).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: /^The amounts are in SGD/ }))
  fireEvent.click(useButton)
  await expect.poll(() => onUse).toHaveBeenCalledWith(expect.objectContaining({ currencies: { amount: 'own' } }))
})

test('unit and currency in one heading: the sum of the currency follows the chosen unit', async () => {
  const onUse = await showQuestions(`Card Number,Amount (EUR cents)\n${cardNumber(1)},1000\n${cardNumber(2)},2000\n`)
  screen.getByText('Sum: SGD 3,000.00')
  fireEvent.click(screen.getByRole('radio', { name: /^In cents/ }))
  screen.getByText('Sum: SGD 30.00')
  const useButton = screen.getByRole('button', { name: 'Use these columns' })
  fireEvent.click(useButton)
  await expect.poll(() => onUse).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: /^The amounts are in EUR/ }))
  fireEvent.click(useButton)
  await expect
    .poll(() => onUse.mock.calls[0]?.[0])
    .toMatchObject({ shifts: { amount: -2 }, currencies: { amount: 'named' } })
})
