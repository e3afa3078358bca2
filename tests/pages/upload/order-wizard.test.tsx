// The pages Order Card and Order Virtual Card against a simulated server: the form, the errors that block the next
// step, the requests, and the screens after an error and after completion.
import { m } from '#words/messages.js'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import type { ApiFunding } from '#domain/funding/funds.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { apiFunding } from '#tests/support/funding.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { recordMomentaryStates } from '#tests/support/momentary-states.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const campaigns = [
  { CampaignID: '1', CampaignName: 'Travel Card', CampaignCurrencySymbol: 'S$', CampaignCardICA: '1', VIRTUAL: false },
  {
    CampaignID: '2',
    CampaignName: 'Gift Card',
    CampaignCurrencySymbol: 'S$',
    CampaignCardICA: '1',
    VIRTUAL: false,
    CLOSED: true,
  },
  { CampaignID: '3', CampaignName: 'Virtual One', CampaignCurrencySymbol: 'S$', CampaignCardICA: '1', VIRTUAL: true },
  { CampaignID: '4', CampaignName: 'Either', CampaignCurrencySymbol: 'S$', CampaignCardICA: '1' },
]
type Row = Readonly<Record<string, unknown>>
type Request = { readonly method: string; readonly params: Readonly<Record<string, unknown>> }

const server = withStubServer()
let campaignsOfServer: readonly object[]
/** The server's error about a row. */
let errorOf: (row: Row) => string | undefined
/** True if the server refuses a row only because of its load amount. */
let loadBlocked: (row: Row) => true | undefined
let earlierOrders: readonly object[]
/** The ids of other orders for the same person. */
let repeatedIn: (row: Row) => readonly string[] | undefined
let submitResponse: object
/** The response to a check, if it is not the default one. */
let respondToCheck: (() => object) | undefined
let funding: ApiFunding | undefined

beforeEach(() => {
  campaignsOfServer = campaigns
  readFilesWithoutWorker(sheetsWorker)
  errorOf = () => undefined
  loadBlocked = () => undefined
  repeatedIn = () => undefined
  earlierOrders = []
  funding = undefined
  submitResponse = { resultCode: '0', cardOrderId: '41', virtualCardOrdersBatchLoadId: '42' }
  respondToCheck = undefined
  server.respondWith((response, { method, params }) => {
    if (respondToCheck && method.startsWith('verify')) return json(response, respondToCheck())
    const checkResult = {
      resultCode: '0',
      issueFee: 150,
      currency: 'SGD',
      fingerprint: 'a'.repeat(64),
      earlierOrders,
      funding,
    }
    const withFindings = (rows: unknown) =>
      (rows as Row[]).map((row) => {
        return { ...row, ERROR: errorOf(row), loadBlocked: loadBlocked(row), repeatedIn: repeatedIn(row) }
      })
    if (method === 'getCampaigns') return json(response, { resultCode: '0', campaigns: campaignsOfServer })
    if (method === 'verifyCardOrder')
      return json(response, { ...checkResult, cardOrders: withFindings(params['cardOrders']) })
    if (method === 'verifyVirtualCardOrder')
      return json(response, { ...checkResult, virtualCardOrders: withFindings(params['virtualCardOrders']) })
    return json(response, submitResponse)
  })
})

async function open(type: OrderType, keepsDrafts = false): Promise<void> {
  const session = signInTestUser({ Card: ['write', 'order'] })
  if (keepsDrafts) await cipherOfUser(ownerUserOf(session))
  showWizard(type)
  await screen.findByText('Drop the order file here')
  await screen.findByRole('option', { name: 'Either' })
}

const headers = {
  physical:
    'Name,Surname,Customer Reference,Load Amount,Card Order Fee,Recipient Name,Recipient Contact Number,Address 1,Address 2,Postal Code',
  virtual: 'Customer Reference,Card Label,Notification Number,Expiry Date,Load Amount,Tag Name,Tag Value',
}
async function upload(type: OrderType, ...lines: string[]): Promise<void> {
  const file = new File([[headers[type], ...lines].join('\n')], 'cards.csv')
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  await screen.findByText(/^Uploaded Card Order File/)
}
const choose = (id: string) => fireEvent.change(screen.getByLabelText('Campaign'), { target: { value: id } })
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const disabledReason = (name: string | RegExp) => {
  const id = button(name).getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}
