// The page of one card with realistic responses: refusals, one PIN change per session, number and CVV for a minute,
// notes, the statement, failed transactions, chargebacks, and actions that can be done once. Fees: refused, inserted,
// reversed.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { client } from '#brand/current.ts'
import type { CardEvent, CardTransaction } from '#contract/cards.ts'
import { maskPan } from '#domain/cards/identifiers.ts'
import { addMonths, instantToDate } from '#domain/dates.ts'
import CardDetailsPage from '#pages/cards/CardDetailsPage.tsx'
import InsertCardFeePage from '#pages/cards/InsertCardFeePage.tsx'
import { useNotices } from '#services/notices.ts'
import { queryClient } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'
import { cardResponse } from '#tests/support/card-response.ts'
import { cardNumber } from '#tests/support/files.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const card = cardResponse({ CARDNUMBER: cardNumber(1), CAMPAIGNCARDREQUIREPIN: 1, CAMPAIGNCARDPINLENGTH: 6 })
const transaction: CardTransaction = {
  TRANSACTIONID: '1',
  SHOWDATE: '2026-01-01T00:00:00Z',
  TRANSACTIONTYPE: 2,
  TRANSACTIONTYPELABEL: 'Settlement',
  TRANSACTIONDESCRIPTION: 'Kopi Corner',
  AUTHNUMBER: '1',
  MERCHANTID: '1',
  MONEYAMOUNT: '-5.00',
  REVERSIBLE: 0,
  REVERSED: 0,
  HASCHARGEBACK: 1,
}
const columns = [
  { VALUE: 'SHOWDATE', LABEL: 'Date', NUMERIC: 0, RAWVALUE: 0 },
  { VALUE: 'MONEYAMOUNT', LABEL: 'Amount', NUMERIC: 1, RAWVALUE: 0 },
] as const
const defaultResponses: Readonly<Record<string, object>> = {
  cardDetails: { card },
  cardStatement: { transactions: [transaction], visibleColumns: columns, exportColumns: columns, excelBase64Data: '' },
  cardHistory: { events: [] },
  cardHolds: { holds: [] },
  // The chart of balances needs a real browser.
  cardBalanceHistory: { resultCode: '-20500', resultText: 'No history' },
  getStopReasons: { stopReasons: [{ STOPREASONID: 3, STOPREASONSHORT: 'Stolen' }] },
  cardSearch: { cards: [card], truncated: false },
  getFeeTypes: { feeTypes: [{ id: '5', name: 'Replacement', charge: '2.50' }] },
}

const server = withStubServer()
beforeEach(() => {
  serverReturns()
  signInTestUser({ CardStatement: ['read'], Card: ['write', 'reveal'] })
})

it('a refusal stays on the page in the server’s words until it is closed', async () => {
  await openCard()
  press('Stop')
  await screen.findByRole('option', { name: 'Stolen' })
  fireEvent.change(screen.getByLabelText('Stop reason'), { target: { value: '3' } })
  // Another operator has stopped the card in the meantime.
  serverReturns({ stopCard: { resultCode: '-20409', resultText: 'The card is already stopped.' } })
  press('Stop card')
  const refusal = await screen.findByText('Stop: The card is already stopped.')
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Dismiss')
  await waitFor(() => expect(refusal.isConnected).toBe(false))
})

it('the PIN has the campaign’s length and is changed once per session', async () => {
  await openCard()
  press('ChangePIN')
  await expect.poll(() => screen.getAllByText('Please enter 6 digit new PIN')).not.toHaveLength(0)
  fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '2-71 82x8' } })
  press('Change PIN')
  await expect.poll(() => requests('changePin')).toEqual([])
  fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '271828' } })
  press('Change PIN')
  await screen.findByText('CARD PIN changed successfully')
  await expect
    .poll(() => requests('changePin'))
    .toMatchObject([{ voucherNumber: card.CARDNUMBER, newCardPin: '271828' }])
  expect(reasonOf('ChangePIN')).toBe('The PIN of this card was already changed in this session.')
})

it.each([
  ['in this session', 1, 'The PIN of this card was already changed in this session.'],
  ['in an earlier session', -1, ''],
])('ChangePIN follows the card’s history: PIN changed %s', async (_, seconds, reason) => {
  const session = sessionStore.get()
  if (!session) throw new Error('not signed in')
  const startedAt = Date.parse('2026-03-04T08:00:00Z')
  sessionStore.set({ ...session, token: `h.${btoa(JSON.stringify({ iat: startedAt / 1000 }))}.s` })
  const { username } = session.user
  const event: CardEvent = {
    at: new Date(startedAt + seconds * 1000).toISOString(),
    username,
    kind: 'pinChanged',
    stopReason: '',
    amount: '',
    description: '',
    reversal: null,
  }
  serverReturns({ cardHistory: { events: [event] } })
  await openCard()
  await screen.findByText(/PIN changed/)
  expect(reasonOf('ChangePIN')).toBe(reason)
})

