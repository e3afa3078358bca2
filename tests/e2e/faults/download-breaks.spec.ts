// Downloads of a report file over a connection that stalls, and over one that breaks halfway.
import { findViolationsInBothThemes } from '#tests/support/axe.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { rowsByLibrary } from '#tests/support/library-reader.ts'
import { downloadItem } from '../downloads.ts'
import { today } from '../reports-setup.ts'

test('a download continues on another page; a download that breaks halfway leaves no file and can be repeated', async ({
  page,
  connection,
}) => {
  await signIn(page, 'rita', { base: connection.url, to: 'reports/cardBalanceReport' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  let downloadCount = 0
  page.on('download', () => (downloadCount += 1))

  connection.holdResponses()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const downloadsRegion = page.getByRole('region', { name: 'Downloads' })
  await expect(downloadsRegion.getByRole('progressbar', { name: `cardbalances_${today}.csv` })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expect(downloadsRegion).toBeVisible()
  expect(await findViolationsInBothThemes(page, '[aria-label=Downloads]')).toEqual([])
  const download = page.waitForEvent('download')
  connection.restore()
  expect((await download).suggestedFilename()).toBe(`cardbalances_${today}.csv`)
  await expect(page.getByText(`cardbalances_${today}.csv is downloaded`)).toBeVisible()
  await expect(downloadsRegion).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect.poll(() => downloadCount).toBe(1)

  const downloadBroken = connection.truncateResponseTo(
    `GET ${new URL(connection.url).pathname}reports/cardbalances_`,
    4_000,
  )
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await downloadBroken
  const failureNotice = page.getByRole('alert').filter({ hasText: 'Report download failed' })
  await expect(failureNotice).toContainText('The connection was lost before the end. Nothing was saved.')
  await expect.poll(() => downloadCount).toBe(1)
  await page.getByRole('listitem').filter({ has: failureNotice }).getByRole('button', { name: 'Close notice' }).click()
  // Otherwise the portal would check the connection only some seconds later.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const file = await downloadItem(page, 'Excel')
  expect(file.name).toBe(`cardbalances_${today}.xlsx`)
  expect(rowsByLibrary(file.bytes)[0]?.[1][0]).toBe('Item Number')
})
