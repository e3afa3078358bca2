// Merchant Sign Up: the rule of each field, the reasons that disable Generate, and the confirmation before merchants
// are removed from the list.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIST_FULL_MESSAGE } from '#domain/merchants/list.ts'
import MerchantSignUpPage from '#pages/merchants/MerchantSignUpPage.tsx'
import { EMPTY_ENTRY, merchantForm } from '#pages/merchants/signup/form.ts'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { currentNotices } from '#services/notices.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const REQUIRED = 'This field is required'
const INVALID = 'Invalid input format'
const validFields = {
  'Merchant Number': '12345678',
  'Merchant Name': 'Toys Ltd',
  'Merchant City': 'Singapore',
  'Merchant Category Code': '5945',
  'Currency Code': '702',
  'Country Code': 'SGP',
}
type Label = keyof typeof validFields

const server = withStubServer()
let limit = 10

beforeEach(() => {
  limit = 10
  respondToSignUp()
  signIn(['read', 'write'])
})
afterEach(() => {
  merchantForm.change(EMPTY_ENTRY)
})

/** The list is stored per user, so each test has a different user. */
function signIn(MerchantSignUp: readonly string[]): void {
  signInTestUser({ MerchantSignUp: [...MerchantSignUp] })
}

function respondToSignUp(signUp: object = { qrCode: '00020101021163045555' }): void {
  server.respondWith((response, { method }) => {
    if (method === 'merchantSignUpLimit') return json(response, { resultCode: '0', maxMerchantSignUp: limit })
    return json(response, { resultCode: '0', ...signUp })
  })
}

async function openPage(): Promise<void> {
  showPage(<MerchantSignUpPage />, '/merchant/signup')
  // Waits until the limit and the lists of category, currency and country codes are loaded.
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(0))
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Show the list' }).at(-1)?.getAttribute('aria-disabled')).toBeNull(),
  )
}

const field = (label: Label) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: Label, value: string) => fireEvent.change(field(label), { target: { value } })
const leaveField = (label: Label) => fireEvent.blur(field(label))
const fill = (fields: Partial<Record<Label, string>>) => {
  for (const [label, value] of Object.entries(fields)) {
    type(label as Label, value)
    leaveField(label as Label)
  }
}
const descriptionOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()
const generateButton = () => screen.getByRole('button', { name: 'Generate' })
const disabledReason = () =>
  generateButton().getAttribute('aria-disabled') ? descriptionOf(generateButton()) : undefined
const list = () => within(screen.getByRole('region', { name: /^Download Merchant Information/ }))
const signUpRequests = () => server.paramsOf('merchantSignUp')
const removeLabels = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((each) => each.getAttribute('aria-label'))

async function signUp(change: Partial<Record<Label, string>> = {}): Promise<void> {
  const before = removeLabels().length
  fill({ ...validFields, ...change })
  fireEvent.click(generateButton())
  await waitFor(() => expect([removeLabels().length, field('Merchant Name').value]).toEqual([before + 1, '']))
}

