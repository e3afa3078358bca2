// How each batch type handles a file that it cannot accept or that needs every row checked: too many rows, no rows,
// numbers changed by a spreadsheet, another format, a card that appears twice.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'

beforeEach(() => {
  readFilesWithoutWorker(sheetsWorker)
  signInTestUser({ Batch: ['load', 'redeem'], Card: ['write'] })
})

/** Opens the first step and types the label of the batch type. */
async function open(type: BatchType): Promise<void> {
  showWizard(type)
  await screen.findByText(/^Drop the .* file here$/)
  const { label } = batchTypes[type]
  if (label) fireEvent.change(screen.getByLabelText(label.text), { target: { value: 'Bad input' } })
}
const choose = (name: string, rows: readonly (readonly string[])[]) =>
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([rows.map((row) => `${row.join(',')}\r\n`).join('')], name)] },
  })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const expectRejected = async (text: RegExp) => {
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text))
  // The field for the next file replaces the progress of reading a moment later.
  await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull())
  expect(screen.queryByRole('grid')).toBeNull()
}
const toFixFigure = () =>
  within(screen.getByRole('region', { name: 'Figures of the batch' })).getByText('To fix').nextElementSibling
    ?.textContent

/** A row of the batch type: two cards for a transfer, only the card for an activation. */
const cellsOf = (type: BatchType, at: number) => [
  cardNumber(at),
  ...(type === 'transfer' ? [cardNumber(at + 1)] : []),
  ...(type === 'activate' ? [] : ['1.00']),
]

it.each(['transfer', 'devalue', 'activate'] as const)(
  '%s: a file with too many rows and a file without rows are refused',
  async (type) => {
    await open(type)
    choose(
      'many.csv',
      Array.from({ length: 251 }, (_, at) => cellsOf(type, at)),
    )
    await expectRejected(/250/)
    choose('empty.csv', [[''], ['']])
    await expectRejected(/Invalid file content/)
    // The next file is accepted.
    choose('sound.csv', [cellsOf(type, 1)])
    await screen.findByRole('region', { name: 'Figures of the batch' })
    expect(toFixFigure()).toBe('0')
  },
)

it.each(['load', 'transfer', 'devalue', 'activate'] as const)(
  '%s: numbers that a spreadsheet changed are reported',
  async (type) => {
    await open(type)
    choose('ruined.csv', [cellsOf(type, 1).map((text) => (text === '1.00' ? text : '9.00001E+15'))])
    await screen.findByText('Your spreadsheet changed some card numbers')
    press('What to do')
    await screen.findByText(/Column A: the last digits of 1 card number were lost in the spreadsheet/)
    expect(toFixFigure()).toBe('1')
    expect(screen.getByRole('button', { name: 'Upload a corrected file…' })).toBeTruthy()
    // Nothing is left to correct.
    press('Remove row 1')
    await waitFor(() => expect(screen.queryByText('Your spreadsheet changed some card numbers')).toBeNull())
  },
)

it('an activation asks about a load file, and names the type that it looks like', async () => {
  await open('activate')
  choose('loads.csv', [['Card Number', 'Amount'], ...[1, 2].map((at) => cellsOf('load', at))])
  await screen.findByText('This looks like a load file: “Amount” has amounts')
  expect(
    screen.getByText(/^An activation takes only card numbers .* drop the file on Create Batch Load\./),
  ).toBeTruthy()
  expect(screen.getByText('Amount: 1.00 · 1.00')).toBeTruthy()
  // The user is asked again the next time.
  expect(screen.queryByText(/^Files with these headings/)).toBeNull()
  press('Use these columns')
  await screen.findByRole('region', { name: 'Figures of the batch' })
  expect(toFixFigure()).toBe('0')
  expect(screen.getByText(/Columns kept beside the rows, not submitted: Amount/)).toBeTruthy()
})

it('an activation reports each row with more than a card, and drops the other fields on request', async () => {
  await open('activate')
  choose('cards.csv', [
    // Without this line the user would have to map the columns.
    ['Card Number'],
    [cardNumber(1), cardNumber(2)],
    [cardNumber(3), '5.00'],
  ])
  await screen.findByRole('region', { name: 'Figures of the batch' })
  expect(toFixFigure()).toBe('2')
  // The row names the problem; the panel of the row with the focus also says how to fix it.
  const expectFixOf = async (position: number, fix: string) => {
    const row = (await screen.findAllByRole('row'))[position] as HTMLElement
    fireEvent.focus(within(row).getAllByRole('gridcell')[1] as HTMLElement)
    expect(await screen.findByText(new RegExp(`The row has 2 fields, .* ${fix}`))).toBeTruthy()
  }
  await expectFixOf(1, 'Put the other card in a separate row')
  await expectFixOf(2, 'Remove the other fields, or remove the row')
  press('Remove the other fields…')
  await screen.findByText('Remove the other fields of 2 rows')
  press('Fix 2 rows')
  await waitFor(() => expect(toFixFigure()).toBe('0'))
})

it('a transfer accepts csv only', async () => {
  await open('transfer')
  choose('between.xlsx', [['PK']])
  await expectRejected(/csv/)
})

it('a card that appears twice in a devalue is an error on each duplicate, and one action fixes it', async () => {
  await open('devalue')
  choose(
    'twice.csv',
    [1, 2, 1].map((at) => cellsOf('devalue', at)),
  )
  await screen.findByRole('region', { name: 'Figures of the batch' })
  expect(toFixFigure()).toBe('2')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove later copies…' }))
  press('Remove 1 row')
  await waitFor(() => expect(toFixFigure()).toBe('0'))
  press(/^Undo/)
  await waitFor(() => expect(toFixFigure()).toBe('2'))
})
