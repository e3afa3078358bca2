// Starts Chromium and logs in to the demo portal, for benchmarks in a browser.
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#tests/support/call.ts'

export async function withChromium<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

export async function throttleCpu(page: Page, times: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: times })
}

export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('olive')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
}
