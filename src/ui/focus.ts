// Moves the focus: to a new page, to an answer, to what is left of a list. Never out of a dialog or menu that the user opened meanwhile.
// Callers use a layout effect: an effect that runs after the paint takes the focus from a control the user has reached by then.

/** Gives it the focus, unless what has the focus lies over it. `undefined` and null are left alone. */
export function giveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const over = document.activeElement?.closest('[role=dialog], [role=menu]')
  if (element && (!over || over.contains(element))) element.focus(options)
}

/** Where a page took the focus last. */
let pageFocusedAt: string | undefined

/**
 * For a page: the first one at an address takes the focus; one that comes there in place of another, as its answer came, only what has
 * been lost with that one. Whoever has gone on meanwhile, to the menu or a button, stays there.
 */
export function focusPage(element: HTMLElement | null): void {
  const isFirst = pageFocusedAt !== location.pathname
  pageFocusedAt = location.pathname
  if (isFirst || isFocusLost()) giveFocus(element, { preventScroll: true })
}

/** For what took the focus with it as it went: the page's heading, so that a screen reader and Tab go on from there. */
export function focusHeadingIfLost(): void {
  if (isFocusLost()) focusHeading()
}

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
