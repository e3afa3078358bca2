// What of a page is shown, without a cascade. jsdom tries every rule of a browser's own sheet on each element that a query by role
// asks about, a fifth of what tests of screens took. Pages of tests have no sheets of their own, so that `display` follows from the
// tag and a few attributes, and is looked up once for each of these; `visibility` is what the nearest element around says.

const cascade = window.getComputedStyle.bind(window)
const DECIDING = ['hidden', 'open', 'popover', 'type'] as const
const displays = new Map<string, string>()

function displayOf(element: Element): string {
  const own = ownStyle(element, 'display')
  if (own !== '') return own
  const key = [element.localName, ...DECIDING.map((name) => element.getAttribute(name))].join()
  const display = displays.get(key) ?? cascade(element).display
  displays.set(key, display)
  return display
}

function visibilityOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const own = each.hasAttribute('hidden') ? cascade(each).visibility : ownStyle(each, 'visibility')
    if (own !== '') return own
  }
  return 'visible'
}

const ownStyle = (element: Element, name: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''

const cheap: Readonly<Record<string, (element: Element) => string>> = { display: displayOf, visibility: visibilityOf }

/** `getComputedStyle`, whose other properties are those of jsdom. */
function styleOf(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return cascade(element, pseudo)
  const valueOf = (name: string) => cheap[name]?.(element) ?? cascade(element).getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (name === 'getPropertyValue') return valueOf
      return cheap[String(name)]?.(element) ?? (Reflect.get(cascade(element), name) as unknown)
    },
  })
}

export const askPlainStyles = (): void => {
  window.getComputedStyle = styleOf
}
