// Moves the focus when the focused row leaves the list, since the focus would be lost with the row. The next row
// gets the focus, so that a checker can continue. If the list is empty, the page's heading gets the focus.
import { type RefObject, useEffect, useState } from 'react'
import { focusHeading } from '#ui/focus.ts'

export const DETAILS_BUTTON_PREFIX = 'details-of-'
export const detailsButtonId = (id: string): string => `${DETAILS_BUTTON_PREFIX}${id}`

/** The buttons that open the details, one in each row of the list. */
export const detailsButtonsIn = (element: Element | null): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>(`[id^="${DETAILS_BUTTON_PREFIX}"]`) ?? []),
]

interface RemovedRow {
  readonly id: string
  /** The ids of the other rows' buttons: those below the removed row, then those above it. The nearest come first. */
  readonly otherButtonIds: readonly string[]
}

interface FocusAfterRemovalOptions {
  readonly listElement: RefObject<HTMLElement | null>
  /** The ids of the rows in the list. Undefined while the list is loading. */
  readonly listedIds: readonly string[] | undefined
  /** False while a dialog has the focus. */
  readonly isIdle: boolean
}

/** Returns a function to call with the id of the row that was decided, while the list still shows that row. */
export function useFocusAfterRemoval({
  listElement,
  listedIds,
  isIdle,
}: FocusAfterRemovalOptions): (id: string) => void {
  const [removedRow, setRemovedRow] = useState<RemovedRow>()
  useEffect(() => {
    if (!removedRow || !isIdle) return
    const hasLeftList = listedIds !== undefined && !listedIds.includes(removedRow.id)
    const active = document.activeElement
    const isFocusLost = active === null || active === document.body
    if (hasLeftList && isFocusLost) focusFirst(removedRow.otherButtonIds)
  }, [removedRow, listedIds, isIdle])

  return (id) => {
    const buttonIds = detailsButtonsIn(listElement.current).map((button) => button.id)
    const index = buttonIds.indexOf(detailsButtonId(id))
    const isListed = index !== -1
    const idsBelow = isListed ? buttonIds.slice(index + 1) : buttonIds
    const idsAbove = isListed ? buttonIds.slice(0, index) : []
    setRemovedRow({ id, otherButtonIds: [...idsBelow, ...idsAbove.toReversed()] })
  }
}

/** Focuses the first of these elements that still exists. */
function focusFirst(ids: readonly string[]): void {
  const firstElement = ids.map((id) => document.getElementById(id)).find((element) => element !== null)
  if (firstElement) firstElement.focus()
  else focusHeading()
}
