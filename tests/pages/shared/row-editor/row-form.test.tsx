// The form of a single row, for both types of order: its fields, when a row can be added, the position of messages, and
// that no typed text is lost.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { orderTypes } from '#domain/order/types.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import { typedRowState } from '#flows/typed-row.ts'
import { RowFormDialog } from '#pages/shared/row-editor/fixes/RowFormDialog.tsx'

const virtualKind = virtualRows({ today: '2026-11-22' as CalendarDate })

afterEach(() => {
  typedRowState.change({ physical: {}, virtual: {} })
})

function open(rowType: RowType = physicalRows, refusal?: string) {
  const onAdd = vi.fn<(row: CheckedRow) => string | undefined>(() => refusal)
  const onClose = vi.fn<() => void>()
  const { title, add } = orderTypes[rowType === physicalRows ? 'physical' : 'virtual'].single
  const { unmount } = render(
    <RowFormDialog rowType={rowType} title={title} addLabel={add} onAdd={onAdd} onClose={onClose} />,
  )
  return { onAdd, onClose, unmount, button: screen.getByRole('button', { name: add }) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( .optional.)?$`))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const typeAndLeave = (label: string, value: string) => {
  type(label, value)
  fireEvent.blur(field(label))
}
const press = async (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test.each([
  ['physical', physicalRows, 'Add a single card', 'Add Card Order', [50, 50, 50, 10, 10, 40, 30, 40, 40, 40]],
  ['virtual', virtualKind, 'Add a single Virtual Card', 'Add Virtual Card Order', [50, 50, 50, 50, 10, 356, 1791]],
] as const)('%s: the form has the specified texts, labels and lengths', (_, rowType: RowType, title, add, lengths) => {
  open(rowType)
  expect(screen.getByRole('dialog', { name: title })).toBeDefined()
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ maxLength }) => maxLength)).toEqual(lengths)
  for (const { label } of rowType.fields) expect(field(label)).toBeDefined()
  for (const name of ['Cancel', add]) expect(screen.getByRole('button', { name })).toBeDefined()
})

test('a recipient name has the placeholder of the specification', () => {
  open()
  expect(field('Recipient Name').placeholder).toBe('3-60 characters')
})

test.each([
  ['physical', physicalRows, ['Name', 'Surname'], 'Enter name and surname first', 'Enter surname first'],
  [
    'virtual',
    virtualKind,
    ['Customer Reference', 'Card Label'],
    'Enter customer reference and card label first',
    'Enter card label first',
  ],
] as const)(
  '%s: adding is disabled, with the reason, until both required fields are filled',
  async (_, rowType: RowType, [firstLabel, secondLabel], bothMissingText, secondMissingText) => {
    const { button, onAdd } = open(rowType)
    expect(reasonOf(button)).toBe(bothMissingText)
    type(firstLabel, 'x')
    type(secondLabel, '   ')
    await expect.poll(() => reasonOf(button)).toBe(secondMissingText)
    await act(async () => fireEvent.click(button))
    expect(onAdd).not.toHaveBeenCalled()
    type(secondLabel, 'y')
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
    await act(async () => fireEvent.submit(field(firstLabel)))
    expect(onAdd).toHaveBeenCalledOnce()
  },
)

test('an error is shown at its field once the field is left', () => {
  open()
  type('Card Order Fee', '5.50')
  expect(screen.queryByText(/has cents/)).toBeNull()
  fireEvent.blur(field('Card Order Fee'))
  expect(screen.getByText(/^Card Order Fee is a whole number/)).toBeDefined()
  typeAndLeave('Name', '')
  expect(screen.getByText('Name is missing. Enter it.')).toBeDefined()
})

test('a row with errors is not added: all errors are shown, and the first invalid field has the focus', async () => {
  const { onAdd } = open(virtualKind)
  type('Customer Reference', 'R-1')
  type('Card Label', 'Team')
  type('Expiry Date', '2020-01-01')
  type('Tag Name', 'team|trip')
  await press('Add Virtual Card Order')
  expect(onAdd).not.toHaveBeenCalled()
  expect(screen.getByText('2020-01-01 has passed. Enter a later day.')).toBeDefined()
  expect(screen.getByText(/^There are 2 tag names and 0 values/)).toBeDefined()
  await expect.poll(() => document.activeElement).toBe(field('Expiry Date'))
})

test('commas are removed from addresses only, with a message', async () => {
  const { onAdd } = open()
  type('Name', 'Ann')
  type('Surname', 'Lee, Jr')
  type('Address 1', 'Block 12, Level 3')
  await screen.findByText('Commas will be left out.')
  fireEvent.blur(field('Address 1'))
  await expect.poll(() => field('Address 1').value).toBe('Block 12 Level 3')
  await screen.findByText('Commas were removed.')
  type('Address 2', 'a,b')
  await press('Add Card Order')
  expect(onAdd.mock.calls[0]?.[0].values).toMatchObject({
    surname: 'Lee, Jr',
    address1: 'Block 12 Level 3',
    address2: 'a b',
  })
})

test('a date typed in words is formatted', () => {
  open(virtualKind)
  typeAndLeave('Expiry Date', '24 Nov 2031')
  expect(field('Expiry Date').value).toBe('2031-11-24')
  expect(screen.getByText('Written as 2031-11-24.')).toBeDefined()
})

test('pasted text that is too long is reported', () => {
  open()
  fireEvent.paste(field('Address 1'), { clipboardData: { getData: () => 'x'.repeat(43) } })
  expect(
    screen.getByText('Only 40 characters fit. The last 3 characters of what you pasted were left out.'),
  ).toBeDefined()
})

test('closing keeps the typed text, and it can be cleared', async () => {
  const { unmount, onClose } = open()
  type('Name', 'Ann')
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  open()
  expect(field('Name').value).toBe('Ann')
  expect(screen.getByText('What you typed before is still here.')).toBeDefined()
  await press('Clear all')
  expect(field('Name').value).toBe('')
})

test('adding a row closes and clears the form; "Add and another" clears it and keeps it open', async () => {
  const { onAdd, onClose } = open()
  const fill = (name: string) => {
    type('Name', name)
    type('Surname', 'Lee')
    // The focus stays in this field. After adding, the form moves it to the first field, and must not show the message
    // about commas, as it would if the user left the field.
    field('Address 1').focus()
    type('Address 1', 'a, b')
  }
  fill('Ann')
  await press('Add and another')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByText('Added: Ann Lee. Enter the next one.')).toBeDefined()
  await expect
    .poll(() => [field('Name').value, field('Address 1').value, document.activeElement])
    .toEqual(['', '', field('Name')])
  fill('Bo')
  await press('Add Card Order')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onAdd.mock.calls.map(([{ values }]) => values['name'])).toEqual(['Ann', 'Bo'])
  expect(typedRowState.get()).toMatchObject({ physical: {} })
})

test('a row that is not accepted stays in the form with the reason', async () => {
  const { onClose } = open(physicalRows, 'An order holds 5,000 rows at most')
  type('Name', 'Ann')
  type('Surname', 'Lee')
  await press('Add Card Order')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('An order holds 5,000 rows at most'))
  expect(onClose).not.toHaveBeenCalled()
  expect(field('Name').value).toBe('Ann')
})
