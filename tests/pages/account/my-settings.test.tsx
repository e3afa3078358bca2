// My Settings: ending sessions, switching e-mail alerts on and off, sharing columns, passkeys, an authenticator app, and a
// new password.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Appearance } from '#pages/account/Appearance.tsx'
import ChangePasswordPage from '#pages/account/ChangePasswordPage.tsx'
import { MailAlerts } from '#pages/account/MailAlerts.tsx'
import { Passkeys } from '#pages/account/Passkeys.tsx'
import { SecondFactor } from '#pages/account/SecondFactor.tsx'
import { Sessions } from '#pages/account/Sessions.tsx'
import { SharedColumns } from '#pages/account/SharedColumns.tsx'
import { SystemNotices } from '#pages/account/SystemNotices.tsx'
import { OFFLINE_REASON, reportReached, reportUnreachable } from '#services/server/connection.ts'
import { queryClient, refreshOnReconnect } from '#services/server/queries.ts'
import { violationsInJsdom } from '#tests/support/axe-jsdom.ts'
import { stubNotifications } from '#tests/support/system-notices.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const HERE = '3f0c0d2e-0000-4000-8000-000000000001'
const THERE = '3f0c0d2e-0000-4000-8000-000000000002'
const at = '2026-03-04T02:42:00Z'

const server = withStubServer()
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('ends a session other than the current one', async () => {
  signInTestUser({ User: ['settings'] })
  let sessions = [HERE, THERE].map((sessionId) => ({
    sessionId,
    device: sessionId === HERE ? 'Chrome on Windows' : '',
    startedAt: at,
    lastActiveAt: at,
    isThis: sessionId === HERE,
  }))
  server.respondWith((response, { method, params }) => {
    if (method === 'endMySession') sessions = sessions.filter(({ sessionId }) => sessionId !== params['sessionId'])
    json(response, { resultCode: '0', ...(method === 'mySessions' && { sessions }) })
  })
  showPage(<Sessions />)
  const buttons = await screen.findAllByRole('button', { name: /^End session/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['End session on an unknown device'])
  fireEvent.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull())
  await expect.poll(() => server.paramsOf('endMySession').map((params) => params['sessionId'])).toEqual([THERE])
  expect(screen.getByText('Chrome on Windows').closest('li')?.textContent).toContain('This session')
})

