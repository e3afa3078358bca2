// Funding account: figures, payments and statement; recording a payment with all its errors at once, and the decision of
// another user, also after a lost response.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import FundingPage from '#pages/funding/FundingPage.tsx'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { reportReached } from '#services/server/connection.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { withPage } from '../orders/setup.tsx'

const { open, setResponses, requests, address } = withPage({
  Funding: ['read', 'record', 'confirm'],
  Batch: ['approve'],
})

const payment = {
  paymentId: '12',
  type: 'payment',
  reversedType: null,
  reversesId: null,
  state: 'waiting',
  amount: '250000.00',
  valueDate: '2026-11-20',
  reference: 'BK-1001',
  note: 'Payroll of November',
  fileName: 'advice.pdf',
  recordedBy: 'Olive Tan',
  isOwn: false,
  recordedAt: '2026-11-20T01:00:00Z',
  decidedBy: null,
  decidedAt: null,
  rejectReason: null,
  hasWaitingReversal: false,
} as const
const ownPayment = { ...payment, paymentId: '13', isOwn: true, reference: 'BK-1002' }
const confirmedPayment = {
  ...payment,
  paymentId: '11',
  state: 'confirmed',
  reference: 'BK-1000',
  decidedBy: 'Ada Lim',
  decidedAt: '2026-11-20T02:00:00Z',
}
const line = { fees: '0.00', debit: '0.00', credit: '0.00' }
const statement = {
  currency: 'SGD',
  startDate: '2026-10-01',
  endDate: '2026-11-26',
  opening: '1000.00',
  closing: '1400.00',
  lines: [
    {
      ...line,
      at: '2026-11-20T02:00:00Z',
      movement: 'Funding',
      reference: 'BK-1000',
      paymentId: '11',
      credit: '500.00',
      balance: '1500.00',
    },
    {
      ...line,
      at: '2026-11-21T02:00:00Z',
      movement: 'Load',
      reference: 'November',
      batchId: '7',
      debit: '100.00',
      fees: '1.50',
      balance: '1400.00',
    },
  ],
  now: { balance: '1400.00', reserved: '1500.00', available: '-100.00', expected: '250000.00' },
}
const responses = {
  fundingStatement: statement,
  bankEntries: { entries: [], total: 0, setAsideTotal: 0, lastAccount: null },
  fundingForecast: {
    currency: 'SGD',
    threshold: '2000.00',
    available: '-100.00',
    isLow: true,
    shortage: { on: '2026-11-30', amount: '100.00' },
    items: [
      { batchId: '7', reference: 'November', runsAt: '2026-11-30T01:00:00Z', amount: '1500.00', balance: '-100.00' },
    ],
    total: 1,
  },
  fundingPayments: ({ paymentId }: Record<string, unknown>) => {
    const payments = [payment, ownPayment, confirmedPayment].filter(
      (each) => paymentId === undefined || each.paymentId === paymentId,
    )
    return { payments, total: payments.length }
  },
}
const bankEntry = {
  entryId: '5',
  bookedOn: '2026-11-26',
  amount: '400.00',
  bankReference: 'BK-1003',
  reference: 'VOY-2',
}
const csvText = 'When,What for,How much\n03/11/2026,Payroll,"25,000.00"\n05/11/2026,Fee,-7.50\n'
const openPage = (more: Parameters<typeof open>[2] = {}, path = '/funding') =>
  open(<FundingPage />, path, { ...responses, ...more })