it('open authorisations are shown with merchant and amount, if the card has any', async () => {
  const hold = {
    at: '2026-03-01T10:00:00Z',
    merchant: 'Harbour View Hotel',
    merchantId: '900000000002',
    authNumber: '123456',
    amount: '27.00',
  }
  serverReturns({
    cardDetails: { card: { ...card, AUTHORIZEDAMOUNT: '27.00' } },
    cardHolds: { holds: [hold] },
  })
  await openCard()
  const row = await screen.findByRole('row', { name: /Harbour View Hotel/ })
  expect(row.textContent).toContain('27.00')
  expect(row.textContent).toContain('123456')
})

it('reports that a CVV is deleted', async () => {
  serverReturns({ revealCard: { CARDNUMBER: card.CARDNUMBER, CARDCVV2: '' } })
  await openCard()
  await reveal('deleted')
})

it('without the permission, Reveal is disabled and says so', async () => {
  signInTestUser({ CardStatement: ['read'], Card: ['write'] })
  await openCard()
  expect(reasonOf('Reveal')).toBe('You are not authorized')
})

it('after a change of the user, Reveal and the actions on hold say why they are disabled, and Stop is enabled', async () => {
  const approvalHold = 'You cannot act on cards until tomorrow'
  sessionStore.set({ ...(sessionStore.get() ?? expect.unreachable()), approvalHold })
  await openCard()
  for (const name of ['Reveal', 'Devalue', 'ChangePIN']) expect(reasonOf(name)).toBe(approvalHold)
  expect(screen.getByRole('button', { name: 'Stop' })).toHaveProperty('disabled', false)
})

it('number and CVV are shown for a minute while the window has the focus', async () => {
  serverReturns({ revealCard: { CARDNUMBER: card.CARDNUMBER, CARDCVV2: '123' } })
  await openCard()
  expect(factValue('CVV')).toBe('•••')
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await reveal()
  expect(factValue('Card Number')).toContain(card.CARDNUMBER.replace(/(.{4})(?=.)/g, '$1 '))
  act(() => void vi.advanceTimersByTime(55_000))
  await expect.poll(() => factValue('CVV')).toBe('123')
  act(() => void vi.advanceTimersByTime(5_000))
  await expect.poll(() => factValue('CVV')).toBe('•••')
  await expect.poll(() => factValue('Card Number')).toContain(`9000 01•• •••• ${card.CARDNUMBER.slice(-4)}`)

  await reveal()
  act(() => void window.dispatchEvent(new Event('blur')))
  await expect.poll(() => factValue('CVV')).toBe('•••')
})

