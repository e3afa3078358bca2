// Finds accessibility violations in an element of a jsdom page with axe. Colours are checked in a browser (axe.ts).
import axe from 'axe-core'
import { colourRules } from './axe.ts'

/** The names of the violated rules. */
export async function violationsInJsdom(element: Element): Promise<string[]> {
  const rules = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]))
  return (await axe.run(element, { rules })).violations.map(({ id }) => id)
}
