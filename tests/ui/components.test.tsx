// Components that can be tested without a real browser: file drop, stepper, table with sorting and pages, and password
// field.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import type { Column } from '#domain/columns.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { Stepper } from '#ui/Stepper.tsx'

const csv = (name: string) => new File(['1,2'], name, { type: 'text/csv' })

function renderFileDrop(disabledReason?: string) {
  const onFile = vi.fn<(file: File) => void>()
  render(<FileDrop label="Drop a batch file" accept={['.csv']} onFile={onFile} disabledReason={disabledReason} />)
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByRole('region', { name: 'Drop a batch file' }), { dataTransfer: { files } })
  return { onFile, drop }
}

test('a single dropped file is passed on unchanged', () => {
  const { onFile, drop } = renderFileDrop()
  const file = csv('loads.csv')
  drop(file)
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
})

test('two dropped files are refused with a message that stays until a single file is dropped', () => {
  const { onFile, drop } = renderFileDrop()
  drop(csv('a.csv'), csv('b.csv'))
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getAllByText(/one file only/).length).toBeGreaterThan(0)
  drop(csv('a.csv'))
  expect(onFile).toHaveBeenCalledOnce()
  expect(screen.queryByText(/one file only/)).toBeNull()
})

test('the same file picked twice is passed on twice, since the user may have fixed it meanwhile', () => {
  const { onFile } = renderFileDrop()
  const input = screen.getByLabelText('Drop a batch file', { selector: 'input' })
  fireEvent.change(input, { target: { files: [csv('loads.csv')] } })
  fireEvent.change(input, { target: { files: [csv('loads.csv')] } })
  expect(onFile).toHaveBeenCalledTimes(2)
})

test('a disabled file drop accepts no file', () => {
  const { onFile, drop } = renderFileDrop('A batch is being sent')
  drop(csv('loads.csv'))
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-disabled')).toBe('true')
})

test('finished steps are links back, the current step is marked, later steps are plain text', () => {
  const onGoTo = vi.fn<(index: number) => void>()
  render(<Stepper label="Wizard" steps={['Upload', 'Verify', 'Submit']} current={1} onGoTo={onGoTo} />)
  const [upload, verify, submit] = screen.getAllByRole('listitem')
  expect(verify?.getAttribute('aria-current')).toBe('step')
  expect(upload?.getAttribute('aria-current')).toBeNull()
  expect(within(submit as HTMLElement).queryByRole('button')).toBeNull()
  fireEvent.click(within(upload as HTMLElement).getByRole('button'))
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(0)
})

test('a locked stepper has no links', () => {
  render(<Stepper label="Wizard" steps={['Upload', 'Verify']} current={1} onGoTo={vi.fn()} isLocked />)
  expect(screen.queryByRole('button')).toBeNull()
})

interface Row {
  readonly ID: string
  readonly AMOUNT: string
}
const columns: readonly Column<Row>[] = [
  { key: 'ID', label: 'Batch', format: 'text' },
  { key: 'AMOUNT', label: 'Amount', format: 'amount' },
]
const rows: readonly Row[] = Array.from({ length: 12 }, (_, index) => ({
  ID: `b${index}`,
  AMOUNT: `${index * 100}.00`,
}))
const ids = () => screen.getAllByRole('rowheader').map((cell) => /b\d+/.exec(cell.textContent ?? '')?.[0])

test('a table header sorts amounts by size, reverses on the second click, and announces the order', () => {
  render(<DataTable caption="Batches" columns={columns} rows={rows} rowKey={({ ID }) => ID} empty="None" />)
  const amount = screen.getByRole('columnheader', { name: 'Amount' })
  const sort = within(amount).getByRole('button')
  expect(amount.getAttribute('aria-sort')).toBeNull()
  fireEvent.click(sort)
  expect(amount.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(sort)
  expect(amount.getAttribute('aria-sort')).toBe('descending')
  expect(ids().slice(0, 3)).toEqual(['b11', 'b10', 'b9'])
})

test('pages have ten rows, the last page has the rest, and a list that becomes shorter never shows an empty page', () => {
  const table = (list: readonly Row[]) => (
    <DataTable caption="Batches" columns={columns} rows={list} rowKey={({ ID }) => ID} empty="None" pageSize={10} />
  )
  const { rerender } = render(table(rows))
  expect(ids()).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(ids()).toEqual(['b10', 'b11'])
  expect(screen.getByText('2 of 2 pages')).toBeTruthy()
  rerender(table(rows.slice(0, 3)))
  expect(ids()).toEqual(['b0', 'b1', 'b2'])
})

test('every one of several quick presses on Next page counts, and none goes past the last page', () => {
  const table = (
    <DataTable caption="Batches" columns={columns} rows={rows} rowKey={({ ID }) => ID} empty="None" pageSize={2} />
  )
  render(table)
  const press = (name: string, times: number) => {
    const button = screen.getByRole('button', { name })
    act(() => Array.from({ length: times }).forEach(() => button.click()))
  }
  press('Next page', 3)
  expect(screen.getByText('4 of 6 pages')).toBeTruthy()
  press('Previous page', 2)
  expect(screen.getByText('2 of 6 pages')).toBeTruthy()
  press('Next page', 9)
  expect(screen.getByText('6 of 6 pages')).toBeTruthy()
})

test('a table reports that it is empty, that it failed (with a retry), and keeps old rows when a refresh fails', () => {
  const onRetry = vi.fn<() => void>()
  const common = { caption: 'Batches', columns, rowKey: ({ ID }: Row) => ID, empty: 'No batch loads found', onRetry }
  const { rerender } = render(<DataTable {...common} rows={[]} />)
  expect(screen.getByText('No batch loads found')).toBeTruthy()
  rerender(<DataTable {...common} rows={undefined} error="Cannot connect to server" />)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
  rerender(<DataTable {...common} rows={rows} error="Cannot connect to server" />)
  expect(ids()).toHaveLength(12)
})

test('a click in a row opens the row; a click on a control of the row does not, even if it is rendered elsewhere', () => {
  const onOpen = vi.fn<(row: Row) => void>()
  const actions = ({ ID }: Row) => (
    <>
      <button>Reject {ID}</button>
      {createPortal(<span>Its menu {ID}</span>, document.body)}
    </>
  )
  render(
    <DataTable
      caption="Batches"
      columns={columns}
      rows={rows.slice(0, 1)}
      rowKey={({ ID }) => ID}
      empty="None"
      actions={actions}
      onOpen={onOpen}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Reject b0' }))
  fireEvent.click(screen.getByText('Its menu b0'))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('b0'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[0])
})

test('a password can be shown and hidden without changing it', () => {
  render(<PasswordField label="Password" defaultValue="Sunny" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.type).toBe('text')
  expect(field.value).toBe('Sunny')
})
