// The sign-in page as somebody uses it (access §2, §4, §5): typing, Enter, what the host says, what a lost line says.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import LoginPage from '#pages/access/LoginPage.tsx'
import { sessionStore } from '#services/session.ts'
import { json, startWireServer, type WireServer } from '#tests/support/wire.ts'

const user = { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' }

let server: WireServer
beforeEach(async () => {
  server = await startWireServer()
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  )
})
afterEach(() => server.close())

const username = () => screen.getByLabelText<HTMLInputElement>('Username')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

function logIn(name = 'olive', secret = 'Sunny-Harbor-42') {
  fireEvent.change(username(), { target: { value: name } })
  fireEvent.change(password(), { target: { value: secret } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

/** The host that lets olive in. */
const letIn = () =>
  server.answer((response, { method }) =>
    method === 'logIn'
      ? json(response, { resultCode: '0', token: 'token-1' })
      : json(response, { resultCode: '0', user, permissions: { Batch: ['load'] }, draftKey: '' }),
  )

it('has the fields that a password manager knows, of at most 100 characters', () => {
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

it('signs in: the token, then the user and the permissions, then the session', async () => {
  letIn()
  logIn()
  await waitFor(() => expect(sessionStore.get()).toEqual({ token: 'token-1', user, permissions: { Batch: ['load'] } }))
  expect(server.asked).toEqual([
    { method: 'logIn', params: { username: 'olive', password: 'Sunny-Harbor-42', ownerID: 3 } },
    { method: 'userInfo', params: { token: 'token-1' } },
  ])
  expect(JSON.stringify(localStorage.getItem('portal:/voyager/:session'))).not.toContain('Sunny')
})

it('asks for what is missing, at its field, and asks the host nothing', () => {
  logIn('', '')
  expect(screen.getAllByText('This field is required')).toHaveLength(2)
  expect(document.activeElement).toBe(username())
  logIn('olive', '')
  expect(screen.getAllByText('This field is required')).toHaveLength(1)
  expect(document.activeElement).toBe(password())
  expect(server.asked).toEqual([])
})

it('shows what the host says, keeps what was typed, and goes on at the password', async () => {
  server.answerJson({ resultCode: '-20032', resultText: 'This account is locked' })
  logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('This account is locked')
  expect([username().value, password().value]).toEqual(['olive', 'Sunny-Harbor-42'])
  expect(document.activeElement).toBe(password())
  expect(sessionStore.get()).toBeUndefined()
})

it('says Cannot connect to server when the line drops, and signs in when it is back', async () => {
  server.answer((response) => response.destroy())
  logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Cannot connect to server')
  letIn()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
})

it('needs no second sign-in when only the answer about the user was lost', async () => {
  let lose = true
  server.answer((response, { method }) => {
    if (method === 'logIn') return json(response, { resultCode: '0', token: 'token-1' })
    if (lose) return void response.destroy()
    json(response, { resultCode: '0', user, permissions: {}, draftKey: '' })
  })
  logIn()
  const again = await screen.findByRole('button', { name: 'Try again' })
  lose = false
  fireEvent.click(again)
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
  expect(server.asked.filter(({ method }) => method === 'logIn')).toHaveLength(1)
})

it('sends once, however often it is pressed', async () => {
  let release = () => undefined as void
  server.answer((response) => {
    release = () => json(response, { resultCode: '-20001', resultText: 'Wrong username or password' })
  })
  logIn()
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  fireEvent.submit(password().form!)
  await waitFor(() => expect(server.asked).toHaveLength(1))
  release()
  await screen.findByRole('alert')
  expect(server.asked).toHaveLength(1)
})

it('asks for the one-time code, sends it with the credentials, and tells of a new one', async () => {
  server.answerJson({ resultCode: '-20150' })
  logIn()
  const code = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  expect(screen.getByText('Enter a verification code sent to your email.')).toBeTruthy()
  expect(code).toMatchObject({ maxLength: 6, autocomplete: 'one-time-code' })
  expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true')

  server.answerJson({ resultCode: '-20152' })
  fireEvent.click(screen.getByRole('button', { name: 'Resend Code' }))
  expect(await screen.findByText('The code has been resent to your email!')).toBeTruthy()
  expect(server.asked.at(-1)?.params).toMatchObject({ username: 'olive', resend: true })

  letIn()
  fireEvent.change(screen.getByLabelText('Verification Code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
  expect(server.asked.at(-2)?.params).toMatchObject({
    username: 'olive',
    password: 'Sunny-Harbor-42',
    challenge: '123456',
  })
})

it('keeps the one-time code when the line drops, and sends it again', async () => {
  server.answerJson({ resultCode: '-20150' })
  logIn()
  const code = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  server.answer((response) => response.destroy())
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Cannot connect to server')
  expect(screen.getByLabelText<HTMLInputElement>('Verification Code').value).toBe('123456')
  letIn()
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sessionStore.get()?.token).toBe('token-1'))
})

it('returns from the code to the plain form by Cancel', async () => {
  server.answerJson({ resultCode: '-20150' })
  logIn()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(username().value).toBe('')
})

it('asks for the password again after a reload while a code was asked for, says why, and says it no more once signing in', async () => {
  server.answer((response) => json(response, { resultCode: '-20150', resultText: '' }))
  logIn()
  await screen.findByRole('button', { name: 'Resend Code' })
  // What a reload leaves: the page anew, with the tab's own storage.
  cleanup()
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  )
  expect(screen.getByText('Enter your password again')).not.toBeNull()
  expect(password().value).toBe('')
  server.answer((response) => json(response, { resultCode: '-20001', resultText: 'No' }))
  logIn()
  await screen.findByText('No')
  expect(screen.queryByText('Enter your password again')).toBeNull()
})
