// A bulk fix for all rows with the same reason, which also works for a single row.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { lineToRow } from '#tests/support/line-to-row.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { BulkFixDialog, type FixRequest } from '#pages/shared/row-editor/fixes/BulkFixDialog.tsx'
import { FindingReasons } from '#pages/shared/row-editor/fixes/FindingReasons.tsx'
import { createRowEdits } from '#rows/edits.ts'
import { createRows } from '#rows/rows.ts'
import { cardNumber } from '#tests/support/files.ts'

const rowType = cardRows({ type: 'load', identifierType: 1 })

function openWithoutAmounts(count: number): OpenRows {
  const lines = Array.from({ length: count }, (_, index) =>
    lineToRow(rowType, { rowNumber: index + 1, fields: [cardNumber(index + 1), '0'] }),
  ).filter((line) => line !== undefined)
  const rows = createRows(
    packRows(rowType, lines, (text) => new TextEncoder().encode(text)),
    rowType,
  )
  // Only the fields of the wizard's rows that this test needs.
  return { rows, edits: createRowEdits(rows, () => undefined) } as unknown as OpenRows
}

test.each([
  [1, 'Set it…', 'Amount'],
  [2, 'Set all…', 'Amount for each of them'],
])('one amount can be set for %i rows without an amount', (count, buttonName, field) => {
  const openRows = openWithoutAmounts(count)
  const requests: FixRequest[] = []
  render(
    <FindingReasons
      openRows={openRows}
      version={0}
      filter={{ show: 'all' }}
      onShow={() => undefined}
      onFix={(fix, finding) => requests.push({ fix, ...(finding && { finding }) })}
      toFix={count}
      onSaveFaulty={() => undefined}
      blockedReason={undefined}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: buttonName }))
  const [request] = requests
  if (!request) throw new Error('Nothing was asked for')
  render(<BulkFixDialog openRows={openRows} request={request} onDone={() => undefined} onClose={() => undefined} />)
  expect(within(screen.getByRole('dialog')).getByLabelText(field, { exact: true })).toBeTruthy()
})
