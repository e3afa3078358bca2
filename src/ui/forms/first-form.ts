// Takes over the sign-in form that the page shows before the portal's script has arrived (index.html,
// public/first-form.js).

const FIELDS = ['username', 'password']

const findFirstForm = () => document.querySelector<HTMLFormElement>('#first:not([hidden]) form')

/** Calls `start` after the first form is painted, because drawing the portal takes long on a slow computer. */
export function whenFirstFormIsPainted(start: () => void): void {
  // A hidden page is not painted.
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

/** Shows the portal, and moves what the user has typed, and the focus, into this form. Returns the pressed button. */
export function takeOverFirstForm(form: HTMLFormElement): HTMLButtonElement | undefined {
  const first = findFirstForm()
  if (!first) return undefined
  const focused = document.activeElement
  // The browser cannot focus a field of a hidden form.
  removeFirstForm()
  for (const name of FIELDS) {
    const typed = first.elements.namedItem(name)
    const field = form.elements.namedItem(name)
    if (!(typed instanceof HTMLInputElement && field instanceof HTMLInputElement)) continue
    field.value = typed.value
    if (typed !== focused) continue
    field.focus()
    field.setSelectionRange(typed.selectionStart, typed.selectionEnd, typed.selectionDirection ?? undefined)
  }
  return form.querySelectorAll('button')[Number(first.dataset['pressed'] ?? Number.NaN)]
}
