// My Settings: which session may be ended, which e-mails are asked about, and that a tick is said to the host.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MailAlerts } from '#pages/account/MailAlerts.tsx'
import { Sessions } from '#pages/account/Sessions.tsx'
import { queryClient } from '#services/queries.ts'
import { signInSomebody } from '#tests/support/somebody.ts'
import { json, startWireServer, type WireServer } from '#tests/support/wire.ts'

const HERE = '3f0c0d2e-0000-4000-8000-000000000001'
const THERE = '3f0c0d2e-0000-4000-8000-000000000002'
const at = '2026-03-04T02:42:00Z'

let server: WireServer
beforeEach(async () => {
  server = await startWireServer()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await server.close()
})

const show = (part: React.ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>)

it('ends another session than this one', async () => {
  signInSomebody({ User: ['settings'] })
  let sessions = [HERE, THERE].map((sessionId) => ({ sessionId, startedAt: at, lastActiveAt: at, isThis: sessionId === HERE })) // prettier-ignore
  server.answer((response, { method, params }) => {
    if (method === 'endMySession') sessions = sessions.filter(({ sessionId }) => sessionId !== params['sessionId'])
    json(response, { resultCode: '0', ...(method === 'mySessions' && { sessions }) })
  })
  show(<Sessions />)
  const buttons = await screen.findAllByRole('button', { name: 'End session' })
  expect(buttons).toHaveLength(1)
  fireEvent.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End session' })).toBeNull())
  expect(server.asked.filter(({ method }) => method === 'endMySession').map(({ params }) => params['sessionId'])).toEqual([THERE]) // prettier-ignore
  expect(screen.getByText('This session')).toBeTruthy()
})

it('asks about the e-mails that this user can get, and says each tick', async () => {
  signInSomebody({ User: ['settings'], Batch: ['approve'] })
  server.answer((response, { method }) =>
    json(response, { resultCode: '0', ...(method === 'mailAlerts' && { off: ['schedule'] }) }),
  )
  show(<MailAlerts />)
  const boxes = (await screen.findAllByRole('checkbox')) as HTMLInputElement[]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
  fireEvent.click(boxes[0] as HTMLElement)
  await waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'setMailAlerts')?.params['off']).toEqual(['schedule', 'toApprove']), // prettier-ignore
  )
})
