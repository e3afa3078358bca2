// What axe finds wrong in a part of a page that stands in jsdom. Colours are looked at in a browser (axe.ts).
import axe from 'axe-core'
import { aboutColours } from './axe.ts'

/** The rules that are broken, by their names. */
export async function violationsHere(part: Element): Promise<string[]> {
  const rules = Object.fromEntries(aboutColours.map((rule) => [rule, { enabled: false }]))
  return (await axe.run(part, { rules })).violations.map(({ id }) => id)
}
