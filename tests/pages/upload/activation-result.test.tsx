// The result of an activation can be saved, and cards that were not activated can be retried without their file.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { lastActivation } from '#flows/upload/last-activation.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { type CsvTable, tableToCsv } from '#sheets/write-table.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker, textOf } from '#tests/support/read-without-worker.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'

const saved = withSavedFiles()
beforeEach(() => {
  readFilesWithoutWorker(sheetsWorker)
  vi.spyOn(exportsWorker, 'csv').mockImplementation((table) => {
    return Promise.resolve(tableToCsv(table as unknown as CsvTable<object>))
  })
  signInTestUser({ Card: ['write'] })
})

const activatedResult = (identifier: string) => ({
  identifier,
  activated: true,
  resultText: 'Card activated successfully',
})
const failedResult = (identifier: string, resultText: string) => ({ identifier, activated: false, resultText })
const retiredText = 'The card is retired, which cannot be undone.'

async function show(activation: Parameters<typeof lastActivation.change>[0]) {
  lastActivation.change(activation)
  showWizard('activate')
  await screen.findByRole('heading', { name: 'Activation Result' })
}

it('saves each card with its result and the reason, in the order of the file, with card numbers masked', async () => {
  const results = [
    activatedResult(cardNumber(1)),
    failedResult(cardNumber(2), retiredText),
    activatedResult(cardNumber(3)),
  ]
  await show({ identifierType: PAN, results })
  expect(screen.getByText('2 cards activated, 1 not activated.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download result' }))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  const [file] = saved.files
  expect(file?.name).toMatch(/^activation-result-\d{14}\.csv$/)
  const maskedNumber = (number: number) => `900001••••••${cardNumber(number).slice(-4)}`
  expect(
    file?.text
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n'),
  ).toEqual([
    'Row,Card Number,Result,Reason',
    `1,${maskedNumber(1)},Activated,`,
    `2,${maskedNumber(2)},Not activated,"${retiredText}"`,
    `3,${maskedNumber(3)},Activated,`,
  ])
})

it('opens the wizard with only the cards that were not activated', async () => {
  const numbers = ['700000000000001', '700000000000002', '700000000000003']
  const [first = '', second = '', third = ''] = numbers
  await show({
    identifierType: TRACKING_NUMBER,
    results: [failedResult(first, retiredText), activatedResult(second), failedResult(third, 'The card has expired.')],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Retry 2 cards' }))
  await screen.findByRole('region', { name: 'Figures of the batch' })
  expect(screen.getAllByText(/^Cards not activated/)).not.toHaveLength(0)
  // jsdom has no layout, so the rows themselves are not rendered.
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  expect([figure('Rows'), figure('Valid')]).toEqual(['2', '2'])
  const [[file] = []] = vi.mocked(sheetsWorker.readRows).mock.calls
  expect(file && (await textOf(file))).toBe(`${first}\n${third}`)
  expect(lastActivation.get().results).toEqual([])
})

it('offers no retry if there are no failures', async () => {
  await show({ identifierType: PAN, results: [1, 2, 3, 4].map((number) => activatedResult(cardNumber(number))) })
  expect(screen.getByText('4 cards activated.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull()
})
