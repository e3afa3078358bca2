// Helpers for the tests of reports: today in the programme's time zone, and a report's file.
import type { Download, Page } from '@playwright/test'
import { instantToDate } from '#domain/dates.ts'

export const today = instantToDate(Date.now(), 'Asia/Singapore')

export async function take(page: Page, label: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download' }).click()
  const [given] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: label }).click(),
  ])
  return given
}
