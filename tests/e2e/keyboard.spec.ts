// Complete flows without a mouse, from the search in the top bar to the result. Tab reaches every control, and the
// focus is never lost. One user with all permissions visits one page after the other.
import type { Locator, Page } from '@playwright/test'
import { addDays, instantToDate } from '#domain/dates.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { uploadBatch } from './approve-batch-setup.ts'
import { csvOf, demoCardNumbers, figure, nextAmount } from './batch-load-setup.ts'

/** Enough for every page except the list of batches, which also has the batches of other tests on the same server. */
const MAX_TABS = 80
const MAX_TABS_IN_LIST = 400

/** Presses Tab, or another key, until the control has the focus. */
async function tabTo(page: Page, control: Locator, key = 'Tab', maxTabs = MAX_TABS): Promise<void> {
  await expect(control).toBeVisible()
  // Finds the element once, not after each key, and again only if React has replaced it.
  let handle = await control.elementHandle()
  const hasFocus = async (): Promise<boolean | undefined> => {
    const isFocused = await handle?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : undefined,
    )
    if (isFocused !== undefined) return isFocused
    handle = await control.elementHandle()
    return handle?.evaluate((element) => element === document.activeElement)
  }
  for (let tabs = 0; tabs < maxTabs && !(await hasFocus()); tabs += 1) {
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}

async function press(page: Page, control: Locator, maxTabs?: number): Promise<void> {
  await tabTo(page, control, 'Tab', maxTabs)
  // The control may be disabled until its data has loaded. A user would wait for that, too.
  await expect(control).toBeEnabled()
  await page.keyboard.press('Enter')
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function goTo(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(title)
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(new RegExp(`^${title}`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the keyboard alone completes a load, an approval, an order, a merchant’s QR code, a user and a report', async ({
  page,
  server,
}) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const { loadableCards } = await demoCardNumbers(server)
  const amount = nextAmount()
  const awaitingBatch = await uploadBatch(server, 'olive')
  await signIn(page, 'ada')

  await test.step('submits a load from its file', async () => {
    await goTo(page, 'Create Batch Load')
    await type(page, page.getByLabel('Load reference'), 'By keyboard')
    const chooser = page.waitForEvent('filechooser')
    await press(page, button('Choose a file'))
    const content = csvOf([loadableCards.slice(0, 1), loadableCards.slice(1, 2)].map(([card = '']) => [card, amount]))
    await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(figure(page, 'Server check')).not.toHaveText('Not yet')
    await press(page, button('Continue'))
    await press(page, button(/^Submit 2 loads/))
    await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
  })

  await test.step('approves a batch, and closes the notice about it', async () => {
    await goTo(page, 'Approve Batch Load')
    await press(page, button(`Approve batch ${awaitingBatch.id}`), MAX_TABS_IN_LIST)
    await press(page, dialog.getByRole('button', { name: `Approve ${awaitingBatch.size}` }))
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices.getByText('Batch load scheduled for processing')).toBeVisible()
    await page.keyboard.press('Alt+t')
    await expect(notices.getByRole('button', { name: 'Close notice' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(notices.getByRole('button')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })

  await test.step('orders a virtual card', async () => {
    await goTo(page, 'Order Virtual Card')
    await tabTo(page, page.getByLabel('Campaign'))
    await page.keyboard.type('Voyager Virtual')
    await press(page, button('Add Virtual Card'))
    await type(page, dialog.getByLabel('Customer Reference'), 'K-1')
    await type(page, dialog.getByLabel('Card Label'), 'Kim Ong')
    await type(page, dialog.getByLabel('Load Amount'), '10')
    await press(page, dialog.getByRole('button', { name: 'Add Virtual Card Order' }))
    await press(page, button('Next'))
    await press(page, button(/^Submit 1 virtual card/))
    await expect(dialog.getByRole('heading')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('signs up a merchant, and shows the QR code', async () => {
    await goTo(page, 'Merchant Sign Up')
    const fields = {
      'Merchant Number': '012345678901299',
      'Merchant Name': 'Keys',
      'Merchant City': 'Singapore',
      'Merchant Category Code': '5945',
      'Currency Code': '702',
      'Country Code': 'SGP',
    }
    for (const [label, value] of Object.entries(fields))
      await type(page, page.getByLabel(label, { exact: true }), value)
    await press(page, button('Generate'))
    await expect(page.getByRole('img', { name: 'QR code of Keys, 012345678901299' })).toBeVisible()
  })

  await test.step('edits a user', async () => {
    await goTo(page, 'Find User')
    await type(page, page.getByPlaceholder('User name'), 'pat')
    await page.keyboard.press('Enter')
    await press(page, button('Edit user pat'))
    await type(page, page.getByLabel('Last name'), 'Keys')
    await press(page, button('Save'))
    await expect(page.getByText('User saved successfully')).toBeVisible()
  })

  await test.step('runs a report and downloads its file', async () => {
    await goTo(page, 'Spend Summary Report')
    await type(
      page,
      page.getByRole('textbox', { name: 'From' }),
      addDays(instantToDate(Date.now(), 'Asia/Singapore'), -30),
    )
    await press(page, button('Search'))
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await press(page, button('Download'))
    await tabTo(page, page.getByRole('menuitem', { name: 'CSV' }), 'ArrowDown')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })
})