describe('the form', () => {
  it('has its heading, its fields in order, and Generate disabled until all are valid', async () => {
    await openPage()
    expect(screen.getByRole('region', { name: 'Fill in this form to get QR code string for merchant' })).toBeTruthy()
    expect(screen.getAllByRole('textbox').length + screen.getAllByRole('combobox').length).toBe(6)
    expect(disabledReason()).toBe(`Fill in or correct: ${Object.keys(validFields).join(', ')}`)
    const { 'Country Code': country, ...otherFields } = validFields
    fill(otherFields)
    await expect.poll(() => disabledReason()).toBe('Fill in or correct: Country Code')
    type('Country Code', country)
    await expect.poll(() => disabledReason()).toBeUndefined()
  })

  it.each<[Label, readonly (readonly [value: string, error: string])[]]>([
    [
      'Merchant Number',
      [
        ['1234567', INVALID],
        ['12345678', ''],
        ['123456789', INVALID],
        ['1'.repeat(14), INVALID],
        ['1'.repeat(15), ''],
        ['1'.repeat(16), INVALID],
        ['', REQUIRED],
      ],
    ],
    [
      'Merchant Name',
      [
        ['', REQUIRED],
        ['x', ''],
        ['x'.repeat(25), ''],
        ['x'.repeat(26), INVALID],
      ],
    ],
    [
      'Merchant City',
      [
        [' ', REQUIRED],
        ['x'.repeat(20), ''],
        ['x'.repeat(21), INVALID],
      ],
    ],
    [
      'Merchant Category Code',
      [
        ['', REQUIRED],
        ['594', INVALID],
        ['0001', ''],
        ['59455', INVALID],
      ],
    ],
    [
      'Currency Code',
      [
        ['', REQUIRED],
        ['70', INVALID],
        ['001', ''],
        ['SGD', INVALID],
      ],
    ],
    [
      'Country Code',
      [
        ['', REQUIRED],
        ['SG', INVALID],
        ['sgp', ''],
        ['SGPX', INVALID],
        ['ZZZ', 'No country has the code ZZZ. Use the 3 letters of ISO 3166, such as SGP'],
      ],
    ],
  ])('shows the error of %s once the field is left', async (label, cases) => {
    await openPage()
    fill(validFields)
    for (const [value, error] of cases) {
      fill({ [label]: value })
      await expect
        .poll(() => field(label).getAttribute('aria-invalid'), { message: value })
        .toBe(error === '' ? null : 'true')
      if (error !== '') expect(descriptionOf(field(label))).toContain(error)
      await expect
        .poll(() => disabledReason(), { message: value })
        .toBe(error === '' ? undefined : `Fill in or correct: ${label}`)
      // No error while the user types.
      type(label, `${value}1`)
      await expect.poll(() => field(label).getAttribute('aria-invalid'), { message: value }).toBeNull()
    }
  })

  it('shows what a category, currency or country code means beside its field', async () => {
    await openPage()
    for (const [label, value, expectedHint] of [
      ['Merchant Category Code', '5945', 'Game, Toy and Hobby Shops'],
      ['Merchant Category Code', '0001', 'This code is not in our list. It is used as it is.'],
      ['Currency Code', '702', 'Singapore Dollar (SGD)'],
      ['Country Code', 'deu', 'Germany'],
    ] as const) {
      type(label, value)
      await expect.poll(() => descriptionOf(field(label))).toContain(expectedHint)
    }
  })

  it('shows the part of the city that the QR code contains', async () => {
    await openPage()
    const cutHint = (shortened: string) =>
      `The QR code contains the first 15 characters, “${shortened}”. The file keeps the whole name.`
    for (const [city, hint] of [
      ['x'.repeat(15), 'At most 20 letters, without accents'],
      ['Saint Petersburg', cutHint('Saint Petersbur')],
      ['Saint Petersb at 12', cutHint('Saint Petersb a')],
      ['New Amsterdam 1 East', cutHint('New Amsterdam 1')],
    ] as const) {
      type('Merchant City', city)
      await expect.poll(() => descriptionOf(field('Merchant City'))).toBe(hint)
    }
  })

  it('shows the characters that a QR code cannot contain, and offers the name without them', async () => {
    await openPage()
    fill({ ...validFields, 'Merchant Name': 'Café Zoë' })
    await expect
      .poll(() => descriptionOf(field('Merchant Name')))
      .toContain('A QR code cannot contain “é”, “ë”. Write it without.')
    await expect.poll(() => descriptionOf(field('Merchant Name'))).toContain(INVALID)
    fireEvent.click(screen.getByRole('button', { name: 'Use “Cafe Zoe”' }))
    await expect.poll(() => field('Merchant Name').value).toBe('Cafe Zoe')
    await expect.poll(() => disabledReason()).toBeUndefined()
    type('Merchant City', '北京')
    await expect.poll(() => descriptionOf(field('Merchant City'))).toContain('Write the name in the letters A to Z.')
  })

  it('keeps the typed text while another page is open', async () => {
    await openPage()
    fill(validFields)
    cleanup()
    await openPage()
    expect(Object.keys(validFields).map((label) => field(label as Label).value)).toEqual(Object.values(validFields))
  })

  it('is cleared by Clear', async () => {
    await openPage()
    fill({ ...validFields, 'Merchant Name': '' })
    fireEvent.click(within(screen.getByRole('region', { name: /^Fill in/ })).getByRole('button', { name: 'Clear' }))
    await expect
      .poll(() => Object.keys(validFields).map((label) => field(label as Label).value))
      .toEqual(['', '', '', '', '', ''])
    await expect.poll(() => screen.queryByText(REQUIRED)).toBeNull()
  })
})