const openDetails = async (paymentId: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Details of payment ${paymentId}` }))
  return within(await screen.findByRole('dialog', { name: `Payment ${paymentId}` }))
}

it('shows the figures now, and a statement whose lines lead to their batch and payment', async () => {
  openPage()
  const now = within(await screen.findByRole('region', { name: 'The account now' }))
  expect(now.getByText('Available').nextElementSibling?.textContent).toMatch(/100\.00/)
  const balances = within(screen.getByRole('region', { name: 'Balances of the period' }))
  expect(balances.getByText('Opening balance').nextElementSibling?.textContent).toContain('1,000.00')
  expect(balances.getByText('Money in').nextElementSibling?.textContent).toContain('500.00')
  expect(balances.getByText('Money out').nextElementSibling?.textContent).toContain('100.00')
  const lines = within(screen.getByRole('table', { name: 'Statement' }))
  expect(lines.getByRole('link', { name: 'Batch 7, November' }).getAttribute('href')).toBe('/batchloads?batch=7')
  fireEvent.click(screen.getByRole('button', { name: 'BK-1000' }))
  await screen.findByRole('dialog', { name: 'Payment 11' })
  await waitFor(() => expect(address()).toContain('payment=11'))
})

it('reports everything that is missing before it records a payment, then sends what was typed', async () => {
  openPage({ recordFundingPayment: { paymentId: '14' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Record a payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Record' }))
  const alert = within(await dialog.findByRole('alert'))
  expect(alert.getByText('Enter an amount above zero, with at most two decimals.')).toBeTruthy()
  expect(alert.getByText('Enter the bank’s reference.')).toBeTruthy()
  await expect.poll(() => requests('recordFundingPayment')).toEqual([])
  fireEvent.change(dialog.getByLabelText('Amount in SGD'), { target: { value: '250,000' } })
  fireEvent.change(dialog.getByLabelText('Bank reference'), { target: { value: ' BK-1003 ' } })
  fireEvent.click(await dialog.findByRole('button', { name: 'Record Payment, SGD 250,000.00' }))
  await waitFor(() =>
    expect(requests('recordFundingPayment')).toMatchObject([
      { type: 'payment', amount: '250000.00', reference: 'BK-1003' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps what was typed if the dialog is closed, and refuses a file that cannot be attached', async () => {
  openPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Return surplus' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return surplus' }))
  fireEvent.change(dialog.getByLabelText('Bank reference'), { target: { value: 'BK-1004' } })
  const picker = document.querySelector('input[type=file]')
  fireEvent.change(picker as Element, { target: { files: [new File(['a'], 'page.html')] } })
  expect(await dialog.findByText(/^This type of file cannot be attached/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Return surplus' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Bank reference')).value).toBe('BK-1004')
})

it('lets another user confirm a payment with its facts on screen', async () => {
  openPage({ confirmFundingPayment: {} })
  const details = await openDetails('12')
  expect(details.getByText('BK-1001')).toBeTruthy()
  expect(details.getByRole('button', { name: 'advice.pdf' })).toBeTruthy()
  fireEvent.click(details.getByRole('button', { name: 'Confirm' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm SGD 250,000.00' }))
  await waitFor(() => expect(requests('confirmFundingPayment')).toMatchObject([{ paymentId: '12' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('sends the same confirmation again if its response is lost', async () => {
  openPage({ confirmFundingPayment: undefined })
  fireEvent.click((await openDetails('12')).getByRole('button', { name: 'Confirm' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm SGD 250,000.00' }))
  await screen.findByRole('dialog', { name: /^We cannot tell whether Payment 12 of SGD 250,000.00 was confirmed/ })
  act(reportReached)
  setResponses({ ...responses, confirmFundingPayment: {} })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(requests('confirmFundingPayment')).toHaveLength(2))
  const [first, second] = requests('confirmFundingPayment')
  expect(second?.['requestId']).toBe(first?.['requestId'])
})

it('does not offer a decision about the user’s own payment, and says why', async () => {
  openPage()
  const confirm = (await openDetails('13')).getByRole('button', { name: 'Confirm' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('You recorded it, so another user must confirm or reject it.').length).toBeGreaterThan(0)
})

it('reverses a confirmed payment only with a reason', async () => {
  openPage({ reverseFundingPayment: { paymentId: '15' } })
  fireEvent.click((await openDetails('11')).getByRole('button', { name: 'Reverse' }))
  const button = await screen.findByRole('button', { name: 'Record the reversal of SGD 250,000.00' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong account' } })
  fireEvent.click(button)
  await waitFor(() =>
    expect(requests('reverseFundingPayment')).toMatchObject([{ paymentId: '11', reason: 'Wrong account' }]),
  )
})

it('shows what became of each statement of a file, and why one was refused', async () => {
  openPage({
    importBankStatement: {
      statements: [
        { account: '1', reference: 'ST-1', entries: 5, added: 3 },
        { account: '1', reference: 'ST-2', entries: 1, added: 0, refusal: 'Not imported: it is not in SGD.' },
      ],
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Import a bank statement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a bank statement' }))
  const picker = document.querySelector('input[type=file]')
  fireEvent.change(picker as Element, { target: { files: [new File(['<a/>'], 'statement.xml')] } })
  expect(await dialog.findByText('New entries: 3. Already known: 2.')).toBeTruthy()
  expect(dialog.getByText('Not imported: it is not in SGD.')).toBeTruthy()
  await expect
    .poll(() => requests('importBankStatement'))
    .toMatchObject([{ fileName: 'statement.xml', base64: 'PGEvPg==' }])
})

it('asks for the columns of a csv file once, then how its days are written, and imports what was compared', async () => {
  readFilesWithoutWorker(sheetsWorker)
  openPage({ importBankEntries: { entries: 2, added: 2 } })
  fireEvent.click(await screen.findByRole('button', { name: 'Import a bank statement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a bank statement' }))
  const chooseFile = () => {
    const picker = document.querySelector('input[type=file]')
    fireEvent.change(picker as Element, { target: { files: [new File([csvText], 'bank.csv')] } })
  }
  const choose = async (label: string, column: string) => {
    const field = await dialog.findByLabelText<HTMLSelectElement>(label)
    const option = [...field.options].find(({ text }) => text === column)
    fireEvent.change(field, { target: { value: option?.value } })
  }
  const dayFirst = async () =>
    fireEvent.change(await dialog.findByLabelText('How are these dates written?'), { target: { value: 'dmy' } })
  chooseFile()
  await choose('Column for Booking date', 'When')
  await choose('Column for Amount', 'How much')
  fireEvent.click(dialog.getByRole('button', { name: 'Use these columns' }))
  await dayFirst()
  // The file is read again as chosen, and the choice can be changed: the text was forgotten.
  fireEvent.click(await dialog.findByRole('button', { name: 'Choose another file' }))
  chooseFile()
  await dayFirst()
  fireEvent.click(await dialog.findByRole('button', { name: 'Choose the columns' }))
  await choose('Column for Text', 'What for')
  fireEvent.click(dialog.getByRole('button', { name: 'Use these columns' }))
  await dayFirst()
  expect((await dialog.findByText('Money out')).nextElementSibling?.textContent).toContain('7.50')
  fireEvent.change(dialog.getByLabelText('Bank account'), { target: { value: '0012' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Import 2 entries' }))
  expect(await dialog.findByText('New entries: 2. Already known: 0.')).toBeTruthy()
  await expect
    .poll(() => requests('importBankEntries'))
    .toMatchObject([
      {
        fileName: 'bank.csv',
        account: '0012',
        entries: [
          { bookedOn: '2026-11-03', amount: '25000.00', bankReference: '', reference: 'Payroll' },
          { bookedOn: '2026-11-05', amount: '-7.50', bankReference: '', reference: 'Fee' },
        ],
      },
    ])
})

it('matches an entry of the bank to the proposed payment, or records a payment from it', async () => {
  const proposed = { ...bankEntry, proposed: { paymentId: '12', reference: 'BK-1001' } }
  openPage({ bankEntries: { entries: [proposed], total: 1 }, matchBankEntry: { paymentId: '12' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Match to payment 12' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Match' }))
  await waitFor(() => expect(requests('matchBankEntry')).toMatchObject([{ entryId: '5', paymentId: '12' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Record SGD 400.00 from the entry' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Record SGD 400.00 from the entry' }))
  await waitFor(() => expect(requests('matchBankEntry').map(({ paymentId }) => paymentId)).toEqual(['12', undefined]))
})

it('sets an entry of the bank aside with a reason, and another user confirms it', async () => {
  const aside = { reason: 'A fee', by: 'Ada Lim', at: '2026-11-26T01:00:00Z', isOwn: false, confirmedBy: null }
  const waiting = { ...bankEntry, entryId: '6', amount: '-7.50', setAside: aside }
  const own = { ...bankEntry, entryId: '7', amount: '-8.50', setAside: { ...aside, isOwn: true } }
  openPage({
    bankEntries: ({ setAside }: Record<string, unknown>) => ({
      entries: setAside
        ? [{ ...waiting, setAside: { ...aside, confirmedBy: 'Amir Rahman' } }]
        : [bankEntry, waiting, own],
      total: setAside ? 1 : 3,
      setAsideTotal: 1,
      lastAccount: '1',
    }),
    setAsideBankEntry: {},
    confirmBankEntryAside: {},
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Set the entry of SGD 400.00 aside' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Money of another account' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Set the entry of SGD 400.00 aside' }))
  await waitFor(() =>
    expect(requests('setAsideBankEntry')).toMatchObject([{ entryId: '5', reason: 'Money of another account' }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const confirm = 'Confirm that the entry of SGD -7.50 is set aside'
  expect(screen.getByRole('button', { name: confirm.replace('7.50', '8.50') }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  fireEvent.click(screen.getByRole('button', { name: confirm }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }))
  await waitFor(() => expect(requests('confirmBankEntryAside')).toMatchObject([{ entryId: '6' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Show what was set aside (1)' }))
  expect(await screen.findByText('Set aside by Ada Lim, confirmed by Amir Rahman: A fee')).toBeTruthy()
})

it('says when the balance will not suffice, and sets the threshold', async () => {
  openPage({ setFundingThreshold: {} })
  expect(await screen.findByText('Will not suffice on 30 Nov 2026: SGD 100.00 short')).toBeTruthy()
  const due = within(screen.getByRole('table', { name: 'Approved and due' }))
  expect(due.getByRole('link', { name: 'Batch 7, November' }).getAttribute('href')).toBe('/batchloads?batch=7')
  const change = async (typed: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change the threshold' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the threshold' }))
    fireEvent.change(dialog.getByLabelText('Amount in SGD'), { target: { value: typed } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    return dialog
  }
  const dialog = await change('0')
  expect(await dialog.findByText('Enter an amount above zero, with at most two decimals.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Amount in SGD'), { target: { value: '5,000' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests('setFundingThreshold')).toMatchObject([{ threshold: '5000.00' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await change('')
  await waitFor(() =>
    expect(requests('setFundingThreshold').map(({ threshold }) => threshold)).toEqual(['5000.00', null]),
  )
})
