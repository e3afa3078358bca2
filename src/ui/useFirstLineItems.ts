// Counts the items of a wrapping list that fit in the first line, so that the others can be hidden behind a count.
import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Measures when the count or the width changes. In an environment without layout, all items fit.
 *
 * @param count the number of items in the list
 */
export function useFirstLineItems<Item extends HTMLElement>(
  count: number,
): { ref: RefObject<Item | null>; fittingCount: number } {
  const ref = useRef<Item>(null)
  const [fittingCount, setFittingCount] = useState(count)
  useEffect(() => {
    const list = ref.current
    if (!list) return undefined
    const measure = () => {
      const items = [...list.children].filter((item) => item instanceof HTMLElement)
      const firstLineTop = items[0]?.offsetTop
      setFittingCount(items.filter((item) => item.offsetTop === firstLineTop).length)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    for (const item of list.children) observer.observe(item)
    return () => observer.disconnect()
  }, [count])
  return { ref, fittingCount }
}
