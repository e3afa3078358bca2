// What axe finds wrong in a page as it stands.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that can differ between the light and the dark theme. */
export const aboutColours = ['color-contrast', 'link-in-text-block']

const themes = ['light', 'dark'] as const

/** As `violations`, in the light theme, and about colours in the dark one. */
export async function violationsInALook(page: Page, part = 'main'): Promise<string[]> {
  const found: string[] = []
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    const rules = index === 0 ? undefined : aboutColours
    found.push(...(await violations(page, part, rules)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}

/** One line for each rule that is broken within that part of the page; of all rules, or of some. */
export async function violations(page: Page, part = 'main', rules?: readonly string[]): Promise<string[]> {
  // Appearing pieces are measured when they are there; what follows scrolling has no end to wait for.
  await page.evaluate(async () => {
    // A change of the theme begins its transitions with the next frame.
    await new Promise((begun) => requestAnimationFrame(() => requestAnimationFrame(begun)))
    await Promise.all(
      document
        .getAnimations()
        .filter(({ timeline, effect }) => timeline === document.timeline && effect?.getTiming().iterations === 1)
        .map((animation) => animation.finished.catch(() => undefined)),
    )
  })
  // Evaluated by the inspector; the page's own policy refuses a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(
    async ({ selector, options }) => {
      interface Axe {
        run: (part: string, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
      const { axe: runner } = globalThis as unknown as { axe: Axe }
      return (await runner.run(selector, options)).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
    },
    {
      selector: part,
      options: { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: [...rules] } }) },
    },
  )
}