/** The rows are checked automatically before. */
const pressNext = async () => {
  await waitFor(() => expect(button('Next').getAttribute('aria-disabled')).not.toBe('true'))
  press('Next')
}
const requests = (method: string): Request[] => server.requests.filter((call) => call.method === method)
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

const ann = 'Ann,Lee,P-1,50.00,5,,,,,'
const bo = 'Bo,Tan,P-2,25.50,7,,,,,'
const withoutName = ',Ong,P-3,10.00,5,,,,,'

describe('Order Card', () => {
  test('asks for campaign, quotation number, plastic and design, and offers the campaigns with physical cards', async () => {
    await open('physical')
    expect(screen.getByText('Card Order Creation')).toBeTruthy()
    expect(screen.getByText('Card Order Confirmation')).toBeTruthy()
    const options = within(screen.getByLabelText('Campaign')).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Select a Campaign', false],
      ['Travel Card', false],
      ['Gift Card (closed)', true],
      ['Either', false],
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Plastic ID')).toMatchObject({ value: '1', maxLength: 60 })
    expect(screen.getByLabelText<HTMLInputElement>('Design ID')).toMatchObject({ value: '1', maxLength: 60 })
    expect(screen.queryByText('This field is required')).toBeNull()
  })

  test('shows the error at the quotation number, and disables Next until header and rows are correct', async () => {
    await open('physical')
    fireEvent.blur(screen.getByLabelText('Quotation Number'))
    await screen.findByText('This field is required')
    await upload('physical', withoutName)
    await waitFor(() => expect(disabledReason('Next')).toBe('No row can be submitted yet. Fix at least one.'))
    // The quotation number, which was left empty, shows the error, but not the campaign, which was not focused yet.
    expect(screen.getAllByText('This field is required')).toHaveLength(1)
    press('Save for later')
    await screen.findByText('Drop the order file here')
    // The form is empty again, and no field counts as left.
    expect(screen.queryByText('This field is required')).toBeNull()
    await upload('physical', ann)
    await waitFor(() => expect(disabledReason('Next')).toBe('Select a campaign first.'))
    choose('1')
    type('Quotation Number', 'ab')
    expect(await screen.findByText('Invalid input format')).toBeTruthy()
    await waitFor(() => expect(disabledReason('Next')).toBe('Enter a valid quotation number first.'))
    type('Quotation Number', 'Q-1')
    await waitFor(() => expect(disabledReason('Next')).toBeUndefined())
  })

  test('chooses the campaign if there is only one', async () => {
    // The other campaign is closed.
    campaignsOfServer = campaigns.filter(({ CampaignName }) => ['Gift Card', 'Either'].includes(CampaignName))
    await open('physical')
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Campaign').value).toBe('4'))
    expect(screen.queryByText('This field is required')).toBeNull()
  })

  test('keeps choices and text in the fields, without an error, while the file is read', async () => {
    await open('physical')
    choose('1')
    type('Quotation Number', 'Q-1')
    for (const label of ['Campaign', 'Quotation Number']) fireEvent.blur(screen.getByLabelText(label))
    const momentaryErrors = recordMomentaryStates(screen.getByLabelText('Quotation Number'), 'This field is required')
    await upload('physical', ann)
    expect(momentaryErrors).toEqual([])
    expect(screen.getByLabelText<HTMLSelectElement>('Campaign').value).toBe('1')
  })

  test('resets the form after an error in the check, without an error on any field', async () => {
    respondToCheck = () => ({ resultCode: '-20404', resultText: 'No such campaign' })
    await open('physical')
    await upload('physical', ann)
    choose('1')
    fireEvent.blur(screen.getByLabelText('Campaign'))
    type('Quotation Number', 'Q-1')
    fireEvent.blur(screen.getByLabelText('Quotation Number'))
    const dialog = await screen.findByRole('dialog', { name: 'Error' })
    expect(dialog.textContent).toContain('-20404: No such campaign')
    fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
    await screen.findByText('Drop the order file here')
    expect(screen.getByLabelText<HTMLInputElement>('Quotation Number').value).toBe('')
    expect(screen.queryByText('This field is required')).toBeNull()
    fireEvent.blur(screen.getByLabelText('Quotation Number'))
    await screen.findByText('This field is required')
  })

  test('confirms header and totals of valid rows, sends only those in minor units, and keeps the others as a draft', async () => {
    errorOf = ({ name }) => (name === 'Bo' ? 'The amount is above the limit of the campaign.' : undefined)
    await open('physical', true)
    await upload('physical', ann, bo, withoutName)
    expect(await screen.findAllByText(/Name is missing/)).not.toHaveLength(0)
    expect(
      screen.getByText('Uploaded Card Order File (2 successful / 1 failed), Total Load Amount S$ 75.50'),
    ).toBeTruthy()
    choose('1')
    type('Quotation Number', ' Q-1 ')
    type('Plastic ID', '')
    await expect.poll(() => requests('verifyCardOrder')[0]?.params['campaignID']).toBe('1')
    await screen.findByText('Uploaded Card Order File (1 successful / 2 failed), Total Load Amount S$ 50.00')
    await pressNext()
    expect(await screen.findByText(m.orders_deliveryNote())).toBeTruthy()
    expect(fact('Campaign')).toBe('Travel Card')
    expect(fact('Plastic ID')).toBe('1')
    expect(fact('Design ID')).toBe('1')
    expect(fact('Quotation Number')).toBe('Q-1')
    expect(fact('Number of cards')).toBe('1')
    expect(fact('Total order fee')).toBe('S$ 5.00')
    expect(fact('Total load amount')).toBe('S$ 50.00')
    expect(fact('Card issue fee')).toBe('S$ 1.50 (S$ 1.50 per card)')
    // This server does not report a funding account.
    expect(screen.queryByText('Funding account')).toBeNull()
    expect(screen.queryByText(/Virtual cards are issued/)).toBeNull()
    expect(screen.getByText('2 rows with errors will be left out')).toBeTruthy()
    press('Submit 1 card, S$ 50.00')
    const dialog = await screen.findByRole('dialog', { name: orderTypes.physical.submittedMessage })
    expect(dialog.textContent).toContain('This is order 41: 1 card, S$ 50.00.')
    expect(dialog.textContent).toContain('2 rows with errors left out')
    await expect
      .poll(() => requests('batchCardOrder').map(({ params }) => ({ ...params, requestId: '', token: '' })))
      .toEqual([
        {
          requestId: '',
          token: '',
          campaignId: '1',
          quotationNumber: 'Q-1',
          plasticid: '1',
          designid: '1',
          fileName: 'cards.csv',
          onlyIfNew: true,
          cardOrders: [
            {
              name: 'Ann',
              surname: 'Lee',
              customerReference: 'P-1',
              loadAmount: 5000,
              cardOrderFee: 500,
              recipientName: '',
              recipientNumber: '',
              address1: '',
              address2: '',
              postalCode: '',
            },
          ],
        },
      ])
    // The excluded rows stay as a draft with their header.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Fix them now' }))
    expect(
      await screen.findByText('Uploaded Card Order File (0 successful / 2 failed), Total Load Amount S$ 0.00'),
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Quotation Number').value).toBe(' Q-1 ')
  })

  test('keeps the excluded rows open if the address of the submitted order is updated late', async () => {
    const idleCallbacks: (() => void)[] = []
    let isBusy = false
    vi.stubGlobal('requestIdleCallback', (run: () => void) => (isBusy ? idleCallbacks.push(run) : setTimeout(run)))
    await open('physical', true)
    await upload('physical', ann, withoutName)
    choose('1')
    type('Quotation Number', 'Q-1')
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    isBusy = true
    press('Submit 1 card, S$ 50.00')
    const dialog = await screen.findByRole('dialog', { name: orderTypes.physical.submittedMessage })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Fix them now' }))
    isBusy = false
    idleCallbacks.forEach((run) => run())
    expect(await screen.findByText(/^Uploaded Card Order File \(0 successful/)).toBeTruthy()
  })

  test('shows code and message if the server refuses the order, and OK resets the form', async () => {
    submitResponse = { resultCode: '-20409', resultText: 'The campaign is closed' }
    await open('physical')
    await upload('physical', ann)
    choose('1')
    type('Quotation Number', 'Q-1')
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    press(/^Submit 1 card/)
    const dialog = await screen.findByRole('dialog', { name: 'Error' })
    expect(within(dialog).getByText('-20409: The campaign is closed')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Drop the order file here')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Quotation Number').value).toBe('')
  })

  test('marks rows that are also in another order, does not block the order, and removes them together', async () => {
    repeatedIn = ({ name }) => (name === 'Ann' ? ['43', '41'] : undefined)
    await open('physical')
    await upload('physical', ann, bo)
    choose('1')
    type('Quotation Number', 'Q-1')
    await pressNext()
    expect(await screen.findByText('1 row is also in another order')).toBeTruthy()
    expect(screen.getByText(/same reference and name was ordered within 30 days/)).toBeTruthy()
    expect(button(/^Submit 2 cards/)).toBeTruthy()
    press('Back')
    const reason = await screen.findByRole('button', { name: '1 row is also in another order' })
    expect(
      (await screen.findAllByText(/same reference and name is already in orders 43 and 41\./)).length,
    ).toBeGreaterThan(0)
    fireEvent.click(within(reason.parentElement as HTMLElement).getByRole('button', { name: 'Remove this row…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove 1 row also found in another order' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove 1 row' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 row is also in another order' })).toBeNull())
    await pressNext()
    expect(await screen.findByRole('button', { name: /^Submit 1 card/ })).toBeTruthy()
    expect(screen.queryByText(/also in another order/)).toBeNull()
  })

  test('clears the load amounts of cards whose holder must be identified first, and orders them', async () => {
    errorOf = ({ loadAmount }) => (loadAmount === 0 ? undefined : 'Leave the load amount blank.')
    loadBlocked = ({ loadAmount }) => (loadAmount === 0 ? undefined : true)
    await open('physical')
    await upload('physical', ann, bo)
    choose('1')
    type('Quotation Number', 'Q-1')
    const reason = await screen.findByRole('button', { name: '2 cards cannot be ordered with a load' })
    fireEvent.click(
      within(reason.parentElement as HTMLElement).getByRole('button', { name: 'Clear the load amounts…' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Clear the load amounts of 2 rows' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Clear the load amounts of 2 rows' }))
    await screen.findByText(/^Uploaded Card Order File \(2 successful \/ 0 failed\), Total Load Amount S\$ 0\.00/)
    await pressNext()
    expect(await screen.findByRole('button', { name: /^Submit 2 cards, S\$ 0\.00/ })).toBeTruthy()
  })

  test('requires a reason if the same cards were ordered since the check, and submits it', async () => {
    const text = 'The same cards were ordered as order 7 by otto on 22 Nov 2026 (Order placed).'
    submitResponse = { resultCode: '-20400', resultText: text, errors: [{ path: 'duplicateReason', message: text }] }
    await open('physical')
    await upload('physical', ann)
    choose('1')
    type('Quotation Number', 'Q-1')
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    expect(screen.queryByText('The same rows were ordered before')).toBeNull()
    earlierOrders = [{ orderId: '7', orderedBy: 'otto', orderedAt: '2026-11-22T02:00:00Z', state: 'placed' }]
    press(/^Submit 1 card/)
    expect(await screen.findByText('The same rows were ordered before')).toBeTruthy()
    submitResponse = { resultCode: '0', cardOrderId: '42' }
    type('Reason for submitting these rows again', 'Each month')
    press(/^Submit 1 card/)
    await screen.findByRole('dialog', { name: orderTypes.physical.submittedMessage })
    const [first, second] = requests('batchCardOrder').map(({ params }) => params)
    expect(first).toMatchObject({ onlyIfNew: true })
    expect(second).toMatchObject({ duplicateReason: 'Each month' })
    expect(second?.['requestId']).not.toBe(first?.['requestId'])
  })
})

