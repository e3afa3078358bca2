// Chromium for the benches that are about pages: started here, closed with the work.
import { type Browser, chromium } from '@playwright/test'

export async function inChromium<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
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
