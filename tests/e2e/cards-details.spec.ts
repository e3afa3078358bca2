// Actions on a card with the real server: stop and unstop, and a devalue in two tabs over a connection that loses the
// response.
import { clientFor } from '#tests/support/call.ts'
import { takeCard } from '#tests/support/demo-cards.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { findViolations } from '#tests/support/axe.ts'
import { fact, hasFunds, masked, openCard } from './cards-setup.ts'

test('a card is stopped and unstopped with the focus preserved; each tab shows a devalue as pending until its result is known', async ({
  page,
  context,
  server,
  connection,
}) => {
  const card = await takeCard(server, 'active', hasFunds)
  await openCard(page, card, 'ada', connection.url)
  expect(await findViolations(page, 'main')).toEqual([])

  await test.step('stops the card with a reason, and unstops it', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Stop card ${masked(card)} (${card.CARDHOLDERNAME})?` })
    await expect(dialog).toContainText('The card will be declined everywhere until you unstop it.')
    await expect(dialog.getByRole('button', { name: 'Stop card' })).toHaveAccessibleDescription('Choose a stop reason')
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await dialog.getByLabel('Stop reason').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Stop card' }).click()
    await expect(page.getByText('Card stopped successfully')).toBeVisible()
    await expect(fact(page, 'Programme', 'Card Status')).toHaveText(/^Stopped/)
    // The focus is on the button that replaced Stop.
    await expect(page.getByRole('button', { name: 'Unstop' })).toBeFocused()

    await page.getByRole('button', { name: 'Unstop' }).click()
    await page.getByRole('button', { name: 'Unstop card' }).click()
    await expect(page.getByText('Card enabled successfully')).toBeVisible()
    await expect(fact(page, 'Programme', 'Card Status')).toHaveText(/^Activated/)
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused()
    const historyRows = page.getByRole('group', { name: 'History of the card' }).getByRole('row')
    await expect(historyRows.nth(1)).toContainText('Unstopped')
    await expect(historyRows.nth(2)).toContainText(/Stopped.*ada/)
  })

  await test.step('devalues the card, and the response is lost', async () => {
    const otherPage = await context.newPage()
    await otherPage.goto(`${connection.url}card/details/${card.VOUCHERID}`)
    await expect(otherPage.getByRole('button', { name: 'Devalue' })).toBeVisible()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Devalue' }).click()
    await page.getByLabel(/last four digits/).fill(card.CARDNUMBER.slice(-4))
    const responseLost = connection.dropResponseTo('"devalueCard"')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Devalue S/ })
      .click()
    await responseLost
    const title = `We cannot tell whether card ${masked(card)} (${card.CARDHOLDERNAME}) was devalued`
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    const notice = page.getByRole('status').filter({ hasText: title })
    const otherNotice = otherPage.getByRole('status').filter({ hasText: title })
    await expect(otherNotice).toBeVisible()
    await page.reload()
    await expect(notice).toBeVisible()

    await otherPage.bringToFront()
    await otherNotice.getByRole('button', { name: 'Check again' }).click()
    await expect(otherPage.getByText('Card devalued successfully')).toBeVisible()
    await expect(otherNotice).toBeHidden()
    await expect(notice).toBeHidden()
    // The first tab fetches the balance again.
    await expect(fact(page, 'Card Details', 'Card Balance')).toHaveText('SGD 0.00')
    await expect(page.getByRole('button', { name: 'Devalue' })).toBeHidden()
    const ada = await clientFor(server, 'ada')
    expect((await ada.call('cardDetails', { voucherID: card.VOUCHERID })).card.CARDBALANCE).toBe('0.00')
  })
})
