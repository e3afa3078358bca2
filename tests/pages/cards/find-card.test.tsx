// Find Card with realistic responses: the request, the displayed results, the target of Back, the contents of exports,
// and that nothing is left for the next user.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { CommandPalette } from '#app/search/CommandPalette.tsx'
import type { FoundCard } from '#contract/cards.ts'
import { maskPan } from '#domain/cards/identifiers.ts'
import { startSession } from '#flows/access/session.ts'
import FindCardPage from '#pages/cards/FindCardPage.tsx'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { type CsvTable, tableToCsv } from '#sheets/write-table.ts'
import { inDb } from '#storage/db.ts'
import { readStoredResponse } from '#storage/stored-responses.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { cardNumber } from '#tests/support/files.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { foundCard } from '#tests/support/card-response.ts'
import { nextTask } from '#tests/support/pauses.ts'

const HEADINGS = [
  'Campaign Name',
  'Customer Ref',
  'Card Number',
  'Tracking Number',
  'Booking ID',
  'Card Expiry',
  'Card CVV',
  'Card Balance',
  'Funds Available',
  'Loaded Amount',
  'Authorized Amount',
  'Settled Amount',
  'Issue Date',
  'Status',
  'Cardholder',
]
/** The columns that distinguish cards come first, and only these are shown by default. */
const DEFAULT_COLUMNS = ['Card Number', 'Cardholder', 'Customer Ref', 'Status', 'Card Balance', 'Card Expiry']
const SCREEN_HEADINGS = [...DEFAULT_COLUMNS, ...HEADINGS.filter((heading) => !DEFAULT_COLUMNS.includes(heading))]

const newFoundCard = (number: number, overrides: Partial<FoundCard> = {}): FoundCard =>
  foundCard({
    VOUCHERID: String(number),
    CAMPAIGNNAME: 'Travel, Asia',
    CUSTOMERREFERENCE: `C-${number}`,
    CARDNUMBER: cardNumber(number),
    TRACKINGNUMBER: String(700_000_000_000_000 + number),
    BOOKINGID: 'BK12345',
    CARDBALANCE: '1234.50',
    AVAILABLEFUNDS: '1200.00',
    LOADEDAMOUNT: '2000.00',
    AUTHORIZEDAMOUNT: '34.50',
    SETTLEDAMOUNT: '731.00',
    CARDHOLDERNAME: 'Aisha Tan',
    ...overrides,
  })

const saved = withSavedFiles()
const server = withStubServer()
beforeEach(() => {
  serverReturns({ cards: [] })
  signInTestUser({ CardStatement: ['read'] }, 'ada')
})

it('a text that is too short is not searched and shows the minimum; any other text is searched', async () => {
  openPage()
  await screen.findByText('Tag: bookingId')
  for (const [kind, hint, minimum] of [
    ['Card Number', '9-19 digits', 9],
    ['Customer ID', '3-20 characters', 3],
    ['PhoneNumber', '7-15 digits', 7],
    ['Tracking Number', '', 5],
    ['ID Number', '5-20digits', 5],
    ['Customer Reference', 'min 19 characters', 19],
  ] as const) {
    search(kind, '1'.repeat(minimum - 1))
    await expect
      .poll(() => descriptionOf(termField()))
      .toBe(`${hint} Search term should be at least ${minimum} characters`.trim())
    await expect.poll(() => termField().placeholder).toBe(hint)
  }
  search('Tag: bookingId', 'BK123456,BK1')
  await expect.poll(() => descriptionOf(termField())).toContain('Each tag value should have at least 5 characters')
  await expect.poll(() => requests('cardSearch')).toEqual([])
  const unusualTerms = ['%%%%%%%%%%', '______', `"'; DROP TABLE card; --`, '<img src=x onerror=alert(1)>']
  for (const [index, searchTerm] of unusualTerms.entries()) {
    search('Customer ID', searchTerm)
    await waitFor(() => expect(requests('cardSearch')).toHaveLength(index + 1))
    await expect
      .poll(() => requests('cardSearch')[index])
      .toMatchObject({ searchTerm, searchType: '2', showExpired: false })
    await screen.findByText('No Cards Found')
    expect(screen.getByText('No card matches this search')).toBeTruthy()
  }
  expect(screen.getByLabelText('Search term')).toBe(termField())
})

