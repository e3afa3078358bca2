// Finds accessibility violations in the current state of a page with axe.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that can differ between the light and the dark theme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

const themes = ['light', 'dark'] as const

/** Like `violations`: all rules in the light theme, and the colour rules again in the dark theme. */
export async function findViolationsInBothThemes(page: Page, selector = 'main'): Promise<string[]> {
  const all: string[] = []
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    const rules = index === 0 ? undefined : colourRules
    all.push(...(await findViolations(page, selector, rules)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return all
}

/** One line for each rule violated inside the selected element. Checks all rules unless `rules` names some. */
export async function findViolations(page: Page, selector = 'main', rules?: readonly string[]): Promise<string[]> {
  // Waits for entrance animations; scroll-driven ones never end.
  await page.evaluate(async () => {
    // A theme change starts its transitions in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.all(
      document
        .getAnimations()
        .filter(({ timeline, effect }) => timeline === document.timeline && effect?.getTiming().iterations === 1)
        .map((animation) => animation.finished.catch(() => undefined)),
    )
  })
  // Evaluated by the inspector, since the page's own policy refuses a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(
    async ({ root, options }) => {
      interface Axe {
        run: (selector: string, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
      const { axe: runner } = globalThis as unknown as { axe: Axe }
      return (await runner.run(root, options)).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
    },
    {
      root: selector,
      options: { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: [...rules] } }) },
    },
  )
}
