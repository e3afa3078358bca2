// The built shell alone, with no host behind it: gates, menu, search, and that nothing of it needs a line. What the host has
// to say in it is tested with the host.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { violations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { serveFolder, type StaticSite } from '#tests/support/static.ts'

const portal = fileURLToPath(new URL('../../dist/portal', import.meta.url))

let site: StaticSite
test.beforeAll(async () => {
  site = await serveFolder(portal, { pages: true })
})
test.afterAll(() => site.close())

/** As a tab that was signed in before it was opened again. */
async function signedIn(page: Page, permissions: Record<string, string[]>): Promise<void> {
  const user = { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.com' }
  const session = JSON.stringify({ token: 'kept', user, permissions })
  await page.addInitScript((value) => localStorage.setItem('portal:/voyager/:session', value), session)
}

const maker = { Batch: ['load'] }
const everything = { Batch: ['load', 'approve', 'redeem'] }

test('without a session a protected page leads to the sign-in page, an unknown path says Not Found', async ({
  page,
}) => {
  await page.goto(`${site.url}batchload`)
  await expect(page).toHaveURL(`${site.url}login`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.goto(`${site.url}nowhere`)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  expect(await violations(page, 'body')).toEqual([])
})

test('a maker is sent on from the sign-in page, and told where the permission is missing', async ({ page }) => {
  await signedIn(page, maker)
  await page.goto(`${site.url}login`)
  await expect(page).toHaveURL(site.url)
  await page.goto(`${site.url}batchloads`)
  await expect(page.getByText('You are not authorized')).toBeVisible()
  expect(await violations(page, 'body')).toEqual([])
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Create Batch Load' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Approve Batch Load' })).toHaveCount(0)
  await expect(page.getByText('Logged in as: olive')).toBeVisible()
})

test('pages are reached by menu and keys', async ({ page }) => {
  await signedIn(page, everything)
  await test.step('the heading takes the focus when a page opens, and the title names it', async () => {
    await page.goto(site.url)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approve Batch Load' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Approve Batch Load' })).toBeFocused()
    await expect(page).toHaveTitle(/^Approve Batch Load/)
  })
  for (const key of ['/', 'Control+k']) {
    await test.step(`${key} opens the search; arrows and Enter go to a page`, async () => {
      await page.goto(site.url)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press(key)
      const box = page.getByRole('combobox', { name: 'Search' })
      await expect(box).toBeFocused()
      await box.fill('batch load')
      await expect(page.getByRole('option')).toHaveText([/^Create Batch Load/, /^Approve Batch Load/])
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option', { name: 'Approve Batch Load' })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${site.url}batchloads`)
    })
  }
  await test.step('? shows what the keys do, but not while something is typed, nor when single keys are switched off', async () => {
    await page.goto(site.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await expect(help.getByText('Ctrl', { exact: true }).first()).toBeVisible()
    await help.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.press('?')
    await expect(box).toHaveValue('?')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(help).toBeVisible()
  })
})

test('the menu stays collapsed and the look stays dark after a reload; on a narrow screen it is a drawer, and choosing closes it', async ({
  page,
}) => {
  await signedIn(page, everything)
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Widen the menu' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.url)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Create Batch Load' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(`${site.url}batchload`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('with no host the shell says since when, and the session stays', async ({ page }) => {
  await signedIn(page, everything)
  await page.goto(site.url)
  // What answers here is no host.
  await expect(page.getByText(/^The server has not answered since .* SGT$/).first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^Offline since .* SGT$/).first()).toBeVisible()
  await expect(page.getByText('Logged in as: olive')).toBeVisible()
})

test('the sign-in page needs at most 125 KiB of script, gzipped, until it can be used', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.slice('/voyager/'.length))
  })
  await page.goto(`${site.url}login`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const needed = [...scripts].filter((path) => !path.includes('workbox-window'))
  const bytes = needed.reduce((sum, path) => sum + gzipSync(readFileSync(join(portal, path)), { level: 9 }).length, 0)
  expect(needed.length).toBeGreaterThan(0)
  expect(bytes / 1024).toBeLessThanOrEqual(125)
  const all = needed.map((path) => readFileSync(join(portal, path), 'utf8')).join('\n')
  for (const stranger of ['SheetJS', 'jsPDF', 'ZodError', 'Papa']) expect(all).not.toContain(stranger)
})
