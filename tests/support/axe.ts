// Finds accessibility violations in the current state of a page with axe.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that can differ between the light and the dark theme. */
export const aboutColours = ['color-contrast', 'link-in-text-block']

const themes = ['light', 'dark'] as const

/** Like `violations`, with all rules in the light theme and only the colour rules in the dark theme. */
export async function violationsInTheme(page: Page, part = 'main'): Promise<string[]> {
  const found: string[] = []
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    const rules = index === 0 ? undefined : aboutColours
    found.push(...(await violations(page, part, rules)).map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}

/** One line for each violated rule in that part of the page. Checks all rules unless `rules` names some. */
export async function violations(page: Page, part = 'main', rules?: readonly string[]): Promise<string[]> {
  // Waits for entrance animations; scroll-driven ones never end.
  await page.evaluate(async () => {
    // A theme change starts its transitions in the next frame.
    await new Promise((begun) => requestAnimationFrame(() => requestAnimationFrame(begun)))
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