it('a typed card number is searched in full, and is never treated as a telephone number', async () => {
  const campaign = {
    CampaignID: '1',
    CampaignName: 'Travel',
    CampaignCurrencySymbol: 'S$',
    CampaignCardICA: '1',
    CARDPREFIX: '900001',
  }
  serverReturns({ cards: [] }, { getCampaigns: { campaigns: [campaign] } })
  openPage()
  await waitFor(() => expect(requests('getCampaigns')).toHaveLength(1))
  await screen.findByText('Tag: bookingId')
  const type = (searchTerm: string) => {
    fireEvent.change(termField(), { target: { value: searchTerm } })
    return (document.querySelector('select') as HTMLSelectElement).selectedOptions[0]?.text
  }
  const digits = cardNumber(1)
  await waitFor(() => expect(type(digits.slice(0, 7))).toBe('Card Number'))
  const types = digits.split('').map((_, index) => type(digits.slice(0, index + 1)))
  expect(new Set(types)).toEqual(new Set(['Card Number']))
  type(digits.slice(0, 8))
  fireEvent.keyDown(termField(), { key: 'Enter' })
  await expect.poll(() => descriptionOf(termField())).toContain('Search term should be at least 9 characters')
  await expect.poll(() => requests('cardSearch')).toEqual([])
  expect(type('8123 4567')).toBe('PhoneNumber')
  fireEvent.keyDown(termField(), { key: 'Enter' })
  await screen.findByText('No Cards Found')
  await expect.poll(() => requests('cardSearch')).toMatchObject([{ searchType: '3', searchTerm: '8123 4567' }])
})

it('results show which search they belong to, also after another text is typed', async () => {
  serverReturns({ cards: [newFoundCard(1)] })
  openPage()
  await screen.findByText('Tag: bookingId')
  search('Card Number', `${cardNumber(1)}\n${cardNumber(2)}`)
  await screen.findByText('Cards Found (1)')
  const summary = () => screen.getByText(/results for/i).textContent
  expect(summary()).toBe(`Results for Card Number ${maskedNumber(1)} and 1 more`)
  const outdatedSummary = `These are still the results for Card Number ${maskedNumber(1)} and 1 more. Press Search to update them.`
  fireEvent.change(termField(), { target: { value: '12' } })
  await expect.poll(() => summary()).toBe(outdatedSummary)
  fireEvent.change(document.querySelector('select') as Element, { target: { value: '3' } })
  await expect.poll(() => summary()).toBe(outdatedSummary)
  search('PhoneNumber', '81234567')
  await waitFor(() => expect(summary()).toBe('Results for PhoneNumber 81234567'))
})

