// Records states that a page shows only for a moment, with a MutationObserver, since a test that waits sees only the
// final state.

/** Returns a list that grows when states appear: each earlier value of the field, and the text of the error. */
export function recordMomentaryStates(field: HTMLElement, error: string): readonly string[] {
  const states: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName, oldValue, addedNodes } of records) {
      if (attributeName === 'value' && target === field) states.push(`no longer ${oldValue}`)
      for (const { textContent } of addedNodes) if (textContent?.includes(error)) states.push(error)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true })
  return states
}
