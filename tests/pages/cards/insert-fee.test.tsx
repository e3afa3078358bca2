// Insert Card Fee, up to the charge: the proposed amount, the shown card, what the amount field drops or asks about, and the
// confirmation with currency, card and default charge.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { maskPan } from '#domain/cards/identifiers.ts'
import InsertCardFeePage from '#pages/cards/InsertCardFeePage.tsx'
import { queryClient } from '#services/server/queries.ts'
import { cardResponse } from '#tests/support/card-response.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const card = cardResponse({
  CARDBALANCE: '2116.76',
  FUNDSAVAILABLE: '2100.00',
  AUTHORIZEDAMOUNT: '16.76',
  ACTIVATIONDATA: 'VOY-17',
  CARDLABEL: 'Tan Wei Ming',
})
const otherCard = { VOUCHERID: '8', CARDNUMBER: `${card.CARDNUMBER}1`, TRACKINGNUMBER: '1' }
const defaultResponses: Readonly<Record<string, object>> = {
  getFeeTypes: {
    feeTypes: [
      { id: '1', name: 'Card Replacement', charge: '10.00' },
      { id: '2', name: 'Cash Withdrawal Fee', charge: '3.00' },
      { id: '3', name: 'Courier', charge: '0.00' },
    ],
  },
  // A search returns all cards whose number starts with the search text.
  cardSearch: { cards: [otherCard, card], truncated: false },
  cardDetails: { card },
}

const server = withStubServer()
beforeEach(() => {
  serverReturns()
  signInTestUser({ CardStatement: ['read'], Card: ['write'] })
})

it('the proposed amount follows the fee type; a typed amount stays', async () => {
  await openPage()
  const amounts = ['1', '2', '3', '1'].map((fee) => {
    chooseFee(fee)
    return amount().value
  })
  expect(amounts).toEqual(['10.00', '3.00', '', '10.00'])
  typeAmount('4.5')
  chooseFee('2')
  await expect.poll(() => amount().value).toBe('4.5')
  // A cleared field accepts proposals again.
  typeAmount('')
  chooseFee('1')
  await expect.poll(() => amount().value).toBe('10.00')
})

it('shows the card once its number is complete: name, state, balance and available funds', async () => {
  await openPage()
  expect(cardBox()).toBe('The card is shown here when the card number is complete.')
  enterNumber(card.CARDNUMBER.slice(0, 15))
  await expect.poll(() => requests('cardSearch')).toEqual([])
  enterNumber(card.CARDNUMBER.replace(/(.{4})/g, '$1 '))
  await waitFor(() =>
    expect(cardBox()).toBe(
      'Tan Wei Ming · VOY-17 · TravelActivatedBalance S$ 2,116.76Available S$ 2,100.00Open the card',
    ),
  )
  await expect
    .poll(() => requests('cardSearch'))
    .toMatchObject([{ searchType: '1', searchTerm: card.CARDNUMBER, showExpired: true }])
  await expect.poll(() => requests('cardDetails')).toMatchObject([{ voucherID: card.VOUCHERID }])
  fireEvent.click(screen.getByLabelText('Tracking Number'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Tracking Number' }), { target: { value: card.TRACKINGNUMBER } })
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
  await expect.poll(() => requests('cardSearch')[1]).toMatchObject({ searchType: '4', searchTerm: card.TRACKINGNUMBER })
})

it('finds the card even if the server has masked its number', async () => {
  const maskedCard = { ...card, CARDNUMBER: maskPan(card.CARDNUMBER) }
  serverReturns({ cardSearch: { cards: [maskedCard], truncated: false }, cardDetails: { card: maskedCard } })
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
})

it('reports an unknown card, and does not continue to the charge', async () => {
  serverReturns({ cardSearch: { cards: [otherCard], truncated: false } })
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toBe('No card in your programme has this card number. Check the digits.'))
  chooseFee('2')
  press('Insert fee')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect
    .poll(() => screen.getByRole('alert').textContent)
    .toContain('No card in your programme has this card number')
})

it('reports that the card could not be looked up, offers a retry, and does not block the fee', async () => {
  serverReturns({ cardSearch: { resultCode: '-20500', resultText: 'An error occurred' } })
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('The card could not be looked up: An error occurred.'))
  chooseFee('2')
  press('Insert fee')
  await expect
    .poll(() => screen.getByRole('dialog').textContent)
    .toContain('Cash Withdrawal Fee of 3.00 is taken off the card')
  press('Cancel')
  serverReturns()
  press('Try again')
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
})

it('shows no card to a user who is not allowed to view cards, and explains this', async () => {
  signInTestUser({ Card: ['write'] })
  await openPage()
  enterNumber(card.CARDNUMBER)
  await expect
    .poll(() => cardBox())
    .toBe('You do not have permission to view cards, so the card is not shown. Check the number.')
  chooseFee('2')
  press('Insert fee')
  await screen.findByRole('dialog')
  await expect.poll(() => requests('cardSearch')).toEqual([])
})

