// Company login: what is missing on the server, each step of the check in words, and a test login in a new tab.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import CompanyLoginPage from '#pages/users/CompanyLoginPage.tsx'
import { open, useUsersServer } from './setup.tsx'

const server = useUsersServer()
afterEach(() => vi.restoreAllMocks())

const addresses = {
  back: 'https://cards.example/voyager/sso/back',
  afterLogout: 'https://cards.example/voyager/login',
  backChannel: 'https://cards.example/voyager/sso/logout',
  scim: 'https://cards.example/voyager/scim/v2',
}
const steps = [
  { step: 'keys', state: 'ok', text: 'we could read its keys: 2 for signatures.' },
  { step: 'groups', state: 'wrong', text: 'the portal has no such group: check OIDC_GROUPS.' },
]
const openPage = async (isConnected: boolean, more: object = {}) => {
  server.setResponses({ companyLogin: { isConnected, addresses, steps }, ...more })
  open(CompanyLoginPage, '/user/company-login')
  await screen.findByText(addresses.back)
}

it('names the settings that the server needs, and offers no test without them', async () => {
  await openPage(false)
  for (const name of ['OIDC_ISSUER', 'OIDC_NAME', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
    await expect.poll(() => screen.queryByText(name)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Test a login/ })).toBeNull()
})

it('shows what works and what is wrong, and checks again', async () => {
  await openPage(true)
  const row = screen.getByText('The portal has no such group: check OIDC_GROUPS.').closest('li') as HTMLElement
  await waitFor(() => {
    expect(within(row).getByText('Wrong')).toBeTruthy()
    expect(within(row).getByText('Groups')).toBeTruthy()
  })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await expect.poll(() => server.requests('companyLogin')).toHaveLength(2)
})

it('opens the test in a new tab, and shows its result when the user comes back', async () => {
  const tab = { location: { href: 'about:blank' }, opener: window, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const sent = vi.spyOn(globalThis, 'fetch')
  await openPage(true, { startTestLogin: { url: 'https://login.example/authorize' } })
  fireEvent.click(screen.getByRole('button', { name: /Test a login/ }))
  await expect.poll(() => [tab.location.href, tab.opener]).toEqual(['https://login.example/authorize', null])
  // The cookie that binds the test to this browser.
  await expect
    .poll(() =>
      sent.mock.calls.flatMap(([, options]) =>
        typeof options?.body === 'string' && options.body.includes('startTestLogin') ? [options?.credentials] : [],
      ),
    )
    .toEqual(['same-origin'])
  const before = server.requests('companyLogin').length
  fireEvent.focus(window)
  await expect.poll(() => server.requests('companyLogin').length).toBeGreaterThan(before)
})

it('says so if the browser blocks the tab, or the provider does not answer', async () => {
  const tab = { location: { href: '' }, opener: window, close: vi.fn() }
  const opened = vi.spyOn(window, 'open').mockReturnValueOnce(null)
  await openPage(true, { startTestLogin: { resultCode: '-20409', resultText: 'Contoso does not respond' } })
  fireEvent.click(screen.getByRole('button', { name: /Test a login/ }))
  await expect.poll(() => screen.queryByText(/did not open the tab/)).toBeTruthy()
  opened.mockReturnValueOnce(tab as unknown as Window)
  fireEvent.click(screen.getByRole('button', { name: /Test a login/ }))
  await expect.poll(() => screen.queryByText('Contoso does not respond')).toBeTruthy()
  await expect.poll(() => tab.close.mock.calls).toHaveLength(1)
})
