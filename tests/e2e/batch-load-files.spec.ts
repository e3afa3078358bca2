// Bad files: the wizard says what is wrong with each and how to fix it, and preserves the input.
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { encryptedXlsx } from '#tests/support/compound-files.ts'
import { cardNumber, loadsCsv, workbook } from '#tests/support/files.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  drop,
  figure,
  fillReference,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from './batch-load-setup.ts'
import { downloadItem } from './downloads.ts'

// Consecutive files have different messages, so that a message always belongs to the file just chosen.
const badFiles: readonly (readonly [title: string, name: string, content: string | Buffer, message: RegExp])[] = [
  ['a wrong type', 'loads.pdf', '%PDF-1.7', /Only csv, xlsx or xls files can be read here/],
  ['an empty file', 'empty.csv', '', /Invalid file content/],
  [
    'a binary renamed to csv',
    'picture.csv',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    /loads|csv|holds/i,
  ],
  [
    'a broken workbook',
    'broken.xlsx',
    Buffer.from(workbook([['9000010000000017', 10]])).subarray(0, 400),
    /damaged|cannot be opened/,
  ],
  ['a file without rows', 'blank.csv', '\r\n\r\n short\r\n', /Invalid file content/],
  ['a workbook with a password', 'secret.xlsx', Buffer.from(encryptedXlsx()), /protected by a password/],
  ['5,001 rows', 'large.csv', loadsCsv(5001), /more than 5,000 rows/],
]

test('each bad file is refused with an explanation, and the next file is read normally', async ({ page }) => {
  await openWizard(page)
  await fillReference(page, 'Still here')
  const alert = page.getByRole('alert')
  let previousMessage = 'nothing'
  for (const [title, name, content, message] of badFiles)
    await test.step(title, async () => {
      await choose(page, { name, content })
      await expect(alert).not.toHaveText(previousMessage)
      await expect(alert).toContainText(message)
      previousMessage = await alert.innerText()
      await expect(page.getByLabel('Load reference')).toHaveValue('Still here')
    })
  await drop(page, [
    { name: 'a.csv', content: loadsCsv(1) },
    { name: 'b.csv', content: loadsCsv(2) },
  ])
  await expect(page.getByText(/one file only/i).first()).toBeVisible()
  await expect(page.getByLabel('Load reference')).toHaveValue('Still here')
  await choose(page, { name: 'good.csv', content: csvOf([[cardNumber(1), '1.00']]) })
  await expect(figure(page, 'Rows')).toHaveText('1')
  await expect(alert).toBeHidden()
})

test('the maker can download the uploaded file unchanged, even if the wizard was reloaded', async ({
  page,
  server,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  const lines = [
    'Card Number;Amount;Für wen',
    ...loadableCards.slice(0, 2).map((card) => `${card};${nextAmount().replace('.', ',')};`),
  ]
  // As saved by a spreadsheet in another country: another encoding, separator and line break.
  const content = Buffer.from(lines.join('\r'), 'latin1')
  await openWizard(page)
  await fillReference(page, 'As it was')
  await choose(page, { name: 'März.csv', content })
  await expect(figure(page, 'Rows')).toHaveText('2')
  await waitUntilSaved(page)
  await page.reload()
  await expect(figure(page, 'Rows')).toHaveText('2')
  await expect(figure(page, 'To fix')).toHaveText('0')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 2 loads/ }).click()
  await page.getByRole('button', { name: 'See my batches' }).click()
  await page
    .getByRole('row', { name: /As it was/ })
    .getByRole('button', { name: /^Details/ })
    .click()
  const file = await downloadItem(page, 'As it was uploaded', 'Save my file')
  expect(file.name).toBe('März.csv')
  expect(file.bytes.equals(content)).toBe(true)
})
