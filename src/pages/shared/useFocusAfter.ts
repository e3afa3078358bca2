// Moves the focus when the focused row leaves the list: to the next row, so that a checker can continue, or to the
// page's heading if the list is empty. Otherwise the focus would be lost with the row.
import { type RefObject, useEffect, useState } from 'react'
import { focusHeading } from '#ui/focus.ts'

export const detailsButtonId = (id: string): string => `details-of-${id}`

interface Left {
  readonly id: string
  /** The rows after the decided one, then those before it, nearest first, in screen order. */
  readonly neighbours: readonly string[]
}

/**
 * Returns the function to call with the decided id. `isListed` is true while the list contains the id, and undefined
 * while the list is loading. `idle` is false while a dialog has the focus.
 */
export function useFocusAfter(
  list: RefObject<HTMLElement | null>,
  isListed: ((id: string) => boolean) | undefined,
  idle: boolean,
): (id: string) => void {
  const [left, setLeft] = useState<Left>()
  useEffect(() => {
    if (!left || !idle || !isListed || isListed(left.id)) return
    const active = document.activeElement
    if (active === null || active === document.body) focusFirst(left.neighbours)
  }, [left, isListed, idle])

  return (id) => {
    const shown = [...(list.current?.querySelectorAll(`[id^="${detailsButtonId('')}"]`) ?? [])].map((each) => each.id)
    const at = shown.indexOf(detailsButtonId(id))
    setLeft({ id, neighbours: at < 0 ? shown : [...shown.slice(at + 1), ...shown.slice(0, at).toReversed()] })
  }
}

function focusFirst(ids: readonly string[]): void {
  const next = ids.map((id) => document.getElementById(id)).find((element) => element !== null)
  if (next) next.focus()
  else focusHeading()
}
