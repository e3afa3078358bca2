// Approve Virtual Card Orders: the requests, the permission to decide, the rows of a decision, and the messages.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import ApproveVirtualCardOrdersPage from '#pages/orders/ApproveVirtualCardOrdersPage.tsx'
import { currentNotices, dismissNotice } from '#services/notices.ts'
import { queryClient } from '#services/server/queries.ts'
import { LIST_UNREADABLE } from '#services/server/text-lists.ts'
import { awaitingOrder, orderDetail, twelveDetails } from '#tests/support/card-orders.ts'
import { shortFunding, apiFunding } from '#tests/support/funding.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { json } from '#tests/support/stub-server.ts'
import { LATER, toResultText, isBlocked, type StubResponse, withPage } from './setup.tsx'

const LIST = 'fetchVirtualCardOrdersBatchLoads'
const DETAILS = 'fetchVirtualCardOrdersBatchLoadDetails'
const APPROVE = 'approveVirtualCardOrdersBatchLoad'
const REPORT = 'downloadVirtualCardOrdersBatchLoadDetailsReport'

const { open: openAt, setResponses, requests, viewerId, address } = withPage({ Card: ['approve'] })
const saved = withSavedFiles()

const details = (batchLoad: VirtualCardOrdersBatchLoad = awaitingOrder, rows: readonly object[] = twelveDetails) => ({
  ...toResultText(rows),
  batchLoad,
})
const responsesFor = (orders: readonly VirtualCardOrdersBatchLoad[], overrides: Record<string, StubResponse> = {}) => ({
  [LIST]: toResultText(orders),
  [DETAILS]: details(orders[0]),
  ...overrides,
})
const openPage = (
  orders: readonly VirtualCardOrdersBatchLoad[],
  overrides: Parameters<typeof openAt>[2] = {},
  search = '',
) =>
  openAt(<ApproveVirtualCardOrdersPage />, `/card/virtual-card-orders${search}`, {
    ...responsesFor(orders),
    ...overrides,
  })
/** Collects the requests, so that the test can respond later. */
const respondLater = (pendingResponses: ServerResponse[]) => (_: unknown, response: ServerResponse) => {
  pendingResponses.push(response)
  return LATER
}
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the list of orders', () => {
  it('requests orders awaiting approval in the last 56 days, and has no column for the deciding user', async () => {
    openPage([awaitingOrder])
    expect(await screen.findByText('Travel Virtual')).toBeTruthy()
    const today = instantToDate(Date.now(), 'Asia/Singapore')
    await expect
      .poll(() => requests(LIST))
      .toEqual([{ token: 't', filter: 1, startDate: addDays(today, -56), endDate: today }])
    expect(headings()).toEqual([
      'Order',
      'Campaign',
      'Cards',
      'Load amount',
      'Fee',
      'Ordered by',
      'Warnings',
      'Actions',
    ])
    expect(screen.getByText('S$ 240.00')).toBeTruthy()
    expect(screen.getByText('S$ 12.00')).toBeTruthy()
  })

  it.each([
    [
      '2',
      {
        state: 'partlyIssued',
        isApproved: true,
        approvalUserFirstName: 'Ada',
        issuedCount: 10,
        failedCount: 2,
        issuedLoadAmount: 20_000,
      },
      ['Result', 'Approved by'],
      ['10 issued, 2 not issued', 'S$ 240.00S$ 200.00 loaded'],
    ],
    [
      '3',
      { state: 'rejected', isRejected: true, rejectUserFirstName: 'Ada', rejectReason: 'Wrong month' },
      ['Reason', 'Rejected by'],
      ['Wrong month'],
    ],
  ] as const)('adds a column for the deciding user under status %s', async (status, change, columns, expectedTexts) => {
    openPage([{ ...awaitingOrder, ...change }], {}, `?status=${status}`)
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(headings().slice(6, -1)).toEqual(columns)
    for (const each of expectedTexts)
      expect(screen.getByRole('row', { name: /Travel Virtual/ }).textContent).toContain(each)
  })

  it.each([
    ['from=2026-09-25&to=2026-11-21', 'Maximum search timespan is 56 days'],
    ['from=2026-11-22&to=2026-11-21', 'The date filter start date is greater than the end date'],
    ['from=&to=2026-11-21', 'Enter a start date and an end date'],
  ])('sends no request for the dates %s', async (dates, message) => {
    openPage([awaitingOrder], {}, `?${dates}`)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByText('The list could not be loaded')).toBeTruthy()
    await expect.poll(() => requests(LIST)).toEqual([])
    expect(screen.getByLabelText('From').hasAttribute('disabled')).toBe(false)
  })

  it('uses dates only for decided orders', async () => {
    openPage([awaitingOrder])
    await screen.findByText('Travel Virtual')
    expect(screen.getByLabelText('From').hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Shows all orders, whatever the date.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: '2' } })
    await waitFor(() => expect(screen.getByLabelText('From').hasAttribute('disabled')).toBe(false))
  })

  it('replaces a date that does not exist with the default', async () => {
    openPage([awaitingOrder], {}, '?from=2026-02-30')
    await screen.findByText('Travel Virtual')
    const today = instantToDate(Date.now(), 'Asia/Singapore')
    await expect.poll(() => requests(LIST)[0]).toMatchObject({ startDate: addDays(today, -56) })
  })

  it('shows that there are no orders', async () => {
    openPage([])
    expect(await screen.findByText('No virtual card orders found')).toBeTruthy()
  })

  it.each([
    ['an HTML page', '<html>'],
    ['no list', '{"orders":[]}'],
    ['a list of numbers', '[1]'],
    ['nothing', undefined],
  ])('reports an unreadable list, not an empty one, if the text is %s, and offers a retry', async (_, resultText) => {
    openPage([], { [LIST]: resultText === undefined ? {} : { resultText } })
    expect(await screen.findByText(LIST_UNREADABLE)).toBeTruthy()
    expect(screen.queryByText('No virtual card orders found')).toBeNull()
    setResponses(responsesFor([awaitingOrder]))
    fireEvent.click(await findButton('Try again'))
    expect(await screen.findByText('Travel Virtual')).toBeTruthy()
  })

  it('is loaded again by Refresh', async () => {
    openPage([awaitingOrder])
    await screen.findByText('Travel Virtual')
    setResponses(responsesFor([{ ...awaitingOrder, campaignName: 'Another' }]))
    fireEvent.click(await findButton('Refresh'))
    expect(await screen.findByText('Another')).toBeTruthy()
  })
})

