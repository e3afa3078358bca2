// The page of a sandbox: what it sends, and what it shows of the outcome.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import SandboxPage from '#pages/sandbox/SandboxPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const server = withStubServer()
let isProcessorDown: boolean

beforeEach(() => {
  isProcessorDown = false
  server.respondWith((response, { method, params }) => {
    const answer = (fields: object) => json(response, { resultCode: '0', ...fields })
    if (method === 'sandboxState') return answer({ isProcessorDown, waitingEvents: 2, currency: 'SGD' })
    if (method === 'setProcessor') isProcessorDown = params['isDown'] === true
    if (method === 'setProcessor') return answer({ sent: 2 })
    if (method === 'simulateEvent') return answer({ outcome: 'declined', code: '51', available: '12.00' })
    return answer({})
  })
  signInTestUser({ User: ['write'] })
  showPage(<SandboxPage />)
})

it('simulates a purchase once it is complete, and shows why it was declined', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate' }))
  await screen.findByText('Enter the 15 digits of the tracking number')
  fireEvent.change(screen.getByLabelText('Tracking Number'), { target: { value: '700000 001000 000' } })
  const [amount] = screen.getAllByLabelText('Amount in SGD')
  if (amount) fireEvent.change(amount, { target: { value: '1,250' } })
  fireEvent.click(screen.getByRole('button', { name: 'Simulate' }))
  await screen.findByText('The processor declined it with code 51')
  expect(screen.getByText('Available on the card now: SGD 12.00')).toBeDefined()
  const sent = { type: 'purchase', trackingNumber: '700000001000000', amount: '1250.00', reference: '' }
  await waitFor(() => expect(server.paramsOf('simulateEvent')).toEqual([expect.objectContaining(sent)]))
})

it('sends no amount for a stop', async () => {
  fireEvent.change(await screen.findByLabelText('What happens'), { target: { value: 'stop' } })
  fireEvent.change(screen.getByLabelText('Tracking Number'), { target: { value: '700000001000000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Simulate' }))
  const keys = () => server.paramsOf('simulateEvent').map((params) => Object.keys(params).includes('amount'))
  await waitFor(() => expect(keys()).toEqual([false]))
})

it('takes the processor down and shows how many events wait', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Take it down' }))
  await screen.findByText('It is down. Events that wait: 2')
  fireEvent.click(screen.getByRole('button', { name: 'Bring it up again' }))
  await screen.findByRole('button', { name: 'Take it down' })
  await waitFor(() => expect(server.paramsOf('setProcessor').map(({ isDown }) => isDown)).toEqual([true, false]))
})

it('resets after a confirmation, and ends the session', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(sessionStore.get()).toBeUndefined())
  await waitFor(() => expect(server.paramsOf('resetSandbox')).toHaveLength(1))
})