it.each([
  ['their author', { Batch: ['load'] }, ['Stop sharing Karte, Betrag']],
  ['an administrator', { User: ['write'] }, ['Stop sharing Karte, Betrag', 'Stop sharing Nummer']],
])('a shared mapping of columns can be removed by %s', async (_, permissions, expected) => {
  const columns = [
    { heading: 'Karte', field: 'identifier' },
    { heading: 'Betrag', field: 'amount' },
    { heading: 'Wer' },
  ]
  let sharedColumns = [
    { id: '5', rowType: 'load', columns, sharedBy: 'Olive Tan', sharedByUserID: '7', sharedAt: at },
    {
      id: '6',
      rowType: 'virtual',
      columns: [{ heading: 'Nummer', field: 'customerReference' }],
      sharedBy: 'Chen Li',
      sharedByUserID: '8',
      sharedAt: at,
    },
  ]
  signInTestUser(permissions, 'olive', '7')
  server.respondWith((response, { method, params }) => {
    if (method === 'removeSharedColumns') sharedColumns = sharedColumns.filter(({ id }) => id !== params['id'])
    json(response, { resultCode: '0', sharedColumns })
  })
  showPage(
    <main>
      <h1 tabIndex={-1}>My Settings</h1>
      <SharedColumns />
    </main>,
  )
  const buttons = await screen.findAllByRole('button')
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual(expected)
  expect(screen.getByText(/^Create Batch Load, shared by you,/)).toBeTruthy()
  expect(await violationsInJsdom(document.body)).toEqual([])
  fireEvent.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Karte, Betrag')).toBeNull())
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

it('saves colours and row height on this device, and applies them immediately', () => {
  showPage(<Appearance />)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  fireEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  cleanup()
  showPage(<Appearance />)
  const chosen = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)
  expect(chosen.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Dark', 'Compact'])
  fireEvent.click(screen.getByRole('radio', { name: 'System' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Normal' }))
  expect(document.documentElement.dataset['theme']).toBe('light')
})

it('lists the emails that this user can get, and sends each change to the server', async () => {
  signInTestUser({ User: ['settings'], Batch: ['approve'] })
  server.respondWith((response, { method }) =>
    json(response, {
      resultCode: '0',
      ...(method === 'mailAlerts' && { off: ['schedule'], daily: false, dailyAt: '08:00' }),
    }),
  )
  showPage(<MailAlerts />)
  const boxes = (await screen.findAllByRole('checkbox')) as HTMLInputElement[]
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
  fireEvent.click(boxes[0] as HTMLElement)
  await waitFor(() =>
    expect(server.requests.find(({ method }) => method === 'setMailAlerts')?.params['off']).toEqual([
      'schedule',
      'toApprove',
    ]),
  )
  fireEvent.click(screen.getByRole('radio', { name: /^Once a day/ }))
  await waitFor(() =>
    expect(server.requests.findLast(({ method }) => method === 'setMailAlerts')?.params).toMatchObject({
      off: ['schedule', 'toApprove'],
      daily: true,
    }),
  )
})

describe('passkeys', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'credentials'))
  const typePassword = (text: string) =>
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: text } })

  it('cannot be added with a wrong password, nor twice on one device; the form shows the error', async () => {
    signInTestUser({ User: ['settings'] })
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    const create = vi.fn(() => Promise.reject(new DOMException('There is one', 'InvalidStateError')))
    Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
    const options = {
      challenge: 'AAAA',
      user: { id: 'AAAA' },
      excludeCredentials: [],
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    }
    server.respondWith((response, { method, params }) => {
      if (method === 'passkeys') return json(response, { resultCode: '0', passkeys: [] })
      json(
        response,
        params['password'] === 'right'
          ? { resultCode: '0', options }
          : { resultCode: '-20001', resultText: 'The password is not right' },
      )
    })
    showPage(<Passkeys />)
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Laptop' } })
    typePassword('wrong')
    fireEvent.click(screen.getByRole('button', { name: 'Add passkey' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The password is not right')
    expect(create).not.toHaveBeenCalled()
    typePassword('right')
    fireEvent.click(screen.getByRole('button', { name: 'Add passkey' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('This device already has a passkey for your account'),
    )
    expect(create).toHaveBeenCalledTimes(1)
    await expect.poll(() => server.requests.some(({ method }) => method === 'registerPasskey')).toBe(false)
  })

  it('show when they were last used, and removing one needs the password', async () => {
    signInTestUser({ User: ['settings'] })
    let passkeys = [{ passkeyId: HERE, name: 'Laptop', createdAt: at, lastUsedAt: at }]
    server.respondWith((response, { method }) => {
      if (method === 'removePasskey') passkeys = []
      json(response, { resultCode: '0', ...(method === 'passkeys' && { passkeys }) })
    })
    showPage(<Passkeys />)
    expect((await screen.findByRole('listitem')).textContent).toContain('last used')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }))
    typePassword('right')
    fireEvent.click(screen.getByRole('button', { name: 'Remove passkey' }))
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect
      .poll(() => server.requests.find(({ method }) => method === 'removePasskey')?.params)
      .toMatchObject({
        passkeyId: HERE,
        password: 'right',
      })
  })
})

describe('an authenticator app', () => {
  const URL_OF_KEY = 'otpauth://totp/Voyager:olive?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const recoveryCodes = ['AAAAA-11111', 'BBBBB-22222']
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  const requestsOf = (method: string) => server.requests.filter((request) => request.method === method)

  /** A server whose user has these security settings; `confirm` responds to a code. */
  function serverWith(settings: object, confirm: (response: Parameters<typeof json>[0], code: unknown) => void) {
    let currentSettings = {
      secondFactor: 'none',
      appRemovable: false,
      recoveryCodesLeft: 0,
      passwordChangedAt: null,
      passwordMin: 10,
      ...settings,
    }
    server.respondWith((response, { method, params }) => {
      if (method === 'securitySettings') return json(response, { resultCode: '0', ...currentSettings })
      if ('password' in params && params['password'] !== 'right')
        return json(response, { resultCode: '-20001', resultText: 'The password is not right' })
      if (method === 'offerAuthenticator')
        return json(response, { resultCode: '0', secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', otpauthUrl: URL_OF_KEY })
      if (method === 'confirmAuthenticator') {
        currentSettings = { ...currentSettings, secondFactor: 'app', appRemovable: true, recoveryCodesLeft: 2 }
        return confirm(response, params['challenge'])
      }
      currentSettings = { ...currentSettings, secondFactor: 'none', appRemovable: false }
      json(response, { resultCode: '0' })
    })
  }

  it('is set up with the password and a correct code; the recovery codes are shown once', async () => {
    signInTestUser({ User: ['settings'] })
    serverWith({}, (response, code) =>
      json(
        response,
        code === '123456'
          ? { resultCode: '0', recoveryCodes }
          : { resultCode: '-20151', resultText: 'Verification code not valid, please try again' },
      ),
    )
    showPage(<SecondFactor />)
    fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    expect(screen.queryByRole('button', { name: 'Remove authenticator app' })).toBeNull()
    type('Password', 'wrong')
    click('Continue')
    expect((await screen.findByRole('alert')).textContent).toContain('The password is not right')
    type('Password', 'right')
    click('Continue')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code of the secret for your authenticator app' })).toBeTruthy()

    type('Verification Code', '654321')
    click('Accept')
    expect((await screen.findByRole('alert')).textContent).toContain('Verification code not valid')
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Verification Code'))
    type('Verification Code', '123456')
    click('Accept')
    const dialog = await screen.findByRole('dialog', { name: 'Your new recovery codes' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    fireEvent.click(within(dialog).getByRole('checkbox'))
    click('OK')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('Authenticator app')).toBeTruthy()
  })

  it('is confirmed again with the same requestId if the response to the code was lost', async () => {
    signInTestUser({ User: ['settings'] })
    let lostCount = 0
    serverWith({}, (response) =>
      lostCount++ < 1 ? response.destroy() : json(response, { resultCode: '0', recoveryCodes }),
    )
    showPage(<SecondFactor />)
    fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    type('Password', 'right')
    click('Continue')
    await screen.findByLabelText('Verification Code')
    type('Verification Code', '123456')
    click('Accept')
    expect(await screen.findByText('AAAAA-11111')).toBeTruthy()
    const ids = requestsOf('confirmAuthenticator').map(({ params }) => params['requestId'])
    await expect.poll(() => [ids.length > 1, new Set(ids).size]).toEqual([true, 1])
  })

  it('can be removed with the password if that is allowed', async () => {
    signInTestUser({ User: ['settings'] })
    serverWith({ secondFactor: 'app', appRemovable: true, recoveryCodesLeft: 3 }, (response) => response.destroy())
    showPage(<SecondFactor />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove authenticator app' }))
    type('Password', 'right')
    click('Remove authenticator app')
    expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => requestsOf('removeAuthenticator')).toHaveLength(1)
  })

  it('cannot be removed if it is required, only replaced', async () => {
    signInTestUser({ User: ['settings'] })
    serverWith({ secondFactor: 'app', recoveryCodesLeft: 3 }, (response) => response.destroy())
    showPage(<SecondFactor />)
    expect(await screen.findByRole('button', { name: 'Replace authenticator app' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove authenticator app' })).toBeNull()
  })
})

describe('a new password', () => {
  const NEW = 'Windy-Harbor-43'
  const OLD = 'Sunny-Harbor-42'
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  const send = () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Old Password').form!)
  const MISMATCH_TEXT = /^The new password and confirmation password do not match, or the password does not meet/

  it('shows the met rules while it is typed, and cannot be saved until all are met', () => {
    signInTestUser({ User: ['settings'] })
    server.respondJson({
      resultCode: '0',
      secondFactor: 'none',
      appRemovable: false,
      recoveryCodesLeft: 0,
      passwordChangedAt: null,
      passwordMin: 10,
    })
    showPage(<ChangePasswordPage />)
    type('Old Password', OLD)
    const rules = within(screen.getByRole('list', { name: 'Rules' })).getAllByRole('listitem')
    expect(rules).toHaveLength(6)
    for (const [text, ticks] of [
      ['windy', 2],
      ['Windy', 3],
      ['Windy-', 4],
      ['Windy-Harbor-', 5],
      [NEW, 6],
      [OLD, 5],
    ] as const) {
      type('New Password', text)
      expect(rules.filter(({ textContent }) => textContent.includes(': done'))).toHaveLength(ticks)
    }
    type('New Password', NEW)
    type('Password Confirmation', 'Win')
    expect(screen.queryByText(MISMATCH_TEXT)).toBeNull()
    type('Password Confirmation', 'Wind')
    expect(screen.getByText(MISMATCH_TEXT)).toBeTruthy()
    const ariaDisabledOf = () => screen.getByRole('button', { name: 'Change Password' }).getAttribute('aria-disabled')
    expect(ariaDisabledOf()).toBe('true')
    send()
    expect(server.requests.some(({ method }) => method === 'changePassword')).toBe(false)
    type('Password Confirmation', NEW)
    expect(ariaDisabledOf()).toBeNull()
  })

  it('is rejected with a wrong old password, and accepted with the right one', async () => {
    signInTestUser({ User: ['settings'] })
    server.respondWith((response, { params }) =>
      json(
        response,
        params['oldPassword'] === 'Not-The-One-1'
          ? { resultCode: '-20001', resultText: 'The password is not right' }
          : { resultCode: '0' },
      ),
    )
    showPage(<ChangePasswordPage />)
    type('Old Password', 'Not-The-One-1')
    type('New Password', NEW)
    type('Password Confirmation', NEW)
    send()
    expect((await screen.findByRole('alert')).textContent).toContain('The password is not right')
    type('Old Password', OLD)
    send()
    expect(await screen.findByRole('dialog', { name: 'Your password has changed!' })).toBeTruthy()
  })

  it('stays typed if no response arrives, and is sent again with the same requestId', async () => {
    signInTestUser({ User: ['settings'] })
    server.respondWith((response, { method }) =>
      method === 'changePassword' ? void response.destroy() : json(response, { resultCode: '0' }),
    )
    showPage(<ChangePasswordPage />)
    type('Old Password', OLD)
    type('New Password', NEW)
    type('Password Confirmation', NEW)
    send()
    expect((await screen.findByRole('alert')).textContent).toContain('Cannot connect to server')
    expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe(NEW)
    server.respondJson({ resultCode: '0' })
    act(() => reportReached())
    send()
    expect(await screen.findByRole('dialog', { name: 'Your password has changed!' })).toBeTruthy()
    const sent = server.requests.filter(({ method }) => method === 'changePassword')
    await expect.poll(() => new Set(sent.map(({ params }) => params['requestId'])).size).toBe(1)
    await expect.poll(() => sent).toHaveLength(2)
  })
})

describe('without a connection', () => {
  /** Neither calls nor the probe get a response. */
  const loseServer = () => {
    server.respondWith((response) => response.destroy())
    server.serve((_, response) => response.destroy())
  }
  const ariaDisabledOf = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-disabled')

  it('known data stays, and actions that need the server are disabled with the reason', async () => {
    signInTestUser({ User: ['settings'], Batch: ['approve'] })
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    server.respondWith((response) => {
      const sessions = [{ sessionId: THERE, startedAt: at, lastActiveAt: at, isThis: false }]
      const settings = {
        secondFactor: 'app',
        appRemovable: true,
        recoveryCodesLeft: 3,
        passwordChangedAt: null,
        passwordMin: 10,
      }
      const passkeys = [{ passkeyId: HERE, name: 'Key', createdAt: at, lastUsedAt: null }]
      json(response, { resultCode: '0', sessions, passkeys, off: [], ...settings })
    })
    showPage(
      <>
        <SecondFactor />
        <Passkeys />
        <Sessions />
        <MailAlerts />
      </>,
    )
    const actionNames = [
      /^New recovery codes/,
      /^Replace authenticator/,
      /^Remove authenticator/,
      /^Add a passkey/,
      /^Remove Key/,
      /^End session/,
    ]
    await waitFor(() => expect(actionNames.map(ariaDisabledOf)).toEqual(actionNames.map(() => null)))
    const [firstCheckbox] = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(firstCheckbox?.disabled).toBe(false)

    act(() => reportUnreachable('no connection'))
    await expect.poll(() => actionNames.map(ariaDisabledOf)).toEqual(actionNames.map(() => 'true'))
    await expect.poll(() => firstCheckbox?.disabled).toBe(true)
    await expect.poll(() => screen.getAllByText(OFFLINE_REASON)).toHaveLength(actionNames.length + 1)
  })

  it('missing data is loaded when the connection is back, as the page says while it is missing', async () => {
    signInTestUser({ User: ['settings'] })
    loseServer()
    const stopRefreshing = refreshOnReconnect()
    showPage(<Sessions />)
    expect(await screen.findByText(/^This is not stored on this device/)).toBeTruthy()
    server.serve((_, response) => json(response, { ready: true }))
    server.respondJson({
      resultCode: '0',
      sessions: [{ sessionId: HERE, startedAt: at, lastActiveAt: at, isThis: true }],
    })
    act(() => reportReached())
    expect(await screen.findByText('This session')).toBeTruthy()
    stopRefreshing()
  })

  it('a password can be typed, but is not sent', async () => {
    signInTestUser({ User: ['settings'] })
    loseServer()
    showPage(<ChangePasswordPage />)
    await waitFor(() => expect(screen.getByText(OFFLINE_REASON)).toBeTruthy())
    for (const [label, text] of [
      ['Old Password', 'Old-Harbor-42x'],
      ['New Password', 'New-Harbor-42x'],
      ['Password Confirmation', 'New-Harbor-42x'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    expect(screen.getByText(OFFLINE_REASON)).toBeTruthy()
    fireEvent.submit(screen.getByLabelText('Old Password').closest('form') as HTMLFormElement)
    await expect.poll(() => server.requests.filter(({ method }) => method === 'changePassword')).toEqual([])
  })
})

describe('notifications', () => {
  const notifyCheckbox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Notify me on this device/ })
  /** A browser whose user responds to the permission request like this. */
  function stubBrowser(permission: NotificationPermission, response = permission) {
    const notificationApi = {
      permission,
      requestPermission: vi.fn(() => Promise.resolve((notificationApi.permission = response))),
    }
    stubNotifications(notificationApi)
    return notificationApi
  }

  it('ask for permission when turned on, and stay off if the user refuses', async () => {
    const deniedApi = stubBrowser('default', 'denied')
    showPage(<SystemNotices />)
    fireEvent.click(notifyCheckbox())
    await waitFor(() => expect(deniedApi.requestPermission).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(notifyCheckbox().disabled).toBe(true))
    expect(notifyCheckbox().checked).toBe(false)
    expect(screen.getByText(/^This browser does not allow notifications/)).toBeTruthy()
  })

  it('are on once the user grants permission, and off again after a click', async () => {
    stubBrowser('default', 'granted')
    showPage(<SystemNotices />)
    fireEvent.click(notifyCheckbox())
    await waitFor(() => expect(notifyCheckbox().checked).toBe(true))
    fireEvent.click(notifyCheckbox())
    await waitFor(() => expect(notifyCheckbox().checked).toBe(false))
  })

  it('are unavailable in a browser that does not support them', () => {
    showPage(<SystemNotices />)
    expect(notifyCheckbox().disabled).toBe(true)
    expect(screen.getByText('This browser has no notifications.')).toBeTruthy()
  })
})
