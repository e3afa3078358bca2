// What a page draws for a moment and takes back: seen by the browser's observer, where a test that waits sees the end alone.

/** What was drawn for a moment: values that a field has lost meanwhile, and the text of an error. */
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
