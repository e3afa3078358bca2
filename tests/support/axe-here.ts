// Finds accessibility violations in part of a jsdom page with axe. Colours are checked in a browser (axe.ts).
import axe from 'axe-core'
import { aboutColours } from './axe.ts'

/** The names of the violated rules. */
export async function violationsHere(part: Element): Promise<string[]> {
  const rules = Object.fromEntries(aboutColours.map((rule) => [rule, { enabled: false }]))
  return (await axe.run(part, { rules })).violations.map(({ id }) => id)
}