describe('who can decide', () => {
  it('approve and reject are offered until a decision was made', async () => {
    openPage([awaitingOrder, { ...awaitingOrder, batchLoadFileID: '13', state: 'issuing', isApproved: true }])
    expect(await findButton('Approve order 12')).toBeTruthy()
    expect(await findButton('Reject order 12')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /(Approve|Reject) order 13/ })).toBeNull()
  })

  it('the maker of an order sees why they cannot decide, in the list and in the details', async () => {
    openPage([{ ...awaitingOrder, uploadUserId: viewerId() }])
    expect(await screen.findByText('A user cannot approve their own load')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /(Approve|Reject) order/ })).toBeNull()
    fireEvent.click(await findButton('Details of order 12'))
    const dialog = await findDialog('Virtual Card Order Details')
    expect(await dialog.findByText('A user cannot approve their own load')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})

describe('a decision on several orders', () => {
  it('approves each order with the fingerprint of the rows shown, and shows one summary', async () => {
    const orders = ['12', '13', '14'].map((batchLoadFileID) => ({
      ...awaitingOrder,
      batchLoadFileID,
    }))
    openPage(orders, {
      [DETAILS]: ({ batchLoadFileID: id }) =>
        details({ ...awaitingOrder, batchLoadFileID: String(id), fingerprint: String(id).repeat(32) }),
      [APPROVE]: {},
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('3 orders, S$ 720.00 selected')).toBeTruthy()
    fireEvent.click(await findButton('Approve 3 orders'))
    const dialog = await findDialog('Approve 3 orders?')
    const approveButton = await dialog.findByRole('button', { name: 'Approve 3 orders, S$ 720.00' })
    await waitFor(() => expect(isBlocked(approveButton)).toBe(false))
    fireEvent.click(approveButton)
    await screen.findByRole('dialog', { name: '3 of 3 orders approved' })
    await expect
      .poll(() => requests(APPROVE).map(({ batchLoadFileID, fingerprint }) => [batchLoadFileID, fingerprint]))
      .toEqual(['12', '13', '14'].map((id) => [id, id.repeat(32)]))
  })

  it('excludes the user’s own orders', async () => {
    openPage([{ ...awaitingOrder, uploadUserId: viewerId() }], {
      [DETAILS]: details({ ...awaitingOrder, uploadUserId: viewerId() }),
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select order 12' }))
    fireEvent.click(await findButton('Approve 1 order'))
    // The title does not ask what cannot be done.
    const dialog = await findDialog('None of these orders can be decided here')
    expect(await dialog.findByRole('region', { name: 'Left out' })).toBeTruthy()
    expect(isBlocked(dialog.getByRole('button', { name: /^Approve 0 orders/ }))).toBe(true)
  })
})

describe('a decision on an order', () => {
  const approvedMessage = 'The virtual card order has been approved successfully'

  it('is not sent before the rows are loaded, by a click or Ctrl+Enter, and shows their warnings', async () => {
    const pendingResponses: ServerResponse[] = []
    openPage([awaitingOrder], { [DETAILS]: respondLater(pendingResponses), [APPROVE]: {} })
    fireEvent.click(await findButton('Approve order 12'))
    const dialog = await findDialog('Approve order 12?')
    expect(dialog.getByRole('status').textContent).toBe('The rows are being checked …')
    const approveButton = dialog.getByRole('button', { name: 'Approve 12 virtual cards, S$ 240.00' })
    expect(isBlocked(approveButton)).toBe(true)
    fireEvent.click(approveButton)
    fireEvent.keyDown(approveButton, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(pendingResponses).toHaveLength(1))
    const rows = [orderDetail(1, { ERROR: 'The campaign Travel Virtual is closed.' }), ...twelveDetails.slice(1)]
    json(pendingResponses[0] as ServerResponse, {
      resultCode: '0',
      ...details({ ...awaitingOrder, fingerprint: 'e'.repeat(64) }, rows),
    })
    expect(await dialog.findByText('1 virtual card cannot be issued now')).toBeTruthy()
    expect(dialog.getByText('The campaign Travel Virtual is closed: 1')).toBeTruthy()
    expect(screen.getByText(/Plus a fee of S\$ 12\.00: S\$ 252\.00 in total\./)).toBeTruthy()
    expect(isBlocked(approveButton)).toBe(false)
    await expect.poll(() => requests(APPROVE)).toEqual([])
    fireEvent.click(approveButton)
    await waitFor(() => expect(requests(APPROVE)).toHaveLength(1))
    // The request has the fingerprint of the rows shown last, not that of the list.
    await expect.poll(() => requests(APPROVE)[0]).toMatchObject({ batchLoadFileID: '12', fingerprint: 'e'.repeat(64) })
  })

  it('shows the missing amount of the funding account, also in the list, and stays possible', async () => {
    const order = { ...awaitingOrder, fundsMissing: '10527.29' }
    const uncoveredFields = {
      ERROR: 'The funding account does not have enough for this card.',
      fundsShort: true,
    } as const
    const rows = [orderDetail(1, uncoveredFields), orderDetail(2, uncoveredFields), ...twelveDetails.slice(2)]
    openPage([order], { [DETAILS]: { ...details(awaitingOrder, rows), funding: shortFunding }, [APPROVE]: {} })
    expect(await screen.findByText('The funding account is S$ 10,527.29 short')).toBeTruthy()
    fireEvent.click(await findButton('Approve order 12'))
    const dialog = await findDialog('Approve order 12?')
    const title = await dialog.findByText(/would not be issued: /)
    expect(title.textContent?.replaceAll('\u00a0', ' ')).toBe(
      '2 of 12 virtual cards would not be issued: S$ 10,527.29 is missing',
    )
    // The missing funds are not counted again as cards that cannot be issued.
    expect(dialog.queryByText(/cannot be issued now/)).toBeNull()
    expect(dialog.getByText('No problems found in these rows.').previousElementSibling?.childElementCount).toBe(1)
    const approveButton = dialog.getByRole('button', { name: /^Approve 12/ })
    expect(isBlocked(approveButton)).toBe(false)
    fireEvent.click(approveButton)
    await waitFor(() => expect(requests(APPROVE)).toHaveLength(1))
  })

  it('shows the balance of the funding account, and how many holders get no message', async () => {
    const rows = [
      orderDetail(1, { NOTE: 'No message will be sent: “hello” is not a telephone number.' }),
      ...twelveDetails.slice(1),
    ]
    openPage([awaitingOrder], { [DETAILS]: { ...details(awaitingOrder, rows), funding: apiFunding() } })
    fireEvent.click(await findButton('Approve order 12'))
    const dialog = await findDialog('Approve order 12?')
    expect(await dialog.findByText(/^The funding account has S\$ 5,000\.00\./)).toBeTruthy()
    expect(dialog.getByText('No message will be sent for 1 virtual card')).toBeTruthy()
    expect(dialog.queryByText(/would not be issued/)).toBeNull()
  })

  it.each([
    ['a refusal', { resultCode: '-20500', resultText: 'An error occurred' }, 'An error occurred'],
    ['a text that is not a list', { resultText: 'x', batchLoad: awaitingOrder }, LIST_UNREADABLE],
    ['no response', undefined, 'Cannot connect to server'],
  ])('is disabled after %s to the request for its rows, and can be retried', async (_, response, text) => {
    openPage([awaitingOrder], { [DETAILS]: response })
    fireEvent.click(await findButton('Approve order 12'))
    const dialog = await findDialog('Approve order 12?')
    const [title] = await dialog.findAllByText('The rows could not be checked')
    expect(title?.closest('[role=alert], [role=status]')?.textContent).toContain(text)
    const approveButton = dialog.getByRole('button', { name: /^Approve 12/ })
    expect(isBlocked(approveButton)).toBe(true)
    setResponses(responsesFor([awaitingOrder]))
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(isBlocked(approveButton)).toBe(false))
  })

  it('is disabled if another user has decided since the list was loaded', async () => {
    openPage([awaitingOrder], { [DETAILS]: details({ ...awaitingOrder, state: 'rejected', isRejected: true }) })
    fireEvent.click(await findButton('Approve order 12'))
    const dialog = await findDialog('Approve order 12?')
    expect((await dialog.findAllByText('This order has already been rejected')).length).toBeGreaterThan(0)
    expect(isBlocked(dialog.getByRole('button', { name: /^Approve 12/ }))).toBe(true)
  })

  it('removes the order from the list, and reloads the list when its notice is closed', async () => {
    openPage([awaitingOrder])
    await approveNow({ ...responsesFor([]), [DETAILS]: details(), [APPROVE]: {} })
    expect(await screen.findByText('No virtual card orders found')).toBeTruthy()
    // The order leaves the list before the list is loaded again.
    await expect.poll(() => requests(LIST).length).toBe(2)
    const [notice] = currentNotices().visible
    expect(notice).toMatchObject({
      text: approvedMessage,
      about: 'Order 12, 12 virtual cards, S$ 240.00',
      duration: 'long',
    })
    setResponses(responsesFor([{ ...awaitingOrder, batchLoadFileID: '14' }]))
    act(() => dismissNotice(notice?.id ?? ''))
    expect(await findButton('Approve order 14')).toBeTruthy()
    await expect.poll(() => requests(LIST).length).toBe(3)
  })

  it('needs a reason to reject, but no rows', async () => {
    const refusal = { resultCode: '-20500', resultText: 'An error occurred' }
    openPage([awaitingOrder], { [DETAILS]: refusal, rejectVirtualCardOrdersBatchLoad: {} })
    fireEvent.click(await findButton('Reject order 12'))
    const dialog = await findDialog('Reject order 12?')
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: '  Wrong month ' } })
    const rejectButton = dialog.getByRole('button', { name: 'Reject 12 virtual cards, S$ 240.00' })
    await expect.poll(() => isBlocked(rejectButton)).toBe(false)
    fireEvent.click(rejectButton)
    await waitFor(() => expect(requests('rejectVirtualCardOrdersBatchLoad')).toHaveLength(1))
    await expect
      .poll(() => requests('rejectVirtualCardOrdersBatchLoad')[0])
      .toMatchObject({
        batchLoadFileID: '12',
        reason: 'Wrong month',
      })
    await waitFor(() =>
      expect(currentNotices().visible[0]?.text).toBe('The virtual card order has been rejected successfully'),
    )
  })

  it('shows the reason for a refusal', async () => {
    openPage([awaitingOrder])
    await approveNow({
      ...responsesFor([]),
      [DETAILS]: details(),
      [APPROVE]: { resultCode: '-20409', resultText: 'This order has already been approved' },
    })
    const refusal = await findDialog('Order 12 was not approved')
    expect(refusal.getByRole('alert').textContent).toBe('This order has already been approved')
    await expect.poll(() => currentNotices().visible).toEqual([])
  })

  it('is distinguished from a pending decision on the batch with the same number', async () => {
    const { findEarlierChange } = await import('#domain/request-outcomes.ts')
    const { changeTypes, toChangeSubject } = await import('#flows/pending-changes/change-types.ts')
    const batch = toChangeSubject({ kind: 'approveBatchLoad', subject: '12' })
    const order = toChangeSubject({ kind: 'rejectVirtualCardOrdersBatchLoad', subject: '12' })
    expect(findEarlierChange([batch], order, changeTypes.rejectVirtualCardOrdersBatchLoad.replaceable)).toBeUndefined()
  })

  async function approveNow(responses: Parameters<typeof setResponses>[0]): Promise<void> {
    fireEvent.click(await findButton('Approve order 12'))
    const approveButton = await findButton('Approve 12 virtual cards, S$ 240.00')
    await waitFor(() => expect(isBlocked(approveButton)).toBe(false))
    setResponses(responses)
    fireEvent.click(approveButton)
  }
})