it('without results, several tags are offered as one choice', async () => {
  const tags = ['bookingId', 'department', 'tripName'].map((name, index) => ({ id: String(index + 1), name }))
  serverReturns({ cards: [] }, { getCardTags: { tags } })
  openPage()
  await screen.findByText('Tag: tripName')
  search('Customer ID', 'BK53933387')
  await screen.findByText('No Cards Found')
  const names = screen.getAllByRole('button', { name: /^Search as/ }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Search as ID Number', 'Search as a tag'])
  fireEvent.keyDown(screen.getByRole('button', { name: 'Search as a tag' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tag: bookingId' }))
  await waitFor(() =>
    expect(requests('cardSearch').at(-1)).toMatchObject({ searchType: 'tag:1', searchTerm: 'BK53933387' }),
  )
})

it('a long list of values is searched completely', async () => {
  serverReturns({ cards: [newFoundCard(1)] })
  openPage()
  await screen.findByText('Tag: bookingId')
  const list = `${Array.from({ length: 400 }, (_, index) => `NOSUCH-${index}`).join(',')},BK12345`
  search('Tag: bookingId', list)
  await screen.findByText('Cards Found (1)')
  await expect.poll(() => requests('cardSearch')).toMatchObject([{ searchTerm: list, searchType: 'tag:7' }])
})

it('results are masked, with six columns by default and all fifteen on request', async () => {
  serverReturns({ cards: [newFoundCard(1, { STOPPED: 1 })] })
  openPage()
  search('Card Number', cardNumber(1))
  await screen.findByText('Cards Found (1)')
  const headings = () => [...document.querySelectorAll('thead th')].map((heading) => heading.textContent).slice(0, -1)
  expect(headings()).toEqual(DEFAULT_COLUMNS)
  await showAllColumns()
  expect(headings()).toEqual(SCREEN_HEADINGS)
  const row = within(screen.getAllByRole('row')[1] as HTMLElement)
  expect(row.getByRole('link', { name: `Statement of card ${maskedNumber(1)}` }).getAttribute('href')).toBe(
    '/card/details/1',
  )
  expect(row.getByRole('link', { name: maskedNumber(1) }).getAttribute('href')).toBe('/card/details/1')
  expect(row.getByText('***')).toBeTruthy()
  expect(row.getByText('$1,234.50')).toBeTruthy()
  expect(row.getByText('Active').textContent).toBe('AActive')
  expect(row.getByText('Stopped').textContent).toBe('SStopped')
  expect(screen.getByRole('table').textContent).not.toContain(cardNumber(1))
  fireEvent.click(screen.getByText('Columns'))
  fireEvent.click(await screen.findByLabelText('Card Expiry'))
  expect(headings()).toEqual(SCREEN_HEADINGS.filter((heading) => heading !== 'Card Expiry'))
})

it('missing expired cards are explained, and Show Expired immediately repeats the same search', async () => {
  const reason = 'Only expired cards match this search. Tick Show Expired to see them'
  server.respondWith((response, { method, params }) => {
    if (method !== 'cardSearch') return json(response, { resultCode: '0', ...defaultResponses[method] })
    const cards = params['showExpired'] === true ? [newFoundCard(1, { EXPIRED: 1 })] : []
    return json(response, {
      resultCode: '0',
      cards,
      truncated: false,
      ...(cards.length === 0 && { resultText: reason }),
    })
  })
  openPage()
  search('Card Number', cardNumber(1))
  await screen.findByText(reason)
  fireEvent.click(screen.getByLabelText('Show Expired'))
  await screen.findByText('Cards Found (1)')
  expect(screen.getByText('Expired').textContent).toBe('EExpired')
  fireEvent.click(screen.getByLabelText('Show Expired'))
  await screen.findByText('No Cards Found')
  // The checkbox does not search for text typed since the last search.
  fireEvent.change(termField(), { target: { value: cardNumber(2) } })
  fireEvent.click(screen.getByLabelText('Show Expired'))
  await act(nextTask)
  expect(screen.getByText('No Cards Found')).toBeTruthy()
  await expect.poll(() => requests('cardSearch').every(({ searchTerm }) => searchTerm === cardNumber(1))).toBe(true)
})

it('Back from a card returns to its page of results, and a page can have more rows', async () => {
  serverReturns({ cards: Array.from({ length: 24 }, (_, index) => newFoundCard(index + 1)) })
  openPage()
  search('Card Number', '900001000')
  await screen.findByText('Cards Found (24)')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(10)
  fireEvent.click(screen.getByLabelText('Next page'))
  fireEvent.click(screen.getByText(maskedNumber(11)))
  await screen.findByText('The page of a card')
  fireEvent.click(screen.getByText('Back'))
  await screen.findByText('2 of 3 pages')
  expect(screen.getByText(maskedNumber(11))).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '25' } })
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(24))
})

