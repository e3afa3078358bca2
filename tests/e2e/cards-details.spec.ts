// What can be done to a card, against the real host (cards §4, §8): each action, its confirmation, its notice, its refusal.
import { randomUUID } from 'node:crypto'
import { clientFor } from '#tests/support/call.ts'
import { takeCard } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test, test as ownDevice } from '#tests/support/fixtures.ts'
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
  await page.getByRole('dialog').getByRole('button', { name: /^Devalue S/ }).click() // prettier-ignore
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
  await page.getByRole('dialog').getByRole('button', { name: /^Devalue S/ }).click() // prettier-ignore
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

test('a refusal stays on the page in the host’s words until it is closed', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await openCard(page, card)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByLabel('Stop reason').selectOption({ index: 1 })
  // Another operator is faster.
  const colleague = await clientFor(host, 'ada')
  const { stopReasons } = await colleague.call('getStopReasons', {})
  await colleague.call('stopCard', {
    trackingNumber: card.TRACKINGNUMBER,
    activationData: '',
    stopReasonID: stopReasons[0]?.STOPREASONID ?? 0,
    requestId: randomUUID(),
  })
  await page.getByRole('button', { name: 'Stop card' }).click()
  const error = page.getByRole('alert').filter({ hasText: 'The card is stopped already.' })
  await expect(error).toBeVisible()
  await error.getByRole('button', { name: 'Dismiss' }).click()
  await expect(error).toBeHidden()
})

test('the PIN has the campaign’s length and is changed once in a session', async ({ page, host }) => {
  const card = await takeCard(host, 'active', ({ CAMPAIGNCARDREQUIREPIN }) => CAMPAIGNCARDREQUIREPIN === 1)
  const length = card.CAMPAIGNCARDPINLENGTH
  await openCard(page, card)
  await page.getByRole('button', { name: 'ChangePIN' }).click()
  await expect(page.getByText(`Please enter ${length} digit new PIN`).first()).toBeVisible()
  await page.getByLabel('New PIN').fill('2'.repeat(length - 1))
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeDisabled()
  await page.getByLabel('New PIN').fill('27182818'.slice(0, length))
  await page.getByRole('button', { name: 'Change PIN' }).click()
  await expect(page.getByText('CARD PIN changed successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ChangePIN' })).toBeDisabled()
  // A reload does not begin another session.
  await page.reload()
  await expect(page.getByRole('button', { name: 'ChangePIN' })).toHaveAccessibleDescription(
    'The PIN of this card was changed in this session already.',
  )
})

test('number and CVV are revealed on screen alone, and masked when the window is left', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await openCard(page, card)
  await expect(fact(page, 'Card Details', 'CVV')).toHaveText('***')
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(fact(page, 'Card Details', 'CVV')).toHaveText(/^\d{3}$/)
  await expect(fact(page, 'Card Details', 'Card Number')).toContainText(card.CARDNUMBER.replace(/(.{4})(?=.)/g, '$1 '))
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(fact(page, 'Card Details', 'CVV')).toHaveText('***')
  await expect(fact(page, 'Card Details', 'Card Number')).toContainText(masked(card))
})

ownDevice('number and CVV are masked again after 60 seconds', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await page.clock.install()
  await openCard(page, card)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('button', { name: 'Mask' })).toBeVisible()
  await page.clock.fastForward(59_000)
  await expect(fact(page, 'Card Details', 'CVV')).toHaveText(/^\d{3}$/)
  await page.clock.fastForward(1_500)
  await expect(fact(page, 'Card Details', 'CVV')).toHaveText('***')
})

test('a note is text whatever stands in it, and holds no card number', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await openCard(page, card)
  await page.getByRole('button', { name: 'Create note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note', { exact: true }).fill(`Card ${card.CARDNUMBER}`)
  await expect(dialog.getByText(/Leave the card number out of the note/).first()).toBeVisible()
  await dialog.getByLabel('Note', { exact: true }).fill('=1+1 <img src=x onerror="document.title=1">')
  await dialog.getByRole('button', { name: 'Create note' }).click()
  await expect(page.getByRole('region', { name: 'Voucher notes' })).toContainText(
    '=1+1 <img src=x onerror="document.title=1">',
  )
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})

test('who may only read sees the actions barred, and a card of another owner is none', async ({ page, host }) => {
  const card = await takeCard(host, 'active')
  await openCard(page, card, 'rita')
  await expect(page.getByRole('button', { name: 'Retire', exact: true })).toHaveAccessibleDescription('You are not authorized') // prettier-ignore
  await page.goto('card/insertfee')
  await expect(page.getByText('You are not authorized')).toBeVisible()
  await page.goto('card/details/999999999')
  await expect(page.getByText('There is no such card')).toBeVisible()
})