it('a note cannot contain a card number, and is sent unchanged', async () => {
  await openCard()
  press('Create note')
  const dialog = within(screen.getByRole('dialog'))
  const note = dialog.getByLabelText('Note')
  fireEvent.change(note, { target: { value: `Card ${card.CARDNUMBER}` } })
  await expect.poll(() => dialog.getAllByText(/Leave the card number out of the note/)).not.toHaveLength(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Create note' }))
  const text = '=1+1 <img src=x onerror="document.title=1">'
  fireEvent.change(note, { target: { value: text } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create note' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => requests('addCardNote')).toMatchObject([{ noteText: text, voucherId: '7' }])
})

it('an address with an invalid id sends no request, and an unknown card shows the server’s message', async () => {
  openPath('/card/details/7x')
  await screen.findByText('There is no such card')
  await expect.poll(() => requests('cardDetails')).toEqual([])
  const resultText = 'There is no such card, or it is another’s.'
  serverReturns({ cardDetails: { resultCode: '-20404', resultText } })
  openPath('/card/details/999')
  await screen.findByText(resultText)
})

it('the statement starts with three months; invalid dates are reported and not requested', async () => {
  await openCard()
  await screen.findByRole('button', { name: 'Download' })
  const today = instantToDate(Date.now(), client.timeZone)
  await expect
    .poll(() => requests('cardStatement'))
    .toMatchObject([{ cardID: '7', startDate: addMonths(today, -3), endDate: today }])
  const dates = within(screen.getByRole('group', { name: 'Statement dates' }))
  const type = (name: string, text: string) => {
    fireEvent.change(dates.getByLabelText(name), { target: { value: text } })
    fireEvent.blur(dates.getByLabelText(name))
  }
  type('From', '1969-12-31')
  await screen.findByText('Start date or End date can not be less than 1970')
  type('From', '2026-02-02')
  type('To', '2026-02-01')
  await screen.findByText('Start date can not be greater than End date')
  expect(screen.getByText('The statement could not be loaded')).toBeTruthy()
  await expect.poll(() => requests('cardStatement')).toHaveLength(1)
  type('From', '2026-01-02')
  await screen.findByRole('button', { name: 'Download' })
  // An incomplete date also clears the previous results.
  type('From', '2026-13-')
  await screen.findByText(/^Enter a date as yyyy-mm-dd/)
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  expect(screen.getByText('The statement could not be loaded')).toBeTruthy()
})

it('failed transactions open in a dialog with separate dates, starting with today', async () => {
  const failure = {
    FAILEDTRANSACTIONDATE: '2026-01-01T00:00:00Z',
    FAILEDTRANSACTIONAMOUNT: '5.00',
    FAILEDTRANSACTIONVOUCHERVALUE: '1.00',
    FAILEDTRANSACTIONDESCRIPTION: 'Not enough funds',
    FAILEDTRANSACTIONMETHOD: 'Chip',
    FAILEDTRANSACTIONMANAGER: 'Kopi Corner',
    FAILEDTRANSACTIONERRORCODE: '51',
    CAMPAIGNCURRENCYSYMBOLHTML: 'S$',
  }
  serverReturns({ failedTransactionSearch: { failedTransactions: [failure] } })
  await openCard()
  press('Failed Transactions')
  const dialog = within(screen.getByRole('dialog', { name: 'Failed Transactions' }))
  const today = instantToDate(Date.now(), client.timeZone)
  const from = dialog.getByRole<HTMLInputElement>('textbox', { name: 'From' })
  await expect.poll(() => from.value).toBe(today)
  await dialog.findByText('Not enough funds')
  expect(dialog.getAllByText(/S\$.5\.00/)).toHaveLength(1)
  fireEvent.change(from, { target: { value: '2020-01-01' } })
  fireEvent.blur(from)
  const params = { cardNumber: card.CARDNUMBER, endDate: today }
  await waitFor(() =>
    expect(requests('failedTransactionSearch')).toMatchObject([
      { ...params, startDate: today },
      { ...params, startDate: '2020-01-01' },
    ]),
  )
})

it('a chargeback shows every field', async () => {
  const chargeback = {
    ChargebackAmount: '5.00',
    ChargebackCurrency: 'S$',
    ChargebackRequestAmount: '3.75',
    CardCurrency: 'US$',
    ChargebackRequestedDate: '2026-01-02T00:00:00Z',
    ChargebackProcessedDate: null,
    ChargebackDescription: 'Goods not received',
    ChargebackNumber: 'CB-77',
    ChargebackRejected: 1,
    ChargebackRejectedDate: '2026-01-03T00:00:00Z',
    ChargebackReversed: 0,
    ChargebackReversedDate: null,
    SecondPresentmentStatus: 1,
  }
  serverReturns({ getSettlementChargebacks: { chargebacks: [chargeback] } })
  await openCard()
  fireEvent.click(await screen.findByRole('button', { name: 'Chargeback information' }))
  const dialog = screen.getByRole('dialog', { name: 'Chargeback information' })
  await within(dialog).findByText('CB-77')
  const shownFacts = [...dialog.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent.replace(/\s/g, ' '),
  ])
  expect(shownFacts).toEqual([
    ['Chargeback number', 'CB-77'],
    ['Chargeback amount', 'S$ 5.00'],
    ['Requested amount', 'US$ 3.75'],
    ['Description', 'Goods not received'],
    ['Requested', expect.stringContaining('2026')],
    ['Processed', '–'],
    ['Rejected', expect.stringMatching(/^Yes, .*2026/)],
    ['Reversed', 'No'],
    ['Second presentment', 'Received'],
  ])
})

it('a refused fee shows the specified message and the reason, and stays in the form to be corrected', async () => {
  const resultText = 'The fee is larger than the funds that are available on the card.'
  serverReturns({ insertCardFee: { resultCode: '-20409', resultText } })
  openPath('/card/insertfee')
  await screen.findByRole('option', { name: 'Replacement' })
  fireEvent.click(screen.getByLabelText('Tracking Number'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Tracking Number' }), {
    target: { value: card.TRACKINGNUMBER },
  })
  fireEvent.change(screen.getByLabelText('Fee type'), { target: { value: '5' } })
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '99999' } })
  await screen.findByText(card.CAMPAIGNNAME)
  press('Insert fee')
  press('Insert fee of S$ 99,999.00')
  const alert = (await screen.findByText('Failed! The fee has not been inserted')).closest('[role=alert]')
  expect(alert?.textContent).toContain(resultText)
  await expect
    .poll(() => requests('insertCardFee'))
    .toMatchObject([{ identifierType: 2, identifier: card.TRACKINGNUMBER, feeId: '5' }])
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('99999')
})