it.each([
  ['the only card that is found', '900001000', 1, true],
  ['the first card of a pasted list', `${cardNumber(1)}\n${cardNumber(2)}`, 2, true],
  ['none of several cards with the same prefix', '900001000', 2, false],
])('after a search the focus is on %s', async (_, searchTerm, count, isOnCard) => {
  serverReturns({ cards: Array.from({ length: count }, (__, index) => newFoundCard(index + 1)) })
  openPage()
  termField().focus()
  search('Card Number', searchTerm)
  await screen.findByText(`Cards Found (${count})`)
  const focused = document.activeElement
  await expect.poll(() => (isOnCard ? focused?.textContent : focused)).toBe(isOnCard ? maskedNumber(1) : termField())
})

it('the global search leads to the cards whose tracking number starts with the typed digits', async () => {
  serverReturns({ cards: [newFoundCard(1)] })
  openPage('/', <CommandPalette open onClose={() => undefined} permissions={{ CardStatement: ['read'] }} />)
  fireEvent.change(screen.getByRole('combobox', { name: 'Search' }), { target: { value: '70000000000000' } })
  const option = screen.getByRole('option', { name: /^Tracking Number 70000000000000/ })
  fireEvent.click(option)
  await screen.findByText('Cards Found (1)')
  await expect
    .poll(() => requests('cardSearch'))
    .toMatchObject([{ searchTerm: '70000000000000', searchType: '4', showExpired: false }])
})

it('cardsearch.csv contains the text on screen, and the combined statement no card number, whatever the server sends', async () => {
  vi.spyOn(exportsWorker, 'csv').mockImplementation((table) => {
    return Promise.resolve(tableToCsv(table as unknown as CsvTable<object>))
  })
  const statement = {
    COLUMNS: ['Card Number', 'Amount', 'Auth Number', 'Merchant ID'],
    DATA: [
      [cardNumber(1), '-5.00', '1E5', '100000000012'],
      [cardNumber(1), '10.00', '3.10', 'MAR1'],
    ],
  }
  serverReturns({ cards: [newFoundCard(1)] }, { getCombinedStatement: statement })
  openPage()
  search('Card Number', cardNumber(1))
  await screen.findByText('Cards Found (1)')
  await showAllColumns()
  const screenTexts = [...document.querySelectorAll('tbody tr :is(th, td) > span:not([aria-hidden])')].map(
    (cell) => cell.textContent,
  )
  const list = await download('CSV')
  expect(list.name).toBe('cardsearch.csv')
  const fileHeadings = HEADINGS.filter((heading) => heading !== 'Card CVV')
  // Each cell contains the text on screen: numbers without separators and '$', dates in ISO 8601, badges in full, texts
  // without their first comma, a tracking number as text for a spreadsheet.
  const dates: Readonly<Record<string, string>> = { 'Card Expiry': '2030-01-31', 'Issue Date': '2026-01-01' }
  const toCsvText = (heading: string, text: string) =>
    dates[heading] ??
    (heading === 'Status'
      ? 'Active'
      : heading === 'Tracking Number'
        ? `="${text.replaceAll(' ', '')}"`
        : heading === 'Card Number'
          ? text.replaceAll(' ', '')
          : text.replace(/^\$|,/g, ''))
  expect(list.rows).toEqual([
    fileHeadings,
    fileHeadings.map((heading) => toCsvText(heading, screenTexts[SCREEN_HEADINGS.indexOf(heading)] ?? '')),
  ])
  expect(list.rows[1]).toEqual(expect.arrayContaining(['="700000000000001"', '1234.50', 'C-1', 'Travel Asia']))

  const combinedStatement = await download('Combined statement')
  await expect.poll(() => requests('getCombinedStatement')).toMatchObject([{ cardNumbers: [cardNumber(1)] }])
  expect(combinedStatement.name).toMatch(/^CardSearch-combined-statement-\d{14}\.csv$/)
  // Amounts stay numbers for a spreadsheet; texts that only look like numbers stay texts.
  expect(combinedStatement.rows.map(([, ...cells]) => cells)).toEqual([
    ['Amount', 'Auth Number', 'Merchant ID'],
    ['-5.00', '="1E5"', '="100000000012"'],
    ['10.00', '="3.10"', '="MAR1"'],
  ])
  expect(JSON.stringify([list, combinedStatement])).not.toContain(cardNumber(1))
})

