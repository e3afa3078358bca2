// The login page in use: typing, Enter, the server's messages, and a lost connection.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import LoginPage from '#pages/access/LoginPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const user = { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' }

const server = withStubServer()
beforeEach(() => {
  showPage(<LoginPage />)
})

const username = () => screen.getByLabelText<HTMLInputElement>('Username')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

function logIn(name = 'olive', secret = 'Sunny-Harbor-42') {
  fireEvent.change(username(), { target: { value: name } })
  fireEvent.change(password(), { target: { value: secret } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

/** A server that lets olive log in. */
const acceptLogin = () =>
  server.respondWith((response, { method }) =>
    method === 'logIn'
      ? json(response, { resultCode: '0', token: 'token-1' })
      : json(response, { resultCode: '0', user, permissions: { Batch: ['load'] }, draftKey: '' }),
  )

it('has the fields that password managers recognize, with at most 100 characters', () => {
  expect(username()).toMatchObject({ autocomplete: 'username', maxLength: 100, type: 'text' })
  expect(password()).toMatchObject({ autocomplete: 'current-password', maxLength: 100, type: 'password' })
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgotPassword')
})

it('shows the password and hides it again', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
})

it('logs in: requests the token, then the user and the permissions, then starts the session', async () => {
  acceptLogin()
  logIn()
  await waitFor(() => expect(sessionStore.get()).toEqual({ token: 'token-1', user, permissions: { Batch: ['load'] } }))
  await expect
    .poll(() => server.requests)
    .toEqual([
      { method: 'logIn', params: { username: 'olive', password: 'Sunny-Harbor-42', ownerID: 3 } },
      { method: 'userInfo', params: { token: 'token-1' } },
    ])
  await expect.poll(() => JSON.stringify(localStorage.getItem('portal:/voyager/:session'))).not.toContain('Sunny')
})

it('shows missing values at their fields, and sends nothing to the server', () => {
  logIn('', '')
  expect(screen.getAllByText('This field is required')).toHaveLength(2)
  expect(document.activeElement).toBe(username())
  logIn('olive', '')
  expect(screen.getAllByText('This field is required')).toHaveLength(1)
  expect(document.activeElement).toBe(password())
  expect(server.requests).toEqual([])
})

it('shows the server’s message, keeps the typed text, and focuses the password', async () => {
  server.respondJson({ resultCode: '-20032', resultText: 'This account is locked' })
  logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('This account is locked')
  expect([username().value, password().value]).toEqual(['olive', 'Sunny-Harbor-42'])
  await expect.poll(() => document.activeElement).toBe(password())
  expect(sessionStore.get()).toBeUndefined()
})

it('shows Cannot connect to server if the connection drops, and logs in when it is back', async () => {
  server.respondWith((response) => response.destroy())
  logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Cannot connect to server')
  acceptLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
})

it('sends one request, however often the button is pressed', async () => {
  let release = () => undefined as void
  server.respondWith((response) => {
    release = () => json(response, { resultCode: '-20001', resultText: 'Wrong username or password' })
  })
  logIn()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  fireEvent.submit(password().form!)
  await waitFor(() => expect(server.requests).toHaveLength(1))
  release()
  await screen.findByRole('alert')
  await expect.poll(() => server.requests).toHaveLength(1)
})

it('requires the one-time code, sends it with the credentials, and announces a new one', async () => {
  server.respondJson({ resultCode: '-20150' })
  logIn()
  const code = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  expect(screen.getByText('Enter a verification code sent to your email.')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(code)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(code).toMatchObject({ maxLength: 6, autocomplete: 'one-time-code' })
  expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true')

  server.respondJson({ resultCode: '-20152' })
  fireEvent.click(screen.getByRole('button', { name: 'Resend Code' }))
  expect(await screen.findByText('The code has been resent to your email!')).toBeTruthy()
  await expect.poll(() => server.paramsOf('logIn').at(-1)).toMatchObject({ username: 'olive', resend: true })

  acceptLogin()
  fireEvent.change(screen.getByLabelText('Verification Code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
  await expect
    .poll(() => server.paramsOf('logIn').at(-1))
    .toMatchObject({
      username: 'olive',
      password: 'Sunny-Harbor-42',
      challenge: '123456',
    })
})

it('keeps the one-time code if the connection drops, and sends it again', async () => {
  server.respondJson({ resultCode: '-20150' })
  logIn()
  const code = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  server.respondWith((response) => response.destroy())
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Cannot connect to server')
  expect(screen.getByLabelText<HTMLInputElement>('Verification Code').value).toBe('123456')
  acceptLogin()
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
})

const WRONG = { resultCode: '-20151', resultText: 'Verification code not valid, please try again' }
const field = () => screen.getByLabelText<HTMLInputElement>('Verification Code')
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } })

it('selects a wrong one-time code, so that typing replaces it', async () => {
  server.respondJson({ resultCode: '-20150' })
  logIn()
  await screen.findByLabelText('Verification Code')
  server.respondJson(WRONG)
  fireEvent.change(field(), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect((await screen.findByRole('alert')).textContent).toBe(WRONG.resultText)
  await expect.poll(() => document.activeElement).toBe(field())
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6])
})

it('accepts a recovery code in place of a code from the app, and removes the message about the app’s code', async () => {
  server.respondJson({ resultCode: '-20150', factor: 'app' })
  logIn()
  await screen.findByText('Enter the verification code that your authenticator app shows.')
  server.respondJson(WRONG)
  paste('123 456')
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('alert')
  await expect.poll(() => server.paramsOf('logIn').at(-1)).toMatchObject({ challenge: '123456' })
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  // The message about the app's code does not apply to the recovery code.
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  acceptLogin()
  fireEvent.change(screen.getByLabelText('Recovery Code'), { target: { value: 'ABCDE-FGHIJ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
  await expect
    .poll(() => server.requests.findLast(({ method }) => method === 'logIn')?.params)
    .toMatchObject({
      challenge: 'ABCDE-FGHIJ',
    })
})

it('reports that no passkey was used, and the code still logs the user in', async () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const get = vi.fn(() => Promise.reject(new DOMException('Not now', 'NotAllowedError')))
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  server.respondWith((response, { method }) =>
    json(
      response,
      method === 'logIn'
        ? { resultCode: '-20150', passkey: true }
        : { resultCode: '0', options: { challenge: 'AAAA' } },
    ),
  )
  logIn()
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used')
  expect(get).toHaveBeenCalledTimes(1)
  Reflect.deleteProperty(navigator, 'credentials')
  acceptLogin()
  fireEvent.change(field(), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
})

it('sets up an authenticator app: key as picture and text, a first code, and recovery codes that must be saved', async () => {
  const secret = 'ABCDEFGHIJKLMNOP'
  const recoveryCodes = ['AAAAA-BBBBB', 'CCCCC-DDDDD']
  server.respondWith((response, { method }) =>
    json(
      response,
      method === 'logIn'
        ? { resultCode: '-20031' }
        : { resultCode: '0', secret, otpauthUrl: `otpauth://totp/a?secret=${secret}` },
    ),
  )
  logIn()
  expect(await screen.findByRole('heading', { name: 'Two-Factor Authentication Required' })).toBeTruthy()
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(screen.getByText('ABCD EFGH IJKL MNOP').tagName).toBe('CODE')

  server.respondJson(WRONG)
  fireEvent.change(field(), { target: { value: '111111' } })
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).toBe(WRONG.resultText)
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6])
  // The code as authenticator apps display it, with a space.
  paste('123 456')
  server.respondJson({ resultCode: '0', recoveryCodes })
  fireEvent.submit(field().form!)

  const dialog = await screen.findByRole('dialog', { name: 'Enrolment Successful' })
  await expect.poll(() => server.paramsOf('confirm2FAEnrolment').at(-1)).toMatchObject({ challenge: '123456' })
  expect(within(dialog).getByText('Two-Factor Authentication activated successfully')).toBeTruthy()
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes)
  expect(screen.queryByText(/ABCD/)).toBeNull()
  // Neither Esc nor OK closes the dialog before the user confirms that the codes are saved.
  fireEvent.keyDown(dialog, { key: 'Escape' })
  const ok = within(dialog).getByRole('button', { name: 'OK' })
  await expect.poll(() => ok.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(ok)
  await expect.poll(() => dialog.isConnected).toBe(true)
  fireEvent.click(within(dialog).getByLabelText(/^I have saved them/))
  fireEvent.click(ok)
  await waitFor(() => expect(username().value).toBe(''))
})

it('Cancel returns from the code to the empty form', async () => {
  server.respondJson({ resultCode: '-20150' })
  logIn()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(username().value).toBe('')
})

it('a reload during the code step asks for the password again and explains why, until the user’s next attempt', async () => {
  server.respondWith((response) => json(response, { resultCode: '-20150', resultText: '' }))
  logIn()
  await screen.findByRole('button', { name: 'Resend Code' })
  // Simulates a reload: a new page with the same tab storage.
  cleanup()
  showPage(<LoginPage />)
  expect(screen.getByText('Enter your password again')).not.toBeNull()
  expect(password().value).toBe('')
  server.respondWith((response) => json(response, { resultCode: '-20001', resultText: 'No' }))
  logIn()
  await screen.findByText('No')
  expect(screen.queryByText('Enter your password again')).toBeNull()
})

it('explains why no code can be valid, has no field for one, and continues once a new one is sent', async () => {
  const reason =
    'The code has been sent too many times. The last one is no longer valid: please try again in 29 minutes.'
  server.respondJson({ resultCode: '-20150', resultText: reason, factor: 'email', retryAfter: 1740 })
  logIn()
  expect((await screen.findByRole('alert')).textContent).toBe(
    `${reason}Press Resend Code when the time is up. If you cannot wait, ask an administrator to reset your second factor.`,
  )
  expect(screen.queryByLabelText('Verification Code')).toBeNull()
  expect(screen.queryByText('Enter a verification code sent to your email.')).toBeNull()
  server.respondJson({ resultCode: '-20152', resultText: 'The code has been resent to your email!' })
  fireEvent.click(screen.getByRole('button', { name: 'Resend Code' }))
  expect(await screen.findByText('The code has been resent to your email!')).toBeTruthy()
  expect(screen.getByLabelText('Verification Code')).toBeTruthy()
  await expect.poll(() => server.paramsOf('logIn').at(-1)).toMatchObject({ resend: true })
})

it('an ordinary request for a code shows only the specified text', async () => {
  server.respondJson({ resultCode: '-20150', resultText: 'whatever the server adds', factor: 'email' })
  logIn()
  expect(await screen.findByText('Enter a verification code sent to your email.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
