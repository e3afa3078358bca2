// The form for a forgotten password: the required name, the same message for every account, and an unreachable server.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import ForgotPasswordPage from '#pages/access/ForgotPasswordPage.tsx'
import { withStubServer } from '#tests/support/stub-server.ts'

const NEUTRAL_MESSAGE =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'

const server = withStubServer()
beforeEach(() => {
  history.replaceState(null, '', '/forgotPassword')
  load()
})

/** Renders the page like a browser reload, with the state of its history entry. */
function load() {
  cleanup()
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/forgotPassword" element={<ForgotPasswordPage />} />
        <Route path="/login" element={<Link to="/forgotPassword">the sign-in</Link>} />
      </Routes>
    </BrowserRouter>,
  )
}

const account = () => screen.getByLabelText<HTMLInputElement>('Username or email')
const nextButton = () => screen.getByRole('button', { name: 'Next' })

it('requires a username or an email, and sends nothing without one', () => {
  expect(screen.getByText('Please enter your username or e-mail address to reset your password .')).toBeTruthy()
  expect(account().maxLength).toBe(100)
  expect(nextButton().getAttribute('aria-disabled')).toBe('true')
  fireEvent.submit(account().form!)
  expect(server.requests).toEqual([])
})

it('offers a retry if there is no response, shows the server’s message, and leads back to the login', async () => {
  server.respondWith((response) => response.destroy())
  fireEvent.change(account(), { target: { value: 'olive' } })
  fireEvent.submit(account().form!)
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot connect to server')
  server.respondJson({ resultCode: '-20015', resultText: NEUTRAL_MESSAGE })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(NEUTRAL_MESSAGE)).toBeTruthy()
  await expect
    .poll(() => server.requests)
    .toEqual(Array(2).fill({ method: 'rememberPassword', params: { account: 'olive', ownerId: 3 } }))
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText('the sign-in')
})

it.each([
  [{ resultCode: '-20015', resultText: NEUTRAL_MESSAGE }, NEUTRAL_MESSAGE, 'sentIfKnown'],
  [{ resultCode: '0', resultText: 'olive@example.test' }, 'olive@example.test', 'olive@example.test'],
])(
  'after the response %j, shows the outcome again after a reload, and the form when opened again',
  async (response, text, storedText) => {
    server.respondJson(response)
    fireEvent.change(account(), { target: { value: 'olive' } })
    fireEvent.submit(account().form!)
    await screen.findByText(text)
    await waitFor(() => expect(JSON.stringify(history.state)).toContain(storedText))
    load()
    expect(screen.getByText(text)).toBeTruthy()
    await expect.poll(() => server.requests).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    fireEvent.click(screen.getByText('the sign-in'))
    await expect.poll(() => account().value).toBe('')
  },
)

it('still offers a retry after a reload if there was no response', async () => {
  server.respondWith((response) => response.destroy())
  fireEvent.change(account(), { target: { value: 'olive' } })
  fireEvent.submit(account().form!)
  await screen.findByRole('alert')
  load()
  expect(screen.getByRole('alert').textContent).toContain('Cannot connect to server')
  server.respondJson({ resultCode: '-20015', resultText: NEUTRAL_MESSAGE })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(NEUTRAL_MESSAGE)).toBeTruthy()
  await expect.poll(() => server.requests.map(({ params }) => params['account'])).toEqual(['olive', 'olive'])
})

it.each([null, 'x', { input: 'olive' }, { input: 'olive', outcome: { kind: 'sent', email: 5 } }])(
  'shows the form if the history entry contains something else: %j',
  (usr) => {
    history.replaceState({ usr, key: 'k', idx: 0 }, '', '/forgotPassword')
    load()
    expect(account().value).toBe('')
  },
)