describe('Generate', () => {
  it('sends the trimmed fields, clears the form, and shows merchant and code', async () => {
    await openPage()
    await signUp({ 'Merchant Name': ' Toys Ltd ', 'Country Code': 'sgp' })
    await expect
      .poll(() => signUpRequests())
      .toMatchObject([
        {
          mastercardMerchantID: '12345678',
          merchantName: 'Toys Ltd',
          merchantCategoryCode: '5945',
          countryCode: 'SGP',
        },
      ])
    expect(field('Merchant Name').value).toBe('')
    expect(list().getByText('12345678')).toBeTruthy()
    expect(screen.getAllByText('00020101021163045555')).toHaveLength(1)
    expect(screen.getByRole('img', { name: 'QR code of Toys Ltd, 12345678' })).toBeTruthy()
    await expect
      .poll(() => currentNotices().visible[0])
      .toMatchObject({
        kind: 'success',
        text: 'QR code generated',
        about: 'Toys Ltd, 12345678',
      })
    // The page shows the merchant that was signed up or selected last.
    await signUp({ 'Merchant Number': '87654321', 'Merchant Name': 'Books' })
    expect(screen.getByRole('img', { name: 'QR code of Books, 87654321' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'QR code of Toys Ltd, 12345678' }))
    await screen.findByRole('img', { name: 'QR code of Toys Ltd, 12345678' })
  })

  it('shows the server’s refusal in a notice; closing it resets the form', async () => {
    await openPage()
    respondToSignUp({
      resultCode: '-20400',
      resultText: 'no',
      errors: [{ path: 'countryCode', message: 'No such country' }],
    })
    fill(validFields)
    fireEvent.click(generateButton())
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toBe('Country Code: No such country')
    expect(field('Merchant Name').value).toBe('Toys Ltd')
    expect(removeLabels()).toEqual([])
    fireEvent.click(within(notice).getByRole('button', { name: 'Dismiss' }))
    await expect.poll(() => screen.queryByRole('alert')).toBeNull()
    await expect.poll(() => field('Merchant Name').value).toBe('')
  })

  it('is disabled for a user who can only read', async () => {
    signIn(['read'])
    await openPage()
    fill(validFields)
    await expect.poll(() => disabledReason()).toMatch(/^Your account can view merchants but not sign them up/)
  })

  it('is disabled without a connection, while the list stays', async () => {
    await openPage()
    await signUp()
    reportUnreachable('invalid response')
    fill(validFields)
    await waitFor(() => expect(disabledReason()).toMatch(/^There is no connection to the server/))
    expect(removeLabels()).toHaveLength(1)
  })

  it('is disabled with a warning if the list is full, until a merchant is removed', async () => {
    limit = 2
    await openPage()
    await signUp()
    expect(screen.queryByText(LIST_FULL_MESSAGE)).toBeNull()
    await signUp({ 'Merchant Name': 'Books' })
    fill(validFields)
    await waitFor(() => expect(disabledReason()).toBe(LIST_FULL_MESSAGE))
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === LIST_FULL_MESSAGE)).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Remove Books, 12345678' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(disabledReason()).toBeUndefined())
  })

  it('is sent again unchanged after a lost response, and adds the merchant to the list once', async () => {
    await openPage()
    fill(validFields)
    loseResponse()
    fireEvent.click(generateButton())
    const title = 'We cannot tell whether merchant Toys Ltd, 12345678 was signed up'
    await screen.findByText(title)
    expect(disabledReason()).toMatch(/not known yet|There is no connection/)
    reportReached()
    respondToSignUp()
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(removeLabels()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    await expect.poll(() => new Set(signUpRequests().map((params) => JSON.stringify(params))).size).toBe(1)
    expect(field('Merchant Name').value).toBe('')
  })
})

describe('the list of merchants', () => {
  it('asks for confirmation before it removes one merchant or all', async () => {
    await openPage()
    expect(list().getByText('No merchants yet')).toBeTruthy()
    for (const name of ['Download', 'Clear'])
      expect(descriptionOf(list().getByRole('button', { name }))).toBe('There is no merchant in the list yet')
    await signUp()
    await signUp({ 'Merchant Name': 'Books' })
    await signUp({ 'Merchant Name': 'Cakes' })
    expect(
      list()
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Merchant ID', 'Merchant Name', 'Actions'])

    fireEvent.click(screen.getByRole('button', { name: 'Remove Books, 12345678' }))
    const removeDialog = within(screen.getByRole('dialog', { name: 'Clear Merchant Information' }))
    await removeDialog.findByText('Are you sure you want to remove this item?')
    fireEvent.click(removeDialog.getByRole('button', { name: 'Cancel' }))
    await expect.poll(() => removeLabels()).toHaveLength(3)
    fireEvent.click(screen.getByRole('button', { name: 'Remove Books, 12345678' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(removeLabels()).toEqual(['Remove Toys Ltd, 12345678', 'Remove Cakes, 12345678']))

    fireEvent.click(list().getByRole('button', { name: 'Clear' }))
    const clearDialog = within(screen.getByRole('dialog', { name: 'Clear Merchant Information' }))
    await clearDialog.findByText('Are you sure you want to remove these items?')
    fireEvent.click(clearDialog.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(removeLabels()).toEqual([]))
    expect(list().getByText('No merchants yet')).toBeTruthy()
  })
})

/** The server carries out the request, but its response is lost. */
function loseResponse(): void {
  server.respondWith((response, { method }) =>
    method === 'merchantSignUpLimit'
      ? json(response, { resultCode: '0', maxMerchantSignUp: limit })
      : response.destroy(),
  )
}
