// The sign-in page without a connection: it explains what is possible, and promises nothing that needs a session.
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignedOutFrame } from '#app/frame/SignedOutFrame.tsx'
import LoginPage from '#pages/access/LoginPage.tsx'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { sessionStore } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

beforeEach(() => {
  // A response would end the offline state, so no request of the page gets one.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => act(() => reportReached()))

it.each([
  ['no connection', /^You can log in when you are back online\. Drafts on this device are kept/],
  ['invalid response', /^You can log in when the server answers again\. Drafts on this device are kept/],
] as const)('the sign-in page explains what is possible with %s', (fault, text) => {
  signInTestUser({})
  sessionStore.clear('ended')
  act(() => reportUnreachable(fault))
  render(
    <MemoryRouter>
      <SignedOutFrame notices={null}>
        <LoginPage />
      </SignedOutFrame>
    </MemoryRouter>,
  )
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Your session has ended')).toBeTruthy()
  // The user of the session needs to type only the password.
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('olive')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(document.body.textContent).not.toMatch(/keep editing|go on where you were|continue where you left off/)
  act(() => reportReached())
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByText('Log in to continue where you left off.')).toBeTruthy()
})
