// The pages of emailed links: 'Loading...', every state, the form, its request, and messages that are HTML.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import ActivatePage from '#pages/access/ActivatePage.tsx'
import ResetPasswordPage from '#pages/access/ResetPasswordPage.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const user = { USERID: '8', OWNERID: 3, USERNAME: 'pat' }
const usableLink = { ISVALID: true, ISEXPIRED: false, ISPASSWORDSET: false, USER: user }
const NEW_PASSWORD = 'Windy-Harbor-43'

const server = withStubServer()

const openPage = (kind: 'reset' | 'activate') =>
  render(
    <MemoryRouter initialEntries={[`/${kind}/link-1`]}>
      <Routes>
        <Route path="/activate/:uuid" element={<ActivatePage />} />
        <Route path="/reset/:uuid" element={<ResetPasswordPage />} />
      </Routes>
    </MemoryRouter>,
  )

/** Responds first with the info about the link, then with success to everything. */
const respondWith = (info: object) =>
  server.respondWith((response, { method }) =>
    json(
      response,
      method.endsWith('Info')
        ? { resultCode: '0', resultText: { userActivationData: JSON.stringify(info) } }
        : { resultCode: '0' },
    ),
  )

async function enterPassword(password: string, confirmation = password) {
  fireEvent.change(await screen.findByLabelText('New Password'), { target: { value: password } })
  const confirmationField = screen.getByLabelText('Password Confirmation')
  fireEvent.change(confirmationField, { target: { value: confirmation } })
  fireEvent.keyDown(confirmationField, { key: 'Enter' })
}

it('shows Loading... until the response about the link arrives', () => {
  server.respondWith(() => undefined)
  openPage('reset')
  expect(screen.getByText('Loading...')).toBeTruthy()
})

it.each([
  ['reset', { ...usableLink, ISVALID: false }, 'The link is invalid'],
  ['reset', { ...usableLink, ISEXPIRED: true }, 'Your reset password link is expired, please request a new one'],
  ['reset', { ...usableLink, USER: { ...user, OWNERID: 1 } }, 'The link is invalid'],
  ['activate', { ...usableLink, ISVALID: false }, 'Activation invalid'],
  [
    'activate',
    { ...usableLink, ISEXPIRED: true },
    'Your activation is expired. Please request administrator to resend activation',
  ],
  [
    'activate',
    { ...usableLink, ISPASSWORDSET: true },
    'Account already active. Please try login with your username and password',
  ],
] as const)('a link to %s with %j shows: %s', async (kind, info, text) => {
  respondWith(info)
  openPage(kind)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(screen.queryByLabelText('New Password')).toBeNull()
})

it('saves the password, then activates the account', async () => {
  respondWith(usableLink)
  openPage('activate')
  await enterPassword(NEW_PASSWORD)
  expect(await screen.findByText('Password set succesfully!')).toBeTruthy()
  const link = { userUUID: 'link-1' }
  await expect
    .poll(() => server.requests)
    .toEqual([
      { method: 'getActivationInfo', params: link },
      {
        method: 'savePassword',
        params: {
          ...link,
          userId: '8',
          ownerId: 3,
          password: NEW_PASSWORD,
          confirmPassword: NEW_PASSWORD,
          reset: false,
          requestId: expect.any(String) as string,
        },
      },
      { method: 'activateUser', params: { user: '8', token: 'link-1', requestId: expect.any(String) as string } },
    ])
})

it('sends the same requestId again if there was no response, and a new one for another password', async () => {
  respondWith(usableLink)
  openPage('reset')
  await screen.findByLabelText('New Password')
  server.respondWith((response) => response.destroy())
  const savePasswordRequests = () => server.requests.filter(({ method }) => method === 'savePassword')
  for (const [password, count] of [
    [NEW_PASSWORD, 1],
    [NEW_PASSWORD, 2],
    ['Other-Harbor-44', 3],
  ] as const) {
    await enterPassword(password)
    await waitFor(() => expect(savePasswordRequests()).toHaveLength(count))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Cannot connect to server'))
  }
  const [first, second, third] = savePasswordRequests().map(({ params }) => params['requestId'])
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('offers a retry if the response about the link or the activation is lost; the password is typed only once', async () => {
  server.respondWith((response) => response.destroy())
  openPage('activate')
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot connect to server')
  respondWith(usableLink)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('pat')).toBeTruthy()
  server.respondWith((response, { method }) =>
    method === 'activateUser' ? void response.destroy() : json(response, { resultCode: '0' }),
  )
  await enterPassword(NEW_PASSWORD)
  expect(await screen.findByText('Your password is set, but your account is not active yet.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Cannot connect to server')
  respondWith(usableLink)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Password set succesfully!')).toBeTruthy()
  const count = (name: string) => server.requests.filter(({ method }) => method === name).length
  await expect.poll(() => [count('savePassword'), count('activateUser')]).toEqual([1, 2])
})

it('shows at the field why a password is not accepted, and does not send it', async () => {
  respondWith(usableLink)
  openPage('reset')
  await screen.findByLabelText('New Password')
  const button = () => screen.getByRole('button', { name: 'Set Password' })
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Please fill in the required fields')).toBeTruthy()
  await enterPassword(NEW_PASSWORD, 'Windy')
  expect(screen.getAllByText('Passwords do not match!').length).toBeGreaterThan(0)
  for (const invalidPassword of ['Short-1', 'windy-harbor-43', 'Windy-Harbor', 'Windy43Harbor', 'Windy-PAT-4321']) {
    await enterPassword(invalidPassword)
    expect(
      screen.getAllByText(/^Invalid Password: ensure password includes lower and upper case letter/).length,
    ).toBeGreaterThan(0)
    expect(button().getAttribute('aria-disabled')).toBe('true')
  }
  await expect.poll(() => server.requests.map(({ method }) => method)).toEqual(['getResetPasswordInfo'])
})

describe('a message that is HTML', () => {
  it('keeps simple formatting and https links, and nothing else', async () => {
    server.respondJson({
      resultCode: '-20409',
      resultText:
        '<p>No <b>way</b> <img src=x onerror=alert(1)><script>alert(2)</script><a href="https://a.example/" onclick="x()">here</a> <a href="javascript:alert(3)">there</a></p>',
    })
    openPage('reset')
    const link = await screen.findByRole('link', { name: 'here' })
    expect(link.getAttribute('href')).toBe('https://a.example/')
    expect(link.getAttribute('onclick')).toBeNull()
    expect(screen.getByText('way').tagName).toBe('B')
    expect(screen.getByText('there').getAttribute('href')).toBeNull()
    expect(document.querySelector('img, script')).toBeNull()
  })
})