it('dates, sorting and failed transactions are in the address, and reopening it shows the same', async () => {
  serverReturns({ failedTransactionSearch: { failedTransactions: [] } })
  await openCard()
  await screen.findByRole('button', { name: 'Download' })
  const dates = () => within(screen.getByRole('group', { name: 'Statement dates' }))
  const from = () => dates().getByLabelText<HTMLInputElement>('From')
  fireEvent.change(from(), { target: { value: '1 Feb 2020' } })
  fireEvent.blur(from())
  await expect.poll(() => from().value).toBe('2020-02-01')
  await waitFor(() => expect(requests('cardStatement').at(-1)).toMatchObject({ startDate: '2020-02-01' }))
  fireEvent.click(await within(screen.getByRole('columnheader', { name: 'Amount' })).findByRole('button'))
  await expect.poll(() => address()).toBe('/card/details/7?from=2020-02-01&sort=MONEYAMOUNT')
  press('Failed Transactions')
  const failedFrom = () =>
    within(screen.getByRole('dialog', { name: 'Failed Transactions' })).getByRole<HTMLInputElement>('textbox', {
      name: 'From',
    })
  fireEvent.change(failedFrom(), { target: { value: '2020-03-01' } })
  fireEvent.blur(failedFrom())
  const search = '?from=2020-02-01&sort=MONEYAMOUNT&failed=1&failed-from=2020-03-01'
  await expect.poll(() => address()).toBe(`/card/details/7${search}`)

  cleanup()
  queryClient.clear()
  server.requests.length = 0
  openPath(`/card/details/7${search}`)
  await screen.findByRole('dialog', { name: 'Failed Transactions' })
  expect(failedFrom().value).toBe('2020-03-01')
  await waitFor(() => expect(requests('failedTransactionSearch')).toMatchObject([{ startDate: '2020-03-01' }]))
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => address()).toBe('/card/details/7?from=2020-02-01&sort=MONEYAMOUNT')
  expect(from().value).toBe('2020-02-01')
  await expect.poll(() => requests('cardStatement')).toMatchObject([{ startDate: '2020-02-01' }])
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('ascending')
})

it('a card is devalued once its last four digits are typed; then the balance is 0 and the button is gone', async () => {
  serverReturns({ devalueCard: { resultCode: '1' } })
  await openCard()
  press('Devalue')
  const dialog = within(screen.getByRole('dialog'))
  const confirmButton = dialog.getByRole('button', { name: 'Devalue S$ 10.00' })
  await expect.poll(() => confirmButton.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(dialog.getByLabelText(/last four digits/), { target: { value: card.CARDNUMBER.slice(-4) } })
  serverReturns({ devalueCard: { resultCode: '1' }, cardDetails: { card: { ...card, CARDBALANCE: '0.00' } } })
  fireEvent.click(confirmButton)
  await screen.findByText('Card devalued successfully')
  await waitFor(() => expect(factValue('Card Balance')?.replace(/\s/, ' ')).toBe('S$ 0.00'))
  expect(screen.queryByRole('button', { name: 'Devalue' })).toBeNull()
  await expect.poll(() => requests('devalueCard')).toMatchObject([{ cardNumber: card.CARDNUMBER }])
})

it('activating and retiring can be done once; each button then shows that it is done', async () => {
  const inactiveCard = { ...card, STATUS: '' }
  serverReturns({ cardDetails: { card: inactiveCard } })
  await openCard()
  expect(factValue('Card Status')).toMatch(/^Not Activated/)
  press('Activate')
  serverReturns()
  press('Activate card')
  await screen.findByText('Card activated successfully')
  expect((await screen.findByRole('button', { name: 'Activated' })).getAttribute('aria-disabled')).toBe('true')

  press('Retire')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/last four digits/), { target: { value: card.CARDNUMBER.slice(-4) } })
  serverReturns({ cardDetails: { card: { ...card, RETIRED: 1 } } })
  fireEvent.click(dialog.getByRole('button', { name: 'Retire card' }))
  await screen.findByText('Card retired successfully')
  expect((await screen.findByRole('button', { name: 'Retired' })).getAttribute('aria-disabled')).toBe('true')
  expect(factValue('Card Status')).toMatch(/^Retired/)
  await expect
    .poll(() => [...requests('setCardStatus'), ...requests('retireCard')])
    .toMatchObject([{ identifiers: [card.TRACKINGNUMBER] }, { trackingNumber: card.TRACKINGNUMBER }])
})

