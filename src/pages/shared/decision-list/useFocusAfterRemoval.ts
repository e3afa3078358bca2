// Moves the focus when the focused row leaves the list: to the next row, so that a checker can continue, or to the
// page's heading if the list is empty. Otherwise the focus would be lost with the row.
import { type RefObject, useEffect, useState } from 'react'
import { focusHeading } from '#ui/focus.ts'

export const detailsButtonId = (id: string): string => `details-of-${id}`

interface RemovedRow {
  readonly id: string
  /** The ids of the other rows' buttons: first those below the removed row, then those above it, nearest first. */
  readonly neighbours: readonly string[]
}

interface FocusAfterRemovalOptions {
  readonly list: RefObject<HTMLElement | null>
  /** Returns true if the list contains the id. Undefined while the list is loading. */
  readonly isListed: ((id: string) => boolean) | undefined
  /** False while a dialog has the focus. */
  readonly isIdle: boolean
}

/** Returns a function to call with the id of the row that was decided. */
export function useFocusAfterRemoval({ list, isListed, isIdle }: FocusAfterRemovalOptions): (id: string) => void {
  const [removedRow, setRemovedRow] = useState<RemovedRow>()
  useEffect(() => {
    if (!removedRow || !isIdle || !isListed || isListed(removedRow.id)) return
    const active = document.activeElement
    if (active === null || active === document.body) focusFirst(removedRow.neighbours)
  }, [removedRow, isListed, isIdle])

  return (id) => {
    const buttonIds = [...(list.current?.querySelectorAll(`[id^="${detailsButtonId('')}"]`) ?? [])].map(
      (button) => button.id,
    )
    const index = buttonIds.indexOf(detailsButtonId(id))
    setRemovedRow({
      id,
      neighbours: index < 0 ? buttonIds : [...buttonIds.slice(index + 1), ...buttonIds.slice(0, index).toReversed()],
    })
  }
}

function focusFirst(ids: readonly string[]): void {
  const firstElement = ids.map((id) => document.getElementById(id)).find((element) => element !== null)
  if (firstElement) firstElement.focus()
  else focusHeading()
}