it('cards with numbers masked by the server can be opened, and are requested by id for the combined statement', async () => {
  const cards = [newFoundCard(1), newFoundCard(2, { CARDNUMBER: maskPan(cardNumber(2)) })]
  serverReturns({ cards }, { getCombinedStatement: { resultCode: '-20500', resultText: 'An error occurred' } })
  openPage()
  search('Customer ID', 'C-1')
  await screen.findByText('Cards Found (2)')
  fireEvent.click(screen.getByText('Combined statement'))
  await waitFor(() =>
    expect(requests('getCombinedStatement')).toMatchObject([{ cardNumbers: [cardNumber(1), 'card:2'] }]),
  )
  fireEvent.click(screen.getByText(maskedNumber(2)))
  expect(await screen.findByText('The page of a card')).toBeTruthy()
})

it('the search is empty in the next session, even for the same user', async () => {
  const session = sessionStore.get()
  if (!session) throw new Error('not signed in')
  const endSession = startSession()
  await cipherOfUser(ownerUserOf(session))
  serverReturns({ cards: [newFoundCard(1)] })
  openPage()
  search('Card Number', cardNumber(1))
  await screen.findByText('Cards Found (1)')
  const readStoredState = () =>
    readStoredResponse(ownerUserOf(session), `state find-card ${sessionStorage.getItem('portal.tab')}`)
  await waitFor(async () => expect(JSON.stringify((await readStoredState())?.response)).toContain(cardNumber(1)))
  cleanup()
  sessionStore.clear('logout')
  await waitFor(async () => expect(await inDb((db) => db.responses.count())).toEqual({ ok: true, value: 0 }))
  sessionStore.set(session)
  openPage()
  expect(await screen.findByText('Search for a card')).toBeTruthy()
  expect(termField().value).toBe('')
  endSession()
})

const defaultResponses: Readonly<Record<string, object>> = {
  getCardTags: { tags: [{ id: '7', name: 'bookingId' }] },
  cardSearch: { cards: [], truncated: false },
}

function serverReturns(searchResult: object, overrides: Readonly<Record<string, object>> = {}): void {
  const responses: Readonly<Record<string, object>> = {
    ...defaultResponses,
    ...overrides,
    cardSearch: { truncated: false, ...searchResult },
  }
  server.respondWith((response, { method }) => json(response, { resultCode: '0', ...responses[method] }))
}

function openPage(address = '/card/search', extra = <></>): void {
  showPage(
    <>
      {extra}
      <Routes>
        <Route path="/" element={<></>} />
        <Route path="/card/search" element={<FindCardPage />} />
        <Route path="/card/details/:voucherID" element={<CardPageStub />} />
      </Routes>
    </>,
    address,
  )
}

function CardPageStub() {
  const navigate = useNavigate()
  return (
    <>
      <p>The page of a card</p>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

const { paramsOf: requests } = server
const termField = () => document.querySelector('textarea') as HTMLTextAreaElement
/** The format on every page: '9000 01•• •••• 0012'. */
const maskedNumber = (number: number) => `9000 01•• •••• ${cardNumber(number).slice(-4)}`
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter(Boolean)
    .join(' ')

function search(kind: string, searchTerm: string): void {
  const typeSelect = document.querySelector('select') as HTMLSelectElement
  const value = [...typeSelect.options].find(({ text }) => text === kind)?.value
  fireEvent.change(typeSelect, { target: { value } })
  fireEvent.change(termField(), { target: { value: searchTerm } })
  fireEvent.keyDown(termField(), { key: 'Enter' })
}

async function showAllColumns(): Promise<void> {
  fireEvent.click(screen.getByText('Columns'))
  fireEvent.click(await screen.findByText('Show all columns'))
  fireEvent.click(screen.getByText('Columns'))
}

async function download(button: string) {
  const before = saved.files.length
  fireEvent.click(screen.getByText(button))
  await waitFor(() => expect(saved.files).toHaveLength(before + 1))
  const { name = '', text = '' } = saved.files.at(-1) ?? {}
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true })
  expect(errors).toEqual([])
  return { name, rows: data }
}
