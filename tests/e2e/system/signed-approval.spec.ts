// An approver signs an approval with a passkey, in a browser with a virtual authenticator.
import { sampleRows } from '#server/demo/sample-batch.ts'
import { clientFor, demoPassword } from '#tests/support/call.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { browserSeed, type RunningServer, startServer } from '#tests/support/server.ts'
import { uploadLoads } from '../batch-load-setup.ts'
import { addAuthenticator, addPasskey, enter, welcome } from '../access-setup.ts'

let ownServer: RunningServer
test.beforeAll(async () => {
  ownServer = await startServer({ env: { SIGN_APPROVALS: 'always' }, seed: browserSeed() })
})
test.afterAll(() => ownServer.remove())

test('the dialog says what is signed, and approves with the signature of the passkey', async ({ page }) => {
  const olive = await clientFor(ownServer, 'olive')
  const rows = sampleRows(40).slice(30, 33)
  const id = await uploadLoads(
    olive,
    'Signed',
    rows.map(({ identifier, amount }) => [identifier, amount] as const),
  )
  await addAuthenticator(page)
  // A passkey belongs to a name, not to an IP address.
  const url = ownServer.url.replace('127.0.0.1', 'localhost')
  await enter(page, url, 'amir')
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Laptop')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto(`${url}batchloads`)
  await page.getByRole('button', { name: `Approve batch ${id}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`With your passkey you sign: batch ${id}, 3 loads, SGD`)).toBeVisible()
  await dialog.getByRole('button', { name: /^Approve 3 loads/ }).click()
  await expect(page.getByText('Batch load scheduled for processing')).toBeVisible()
  const { batchLoad } = await olive.call('myBatch', { batchLoadFileID: id })
  expect(batchLoad.BATCHLOADFILEAPPROVED).toBe(true)
})
