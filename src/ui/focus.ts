// Moves the focus to a new page, a result, or the remaining items of a list. Does not take the focus out of a dialog or
// menu that the user has opened meanwhile. These functions must be called in a layout effect, because after the paint
// the user can already have focused a control.

/** Focuses the element unless an overlay above it has the focus. Ignores null and undefined. */
export function giveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const overlay = document.activeElement?.closest('[role=dialog], [role=menu]')
  const isReachable = !overlay || overlay.contains(element ?? null)
  if (isReachable) element?.focus(options)
}

/** The path of the last page that took the focus. */
let lastFocusedPath: string | undefined

/**
 * Focuses a page when the address has changed. A page can also replace another page at the same address, for example
 * when its data arrives. The new page is then focused only if the focus was lost with the old page. If it was not lost,
 * the user has moved on, for example to the menu.
 */
export function focusPage(element: HTMLElement | null): void {
  const hasPathChanged = lastFocusedPath !== location.pathname
  lastFocusedPath = location.pathname
  if (hasPathChanged || isFocusLost()) giveFocus(element, { preventScroll: true })
}

/** After a focused element was removed: focuses the page's heading, so that a screen reader and Tab continue there. */
export function focusHeadingIfLost(): void {
  if (isFocusLost()) focusHeading()
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const TEXT_FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=file])'

/** True if the focus is in a text field. */
export const isTyping = (): boolean => document.activeElement?.matches(TEXT_FIELDS) === true

/** Focuses the page's heading, also if the focus is in a dialog or menu. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
