// The first click outside of a field takes effect: the message that appears when the field loses the focus must not
// move the button between press and release. Needs the layout of a real browser.
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'

/** Presses at the button's current position, lets the page render, and releases in the same place. */
async function pressAndRelease(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // Enough time to render the changes that leaving the field has caused.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect.poll(() => button.boundingBox()).toEqual(box)
  await page.mouse.up()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a single click takes effect even if it leaves a field with an error', async ({ page }) => {
  await test.step('Order Card: the message appears only after the file is chosen', async () => {
    await signIn(page, 'ada', { to: 'card/order' })
    await page.getByLabel('Quotation Number').fill('ab')
    const chooser = page.waitForEvent('filechooser')
    await pressAndRelease(page, button(page, 'Choose a file'))
    await chooser
    await expect(page.getByLabel('Quotation Number')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('Merchant Sign Up: Clear empties the form', async () => {
    await page.goto('merchant/signup')
    const number = page.getByLabel('Merchant Number')
    await number.fill('12')
    await page.getByRole('combobox', { name: 'Country Code' }).fill('zz')
    await pressAndRelease(page, page.locator('form').getByRole('button', { name: 'Clear' }))
    await expect(number).toHaveValue('')
    await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  })

  await test.step('Find Card: Show Expired is ticked', async () => {
    await page.goto('card/search')
    await page.getByLabel('Search term').fill('a')
    await pressAndRelease(page, page.getByLabel('Show Expired'))
    await expect(page.getByLabel('Show Expired')).toBeChecked()
    await expect(page.getByLabel('Search term')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('Audit trail: a half-typed date empties the list only after the click', async () => {
    await page.goto('user/audit')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('textbox', { name: 'From' }).fill('2026-1')
    await pressAndRelease(page, button(page, 'Columns'))
    await expect(page.getByRole('menuitemcheckbox').or(page.getByRole('checkbox')).first()).toBeVisible()
    await expect(page.getByText('Enter a date as yyyy-mm-dd').first()).toBeVisible()
  })
})
