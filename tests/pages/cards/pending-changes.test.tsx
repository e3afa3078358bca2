// A card change whose response was lost can be sent again as the same request for 23 hours. No other change of its type
// is sent before its outcome is known, and no success is reported for a change that was not made.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { CardAction } from '#domain/cards/actions.ts'
import { ActionDialog } from '#pages/cards/details/ActionDialog.tsx'
import type { Card } from '#pages/cards/details/card.ts'
import InsertCardFeePage from '#pages/cards/InsertCardFeePage.tsx'
import { reportReached } from '#services/server/connection.ts'
import { notify, useNotices } from '#services/notices.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { cardResponse } from '#tests/support/card-response.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage as openPage } from '#tests/support/show-page.tsx'

const card = cardResponse({ CARDBALANCE: '77.00', FUNDSAVAILABLE: '77.00', LOADEDAMOUNT: '77.00', MAGSTRIPEENABLED: 0 })
const NAME = 'card 9000 01•• •••• 0008'
const responses: Readonly<Record<string, object>> = {
  getStopReasons: {
    stopReasons: [
      { STOPREASONID: 1, STOPREASONSHORT: 'Lost' },
      { STOPREASONID: 3, STOPREASONSHORT: 'Stolen' },
    ],
  },
  cardSearch: { cards: [card], truncated: false },
  cardDetails: { card },
  getFeeTypes: { feeTypes: [{ id: '5', name: 'Replacement', charge: '2.50' }] },
  devalueCard: { resultCode: '1' },
}

const server = withStubServer()
let ownerUser = ''
beforeEach(() => {
  serverReturns()
  signInTestUser({ CardStatement: ['read'], Card: ['write'] })
  const session = sessionStore.get()
  ownerUser = session ? ownerUserOf(session) : ''
})

it('a lost Enable is sent again unchanged; a Disable waits for its outcome', async () => {
  openDialog('magstripe')
  await loseResponse('Enable the magnetic stripe')
  // The user returns after another user has enabled the stripe: without the pending change, the dialog would disable
  // it.
  openDialog('magstripe', { MAGSTRIPEENABLED: 1 })
  expect(dialogTitle()).toBe(`We cannot tell whether the magnetic stripe of ${NAME} was enabled`)
  expect(screen.queryByRole('button', { name: 'Disable the magnetic stripe' })).toBeNull()
  press('Check again')
  await screen.findByText(
    `Magnetic stripe changed successfully. The magnetic stripe of ${NAME} was enabled. This is the answer to your request of`,
    { exact: false },
  )
  const [first, second, ...moreRequests] = sent('toggleMagstripe')
  expect(second).toEqual(first)
  expect(moreRequests).toEqual([])
  expect(first?.['status']).toBe(1)
  // The outcome is known: the next request is new and has a new id.
  openDialog('magstripe', { MAGSTRIPEENABLED: 1 })
  press('Disable the magnetic stripe')
  await waitFor(() => expect(sent('toggleMagstripe')).toHaveLength(3))
  expect(sent('toggleMagstripe')[2]?.['status']).toBe(0)
  expect(sent('toggleMagstripe')[2]?.['requestId']).not.toBe(first?.['requestId'])
})

it('a second Stop with another reason is a new change; it is sent once the first is dismissed', async () => {
  openDialog('stop')
  await chooseReason('1')
  await loseResponse('Stop card')
  openDialog('stop')
  expect(dialogTitle()).toBe(`We cannot tell whether ${NAME} was stopped`)
  expect(screen.queryByLabelText('Stop reason')).toBeNull()
  press('Dismiss')
  await chooseReason('3')
  press('Stop card')
  await screen.findByText(`Card stopped successfully. C${NAME.slice(1)} was stopped`)
  expect(sent('stopCard').map(({ stopReasonID }) => stopReasonID)).toEqual([1, 3])
  expect(new Set(sent('stopCard').map(({ requestId }) => requestId)).size).toBe(2)
})

