// Counts the keys for the most frequent tasks of a signed-in user, without typed text. Fails if a task takes more or fewer
// keys than it has. All tasks are possible without a mouse (keyboard.spec.ts).
import type { Locator, Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { takeCard } from '#tests/support/demo-cards.ts'
import { expect, signIn, submitSignIn, test } from '#tests/support/fixtures.ts'
import { uploadBatch } from '../approve-batch-setup.ts'
import { AWAITING, csvOf, demoCardNumbers, nextAmount } from '../batch-load-setup.ts'
import { stopCard, unstopCard } from '../cards-setup.ts'

interface Task {
  readonly name: string
  /** The number of keys. A change may lower it, never raise it. */
  readonly keys: number
  /** Presses the keys. Typed text does not count. */
  readonly perform: (page: Page, pressKey: (name: string) => Promise<void>) => Promise<void>
}

const enabled = (control: Locator) => control.and(control.page().locator(':not([aria-disabled])'))

/** Ctrl+K, the search text, Enter. */
async function goTo(page: Page, pressKey: (name: string) => Promise<void>, text: string, option = new RegExp(text)) {
  await pressKey('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveAccessibleName(option)
  await pressKey('Enter')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden()
}

const waitForConfirmButton = (page: Page, name: string | RegExp) =>
  expect(enabled(page.getByRole('dialog').last().getByRole('button', { name }))).toBeVisible()

test('the most frequent tasks take few keys', async ({ page, server }) => {
  test.setTimeout(180_000) // Several users sign in one after the other, and a batch is processed.
  const { loadableCards } = await demoCardNumbers(server)
  const awaitingBatches = await Promise.all([1, 2, 3].map(() => uploadBatch(server, 'olive')))
  const homeHeading = page.getByRole('heading', { level: 1 })
  const measure = async ({ name, keys, perform }: Task) => {
    let pressed = 0
    await test.step(name, () =>
      perform(page, async (keyName) => {
        pressed += 1
        await page.keyboard.press(keyName)
      }),
    )
    expect(pressed, name).toBe(keys)
  }

  await signIn(page, 'olive')
  await expect(homeHeading).toBeAttached()
  await measure({
    name: 'from Home, load a batch from a file, up to its submission',
    keys: 5,
    perform: async (_, pressKey) => {
      // Starts listening before the key is pressed. Otherwise the browser would open a dialog of the operating system.
      const chooser = page.waitForEvent('filechooser')
      await goTo(page, pressKey, 'Create Batch Load')
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
      await pressKey('Enter')
      const content = csvOf(loadableCards.slice(0, 2).map((card) => [card, nextAmount()]))
      await (await chooser).setFiles({ name: 'Weekly bonus.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
      const continueButton = page.getByRole('button', { name: 'Continue' })
      await expect(enabled(continueButton)).toBeFocused()
      await pressKey('Enter')
      await expect(enabled(page.getByRole('button', { name: /^Submit 2 loads/ }))).toBeFocused()
      await expect(page.getByText('Weekly bonus', { exact: true })).toBeVisible()
      await pressKey('Enter')
      await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
    },
  })

  await page.goto('logout')
  await submitSignIn(page, 'amir')
  await expect(homeHeading).toBeAttached()
  const approve = async (pressKey: (name: string) => Promise<void>) => {
    await pressKey('a')
    await waitForConfirmButton(page, /^Approve \d/)
    await pressKey('Control+Enter')
    await expect(page.getByRole('dialog', { name: /^Approve batch/ })).toBeHidden()
  }
  await measure({
    name: 'from Home, approve the first batch of the list',
    keys: 4,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, 'Approve Batch Load')
      const rows = page.getByRole('button', { name: /^Details of batch/ })
      await expect(rows.first()).toBeVisible()
      const count = await rows.count()
      await approve(pressKey)
      await expect(rows).toHaveCount(count - 1)
    },
  })
  await measure({ name: 'approve the next one', keys: 2, perform: (_, pressKey) => approve(pressKey) })
  await page.goto('')
  await expect(homeHeading).toBeAttached()
  const namedBatch = awaitingBatches.at(-1)
  await measure({
    name: 'from Home, approve a batch by its name',
    keys: 4,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, namedBatch?.reference ?? '')
      await expect(enabled(page.getByRole('dialog').getByRole('button', { name: 'Approve' }))).toBeVisible()
      await approve(pressKey)
    },
  })

  // A batch that was approved while the card of one row was stopped, so that this row failed.
  const [olive, amir] = [await clientFor(server, 'olive'), await clientFor(server, 'amir')]
  const batchWithFailedRow = async () => {
    const batch = await uploadBatch(server, 'olive')
    const [cardNumber = ''] = batch.cards
    await stopCard(olive, cardNumber)
    const details = async () => (await amir.call('batchLoadDetails', { batchLoadFileID: batch.id })).batchLoad
    const { FINGERPRINT: fingerprint } = await details()
    await amir.call('approveBatchLoad', { batchLoadFileID: batch.id, fingerprint })
    await expect.poll(async () => (await details()).PROCESSED).toBe(true)
    await unstopCard(olive, cardNumber)
    return batch
  }
  const [checkersBatch, makersBatch] = [await batchWithFailedRow(), await batchWithFailedRow()]
  await page.goto('')
  await expect(homeHeading).toBeAttached()
  await measure({
    name: 'from Home, retry the failed rows of a batch, as its checker',
    keys: 4,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, checkersBatch.reference)
      await expect(enabled(page.getByRole('dialog').getByRole('button', { name: 'Retry' }))).toBeVisible()
      await pressKey('Control+Enter')
      await waitForConfirmButton(page, /^Retry 1 load/)
      await pressKey('Control+Enter')
      await expect(page.getByText('Batch load scheduled for re-processing').first()).toBeVisible()
    },
  })

  await page.goto('logout')
  await submitSignIn(page, 'olive')
  await expect(homeHeading).toBeAttached()
  await measure({
    name: 'from Home, submit the failed rows of a batch again, as its maker',
    keys: 5,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, makersBatch.reference)
      await expect(
        page.getByRole('dialog').getByRole('button', { name: 'New batch from the failed rows' }),
      ).toBeVisible()
      await pressKey('Control+Enter')
      await expect(enabled(page.getByRole('button', { name: 'Continue' }))).toBeFocused()
      await pressKey('Enter')
      await expect(enabled(page.getByRole('button', { name: /^Submit 1 load/ }))).toBeFocused()
      await pressKey('Enter')
      await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
    },
  })
  const card = await takeCard(server, 'active')
  await page.goto('')
  await expect(homeHeading).toBeAttached()
  await measure({
    name: 'from Home, open a card by its number',
    keys: 2,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, card.CARDNUMBER, new RegExp(card.CARDNUMBER.slice(-4)))
      await expect(page).toHaveURL(new RegExp(`card/details/${card.VOUCHERID}`))
    },
  })
  await page.goto(`card/details/${card.VOUCHERID}`)
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await measure({
    name: 'stop the open card, with a reason',
    keys: 3,
    perform: async (_, pressKey) => {
      await goTo(page, pressKey, 'Stop')
      const reason = page.getByRole('dialog').getByLabel('Stop reason')
      await expect(reason).toBeFocused()
      await expect(reason.getByRole('option', { name: 'Lost' })).toBeAttached()
      // Only one letter: on a busy machine a select treats slowly typed letters as separate searches.
      await page.keyboard.type('L')
      await expect(reason.locator('option:checked')).toHaveText('Lost')
      await waitForConfirmButton(page, /^Stop card/)
      await pressKey('Control+Enter')
      await expect(page.getByRole('button', { name: 'Unstop' })).toBeVisible()
    },
  })
})