it('the form for a fee reports missing fields, accepts only digits and two decimals, and inserts the fee once after a confirmation', async () => {
  openPath('/card/insertfee')
  await screen.findByRole('option', { name: 'Replacement' })
  press('Insert fee')
  await expect.poll(() => screen.getByRole('alert').textContent).toContain('Enter a card number of 16 digits')
  fireEvent.change(screen.getByRole('textbox', { name: 'Card Number' }), { target: { value: card.CARDNUMBER } })
  fireEvent.change(screen.getByLabelText('Fee type'), { target: { value: '5' } })
  const amount = screen.getByLabelText<HTMLInputElement>('Amount')
  fireEvent.change(amount, { target: { value: 'x001.507' } })
  await expect.poll(() => amount.value).toBe('1.50')
  await screen.findByText(card.CAMPAIGNNAME)
  press('Insert fee')
  await expect
    .poll(() =>
      screen.getByRole('dialog', { name: `Insert a fee on card 9000 01•• •••• ${card.CARDNUMBER.slice(-4)}?` }),
    )
    .toBeTruthy()
  await expect.poll(() => requests('insertCardFee')).toEqual([])
  press('Insert fee of S$ 1.50')
  await screen.findByText('The fee has been inserted')
  await expect
    .poll(() => requests('insertCardFee'))
    .toMatchObject([{ identifier: card.CARDNUMBER, feeId: '5', amount: '1.50' }])
})