describe('Order Virtual Card', () => {
  const validLine = 'V-1,Ann Lee,91234567,2099-12-31,25.00,department|trip,sales|Perth'

  test('starts with a typed row, adds another, and deletes one', async () => {
    await open('virtual')
    press('Add Virtual Card')
    const form = () => screen.getByRole('dialog', { name: 'Add a single Virtual Card' })
    const fill = (label: RegExp, text: string) =>
      fireEvent.change(within(form()).getByLabelText(label), { target: { value: text } })
    await within(form()).findByRole('button', { name: 'Cancel' })
    fill(/Customer Reference/, 'V-1')
    fill(/Card Label/, 'Ann Lee')
    fill(/Load Amount/, '12.5')
    fireEvent.click(within(form()).getByRole('button', { name: 'Add and another' }))
    expect(
      await screen.findByText('Uploaded Card Order File (1 successful / 0 failed), Total Load Amount S$ 12.50'),
    ).toBeTruthy()
    fill(/Customer Reference/, 'V-2')
    fill(/Card Label/, 'Bo Tan')
    fireEvent.click(within(form()).getByRole('button', { name: 'Add Virtual Card Order' }))
    expect(
      await screen.findByText('Uploaded Card Order File (2 successful / 0 failed), Total Load Amount S$ 12.50'),
    ).toBeTruthy()
    press('Remove row 1')
    expect(
      await screen.findByText('Uploaded Card Order File (1 successful / 0 failed), Total Load Amount S$ 0.00'),
    ).toBeTruthy()
  })

  test('shows seven columns with the error of each row, and requires a campaign for Next', async () => {
    await open('virtual')
    await upload('virtual', validLine, 'V-2,,,,5.00,,')
    expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
      'Row',
      'Customer Reference',
      'Card Label',
      'Notification Number',
      'Expiry Date',
      'Load Amount (S$)',
      'Tag Name',
      'Tag Value',
      'Checks',
      'Actions',
    ])
    expect((await screen.findAllByText(/Card Label is missing/)).length).toBeGreaterThan(0)
    expect(screen.queryByLabelText('Quotation Number')).toBeNull()
    await waitFor(() => expect(disabledReason('Next')).toBe('Select a campaign first.'))
    choose('3')
    await waitFor(() => expect(disabledReason('Next')).toBeUndefined())
  })

  test('rechecks for another campaign, confirms, asks for the reason again, and starts over after completion', async () => {
    earlierOrders = [{ orderId: '9', orderedBy: 'amir', orderedAt: '2026-03-04T02:00:00.000Z', state: 'awaiting' }]
    await open('virtual')
    choose('3')
    await upload('virtual', validLine)
    // The rows are checked automatically, as soon as they are read and again for another campaign.
    await waitFor(() => expect(requests('verifyVirtualCardOrder')).toHaveLength(1))
    choose('4')
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    await expect
      .poll(() => requests('verifyVirtualCardOrder').map(({ params }) => params['campaignID']))
      .toEqual(['3', '4'])
    expect(fact('Campaign')).toBe('Either')
    expect(fact('Number of virtual cards')).toBe('1')
    expect(fact('Total load amount')).toBe('S$ 25.00')
    expect(screen.queryByText('Quotation Number')).toBeNull()
    expect(screen.getByText('The same rows were ordered before')).toBeTruthy()
    press(/^Submit 1 virtual card/)
    await screen.findByText('Give a reason of at least 3 characters.')
    type('Reason for submitting these rows again', 'Lost the first')
    press(/^Submit 1 virtual card/)
    const dialog = await screen.findByRole('dialog', { name: orderTypes.virtual.submittedMessage })
    await expect
      .poll(() => requests('submitVirtualCardOrder')[0]?.params)
      .toMatchObject({
        campaignId: '4',
        duplicateReason: 'Lost the first',
        virtualCardOrders: [
          {
            customerReference: 'V-1',
            cardLabel: 'Ann Lee',
            notificationNumber: '91234567',
            expiryDate: '2099-12-31',
            loadAmount: 2500,
            tagName: 'department|trip',
            tagValue: 'sales|Perth',
          },
        ],
      })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Order more virtual cards' }))
    await screen.findByText('Drop the order file here')
    expect(screen.getByLabelText<HTMLSelectElement>('Campaign').value).toBe('')
  })

  test('shows the missing funds, when virtual cards are issued, and invalid telephone numbers', async () => {
    const pageText = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
    // Each card costs its load of 25.00 and the fee of 1.50.
    funding = apiFunding({ balance: '40.00', available: '40.00' })
    await open('virtual')
    await upload('virtual', validLine, 'V-2,Bo Tan,hello,,25.00,,')
    expect(await screen.findByText('1 notification number cannot be dialled')).toBeTruthy()
    choose('3')
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    expect(fact('Funding account')).toBe('S$ 40.00')
    expect(pageText()).toContain('1 of 2 virtual cards would not be issued: S$ 13.00 is missing')
    expect(pageText()).toContain('These rows need S$ 53.00, fees included.')
    const issueNote =
      'Virtual cards are issued as soon as the order is approved. Until then it can be cancelled. A virtual card must still be activated before it can be used.'
    expect(pageText()).toContain(`${m.orders_deliveryNote()}${issueNote}`)
    press('Submit 2 virtual cards, S$ 50.00')
    const dialog = await screen.findByRole('dialog', { name: orderTypes.virtual.submittedMessage })
    const text = dialog.textContent?.replaceAll('\u00a0', ' ')
    expect(text).toContain(`${m.orders_deliveryNote()}${issueNote}`)
    expect(text).toContain('1 of 2 virtual cards would not be issued: S$ 13.00 is missing')
  })

  test('is submitted once: the button disappears while the response is pending', async () => {
    await open('virtual')
    choose('3')
    await upload('virtual', validLine)
    await pressNext()
    await screen.findByText(m.orders_deliveryNote())
    server.respondWith(() => undefined)
    press(/^Submit 1 virtual card/)
    expect(await screen.findByText(/^Sent 1 virtual card, S\$ 25\.00\. Waiting/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
  })

  test('asks for the column mapping, and reads the file with that mapping and the campaign chosen meanwhile', async () => {
    await open('virtual')
    const file = new File(['Staff,Who,Money\nV-1,Ann Lee,25.00\nV-2,Bo Tan,5.00\n'], 'other.csv')
    const drop = () =>
      fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
    drop()
    await screen.findByText('Choose the columns')
    press('Choose another file')
    await waitFor(() => expect(screen.queryByText('Choose the columns')).toBeNull())
    drop()
    await screen.findByText('Choose the columns')
    expect(disabledReason('Add Virtual Card')).toBe('Choose the columns of the file first')
    choose('3')
    type('Column for Customer Reference', '0')
    type('Column for Card Label', '1')
    type('Column for Load Amount', '2')
    press('Use these columns')
    expect(
      await screen.findByText('Uploaded Card Order File (2 successful / 0 failed), Total Load Amount S$ 30.00'),
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Campaign').value).toBe('3')

    // The choice is not final: the rows stay until the user changes it, and the file is then read again.
    press('Change columns')
    press('Keep the rows as they are')
    expect(await screen.findByText(/\(2 successful \/ 0 failed\)/)).toBeTruthy()
    press('Change columns')
    type('Column for Customer Reference', '1')
    type('Column for Card Label', '0')
    press('Use these columns')
    expect(await screen.findByText('Ann Lee')).toBeTruthy()
    expect(screen.getByText(/Columns are as you chose/)).toBeTruthy()
  })
})
