// Moves the focus to a new page, a result, or the remaining items of a list. Never takes it out of a dialog or menu
// that the user opened meanwhile. Call these functions in a layout effect: after the paint the user may already have
// focused a control.

/** Focuses the element unless an overlay above it has the focus. Ignores null and undefined. */
export function giveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const over = document.activeElement?.closest('[role=dialog], [role=menu]')
  if (element && (!over || over.contains(element))) element.focus(options)
}

/** Path of the last page that took the focus. */
let pageFocusedAt: string | undefined

/**
 * Focuses the first page at an address. A page that replaces another at the same address (when its data arrived) takes
 * the focus only if it was lost with the old page. Otherwise the user has moved on, for example to the menu.
 */
export function focusPage(element: HTMLElement | null): void {
  const isFirst = pageFocusedAt !== location.pathname
  pageFocusedAt = location.pathname
  if (isFirst || isFocusLost()) giveFocus(element, { preventScroll: true })
}

/** After a focused element was removed: focuses the page's heading, so that a screen reader and Tab continue there. */
export function focusHeadingIfLost(): void {
  if (isFocusLost()) focusHeading()
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** True if the focus is in a text field. */
export const isTyping = (): boolean =>
  document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])') === true

export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
