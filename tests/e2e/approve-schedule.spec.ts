// Approving for a date and time of the programme's zone, and processing before the hour (batches §4).
import { randomUUID } from 'node:crypto'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { violations } from '#tests/support/axe.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'

const today = (): CalendarDate => instantToDate(Date.now(), 'Asia/Singapore')
const tomorrow = (): CalendarDate => addDays(today(), 1)

test('a batch is scheduled, stands with its hour in processing, and is processed before it on demand', async ({
  page,
  host,
}) => {
  const batch = await uploadBatch(host, 'olive')
  await openList(page, 'amir')
  await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Approve batch ${batch.id}?` })
  await dialog.getByLabel('On a date and time').check()
  const [date, time] = [dialog.getByLabel('Date', { exact: true }), dialog.getByLabel('Time (SGT)')]
  await expect(time).toHaveAccessibleDescription('In the programme’s time zone, Asia/Singapore')
  // One-hour steps (batches §9).
  await expect(time.getByRole('option')).toHaveCount(25)
  await date.fill(tomorrow())
  await time.selectOption('09:00')
  const hour = `${dateToShortText(tomorrow())}, 09:00 SGT`
  await expect(dialog.getByText(hour)).toBeVisible()
  const sent = page.waitForRequest((request) => request.postData()?.includes('"approveBatchLoad"') ?? false)
  await dialog.getByRole('button', { name: `Approve ${batch.size}` }).click()
  expect(((await sent).postDataJSON() as { params: object }).params).toMatchObject({
    scheduledDate: `${tomorrow()} 09:00:00`,
  })
  const notice = page.getByRole('status').filter({ hasText: `Load scheduled on ${tomorrow()} 09:00:00` })
  await expect(notice).toContainText(`Batch ${batch.id}, ${batch.size}. In the programme’s time zone, SGT`)
  const processing = page.getByRole('region', { name: 'Processing' })
  await expect(processing.getByRole('listitem').filter({ hasText: batch.reference })).toContainText(hour)

  await page.getByLabel('Status').selectOption('Processing')
  await expect(rowOf(page, batch)).toContainText(hour)
  await page.getByRole('button', { name: `Process now batch ${batch.id}` }).click()
  const again = page.getByRole('dialog', { name: `Process batch ${batch.id} now?` })
  await expect(again.getByText(hour)).toBeVisible()
  await again.getByRole('button', { name: `Process ${batch.size}` }).click()
  await expect(page.getByText('Batch load scheduled for re-processing')).toBeVisible()
  await expect(processing.getByText('3 loaded, 0 failed')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()
})

test('a scheduled batch gets another hour, then goes back to awaiting approval', async ({ page, host }) => {
  const batch = await uploadBatch(host, 'olive')
  const amir = await clientFor(host, 'amir')
  const { batchLoad } = await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })
  const hourOf = async () =>
    (await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })).batchLoad.SCHEDULEDDATE
  await amir.call('approveBatchLoad', {
    requestId: randomUUID(),
    batchLoadFileID: batch.id,
    fingerprint: batchLoad.FINGERPRINT,
    scheduledDate: `${tomorrow()} 09:00:00`,
  })
  await openList(page, 'amir')
  await page.getByLabel('Status').selectOption('Processing')
  const change = async () => {
    await page.getByRole('button', { name: `More for batch ${batch.id}` }).click()
    await page.getByRole('menuitem', { name: 'Change schedule' }).click()
  }
  const dialog = page.getByRole('dialog', { name: `Change the schedule of batch ${batch.id}?` })
  await change()
  await dialog.getByLabel('Another date and time').check()
  await dialog.getByLabel('Date', { exact: true }).fill(tomorrow())
  await dialog.getByLabel('Time (SGT)').selectOption('15:00')
  await expect(dialog.getByText(`at ${dateToShortText(tomorrow())}, 15:00 SGT instead of at`)).toBeVisible()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: `Schedule ${batch.size}` }).click()
  await expect(page.getByText(`Load scheduled on ${tomorrow()} 15:00:00`)).toBeVisible()
  await expect(rowOf(page, batch)).toContainText(`${dateToShortText(tomorrow())}, 15:00 SGT`)
  expect(await hourOf()).toBe(new Date(`${tomorrow()}T15:00:00+08:00`).toISOString())

  await change()
  await expect(dialog.getByText(/nothing will be carried out at/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Take off the schedule' }).click()
  await expect(page.getByText('Batch load awaiting approval again')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()
  await page.getByLabel('Status').selectOption('Awaiting approval')
  await expect(page.getByRole('button', { name: `Approve batch ${batch.id}` })).toBeVisible()
  expect(await hourOf()).toBeNull()
})

test('a maker withdraws an own batch that waits; it is closed for the checker, and opens again as a draft', async ({
  page,
  host,
}) => {
  const batch = await uploadBatch(host, 'olive')
  await signIn(page, 'olive')
  await page.goto('batches/mine')
  await page.getByRole('button', { name: `Withdraw batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw batch ${batch.id}?` })
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: `Withdraw ${batch.size}` }).click()
  await expect(page.getByText('Batch load withdrawn')).toBeVisible()
  await expect(rowOf(page, batch)).toContainText('Withdrawn')
  await expect(page.getByRole('button', { name: `Withdraw batch ${batch.id}` })).toBeHidden()
  const amir = await clientFor(host, 'amir')
  const closed = (await amir.call('batchLoads', { filter: 4 })).batchLoads.map((file) => file.BATCHLOADFILEID)
  expect(closed).toContain(batch.id)
  await page.getByRole('button', { name: `Open again batch ${batch.id}` }).click()
  await expect(page).toHaveURL(/batchload\?/)
})
