// The first form is the sign-in form that the page shows before the portal's script has arrived (index.html,
// public/first-form.js). The portal replaces it by its own form, which takes over what the user has typed.

const FIELDS = ['username', 'password']

const findFirstForm = () => document.querySelector<HTMLFormElement>('#first:not([hidden]) form')

/**
 * Calls `start` once the first form is painted. Drawing the portal takes long on a slow computer, so the first form is
 * painted before it.
 */
export function whenFirstFormIsPainted(start: () => void): void {
  const willBePainted = findFirstForm() !== null && document.visibilityState === 'visible'
  if (willBePainted) requestAnimationFrame(() => setTimeout(start))
  else start()
}

/** Shows the portal in place of the first form. */
export function removeFirstForm(): void {
  const root = document.getElementById('root')
  if (root) root.hidden = false
  document.getElementById('first')?.remove()
}

/**
 * Shows the portal, and moves what the user has typed and the focus into `form`. If the user has already pressed a
 * button of the first form, returns the same button of `form`.
 */
export function takeOverFirstForm(form: HTMLFormElement): HTMLButtonElement | undefined {
  const first = findFirstForm()
  if (!first) return undefined
  const focused = document.activeElement
  // The browser cannot focus a field of a hidden form.
  removeFirstForm()
  for (const name of FIELDS) {
    const oldField = first.elements.namedItem(name)
    const field = form.elements.namedItem(name)
    if (!(oldField instanceof HTMLInputElement && field instanceof HTMLInputElement)) continue
    field.value = oldField.value
    if (oldField !== focused) continue
    field.focus()
    field.setSelectionRange(oldField.selectionStart, oldField.selectionEnd, oldField.selectionDirection ?? undefined)
  }
  const pressedIndex = first.dataset['pressed']
  return pressedIndex === undefined ? undefined : form.querySelectorAll('button')[Number(pressedIndex)]
}
