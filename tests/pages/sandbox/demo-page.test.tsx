// The page of the simulator in the demo programme: events of cards and payments, but neither outage nor reset.
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import SandboxPage from '#pages/sandbox/SandboxPage.tsx'
import { showPage } from '#tests/support/show-page.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

vi.mock('#brand/current.ts', () => ({ client: { ...voyager, isDemo: true } }))
const server = withStubServer()

it('offers what a card processor and a bank report, and nothing that changes the whole programme', async () => {
  server.respondWith((response) =>
    json(response, { resultCode: '0', isProcessorDown: false, waitingEvents: 0, currency: 'SGD' }),
  )
  signInTestUser({ User: ['write'] })
  showPage(<SandboxPage />)
  expect((await screen.findAllByRole('heading')).map(({ textContent }) => textContent)).toContain('Simulator')
  expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Simulate', 'Simulate payment']),
  )
  for (const name of ['Take it down', 'Reset']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('Rows with an outcome')).toBeNull()
})
