// An approver's work on the real server, from the list to the closing of a batch: reviewing, deciding, retrying and
// downloading, with the focus and the accessibility of each screen.
import createClient from 'openapi-fetch'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { clientFor } from '#tests/support/call.ts'
import { cardNumbersFor, demoCardOf } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { findViolations, findViolationsInBothThemes } from '#tests/support/axe.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import type { paths } from '#tests/support/openapi-types.ts'
import { openList, rowOf, uploadBatch } from './approve-batch-setup.ts'
import { stopCard, unstopCard } from './cards-setup.ts'
import { downloadItem } from './downloads.ts'

test('an approver approves a batch, retries a failed row and closes the batch, without axe violations', async ({
  page,
  server,
}) => {
  const batch = await uploadBatch(server, 'olive')
  const olive = await clientFor(server, 'olive')
  const [pan = ''] = batch.cards
  await stopCard(olive, pan)
  const status = page.getByLabel('Status')
  const details = page.getByRole('dialog', { name: 'Batch Details' })
  await openList(page, 'amir')

  await test.step('reviews the batch: filters and details are in the address, and Back steps through them', async () => {
    await expect(rowOf(page, batch)).toBeVisible()
    expect(await findViolationsInBothThemes(page, 'main')).toEqual([])
    await status.selectOption('Rejected')
    await expect(page).toHaveURL(/status=3/)
    await page.goBack()
    await expect(status).toHaveValue('1')
    await page.getByRole('button', { name: `Details of batch ${batch.id}` }).click()
    await expect(page).toHaveURL(new RegExp(`batch=${batch.id}`))
    await expect(details.getByRole('table', { name: 'Rows of the batch' }).getByRole('row')).toHaveCount(4)
    // No complete card number, with or without spaces.
    await expect.poll(() => details.innerText()).not.toMatch(/9\s?0\s?0\s?0\s?0\s?1[\s\d]{10,}/)
    expect(await findViolationsInBothThemes(page, '[role=dialog]')).toEqual([])
  })

  await test.step('approves the batch', async () => {
    await details.getByRole('button', { name: 'Approve' }).click()
    const question = page.getByRole('dialog', { name: `Approve batch ${batch.id}?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question.getByRole('button', { name: `Approve ${batch.size}` })).toBeEnabled()
    expect(await findViolationsInBothThemes(page, '[role=dialog]')).toEqual([])
    await question.getByRole('button', { name: `Approve ${batch.size}` }).click()
    await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
    await details.getByRole('button', { name: 'Close', exact: true }).first().click()
    const processing = page.getByRole('region', { name: 'Processing' })
    await expect(processing.getByText(batch.reference)).toBeVisible()
    await expect(processing.getByText('2 loaded, 1 failed')).toBeVisible()
    await expect(rowOf(page, batch)).toBeHidden()
  })

  await test.step('retries the failed row when its card can be loaded', async () => {
    await unstopCard(olive, pan)
    await status.selectOption('Approved')
    await expect(rowOf(page, batch)).toContainText('Amir')
    await page.getByRole('button', { name: `Retry batch ${batch.id}` }).click()
    const question = page.getByRole('dialog', { name: `Retry batch ${batch.id}?` })
    await question.getByRole('button', { name: /^Retry 1 load, SGD/ }).click()
    await expect(page.getByText('Batch load scheduled for re-processing')).toBeVisible()
    await expect(rowOf(page, batch)).toContainText('3 loaded, 0 failed')
  })

  await test.step('downloads the report, and the file with masked card numbers', async () => {
    const report = await downloadItem(page, 'Download Report', `More for batch ${batch.id}`)
    expect(report.name).toBe(`batch-${batch.id}-report.xlsx`)
    expect(report.bytes.subarray(0, 2).toString()).toBe('PK')
    const { text } = await downloadItem(page, 'Download file', `More for batch ${batch.id}`)
    expect(text.trim().split(/\r?\n/)).toHaveLength(4)
    for (const card of batch.cards) {
      expect(text).toContain(card.slice(-4))
      expect(text).not.toContain(card)
    }
  })

  await test.step('closes the batch; at 1366 x 768, a long comment does not make the table scroll sideways', async () => {
    await page.getByRole('button', { name: `Close batch ${batch.id}` }).click()
    const question = page.getByRole('dialog', { name: `Close batch ${batch.id}?` })
    // The field limits the length of the text.
    await question.getByLabel('Comments').fill(`Agreed with Mei ${'W'.repeat(300)}`)
    await expect(question.getByLabel('Comments')).toHaveValue(`Agreed with Mei ${'W'.repeat(239)}`)
    await question.getByRole('button', { name: `Close batch ${batch.id}` }).click()
    await expect(page.getByText('Batch load closed')).toBeVisible()
    await status.selectOption('Closed')
    await expect(rowOf(page, batch)).toContainText('Agreed with Mei')
    await page.setViewportSize({ width: 1366, height: 768 })
    const table = page.getByRole('group', { name: 'Batch loads' })
    await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })
})

const tomorrow = (): CalendarDate => addDays(instantToDate(Date.now(), 'Asia/Singapore'), 1)

test('a batch is scheduled in the programme’s time zone, rescheduled and unscheduled, then rejected with a reason', async ({
  page,
  server,
}) => {
  const batch = await uploadBatch(server, 'olive')
  const amir = await clientFor(server, 'amir')
  const scheduledAt = async () =>
    (await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })).batchLoad.SCHEDULEDDATE
  await openList(page, 'amir')
  await page.getByRole('button', { name: `Approve batch ${batch.id}` }).click()
  const dialog = page.getByRole('dialog')
  const chooseTime = async (when: string, time: string) => {
    await dialog.getByLabel(when).check()
    await dialog.getByLabel('Date', { exact: true }).fill(tomorrow())
    await dialog.getByLabel('Time (SGT)').selectOption(time)
  }
  await chooseTime('At a set time', '09:00')
  await dialog.getByRole('button', { name: `Schedule ${batch.size}` }).click()
  await expect(page.getByText(`Load scheduled on ${tomorrow()} 09:00:00`)).toBeVisible()
  const processing = page.getByRole('region', { name: 'Processing' }).getByRole('listitem')
  await expect(processing.filter({ hasText: batch.reference })).toContainText(
    `${dateToShortText(tomorrow())}, 09:00 SGT`,
  )

  await page.getByLabel('Status').selectOption('Processing')
  const openSchedule = async () => {
    await page.getByRole('button', { name: `More for batch ${batch.id}` }).click()
    await page.getByRole('menuitem', { name: 'Change schedule' }).click()
  }
  await openSchedule()
  await chooseTime('Another date and time', '15:00')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: `Schedule ${batch.size}` }).click()
  await expect(rowOf(page, batch)).toContainText(`${dateToShortText(tomorrow())}, 15:00 SGT`)
  expect(await scheduledAt()).toBe(new Date(`${tomorrow()}T15:00:00+08:00`).toISOString())
  await openSchedule()
  await dialog.getByRole('button', { name: 'Take off the schedule' }).click()
  await expect(page.getByText('Batch load awaiting approval again')).toBeVisible()
  await expect(rowOf(page, batch)).toBeHidden()
  expect(await scheduledAt()).toBeNull()

  await page.getByLabel('Status').selectOption('Awaiting approval')
  await page.getByRole('button', { name: `Reject batch ${batch.id}` }).click()
  await dialog.getByLabel('Reason').fill('Wrong month')
  await dialog.getByRole('button', { name: `Reject ${batch.size}` }).click()
  await expect(page.getByText('Batch load rejected')).toBeVisible()
  await page.getByLabel('Status').selectOption('Rejected')
  await expect(rowOf(page, batch)).toContainText('Wrong month')
  const { batchLoads } = await (await clientFor(server, 'olive')).call('myBatches', {})
  expect(batchLoads.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === batch.id)).toMatchObject({
    BATCHLOADFILEREJECTED: true,
    REJECTIONREASON: 'Wrong month',
    LOADEDCOUNT: 0,
  })
})

test('a program with a generated client submits 5,000 rows, an approver approves them, and the program reads the result', async ({
  page,
  server,
}) => {
  const { token } = await clientFor(server, 'ada')
  const { key } = await makeMachineUser({ url: server.url, token, now: Date.now() })
  const client = createClient<paths>({ baseUrl: `${server.url}v1`, headers: { authorization: `Bearer ${key}` } })
  const cards = (await cardNumbersFor(server, 'load', { amount: '150.00' })).map(demoCardOf)
  const { data: created, error } = await client.POST('/batches', {
    params: { header: { 'Idempotency-Key': 'payroll-of-march' } },
    body: {
      type: 'load',
      identifierType: 'trackingNumber',
      reference: 'Payroll of March',
      rows: Array.from({ length: 5_000 }, (_, index) => ({
        identifier: cards[index % cards.length]?.trackingNumber ?? '',
        amount: '5.01',
      })),
    },
  })
  if (!created) throw new Error(error.detail)

  await openList(page, 'amir')
  await page.getByRole('button', { name: `Approve batch ${created.id}` }).click()
  const question = page.getByRole('dialog', { name: `Approve batch ${created.id}?` })
  await question.getByRole('button', { name: 'Approve 5,000 loads, SGD 25,050.00' }).click()
  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()

  const path = { batchId: created.id }
  const readBatch = async () => (await client.GET('/batches/{batchId}', { params: { path } })).data
  await expect
    .poll(readBatch)
    .toMatchObject({ state: 'processed', doneRows: 5_000, failedRows: 0, doneAmount: '25050.00' })
  const states: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2_000, ...(cursor !== undefined && { cursor }) }
    const { data: rows } = await client.GET('/batches/{batchId}/rows', { params: { path, query } })
    states.push(...(rows?.items ?? []).map(({ state }) => state))
    cursor = rows?.next
  } while (cursor !== undefined)
  expect(states).toEqual(Array(5_000).fill('done'))
})
