// After the decision: retry of what failed, closing with comments, the files, transfers and devalues (batches §4).
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { openList, rowOf, uploadBatch, uploadMoves, type Uploaded } from './approve-batch-setup.ts'

async function approve(page: Page, batch: Uploaded): Promise<void> {
  await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  await page.getByRole('button', { name: `Approve ${batch.size}` }).click()
  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
}

const result = (page: Page, batch: Uploaded) =>
  page.getByRole('region', { name: 'Processing' }).getByRole('listitem').filter({ hasText: batch.reference })

test('a row that failed is told, and retried when the card can be loaded again', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive')
  const olive = await clientFor(host, 'olive')
  const [pan = ''] = batch.cards
  const { trackingNumber } = demoCardOf(pan)
  const { stopReasons } = await olive.call('getStopReasons', {})
  const stopped = await olive.call('stopCard', {
    requestId: randomUUID(),
    trackingNumber,
    activationData: '',
    stopReasonID: stopReasons[0]?.STOPREASONID ?? 0,
  })
  expect(stopped).toMatchObject({ resultCode: '0' })

  await openList(page, 'amir')
  await approve(page, batch)
  await expect(result(page, batch)).toContainText('2 loaded, 1 failed')
  await result(page, batch).getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  await details.getByLabel('Show').selectOption('failed')
  await expect(page).toHaveURL(/rows=failed/)
  await expect(details.getByRole('row').filter({ hasText: 'the card is stopped' })).toHaveCount(1)
  await page.reload()
  await expect(details.getByLabel('Show')).toHaveValue('failed')
  await details.getByRole('button', { name: 'Close', exact: true }).first().click()

  expect(await olive.call('unstopCard', { requestId: randomUUID(), cardNumber: pan })).toMatchObject({
    resultCode: '0',
  })
  await page.getByLabel('Status').selectOption('Approved')
  await page.getByRole('button', { name: `Retry batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Retry batch ${batch.id}?` })
  await dialog.getByRole('button', { name: /^Process 1 load, SGD/ }).click()
  await expect(page.getByText('Batch load scheduled for re-processing')).toBeVisible()
  await expect(rowOf(page, batch)).toContainText('3 loaded, 0 failed')
})

test('report and file come down without a card number; the batch is closed with comments, which can be changed and taken away', async ({
  page,
  host,
}) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir')
  const load = async (item: string) => {
    await page.getByRole('button', { name: `More for batch ${batch.id}` }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    return download
  }
  const report = await load('Download report')
  expect(report.suggestedFilename()).toBe(`batch-${batch.id}-report.xlsx`)
  expect((await readFile(await report.path())).subarray(0, 2).toString()).toBe('PK')
  const file = await load('Download file')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split(/\r?\n/)).toHaveLength(4)
  for (const pan of batch.cards) {
    expect(text).toContain(pan.slice(-4))
    expect(text).not.toContain(pan)
  }

  await approve(page, batch)
  await expect(result(page, batch)).toContainText('3 loaded, 0 failed')
  await page.getByLabel('Status').selectOption('Approved')
  await page.getByRole('button', { name: `Close batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Close batch ${batch.id}?` })
  const comments = dialog.getByLabel('Comments')
  await comments.fill('x'.repeat(300))
  await expect(comments).toHaveValue('x'.repeat(255))
  await comments.fill('Agreed with finance')
  await dialog.getByRole('button', { name: `Close batch ${batch.id}` }).click()
  await expect(page.getByText('Batch load closed')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()

  await page.getByLabel('Status').selectOption('Closed')
  await expect(rowOf(page, batch)).toContainText('Agreed with finance')
  const edit = page.getByRole('button', { name: `Edit comments batch ${batch.id}` })
  await edit.click()
  const editing = page.getByRole('dialog', { name: `Comments of batch ${batch.id}` })
  await expect(editing.getByLabel('Comments')).toBeFocused()
  await expect(editing.getByLabel('Comments')).toHaveValue('Agreed with finance')
  await editing.getByLabel('Comments').fill(`Agreed with Mei ${'W'.repeat(239)}`)
  await editing.getByRole('button', { name: 'Save comments' }).click()
  await expect(page.getByText('Comments saved')).toBeVisible()
  await expect(rowOf(page, batch)).toContainText('Agreed with Mei')
  await expect(edit).toBeFocused()
  // However long the words, no column runs beneath the actions of an office screen.
  await page.setViewportSize({ width: 1366, height: 768 })
  const table = page.getByRole('group', { name: 'Batch loads' })
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await edit.click()
  await editing.getByLabel('Comments').fill(' ')
  await editing.getByRole('button', { name: 'Save comments' }).click()
  await expect(rowOf(page, batch)).toContainText('None given')
})

test('a transfer and a devalue are approved, each in its own words', async ({ page, host }) => {
  await openList(page, 'amir')
  for (const type of ['transfer', 'devalue'] as const)
    await test.step(type, async () => {
      const batch = await uploadMoves(host, type)
      await page.goto(`batchloads?batch=${batch.id}`)
      const details = page.getByRole('dialog', { name: 'Batch Details' })
      await expect(details.getByText(batch.reference).first()).toBeVisible()
      await expect(details.getByRole('columnheader', { name: 'To card number' })).toHaveCount(
        type === 'transfer' ? 1 : 0,
      )
      expect(await details.innerText()).not.toMatch(/9\s?0\s?0\s?0\s?0\s?1[\s\d]{10,}/)
      await details.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('button', { name: `Approve ${batch.size}` }).click()
      await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
      const done = type === 'transfer' ? 'transferred' : 'devalued'
      await expect(details.getByText(new RegExp(`^${done}$`, 'i')).first()).toBeVisible()
      await details.getByRole('button', { name: 'Close', exact: true }).last().click()
      await expect(result(page, batch)).toContainText(`3 ${done}, 0 failed`)
    })
})
