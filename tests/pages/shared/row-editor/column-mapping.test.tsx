// Mapping the columns of a file: the initial guess, the messages, and the result.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { physicalRows } from '#tests/support/row-types.ts'
import { columnsBelow } from '#domain/rows/heading-line.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { violationsInJsdom } from '#tests/support/axe-jsdom.ts'
import { notShared } from '#tests/support/not-shared.ts'
import type { FoundColumns } from '#flows/file-columns.ts'
import type { ColumnSharing } from '#pages/shared/row-editor/columns/useSharedColumns.ts'
import { cardNumber } from '#tests/support/files.ts'

const sharedByOlive: FoundColumns = {
  id: '5',
  rowType: 'physical',
  columns: [],
  sharedBy: 'Olive Tan',
  sharedByUserID: '9',
  sharedAt: '2026-11-26T10:00:00Z',
  map: physicalRows.fields.map((_, index) => [1, 0][index] ?? -1),
}
const allowedSharing = { ...notShared, canShare: () => true }

function open(
  headings = ['Name', 'Family', 'Amount', ''],
  samples = [['Ann', 'Bo'], ['Lee'], ['5', '6'], [cardNumber(1)]],
  sharing: ColumnSharing = notShared,
) {
  const valueLines = [0, 1, 2].map((row) => samples.map((values) => values[row] ?? ''))
  return openLines([headings, ...valueLines], 0, sharing)
}