describe('the details of an order', () => {
  it('have the seven columns, ten rows per page, the totals and the report', async () => {
    const name = 'virtual_card_orders_batch_load_details_report_2026-11-22.xlsx'
    const base64 = Buffer.from('report').toString('base64')
    openPage([awaitingOrder], { [REPORT]: { fileName: name, contentType: 'application/x', base64 } }, '?order=12')
    const dialog = await findDialog('Virtual Card Order Details')
    await dialog.findByText('Customer 1')
    expect(dialog.getAllByRole('columnheader').map((heading) => heading.textContent?.trim())).toEqual([
      'Customer Reference',
      'Card Label',
      'Notification Number',
      'Expiry Date',
      'Load Amount',
      'Tag Name',
      'Tag Value',
    ])
    expect(dialog.getByText('1 of 2 pages')).toBeTruthy()
    expect(dialog.getAllByRole('row')).toHaveLength(11)
    fireEvent.click(dialog.getByRole('button', { name: 'Next page' }))
    await expect.poll(() => dialog.getAllByRole('row')).toHaveLength(3)
    const totals = within(dialog.getByRole('region', { name: 'Totals' }))
    await totals.findByText('S$ 240.00')
    await dialog.findByText('S$ 1.00 per card issued')
    fireEvent.click(dialog.getByRole('button', { name: 'Download Report' }))
    await waitFor(() => expect(saved.files).toEqual([{ name, type: 'application/x', text: 'report' }]))
    await expect.poll(() => requests(REPORT)).toEqual([{ token: 't', batchLoadFileID: '12' }])
    const [closeButton] = dialog.getAllByRole('button', { name: 'Close' })
    fireEvent.click(closeButton as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect.poll(() => address()).toBe('/card/virtual-card-orders')
  })

  it('show current warnings of rows, duplicates, and the reason for repeating the order', async () => {
    const rows = [
      orderDetail(1, { ERROR: 'The expiry date is in the past.' }),
      orderDetail(2, { repeatedIn: ['11', '9'] }),
      orderDetail(3, { customerReference: 'Customer 2' }),
    ]
    openPage(
      [awaitingOrder],
      { [DETAILS]: details({ ...awaitingOrder, duplicateReason: 'Cards were lost' }, rows) },
      '?order=12',
    )
    const dialog = await findDialog('Virtual Card Order Details')
    expect(await dialog.findByText('1 virtual card cannot be issued now')).toBeTruthy()
    expect(dialog.getByText('2 virtual cards have a customer reference that appears more than once')).toBeTruthy()
    expect(dialog.getByText(/Cards were lost/)).toBeTruthy()
    expect(dialog.getByText('1 virtual card is also in orders 11 and 9')).toBeTruthy()
    expect(dialog.getByRole('columnheader', { name: 'Warnings' })).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Show'), { target: { value: 'warned' } })
    await expect.poll(() => dialog.getAllByRole('row')).toHaveLength(3)
    await dialog.findByText('Also in orders 11 and 9.')
    fireEvent.click(
      dialog.getByRole('button', { name: /^2 virtual cards have a customer reference .*: show these rows only$/ }),
    )
    await expect.poll(() => dialog.getByLabelText<HTMLSelectElement>('Show').value).toBe('repeated')
  })

  it('offer no decision on saved data, and report if loading failed', async () => {
    openPage([awaitingOrder], {}, '?order=12')
    const firstDialog = await findDialog('Virtual Card Order Details')
    await waitFor(() => expect(isBlocked(firstDialog.getByRole('button', { name: 'Approve' }))).toBe(false))
    cleanup()
    const pendingResponses: ServerResponse[] = []
    openPage([awaitingOrder], { [DETAILS]: respondLater(pendingResponses) }, '?order=12')
    const dialog = await findDialog('Virtual Card Order Details')
    expect(isBlocked(dialog.getByRole('button', { name: 'Approve' }))).toBe(true)
    expect(isBlocked(dialog.getByRole('button', { name: 'Reject' }))).toBe(true)
    await waitFor(() => expect(pendingResponses).toHaveLength(1))
    pendingResponses[0]?.destroy()
    expect((await dialog.findAllByText('The rows could not be checked')).length).toBeGreaterThan(0)
    expect(isBlocked(dialog.getByRole('button', { name: 'Approve' }))).toBe(true)
  })

  it('show the server’s message for an order that does not exist, without a retry', async () => {
    openPage([], { [DETAILS]: { resultCode: '-20404', resultText: 'There is no such order' } }, '?order=99')
    const dialog = await findDialog('Virtual Card Order Details')
    expect(await dialog.findByText('There is no such order')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  const partlyIssuedOrder = {
    ...awaitingOrder,
    state: 'partlyIssued',
    isApproved: true,
    issuedCount: 10,
    failedCount: 2,
    issuedLoadAmount: 20_000,
    issuedFee: 1_000,
  } as const
  const failedRows = [11, 12].map((number) =>
    orderDetail(number, { state: 'failed', ERROR: 'There is not enough money.' }),
  )
  const issuedRows = twelveDetails.slice(0, 10).map((row) => ({ ...row, state: 'issued', voucherID: '500' }))

  it('list the rows that were not issued, and issue them after a confirmation', async () => {
    openPage(
      [partlyIssuedOrder],
      { [DETAILS]: details(partlyIssuedOrder, [...issuedRows, ...failedRows]), retryVirtualCardOrdersBatchLoad: {} },
      '?status=2&order=12',
    )
    const dialog = await findDialog('Virtual Card Order Details')
    expect(await dialog.findByText('2 virtual cards were not issued')).toBeTruthy()
    expect(dialog.getByText('There is not enough money: 2')).toBeTruthy()
    const totals = dialog.getByRole('region', { name: 'Totals' }).textContent
    expect(totals).toMatch(/Total load amountS\$ 240\.00.*LoadedS\$ 200\.00Fees chargedS\$ 10\.00/)
    // A user who cannot read cards gets no links to cards.
    expect(dialog.queryByRole('link')).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Issue the rest' }))
    const confirmation = await findDialog('Issue the rest of order 12?')
    const issueButton = await confirmation.findByRole('button', { name: 'Issue 2 virtual cards, S$ 40.00' })
    expect(confirmation.getByText(/Plus a fee of S\$ 2\.00: S\$ 42\.00 in total/)).toBeTruthy()
    await expect.poll(() => requests('retryVirtualCardOrdersBatchLoad')).toEqual([])
    await waitFor(() => expect(isBlocked(issueButton)).toBe(false))
    fireEvent.click(issueButton)
    await waitFor(() => expect(requests('retryVirtualCardOrdersBatchLoad')).toHaveLength(1))
    await expect.poll(() => requests('retryVirtualCardOrdersBatchLoad')[0]).toMatchObject({ batchLoadFileID: '12' })
  })

  it('disable issuing the remaining cards of the user’s own order', async () => {
    openPage([{ ...partlyIssuedOrder, uploadUserId: viewerId() }], {}, '?status=2')
    const retryButton = await findButton('Issue the rest order 12')
    expect(isBlocked(retryButton)).toBe(true)
    expect(queryClient.isFetching()).toBe(0)
  })
})

const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent?.trim())
