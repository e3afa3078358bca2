// The built shell without a server: access checks, menu and search need no connection. Features that need
// the server are tested elsewhere, with one.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { rawPortalFolder as portal, servePortalWithoutApi, type StaticSite } from '#tests/support/static-server.ts'

let site: StaticSite
test.beforeAll(async () => {
  site = await servePortalWithoutApi()
})
test.afterAll(() => site.close())

/** Makes the page open like a reopened tab of a signed-in user. */
async function storeSession(page: Page, permissions: Record<string, string[]>): Promise<void> {
  const user = { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.com' }
  const session = JSON.stringify({ token: 'kept', user, permissions })
  await page.addInitScript((value) => localStorage.setItem('portal:/voyager/:session', value), session)
}

test('without a session only the sign-in page loads, with at most 128 KiB of script; an unknown path shows Not Found', async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.slice('/voyager/'.length))
  })
  await page.goto(`${site.url}login`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const scriptPaths = [...scripts].filter((path) => !path.includes('workbox-window'))
  const bytes = scriptPaths.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(portal, path)), { level: 9 }).length,
    0,
  )
  expect(scriptPaths.length).toBeGreaterThan(0)
  expect(bytes / 1024).toBeLessThanOrEqual(128)
  const scriptText = scriptPaths.map((path) => readFileSync(join(portal, path), 'utf8')).join('\n')
  for (const library of ['SheetJS', 'jsPDF', 'ZodError', 'Papa']) expect(scriptText).not.toContain(library)
  await page.goto(`${site.url}batchload`)
  await expect(page).toHaveURL(`${site.url}login`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.goto(`${site.url}nowhere`)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  expect(await findViolations(page, 'body')).toEqual([])
})

test('without a server the shell says so, the session stays, and menu and keys work', async ({ page }) => {
  await storeSession(page, { Batch: ['load', 'approve', 'redeem'] })
  await page.goto(site.url)
  await test.step('shows since when the server has not answered', async () => {
    await expect(page.getByText(/^The server has not answered since .* SGT$/).first()).toBeVisible()
    // All scripts of the page must be loaded before it loses the connection.
    await expect(page.getByText('Logged in as: olive')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(/^Offline since .* SGT$/).first()).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('Logged in as: olive')).toBeVisible()
  })
  await test.step('the heading takes the focus when a page opens, and the title names it', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approve Batch Load' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Approve Batch Load' })).toBeFocused()
    await expect(page).toHaveTitle(/^Approve Batch Load/)
  })
  for (const [key, name, path] of [
    ['/', 'Create Batch Load', 'batchload'],
    ['Control+k', 'Approve Batch Load', 'batchloads'],
  ] as const) {
    await test.step(`${key} opens the search; arrows and Enter open a page`, async () => {
      await page.keyboard.press(key)
      const searchBox = page.getByRole('combobox', { name: 'Search' })
      await expect(searchBox).toBeFocused()
      await searchBox.fill('batch load')
      await expect(page.getByRole('option')).toHaveText([/^Create Batch Load/, /^Approve Batch Load/])
      if (path === 'batchloads') await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(site.url + path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      // The focus is on the heading or on the first control of the page.
      await expect(page.locator('main :focus')).toHaveCount(1)
    })
  }
  await test.step('? shows the keyboard shortcuts, but not in a text field, nor when single keys are switched off', async () => {
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await expect(help.getByText('Ctrl', { exact: true }).first()).toBeVisible()
    await help.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await page.keyboard.press('Control+k')
    const searchBox = page.getByRole('combobox', { name: 'Search' })
    await searchBox.press('?')
    await expect(searchBox).toHaveValue('?')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(help).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })
  await test.step('the menu stays collapsed and the theme stays dark after a reload', async () => {
    await page.getByRole('button', { name: 'Collapse the menu' }).click()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
  await test.step('on a narrow screen the menu is a drawer, and choosing closes it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Create Batch Load' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(`${site.url}batchload`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