/** Opens a file whose headings are probably in line `headingLine`, counted from 0. */
function openLines(table: readonly (readonly string[])[], headingLine = 0, sharing: ColumnSharing = notShared) {
  const onUse = vi.fn<(mapping: MappedColumns) => void>()
  const onCancel = vi.fn<() => void>()
  const lines = table.map((fields, index) => ({ rowNumber: index + 1, fields }))
  const columns = columnsBelow(physicalRows, lines, headingLine)
  render(<ColumnMapping {...{ columns, sharing, onUse, onCancel }} rowType={physicalRows} fileName="a.csv" />)
  return { onUse, onCancel, useButton: screen.getByRole('button', { name: 'Use these columns' }) }
}
const choice = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Column for ${label}` })
const choose = (label: string, option: string) => {
  const { value } = within(choice(label)).getByRole<HTMLOptionElement>('option', { name: option })
  fireEvent.change(choice(label), { target: { value } })
}

const chooseHeadingLine = (option: string) => {
  const select = screen.getByRole('combobox', { name: 'Line with the headings' })
  const { value } = within(select).getByRole<HTMLOptionElement>('option', { name: option })
  fireEvent.change(select, { target: { value } })
}

test('each field has a choice that starts with the guess, and shows the first values', () => {
  open()
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(10)
  expect(choice('Name').selectedOptions[0]?.text).toBe('Name')
  expect(rows[0]?.textContent).toContain('Ann · Bo')
  expect(choice('Customer Reference').selectedOptions[0]?.text).toBe('Not in the file')
  expect(
    within(choice('Name'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a column', 'Name', 'Family', 'Amount', 'Column D'])
})

test('a required field without a column shows no error, but the columns can only be used once it has one', () => {
  const { useButton, onUse } = open()
  expect(screen.getByText(/^Choose the column with the surname\./)).toBeDefined()
  expect(choice('Surname').getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(useButton)
  expect(onUse).not.toHaveBeenCalled()
  choose('Surname', 'Family')
  fireEvent.click(useButton)
  const map = physicalRows.fields.map((_, index) => [0, 1, -1, 2][index] ?? -1)
  expect(onUse).toHaveBeenCalledExactlyOnceWith({ map, width: 4, hasHeadings: true, headingRow: 1 })
})

test('one column for two fields shows an error, and the columns cannot be used', () => {
  const { useButton, onUse } = open()
  choose('Surname', 'Name')
  expect(screen.getByText('“Name” is already used for Name. Choose another column.')).toBeDefined()
  fireEvent.click(useButton)
  expect(onUse).not.toHaveBeenCalled()
})

test('values that do not fit show a warning, but the columns can be used', () => {
  const { useButton, onUse } = open()
  choose('Surname', 'Amount')
  choose('Load Amount', 'Family')
  expect(screen.getByText('“Lee” is not an amount. Check the column.')).toBeDefined()
  fireEvent.click(useButton)
  expect(onUse).toHaveBeenCalledOnce()
})

test('unmapped columns are listed, with card numbers masked', () => {
  open()
  const [family, columnD] = within(
    screen.getByText('Other columns of the file, not submitted').parentElement ?? document.body,
  ).getAllByRole('listitem')
  expect(family?.textContent).toBe('Family: Lee')
  expect(columnD?.textContent).toMatch(/^Column D: /)
  expect(columnD?.textContent).not.toContain(cardNumber(1))
})

test('without headings, columns are mapped by position, and the first line is shown among the values', () => {
  const { useButton, onUse } = open()
  chooseHeadingLine('None: every line is a row')
  expect(choice('Surname').selectedOptions[0]?.text).toBe('Column B')
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('Family · Lee')
  fireEvent.click(useButton)
  const map = physicalRows.fields.map((_, index) => (index < 4 ? index : -1))
  expect(onUse).toHaveBeenCalledExactlyOnceWith({ map, width: 4, hasHeadings: false })
})

test('the user can choose another line as the headings; the lines above are excluded', () => {
  const { useButton, onUse } = openLines([
    ['Cards of March', '', ''],
    ['Vorname', 'Nachname', 'Betrag'],
    ['Name', 'Surname', 'Amount'],
    ['Ann', 'Lee', '5'],
  ])
  chooseHeadingLine('Line 3: Name, Surname, Amount')
  expect(screen.getByText('2 lines above it will be left out.')).toBeDefined()
  expect(choice('Surname').selectedOptions[0]?.text).toBe('Surname')
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('Lee')
  fireEvent.click(useButton)
  expect(onUse.mock.calls[0]?.[0]).toMatchObject({ hasHeadings: true, headingRow: 3, width: 3 })
})

test('another file can be chosen instead', () => {
  const { onCancel } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(onCancel).toHaveBeenCalledOnce()
})

test('columns are shared only if the user ticks the box, which is missing if the file has no headings', () => {
  const share = vi.fn<ColumnSharing['share']>()
  const { useButton } = open(undefined, undefined, { ...allowedSharing, share })
  choose('Surname', 'Family')
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Share with colleagues/ })
  expect(box.checked).toBe(false)
  fireEvent.click(useButton)
  expect(share).toHaveBeenLastCalledWith(expect.objectContaining({ hasHeadings: true }), false)
  fireEvent.click(box)
  fireEvent.click(useButton)
  expect(share).toHaveBeenLastCalledWith(expect.objectContaining({ hasHeadings: true }), true)
  // Without headings the mapping cannot be found again.
  chooseHeadingLine('None: every line is a row')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a colleague’s shared columns can be used or not', async () => {
  open(undefined, undefined, { ...allowedSharing, sharedMapping: sharedByOlive })
  expect(screen.getByText('Olive Tan has shared columns for these headings')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Use them' }))
  await screen.findByText('Columns as shared by Olive Tan')
  await expect.poll(() => choice('Name').selectedOptions[0]?.text).toBe('Family')
  expect(await violationsInJsdom(document.body)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Do not use them' }))
  await expect.poll(() => choice('Name').selectedOptions[0]?.text).toBe('Name')
})

test('for the user’s own shared columns the box is ticked, and no colleague is named', () => {
  open(undefined, undefined, { ...allowedSharing, sharedMapping: sharedByOlive, isSharedByMe: true })
  choose('Surname', 'Family')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(screen.queryByText(/Olive Tan/)).toBeNull()
})

test('shared columns that contradict clear headings are offered with what they contradict', () => {
  const sharedMapping = { ...sharedByOlive, map: physicalRows.fields.map((_, index) => [1, 0][index] ?? -1) }
  const { useButton, onUse } = open(['Name', 'Surname'], [['Ann'], ['Lee']], { ...allowedSharing, sharedMapping })
  expect(screen.getByText(/^Check this before you use them\. The columns of .* contradict the headings/)).toBeDefined()
  expect(screen.getByText('“Name” is read as Surname, not as Name')).toBeDefined()
  expect(screen.getByText('“Surname” is read as Name, not as Surname')).toBeDefined()
  // Nothing is applied until the user says so.
  fireEvent.click(useButton)
  expect(onUse.mock.lastCall?.[0].map.slice(0, 2)).toEqual([0, 1])
})
