// The question what the amounts of a column are in: both sums are shown, and nothing is read before it is answered.
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { TakenColumns } from '#domain/rows/headings.ts'
import { ColumnMapping } from '#pages/shared/rows/ColumnMapping.tsx'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber } from '#tests/support/files.ts'

const kind = cardRows({ type: 'load', identifierType: 1, words: { headings: {}, currency: ['S$', 'SGD'] } })

test('cents in a heading: each answer has its sum, and the answer goes with the columns', async () => {
  const file = new Blob([`Card Number,Amount (cents)\n${cardNumber(1)},1000\n${cardNumber(2)},2000\n`])
  const result = await readRows(kind, { accepts: ['csv'], maxRows: 10, fileName: 'a.csv', file })
  if (result.ok || !result.refusal.columns) throw new Error('nothing is asked')
  const onUse = vi.fn<(taken: TakenColumns) => void>()
  const { columns } = result.refusal
  render(<ColumnMapping kind={kind} columns={columns} fileName="a.csv" onUse={onUse} onCancel={() => undefined} />)
  screen.getByRole('radiogroup', { name: /“Amount \(cents\)” names cents/ })
  screen.getByText('1000 is 10.00. Sum: SGD 30.00')
  screen.getByText('1000 is 1,000.00. Sum: SGD 3,000.00')
  const use = screen.getByRole('button', { name: 'Use these columns' })
  fireEvent.click(use)
  expect(onUse).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: /^In cents/ }))
  fireEvent.click(use)
  expect(onUse).toHaveBeenCalledWith({
    map: [0, -1, 1],
    width: 2,
    hasHeadings: true,
    headingRow: 1,
    shifts: { amount: -2 },
  })
})