it('Unstop waits for a pending Stop, since one undoes the other', async () => {
  openDialog('stop')
  await chooseReason('1')
  await loseResponse('Stop card')
  openDialog('unstop', { ISSTOPPED: 1 })
  expect(dialogTitle()).toBe(`We cannot tell whether ${NAME} was stopped`)
})

it('a pending devalue shows the card’s current balance, in case the request never arrived', async () => {
  openDialog('devalue')
  fireEvent.change(screen.getByLabelText(/last four digits/), { target: { value: '0008' } })
  await loseResponse('Devalue S$ 77.00')
  openDialog('devalue', { CARDBALANCE: '12.00' })
  expect(screen.getByRole('alert').textContent).toContain('devalues the S$ 12.00 now on the card')
  expect(sent('devalueCard')).toHaveLength(1)
})

it('a fee sent again by the banner leaves nothing in the form that could be charged twice', async () => {
  await sendFee()
  closeDialog()
  const amount = screen.getByLabelText<HTMLInputElement>('Amount')
  await expect.poll(() => amount.value).toBe('2.50')
  press('Check again')
  await waitFor(() => expect(amount.value).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('Card Number').value).toBe('')
  const [first, second, ...moreRequests] = sent('insertCardFee')
  expect(second).toEqual(first)
  expect(moreRequests).toEqual([])
})

it('another fee on the same card waits too, and stays in the form when the first is settled', async () => {
  await sendFee()
  closeDialog()
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '9' } })
  press('Insert fee')
  await expect.poll(() => dialogTitle()).toBe(`We cannot tell whether the fee of S$ 2.50 on ${NAME} was inserted`)
  press('Check again')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('insertCardFee').map(({ amount }) => amount)).toEqual(['2.50', '2.50'])
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('9')
})

/** The parameters of that method's requests, in order. */
const { paramsOf: sent } = server
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const closeDialog = () => fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
const dialogTitle = () =>
  document.getElementById(screen.getByRole('dialog').getAttribute('aria-labelledby') ?? '')?.textContent

function serverReturns(overrides: Readonly<Record<string, object>> = {}): void {
  server.respondWith((response, { method }) =>
    json(response, { resultCode: '0', ...responses[method], ...overrides[method] }),
  )
}

function showPage(page: ReactElement): void {
  cleanup()
  openPage(
    <>
      {page}
      <ShownNotices />
    </>,
  )
}

function openDialog(action: CardAction, overrides: Partial<Card> = {}): void {
  const noop = () => undefined
  showPage(
    <ActionDialog
      ownerUser={ownerUser}
      action={action}
      card={{ ...card, ...overrides }}
      onSending={noop}
      onDone={noop}
      onRefused={(text) => void notify({ kind: 'error', text: `refused: ${text}` })}
      onClose={noop}
    />,
  )
}

function ShownNotices() {
  return useNotices().visible.map(({ id, text, about }) => <p key={id}>{`${text}. ${about ?? ''}`}</p>)
}

async function chooseReason(reason: string): Promise<void> {
  await screen.findByRole('option', { name: 'Stolen' })
  fireEvent.change(screen.getByLabelText('Stop reason'), { target: { value: reason } })
}

async function loseResponse(button: string): Promise<void> {
  server.respondWith((response) => response.destroy())
  press(button)
  await screen.findByText(/^We cannot tell whether/)
  serverReturns()
  act(reportReached)
}

async function sendFee(): Promise<void> {
  showPage(<InsertCardFeePage />)
  await screen.findByRole('option', { name: 'Replacement' })
  fireEvent.change(screen.getByLabelText('Card Number'), { target: { value: card.CARDNUMBER } })
  fireEvent.change(screen.getByLabelText('Fee type'), { target: { value: '5' } })
  await screen.findByText(card.CAMPAIGNNAME)
  press('Insert fee')
  await loseResponse('Insert fee of S$ 2.50')
}
