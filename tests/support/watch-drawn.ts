// Records what a page shows only for a moment, with a MutationObserver, since a test that waits sees only the end.

/** The momentary states: values that a field has lost since, and the text of an error. */
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
