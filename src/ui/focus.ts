// Moves the focus: to a new page, to an answer, to what is left of a list. Never out of a dialog or menu that the user opened meanwhile.
// Callers use a layout effect: an effect that runs after the paint takes the focus from a control the user has reached by then.

/** Focuses the element unless an overlay above it has the focus. Ignores `undefined` and null. */
export function giveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const over = document.activeElement?.closest('[role=dialog], [role=menu]')
  if (element && (!over || over.contains(element))) element.focus(options)
}

/** Path of the page that took the focus last. */
let pageFocusedAt: string | undefined

/**
 * For a page: the first page at an address takes the focus. A page that replaces another at the same address (when its
 * answer arrived) takes it only if the focus was lost with the other: a user who has moved on to the menu or a button
 * stays there.
 */
export function focusPage(element: HTMLElement | null): void {
  const isFirst = pageFocusedAt !== location.pathname
  pageFocusedAt = location.pathname
  if (isFirst || isFocusLost()) giveFocus(element, { preventScroll: true })
}

/**
 * For an element that had the focus and is removed: focuses the page's heading, so that a screen reader and Tab
 * continue from there.
 */
export function focusHeadingIfLost(): void {
  if (isFocusLost()) focusHeading()
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** True if the focus is in a field for text. */
export const isTyping = (): boolean =>
  document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])') === true

export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
