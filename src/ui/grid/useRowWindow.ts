// Calculates which of thousands of rows are visible. All rows have the same height, because measuring them would take
// longer than rendering them on a slow machine. @tanstack/react-virtual was tried: ten times the size (10.3 KiB gz
// against 1.0), a first render five times as long, the same scrolling speed.
import { type RefObject, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface RowSizes {
  readonly count: number
  /** In px, the same for all rows. */
  readonly rowHeight: number
  /** Height of the header that stays above the rows, in px. */
  readonly headHeight: number
}

/** How many rows are rendered above, and how many below the visible rows, so that a short scroll shows no gap. */
const OVERSCAN = 1
/** How many rows are rendered when the table opens. Rendering all visible rows would block a slow machine. */
const FIRST_ROWS = 4
/** How many rows each further render adds. */
const ROWS_PER_RENDER = 3

export function useRowWindow(scroller: RefObject<HTMLElement | null>, { count, rowHeight, headHeight }: RowSizes) {
  // Until the element is measured, assumes that the table is half as high as the window.
  const [rowWindow, setRowWindow] = useState(() => ({ first: 0, last: Math.ceil(innerHeight / 2 / rowHeight) }))

  const measure = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const first = Math.floor(scrollTop / rowHeight)
    const last = Math.ceil((scrollTop + clientHeight - headHeight) / rowHeight) - 1
    setRowWindow((current) => {
      const isSame = current.first === first && current.last === last
      return isSame ? current : { first, last }
    })
  }

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    // Rendered synchronously. Otherwise an empty space would be visible for one frame before its rows appear.
    const onScroll = () => flushSync(measure)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `measure` depends only on these
  }, [scroller, rowHeight, headHeight])

  // After rows were removed, the measured window can be below the last row.
  const lastRow = count - 1
  const firstVisible = Math.min(rowWindow.first, lastRow)
  const from = Math.max(0, firstVisible - OVERSCAN)
  const to = Math.min(lastRow, rowWindow.last + OVERSCAN)
  const neededCount = Math.max(0, to - from + 1)
  const [renderedCount, setRenderedCount] = useState(FIRST_ROWS)
  useEffect(() => {
    if (renderedCount < neededCount) startTransition(() => setRenderedCount((current) => current + ROWS_PER_RENDER))
  }, [renderedCount, neededCount])

  return {
    /** The indexes of the rows to render, in order. Includes `alwaysRendered`, unless it is negative. */
    indexes(alwaysRendered: number): number[] {
      const indexes = Array.from({ length: Math.min(neededCount, renderedCount) }, (_, index) => from + index)
      const isInWindow = alwaysRendered >= from && alwaysRendered <= to
      if (alwaysRendered < 0 || isInWindow) return indexes
      return alwaysRendered < from ? [alwaysRendered, ...indexes] : [...indexes, alwaysRendered]
    },
    /** Distance from the top of the first row, in px. */
    topOf: (index: number): number => index * rowHeight,
    height: count * rowHeight,
    /** Scrolls only as far as necessary to show the row. */
    scrollTo(index: number): void {
      const element = scroller.current
      if (!element) return
      const top = index * rowHeight
      const bottom = top + rowHeight
      const visibleHeight = element.clientHeight - headHeight
      const isAbove = top < element.scrollTop
      const isBelow = bottom > element.scrollTop + visibleHeight
      if (!isAbove && !isBelow) return
      element.scrollTop = isAbove ? top : bottom - visibleHeight
      measure()
    },
  }
}
