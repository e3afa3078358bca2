// My Settings: which session may be ended, which e-mails are asked about, and that a tick is said to the host.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Appearance } from '#pages/account/Appearance.tsx'
import ChangePasswordPage from '#pages/account/ChangePasswordPage.tsx'
import { MailAlerts } from '#pages/account/MailAlerts.tsx'
import { Passkeys } from '#pages/account/Passkeys.tsx'
import { SecondFactor } from '#pages/account/SecondFactor.tsx'
import { Sessions } from '#pages/account/Sessions.tsx'
import { SystemNotices } from '#pages/account/SystemNotices.tsx'
import { OFFLINE_REASON, reportReached, reportUnreachable } from '#services/connection.ts'
import { queryClient, refreshWhenBack } from '#services/queries.ts'
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
  let sessions = [HERE, THERE].map((sessionId) => ({ sessionId, device: sessionId === HERE ? 'Chrome on Windows' : '', startedAt: at, lastActiveAt: at, isThis: sessionId === HERE })) // oxfmt-ignore
  server.answer((response, { method, params }) => {
    if (method === 'endMySession') sessions = sessions.filter(({ sessionId }) => sessionId !== params['sessionId'])
    json(response, { resultCode: '0', ...(method === 'mySessions' && { sessions }) })
  })
  show(<Sessions />)
  const buttons = await screen.findAllByRole('button', { name: /^End session/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['End session on an unknown device'])
  fireEvent.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull())
  expect(server.asked.filter(({ method }) => method === 'endMySession').map(({ params }) => params['sessionId'])).toEqual([THERE]) // oxfmt-ignore
  expect(screen.getByText('Chrome on Windows').closest('li')?.textContent).toContain('This session')
})

it('keeps colours and the height of rows on this device, and shows them at once', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  show(<Appearance />)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  fireEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  cleanup()
  show(<Appearance />)
  const chosen = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)
  expect(chosen.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Dark', 'Compact'])
  fireEvent.click(screen.getByRole('radio', { name: 'System' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Normal' }))
  expect(document.documentElement.dataset['theme']).toBe('light')
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
  await waitFor(
    () =>
    expect(server.asked.find(({ method }) => method === 'setMailAlerts')?.params['off']).toEqual(['schedule', 'toApprove']), // oxfmt-ignore
  )
})

describe('without a line', () => {
  const barred = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-disabled')

  it('what is known stays, and what needs the host waits and says why', async () => {
    signInSomebody({ User: ['settings'], Batch: ['approve'] })
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    server.answer((response) => {
      const sessions = [{ sessionId: THERE, startedAt: at, lastActiveAt: at, isThis: false }]
      const settings = { secondFactor: 'app', recoveryCodesLeft: 3, passwordChangedAt: null, passwordMin: 10 }
      const passkeys = [{ passkeyId: HERE, name: 'Key', createdAt: at, lastUsedAt: null }]
      json(response, { resultCode: '0', sessions, passkeys, off: [], ...settings })
    })
    show(<><SecondFactor /><Passkeys /><Sessions /><MailAlerts /></>) // oxfmt-ignore
    const acts = [/^New recovery codes/, /^Add a passkey/, /^Remove Key/, /^End session/]
    await waitFor(() => expect(acts.map(barred)).toEqual([null, null, null, null]))
    const [first] = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(first?.disabled).toBe(false)

    act(() => reportUnreachable('no line'))
    expect(acts.map(barred)).toEqual(['true', 'true', 'true', 'true'])
    expect(first?.disabled).toBe(true)
    expect(screen.getAllByText(OFFLINE_REASON)).toHaveLength(acts.length + 1)
  })

  it('what is not known says that it comes with the line, and is asked for then', async () => {
    signInSomebody({ User: ['settings'] })
    server.answer((response) => response.destroy())
    const stop = refreshWhenBack()
    show(<Sessions />)
    expect(await screen.findByText(/^This is not kept on this device/)).toBeTruthy()
    server.answerJson({ resultCode: '0', sessions: [{ sessionId: HERE, startedAt: at, lastActiveAt: at, isThis: true }] }) // oxfmt-ignore
    act(() => reportReached())
    expect(await screen.findByText('This session')).toBeTruthy()
    stop()
  })

  it('a password is typed, and not sent', async () => {
    signInSomebody({ User: ['settings'] })
    server.answer((response) => response.destroy())
    show(<MemoryRouter><ChangePasswordPage /></MemoryRouter>) // oxfmt-ignore
    await waitFor(() => expect(screen.getByText(OFFLINE_REASON)).toBeTruthy())
    for (const [label, text] of [
      ['Old Password', 'Old-Harbor-42x'],
      ['New Password', 'New-Harbor-42x'],
      ['Password Confirmation', 'New-Harbor-42x'],
    ] as const)
      // oxfmt-ignore
      fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    expect(screen.getByText(OFFLINE_REASON)).toBeTruthy()
    fireEvent.submit(screen.getByLabelText('Old Password').closest('form') as HTMLFormElement)
    expect(server.asked.filter(({ method }) => method === 'changePassword')).toEqual([])
  })
})

describe('notifications', () => {
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Notify me on this device/ })
  /** A browser whose user answers so. */
  function browserThat(permission: NotificationPermission, answer = permission) {
    const given = { permission, requestPermission: vi.fn(() => Promise.resolve((given.permission = answer))) }
    vi.stubGlobal('Notification', given)
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
    return given
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

  it('are asked for when they are wanted, and stay off where the browser is told no', async () => {
    const refused = browserThat('default', 'denied')
    show(<SystemNotices />)
    fireEvent.click(box())
    await waitFor(() => expect(refused.requestPermission).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(box().disabled).toBe(true))
    expect(box().checked).toBe(false)
    expect(screen.getByText(/^This browser does not allow notifications/)).toBeTruthy()
  })

  it('are on where the browser is told yes, and off again at a click', async () => {
    browserThat('default', 'granted')
    show(<SystemNotices />)
    fireEvent.click(box())
    await waitFor(() => expect(box().checked).toBe(true))
    fireEvent.click(box())
    await waitFor(() => expect(box().checked).toBe(false))
  })

  it('cannot be had in a browser that has none', () => {
    show(<SystemNotices />)
    expect(box().disabled).toBe(true)
    expect(screen.getByText('This browser has no notifications.')).toBeTruthy()
  })
})
