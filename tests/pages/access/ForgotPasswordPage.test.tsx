// A forgotten password (access §2, §5): the name that is asked for, the same words for everybody, and a host that is gone.
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ForgotPasswordPage from '#pages/access/ForgotPasswordPage.tsx'
import { startWireServer, type WireServer } from '#tests/support/wire.ts'

const NEUTRAL =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'

let server: WireServer
beforeEach(async () => {
  server = await startWireServer()
  render(
    <MemoryRouter initialEntries={['/forgotPassword']}>
      <Routes>
        <Route path="/forgotPassword" element={<ForgotPasswordPage />} />
        <Route path="/login" element="the sign-in" />
      </Routes>
    </MemoryRouter>,
  )
})
afterEach(() => server.close())

const account = () => screen.getByLabelText<HTMLInputElement>('Username or email')
const next = () => screen.getByRole('button', { name: 'Next' })

it('asks for a name or an address, and for nothing without one', () => {
  expect(screen.getByText('Please enter your username or e-mail address to reset your password .')).toBeTruthy()
  expect(account().maxLength).toBe(100)
  expect(next().getAttribute('aria-disabled')).toBe('true')
  fireEvent.submit(account().form!)
  expect(server.asked).toEqual([])
})

it('asks again where nobody answered, says what the host says, and leads back to the sign-in', async () => {
  server.answer((response) => response.destroy())
  fireEvent.change(account(), { target: { value: 'olive' } })
  fireEvent.submit(account().form!)
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot connect to server')
  server.answerJson({ resultCode: '-20015', resultText: NEUTRAL })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(NEUTRAL)).toBeTruthy()
  expect(server.asked).toEqual(Array(2).fill({ method: 'rememberPassword', params: { account: 'olive', ownerId: 3 } }))
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(screen.getByText('the sign-in')).toBeTruthy()
})
