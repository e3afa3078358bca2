// What can be done to a card, against the real host (cards §4, §8): each action, its confirmation and its notice.
import { clientFor } from '#tests/support/call.ts'
import { takeCard } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { violations } from '#tests/support/axe.ts'
import { fact, hasFunds, masked, openCard } from './cards-setup.ts'

test('a card is stopped with a reason and unstopped, each confirmed by its name and effect', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await openCard(page, card)
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Stop card ${masked(card)}?` })
  await expect(dialog).toContainText('The card is refused everywhere until it is unstopped.')
  await expect(dialog.getByRole('button', { name: 'Stop card' })).toHaveAccessibleDescription('Choose a stop reason')
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Stop reason').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Stop card' }).click()
  await expect(page.getByText('Card stopped successfully')).toBeVisible()
  await expect(fact(page, 'Programme', 'Card Status')).toHaveText('Stopped')
  // The focus is on what Stop has become.
  await expect(page.getByRole('button', { name: 'Unstop' })).toBeFocused()

  await page.getByRole('button', { name: 'Unstop' }).click()
  await page.getByRole('button', { name: 'Unstop card' }).click()
  await expect(page.getByText('Card enabled successfully')).toBeVisible()
  await expect(fact(page, 'Programme', 'Card Status')).toHaveText('Activated')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused()
  const done = page.getByRole('group', { name: 'History of the card' }).getByRole('row')
  await expect(done.nth(1)).toContainText('Unstopped')
  await expect(done.nth(2)).toContainText(/Stopped.*ada/)
})

test('devaluing takes the last four digits, leaves 0 and then no button', async ({ page, host }) => {
  const card = await takeCard(host, 'active', hasFunds)
  await openCard(page, card)
  await page.getByRole('button', { name: 'Devalue' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: new RegExp(`^Devalue S\\$ ${card.CARDBALANCE}$`) })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(/last four digits/).fill(card.CARDNUMBER.slice(-4))
  await confirm.click()
  await expect(page.getByText('Card devalued successfully')).toBeVisible()
  await expect(fact(page, 'Card Details', 'Card Balance')).toHaveText('S$ 0.00')
  await expect(page.getByRole('button', { name: 'Devalue' })).toBeHidden()
  const ada = await clientFor(host, 'ada')
  expect((await ada.call('cardDetails', { voucherID: card.VOUCHERID })).card.CARDBALANCE).toBe('0.00')
})

test('an answer lost after the host has devalued is asked for again, even after a reload', async ({
  page,
  host,
  line,
}) => {
  const card = await takeCard(host, 'active', hasFunds)
  await openCard(page, card, 'ada', line.url)
  await page.getByRole('button', { name: 'Devalue' }).click()
  await page.getByLabel(/last four digits/).fill(card.CARDNUMBER.slice(-4))
  const lost = line.loseAnswerTo('"devalueCard"')
  await page.getByRole('dialog').getByRole('button', { name: /^Devalue S/ }).click() // oxfmt-ignore
  await lost
  await expect(
    page.getByRole('dialog', { name: `We cannot tell whether card ${masked(card)} was devalued` }),
  ).toBeVisible()
  await page.reload()
  const left = page.getByRole('status').filter({ hasText: `We cannot tell whether card ${masked(card)} was devalued` })
  await left.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Card devalued successfully')).toBeVisible()
  await expect(left).toBeHidden()
})

test('what one tab has sent without an answer stands in the other at once, and goes when it is known there', async ({
  page,
  context,
  host,
  line,
}) => {
  const card = await takeCard(host, 'active', hasFunds)
  await openCard(page, card, 'ada', line.url)
  const other = await context.newPage()
  await other.goto(`${line.url}card/details/${card.VOUCHERID}`)
  await expect(other.getByRole('button', { name: 'Devalue' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Devalue' }).click()
  await page.getByLabel(/last four digits/).fill(card.CARDNUMBER.slice(-4))
  const lost = line.loseAnswerTo('"devalueCard"')
  await page.getByRole('dialog').getByRole('button', { name: /^Devalue S/ }).click() // oxfmt-ignore
  await lost
  const title = `We cannot tell whether card ${masked(card)} was devalued`
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await other.bringToFront()
  const seen = other.getByRole('status').filter({ hasText: title })
  await seen.getByRole('button', { name: 'Check again' }).click()
  await expect(seen).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: title })).toBeHidden()
  // Its own balance is asked for anew.
  await expect(fact(page, 'Card Details', 'Card Balance')).toHaveText('S$ 0.00')
})

test('activating and retiring are done once', async ({ page, host }) => {
  const card = await takeCard(host, 'notActivated')
  await openCard(page, card)
  await expect(fact(page, 'Programme', 'Card Status')).toHaveText('Not Activated')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Activate card' }).click()
  await expect(page.getByText('Card activated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activated' })).toBeDisabled()

  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  await page.getByLabel(/last four digits/).fill(card.CARDNUMBER.slice(-4))
  await page.getByRole('button', { name: 'Retire card' }).click()
  await expect(page.getByText('Card retired successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retired' })).toBeDisabled()
  await expect(fact(page, 'Programme', 'Card Status')).toHaveText('Retired')
})
