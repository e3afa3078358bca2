// A fast `getComputedStyle` for visibility, without a cascade. For each element that a query by role checks, jsdom
// matches every rule of a browser's default style sheet, which took a fifth of the time of screen tests. Test pages
// have no style sheets, so `display` depends only on the tag and a few attributes, and is cached for each combination.
// `visibility` is inherited from the nearest ancestor that sets it.

const cascade = window.getComputedStyle.bind(window)
const DECIDING = ['hidden', 'open', 'popover', 'type'] as const
const displays = new Map<string, string>()

function displayOf(element: Element): string {
  const ownDisplay = ownStyle(element, 'display')
  if (ownDisplay !== '') return ownDisplay
  const key = [element.localName, ...DECIDING.map((name) => element.getAttribute(name))].join()
  const display = displays.get(key) ?? cascade(element).display
  displays.set(key, display)
  return display
}

function visibilityOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const ownDisplay = each.hasAttribute('hidden') ? cascade(each).visibility : ownStyle(each, 'visibility')
    if (ownDisplay !== '') return ownDisplay
  }
  return 'visible'
}

const ownStyle = (element: Element, name: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''

const cheap: Readonly<Record<string, (element: Element) => string>> = { display: displayOf, visibility: visibilityOf }

/** `getComputedStyle` with `display` and `visibility` computed here; the other properties come from jsdom. */
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

export const forcePlainStyles = (): void => {
  window.getComputedStyle = styleOf
}
