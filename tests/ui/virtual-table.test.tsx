// Scrolling through thousands of rows renders only the rows that come into view. The selection follows its rows when
// they are sorted.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { VirtualTable } from '#ui/grid/VirtualTable.tsx'

const ROW_PX = 36
const rows = Array.from({ length: 1000 }, (_, index) => index)

it('rows that scroll into view are rendered in the elements of rows that left; visible rows are not rendered again', async () => {
  const renderedRows: number[] = []
  const cell = (row: number) => {
    renderedRows.push(row)
    return `Row ${row}`
  }
  const columns = [{ key: 'row', label: 'Row', width: '6rem', cell }]
  render(<VirtualTable caption="Rows" columns={columns} rows={rows} rowKey={String} empty="None" rowHeight={ROW_PX} />)
  const grid = screen.getByRole('grid', { name: 'Rows' })
  // Ten rows below the heading of 32 px.
  Object.defineProperty(grid, 'clientHeight', { value: 32 + 10 * ROW_PX })
  const scrollTo = (first: number) => {
    grid.scrollTop = first * ROW_PX
    fireEvent.scroll(grid)
  }
  scrollTo(100)
  await waitFor(() => expect(screen.getByText('Row 110')).toBeTruthy())

  const elements = rowElements()
  renderedRows.length = 0
  scrollTo(103)
  await expect.poll(() => new Set(renderedRows)).toEqual(new Set([111, 112, 113]))
  await screen.findByText('Row 102')
  await expect.poll(() => screen.queryByText('Row 101')).toBeNull()
  // The row of the tab stop stays rendered, even out of view.
  await screen.findByText('Row 0')
  await expect.poll(() => rowElements()).toEqual(elements)
  // A screen reader gets the rows in their order.
  const ownedIds = elements[0]?.parentElement?.getAttribute('aria-owns')?.split(' ') ?? []
  const inOrder = Array.from({ length: 12 }, (_, index) => `Row ${102 + index}`)
  await expect.poll(() => ownedIds.map((id) => document.getElementById(id)?.textContent)).toEqual(['Row 0', ...inOrder])
})

const rowElements = () => [...document.querySelectorAll('[role=rowgroup] > [role=row]')]

const table = (shownRows: readonly number[], onDelete = vi.fn<(deletedRows: readonly number[]) => void>()) => (
  <VirtualTable
    caption="Rows"
    columns={[{ key: 'row', label: 'Row', width: '6rem', cell: (row: number) => `Row ${row}` }]}
    rows={shownRows}
    rowKey={String}
    empty="None"
    onDelete={onDelete}
  />
)
const gridCell = (row: number) => screen.getByRole('gridcell', { name: `Row ${row}` })
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })

it('the focus and the selected rows stay after sorting, and Delete deletes only those rows', () => {
  const onDelete = vi.fn<(deletedRows: readonly number[]) => void>()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(11 * ROW_PX)
  onTestFinished(() => void vi.restoreAllMocks())
  const { rerender } = render(table([1, 2, 3, 4], onDelete))
  act(() => gridCell(3).focus())
  press('ArrowDown', true)
  rerender(table([3, 4, 1, 2], onDelete))
  expect(document.activeElement).toBe(gridCell(4))
  press('Delete')
  expect(onDelete).toHaveBeenLastCalledWith([3, 4])

  // Rows between the two would be deleted too, so nothing stays selected.
  rerender(table([3, 1, 2, 4], onDelete))
  expect(document.activeElement).toBe(gridCell(4))
  press('Delete')
  expect(onDelete).toHaveBeenLastCalledWith([4])

  // The row is filtered out: the position stays, and nothing else is selected.
  rerender(table([1, 2], onDelete))
  press('ArrowUp')
  act(() => gridCell(2).focus())
  press('Delete')
  expect(onDelete).toHaveBeenLastCalledWith([2])
})

it('an arrow key moves to the cell that it points to, also if the first column is on the right', () => {
  const column = (key: string) => ({ key, label: key, width: '6rem', cell: (row: number) => `${key} ${row}` })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(11 * ROW_PX)
  onTestFinished(() => {
    vi.restoreAllMocks()
    document.dir = ''
  })
  render(
    <VirtualTable
      caption="Rows"
      columns={['One', 'Two', 'Three'].map(column)}
      rows={[1]}
      rowKey={String}
      empty="None"
    />,
  )
  const cellNamed = (name: string) => screen.getByRole('gridcell', { name })
  act(() => cellNamed('Two 1').focus())
  press('ArrowRight')
  expect(document.activeElement).toBe(cellNamed('Three 1'))
  document.dir = 'rtl'
  press('ArrowRight')
  expect(document.activeElement).toBe(cellNamed('Two 1'))
  press('ArrowLeft')
  expect(document.activeElement).toBe(cellNamed('Three 1'))
})
