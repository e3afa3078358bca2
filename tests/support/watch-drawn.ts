// Records momentary states of a page with a MutationObserver, since a test that waits sees only the final state.

/** The list of recorded states: values that the field had before, and the error's text if it was shown. */
export function watchDrawn(field: HTMLElement, error: string): readonly string[] {
  const seen: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName, oldValue, addedNodes } of records) {
      if (attributeName === 'value' && target === field) seen.push(`no longer ${oldValue}`)
      for (const { textContent } of addedNodes) if (textContent?.includes(error)) seen.push(error)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true })
  return seen
}
