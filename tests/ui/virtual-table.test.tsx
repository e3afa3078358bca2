// Scrolling through thousands of rows renders only rows that come into view and leaves the visible ones as they are.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { VirtualTable } from '#ui/grid/VirtualTable.tsx'

const ROW_PX = 36
const rows = Array.from({ length: 1000 }, (_, index) => index)

it('draws rows as they scroll into view and leaves visible rows untouched', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const drawn: number[] = []
  const cell = (row: number) => {
    drawn.push(row)
    return `Row ${row}`
  }
  const columns = [{ key: 'row', label: 'Row', width: '6rem', cell }]
  render(<VirtualTable caption="Rows" columns={columns} rows={rows} rowKey={String} empty="None" rowHeight={ROW_PX} />)
  const grid = screen.getByRole('grid', { name: 'Rows' })
  // Ten rows below the heading.
  Object.defineProperty(grid, 'clientHeight', { value: 11 * ROW_PX })
  const passTo = (first: number) => {
    grid.scrollTop = first * ROW_PX
    fireEvent.scroll(grid)
  }
  passTo(100)
  await waitFor(() => expect(screen.getByText('Row 110')).toBeTruthy())

  drawn.length = 0
  passTo(103)
  expect(new Set(drawn)).toEqual(new Set([111, 112, 113]))
  expect(screen.getByText('Row 102')).toBeTruthy()
  expect(screen.queryByText('Row 101')).toBeNull()
  // The tab stop keeps its row, even out of view.
  expect(screen.getByText('Row 0')).toBeTruthy()
})
