// A passkey opens the drafts of a portal that was opened without a connection to the server.
import { expect, test } from '#tests/support/fixtures.ts'
import { enter, welcome } from '../access-setup.ts'
import { choose, csvOf, demoCardNumbers, fillReference, waitUntilSaved } from '../batch-load-setup.ts'

test('after a restart without a connection, drafts are locked until the passkey opens them', async ({
  page,
  server,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
  const { loadableCards } = await demoCardNumbers(server)
  // A passkey belongs to a name, not to an IP address.
  const url = server.url.replace('127.0.0.1', 'localhost')
  await enter(page, url, 'olive')
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}batchload`)
  await fillReference(page, 'Opened by a passkey')
  await choose(page, { name: 'offline.csv', content: csvOf([[loadableCards[4] ?? '', '15.57']]) })
  await waitUntilSaved(page)
  await page.goto(`${url}user/detail`)
  await expect(page.getByRole('heading', { name: 'My Settings' })).toBeVisible()
  // With a key, because the page moves under the pointer until the panels above are loaded.
  await page.getByRole('button', { name: 'Set up a passkey for drafts' }).press('Enter')
  await expect(page.getByText('A passkey opens your drafts on this device.')).toBeVisible()

  // No page has the key any more, and the server does not answer.
  await page.goto('about:blank')
  await page.route('**/api', (route) => route.abort())
  await page.goto(`${url}drafts`)
  const open = page.getByRole('button', { name: 'Open with your passkey' })
  await expect(open).toBeVisible()
  await expect(page.getByText('offline.csv')).toBeHidden()
  await open.click()
  await expect(page.getByRole('table').getByText('offline.csv')).toBeVisible()
  await expect(open).toBeHidden()
})
