// Devalue Batch, Batch Transfer and Activate Card in a browser with the real server: each from its file to its result.
import { batchTypes } from '#domain/batch/types.ts'
import { clientFor } from '#tests/support/call.ts'
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { batchesNamed, choose, editCell, figure, gridRow } from './batch-load-setup.ts'
import { fillLabel, storedAt, linesOf, cardNumbersWithFunds, openWizardOf } from './batch-types-setup.ts'

test('a devalue that retires cards says so, and refuses to retire a card that still has money', async ({
  page,
  server,
}) => {
  const [, , a = '', b = ''] = await cardNumbersWithFunds(server)
  await openWizardOf(page, 'devalue')
  await fillLabel(page, 'devalue', 'Retired with it')
  await page.getByLabel('Retire the cards').check()
  await choose(page, { name: 'retire.csv', content: linesOf([[a, '1.00'], [b]]) })
  await expect(gridRow(page, 1)).toContainText('would be retired with money left on it')
  await editCell(page, 1, 'amount', '')
  await expect(figure(page, 'To fix')).toHaveText('0')
  // On a phone, only loads up to a target balance show the balance and the missing amount in their rows.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('columnheader', { name: 'Cardholder' })).toHaveCount(0)
  await expect(gridRow(page, 1)).toBeVisible()
  await expect(gridRow(page, 1)).not.toContainText('To load')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Retired for good')).toBeVisible()
  await page.getByRole('button', { name: /^Submit 2 devalues/ }).click()
  await expect(page.getByRole('heading', { name: batchTypes.devalue.submittedMessage })).toBeVisible()
  expect(await batchesNamed(server, 'Retired with it')).toMatchObject([{ RETIRE: true }])
  await page.getByRole('button', { name: 'Devalue another batch' }).click()
  await expect(page.getByLabel('Retire the cards')).not.toBeChecked()
  await expect(page.getByLabel('Batch description')).toHaveValue('')
})

test('a transfer shows both cards, and refuses a row with the same card twice and a card that cannot receive money', async ({
  page,
  server,
}) => {
  const [a = '', b = '', c = '', d = ''] = await cardNumbersWithFunds(server)
  const [stopped = ''] = await cardNumbersFor(server, 'load', { amount: '1.00', finding: 'cardStopped' })
  await openWizardOf(page, 'transfer')
  await fillLabel(page, 'transfer', 'Between cards')
  await choose(page, {
    name: 'between.csv',
    content: linesOf([
      [a, b, '1.25'],
      [c, c, '1.00'],
      [d, stopped, '1.00'],
    ]),
  })
  await expect(gridRow(page, 2)).toContainText('Both cards are the same.')
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await expect(gridRow(page, 3)).toContainText('The target card is stopped.')
  await gridRow(page, 3).getByRole('gridcell').nth(2).dblclick()
  await page.getByRole('grid').getByRole('textbox').fill(b)
  await page.keyboard.press('Enter')
  await expect(gridRow(page, 3)).toContainText('Checked by the server')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit 2 transfers, SGD 2.25' }).click()
  await expect(page.getByRole('heading', { name: batchTypes.transfer.submittedMessage })).toBeVisible()
  expect(await batchesNamed(server, 'Between cards')).toMatchObject([{ LOADTYPE: 'transfer', LOADSCOUNT: 2 }])
})

test('cards are activated immediately, each with a separate result', async ({ page, server }) => {
  const [a = '', b = ''] = await cardNumbersFor(server, 'activate', { state: 'notActivated' })
  const [active = ''] = await cardNumbersWithFunds(server)
  await openWizardOf(page, 'activate')
  await choose(page, { name: 'activate.csv', content: linesOf([[a], [b], ['9000019999999990'], [active]]) })
  await expect(figure(page, 'To fix')).toHaveText('1')
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription('Fix or remove 1 row first.')
  await page.getByRole('button', { name: 'Remove row 3' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const submittedAt = Date.now()
  await page.getByRole('button', { name: 'Submit 3 activations' }).click()
  await expect(page.getByRole('heading', { name: 'Activation Result' })).toBeVisible()
  const result = page.getByText('2 cards activated, 1 already activated.')
  await expect(result).toBeVisible()
  // Activations are in no list of batches, so the result is shown until the next activation begins.
  await expect.poll(() => storedAt(page, 'last activation')).toBeGreaterThan(submittedAt)
  await page.reload()
  await expect(result).toBeVisible()
  await expect(page.getByRole('navigation', { name: /^Steps of/ }).getByRole('listitem')).toContainText(
    Array(3).fill('(done)'),
  )
  const begunAt = Date.now()
  await page.getByRole('button', { name: 'Activate more cards' }).click()
  await expect(page.getByRole('region', { name: /^Drop .* file here/ })).toBeVisible()
  await expect.poll(() => storedAt(page, 'last activation')).toBeGreaterThan(begunAt)
  await page.reload()
  await expect(page.getByRole('region', { name: /^Drop .* file here/ })).toBeVisible()
  await expect(result).toBeHidden()
  const client = await clientFor(server, 'olive')
  const { batchElements } = await client.call('verifyBatchFile', {
    type: 'activate',
    name: 'after.csv',
    identifierType: 1,
    batchSizeLimit: 250,
    additionalValidation: [],
    reference: '',
    batchElements: [a, b].map((identifier) => ({ identifier, amount: '0.00' })),
  })
  expect(batchElements.map(({ source }) => source.active)).toEqual([true, true])
})
