// Speeds up screen tests in jsdom: a cheaper `getComputedStyle`, and React without owner stacks.
import * as React from 'react'

const slowStyle = window.getComputedStyle.bind(window)
/** The attributes that can change an element's `display`. */
const DISPLAY_ATTRIBUTES = ['hidden', 'open', 'popover', 'type'] as const
const displays = new Map<string, string>()

function displayOf(element: Element): string {
  const inlineDisplay = inlineStyle(element, 'display')
  if (inlineDisplay !== '') return inlineDisplay
  const key = [element.localName, ...DISPLAY_ATTRIBUTES.map((name) => element.getAttribute(name))].join()
  const display = displays.get(key) ?? slowStyle(element).display
  displays.set(key, display)
  return display
}

function visibilityOf(element: Element): string {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const visibility = ancestor.hasAttribute('hidden')
      ? slowStyle(ancestor).visibility
      : inlineStyle(ancestor, 'visibility')
    if (visibility !== '') return visibility
  }
  return 'visible'
}

const inlineStyle = (element: Element, name: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''

const fastValues: Readonly<Record<string, (element: Element) => string>> = {
  display: displayOf,
  visibility: visibilityOf,
}

/** `getComputedStyle` with `display` and `visibility` computed here; the other properties come from jsdom. */
function styleOf(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return slowStyle(element, pseudo)
  const valueOf = (name: string) => fastValues[name]?.(element) ?? slowStyle(element).getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (name === 'getPropertyValue') return valueOf
      return fastValues[String(name)]?.(element) ?? (Reflect.get(slowStyle(element), name) as unknown)
    },
  })
}

/**
 * Replaces `getComputedStyle` by a fast one without a cascade. For each element that a query by role checks, jsdom
 * matches every rule of a browser's default style sheet, which took a fifth of the time of screen tests. Test pages have
 * no style sheets, so `display` depends only on the tag and a few attributes, and is cached for each combination.
 * `visibility` is inherited from the nearest ancestor that sets it.
 */
export const installPlainStyles = (): void => {
  window.getComputedStyle = styleOf
}

const REACT_INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/**
 * Makes React's development build skip the stack and console task that it creates for each element, which took a seventh
 * of the time of screen tests. React pauses this after ten thousand elements per second; here that limit counts as
 * reached. If React renames its internals, the tests are slower but still correct.
 */
export function skipOwnerStacks(): void {
  const internals = (React as unknown as Readonly<Record<string, object | undefined>>)[REACT_INTERNALS]
  if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}
