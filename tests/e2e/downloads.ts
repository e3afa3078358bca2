// Downloads files from a page: by any action, or from a menu.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

export interface DownloadedFile {
  readonly name: string
  readonly bytes: Buffer
  /** The content as UTF-8, without a byte order mark. */
  readonly text: string
}

/** The file whose download this action starts. */
export async function downloadBy(page: Page, startDownload: () => Promise<void>): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), startDownload()])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8').replace(/^\ufeff/, '') }
}

/** The file that a menu item downloads; the button opens the menu. */
export async function downloadItem(page: Page, item: string, button = 'Download'): Promise<DownloadedFile> {
  await page.getByRole('button', { name: button }).click()
  return downloadBy(page, () => page.getByRole('menuitem', { name: item }).click())
}