it('a fee is reversed with a requester and a reason of at most 255 characters, and is then marked as reversed', async () => {
  const fee = {
    ...transaction,
    TRANSACTIONTYPE: 5,
    TRANSACTIONTYPELABEL: 'Fee',
    MONEYAMOUNT: '-1.50',
    REVERSIBLE: 1,
    HASCHARGEBACK: 0,
  }
  const statementOf = (transaction: object) => ({
    cardStatement: { ...defaultResponses['cardStatement'], transactions: [transaction] },
  })
  serverReturns(statementOf(fee))
  await openCard()
  fireEvent.click(await screen.findByRole('button', { name: 'Reverse the Fee' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Reverse the Fee of S$ 1.50?' }))
  const reverseButton = dialog.getByRole('button', { name: 'Reverse S$ 1.50' })
  const [requester, reason] = [dialog.getByLabelText('Requester name'), dialog.getByLabelText('Decline reason')]
  expect([requester, reason].map((field) => field.getAttribute('maxlength'))).toEqual(['255', '255'])
  fireEvent.change(requester, { target: { value: '=Olive' } })
  await expect.poll(() => reverseButton.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(reason, { target: { value: 'Charged twice' } })
  serverReturns(statementOf({ ...fee, REVERSIBLE: 0, REVERSED: 1 }))
  fireEvent.click(reverseButton)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => requests('reverseTransaction'))
    .toMatchObject([{ transactionId: '1', requesterName: '=Olive', declineReason: 'Charged twice' }])
  await waitFor(() => expect(reasonOf('Reverse the Fee')).toContain('The Fee was reversed'))
})

it('a card whose number the server has masked is addressed by its id', async () => {
  const maskedCard = { ...card, CARDNUMBER: maskPan(card.CARDNUMBER), ISSTOPPED: 1 as const }
  const fee = { ...transaction, TRANSACTIONTYPE: 5, TRANSACTIONTYPELABEL: 'Fee', MONEYAMOUNT: '-1.50', REVERSIBLE: 1 }
  const responses = {
    cardDetails: { card: maskedCard },
    cardStatement: { ...defaultResponses['cardStatement'], transactions: [fee] },
    devalueCard: { resultCode: '1' },
    failedTransactionSearch: { failedTransactions: [] },
  }
  serverReturns(responses)
  await openCard()
  expect(factValue('Card Number')).toContain(`9000 01•• •••• ${card.CARDNUMBER.slice(-4)}`)
  press('Failed Transactions')
  await waitFor(() => expect(requests('failedTransactionSearch')).toHaveLength(1))
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const confirm = async (button: string, dialogButton: string, notice: string, fill?: () => void) => {
    press(button)
    fill?.()
    press(dialogButton)
    await screen.findByText(notice)
  }
  await confirm('Unstop', 'Unstop card', 'Card enabled successfully')
  await confirm('ChangePIN', 'Change PIN', 'CARD PIN changed successfully', () =>
    fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '271828' } }),
  )
  await confirm('Devalue', 'Devalue S$ 10.00', 'Card devalued successfully', () =>
    fireEvent.change(screen.getByLabelText(/last four digits/), { target: { value: card.CARDNUMBER.slice(-4) } }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Reverse the Fee' }))
  fireEvent.change(screen.getByLabelText('Requester name'), { target: { value: 'Olive' } })
  fireEvent.change(screen.getByLabelText('Decline reason'), { target: { value: 'Charged twice' } })
  press('Reverse S$ 1.50')
  await waitFor(() => expect(requests('reverseTransaction')).toHaveLength(1))
  const cardReference = `card:${card.VOUCHERID}`
  await expect
    .poll(() =>
      ['unstopCard', 'devalueCard', 'failedTransactionSearch'].map((method) => requests(method)[0]?.['cardNumber']),
    )
    .toEqual([cardReference, cardReference, cardReference])
  await expect
    .poll(() => ['changePin', 'reverseTransaction'].map((method) => requests(method)[0]?.['voucherNumber']))
    .toEqual([cardReference, cardReference])
})

/** Sets the responses to the defaults, except for these. */
function serverReturns(overrides: Readonly<Record<string, object>> = {}): void {
  server.respondWith((response, { method }) =>
    json(response, { resultCode: '0', ...defaultResponses[method], ...overrides[method] }),
  )
}

const { paramsOf: requests } = server
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function openPath(path: string): void {
  showPage(
    <>
      <Routes>
        <Route path="/card/details/:voucherID" element={<CardDetailsPage />} />
        <Route path="/card/insertfee" element={<InsertCardFeePage />} />
      </Routes>
      <ShownNotices />
      <Address />
    </>,
    path,
  )
}

async function openCard(): Promise<void> {
  openPath('/card/details/7')
  await screen.findByRole('button', { name: 'Reveal' })
}

async function reveal(cvv = '123'): Promise<void> {
  // Reveal works only if the window has the focus.
  screen.getByRole('button', { name: 'Reveal' }).focus()
  press('Reveal')
  await screen.findByRole('button', { name: 'Mask' })
  await act(async () => undefined)
  expect(factValue('CVV')).toBe(cvv)
}

function ShownNotices() {
  return useNotices().visible.map(({ id, text }) => <p key={id}>{text}</p>)
}

/** The value that the page shows for this label. */
const factValue = (label: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === label)?.nextElementSibling?.textContent

/** Why a button is disabled, or '' if it is enabled. */
function reasonOf(name: string): string {
  const button = screen.getByRole('button', { name })
  return (button.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
}

it.each([
  ['an active card, and the user can', { Batch: ['load'] }, {}, true],
  ['an active card, but the user cannot', {}, {}, false],
  ['a stopped card, and the user can', { Batch: ['load'] }, { ISSTOPPED: 1 as const }, false],
])(
  'the page of a card links to a load only for an active card and if the user can submit loads: %s',
  async (_, permissions, state, isOffered) => {
    signInTestUser({ CardStatement: ['read'], ...permissions })
    serverReturns({ cardDetails: { card: { ...card, ...state } } })
    await openCard()
    const link = screen.queryByRole('link', { name: 'Load this card' })
    expect(link?.getAttribute('href')).toBe(isOffered ? `/batchload?from=card-${card.VOUCHERID}` : undefined)
    // The button of a card that cannot be loaded keeps its place, so that the others do not move.
    const disabledButton = screen.queryByRole('button', { name: 'Load this card' })
    expect(disabledButton?.ariaDisabled).toBe('Batch' in permissions && !isOffered ? 'true' : undefined)
    // The state is beside the holder, and in the panel with its reason.
    expect(screen.getAllByText('ISSTOPPED' in state ? 'Stopped' : 'Activated').length).toBeGreaterThanOrEqual(2)
  },
)