it('the confirmation shows currency, card and effect, and the default charge if the amount differs', async () => {
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
  chooseFee('2')
  press('Insert fee')
  const dialogText = () => screen.getByRole('dialog', { name: 'Insert a fee on card 9000 01•• •••• 0008?' }).textContent
  await expect
    .poll(() => dialogText())
    .toContain(
      'Cash Withdrawal Fee of S$ 3.00 is taken off the card immediately. Available now S$ 2,100.00, afterwards S$ 2,097.00.',
    )
  await expect.poll(() => dialogText()).not.toContain('usual charge')
  press('Cancel')
  typeAmount('1234.5')
  press('Insert fee')
  await expect.poll(() => dialogText()).toContain('The usual charge is S$ 3.00.')
  press('Insert fee of S$ 1,234.50')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => requests('insertCardFee'))
    .toMatchObject([{ identifier: card.CARDNUMBER, feeId: '2', amount: '1234.50' }])
})

it.each([
  ['-3', '3', '3.00'],
  ['1e5', '15', '15.00'],
  ['12.3456', '12.34', '12.34'],
  ['1.2.3', '1.23', '1.23'],
  ['S$ 12', '12', '12.00'],
  ['1,250', '1250', '1,250.00'],
  ['12,', '12', '12.00'],
])('“%s” becomes %s, and the field says so with the resulting amount', async (typed, value, resulting) => {
  await openPage()
  typeAmount(typed)
  await expect.poll(() => amount().value).toBe(value)
  const note = `You entered “${typed}”. Only digits and one point with two decimals are kept: the amount is now ${resulting}.`
  await expect.poll(() => screen.getByText(note)).toBeTruthy()
  // A different amount, of which nothing is dropped.
  typeAmount('7')
  await expect.poll(() => screen.queryByText(/^You entered/)).toBeNull()
})

it('what was dropped stays known while the user types on, which the browser adds to the shown amount', async () => {
  await openPage()
  for (const shown of ['1', '12', '12,', '125', '1250']) typeAmount(shown)
  expect(screen.getByRole('group', { name: '“12,50” can mean several amounts. Choose one.' })).toBeTruthy()
  // Two backspaces.
  for (const shown of ['125', '12']) typeAmount(shown)
  expect(screen.queryByRole('group', { name: /can mean several amounts/ })).toBeNull()
  expect(screen.getByText(/^You entered “12,”/)).toBeTruthy()
  typeAmount('')
  await expect.poll(() => screen.queryByText(/^You entered/)).toBeNull()
})

it.each([
  ['12,50', ['12.50', '1,250.00']],
  ['1.234', ['1,234.00', '1.23']],
  ['1.234.567', ['1,234,567.00', '1.23']],
  ['1.234,56', ['1,234.56', '1.23']],
])('asks which amount “%s” means, and does not continue before', async (typed, readings) => {
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
  chooseFee('2')
  typeAmount(typed)
  const question = within(screen.getByRole('group', { name: /can mean several amounts/ }))
  const choices = question.getAllByRole('button').map(({ textContent }) => textContent)
  await expect.poll(() => choices).toEqual(readings.map((reading) => `S$ ${reading}`))
  press('Insert fee')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(question.getByText(choices[0] ?? ''))
  await expect.poll(() => screen.queryByRole('group', { name: /can mean several amounts/ })).toBeNull()
  press('Insert fee')
  await expect.poll(() => screen.getByRole('button', { name: `Insert fee of ${choices[0]}` })).toBeTruthy()
})

it('names the cardholder beside the card and in the confirmation', async () => {
  serverReturns({ cardDetails: { card: { ...card, CARDHOLDERNAME: 'Jun Chen', CARDLABEL: '' } } })
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('Jun Chen · VOY-17 · Travel'))
  chooseFee('2')
  press('Insert fee')
  await expect.poll(() => screen.getByRole('dialog').textContent).toContain('Cardholder: Jun Chen')
})

it('warns if the card has too little money or a negative balance', async () => {
  await openPage()
  enterNumber(card.CARDNUMBER)
  await waitFor(() => expect(cardBox()).toContain('Tan Wei Ming'))
  typeAmount('2100.01')
  await screen.findByText(/^The fee of 2,100.01 is larger than the 2,100.00 available/)
  serverReturns({
    cardDetails: { card: { ...card, CARDBALANCE: '-47.87', AUTHORIZEDAMOUNT: '0.00', FUNDSAVAILABLE: '-47.87' } },
  })
  queryClient.clear()
  enterNumber('')
  enterNumber(card.CARDNUMBER)
  expect(await screen.findByText('No fee can be taken off the card now: its available funds are -47.87.')).toBeTruthy()
})

function serverReturns(overrides: Readonly<Record<string, object>> = {}): void {
  server.respondWith((response, { method }) =>
    json(response, { resultCode: '0', ...defaultResponses[method], ...overrides[method] }),
  )
}

async function openPage(): Promise<void> {
  showPage(<InsertCardFeePage />)
  await screen.findByRole('option', { name: 'Courier' })
}

const { paramsOf: requests } = server
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const typeAmount = (value: string) => fireEvent.change(amount(), { target: { value } })
const chooseFee = (fee: string) => fireEvent.change(screen.getByLabelText('Fee type'), { target: { value: fee } })
const enterNumber = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Card Number' }), { target: { value } })
const cardBox = () => screen.getByRole('status', { name: 'The card' }).textContent
