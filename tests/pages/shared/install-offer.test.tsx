// The offer to install the portal: when it appears, who is not asked again, and what is shown if the browser does not
// offer it.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ThisDevice } from '#pages/account/ThisDevice.tsx'
import { InstallOffer } from '#pages/shared/InstallOffer.tsx'
import { createUploadPage } from '#pages/upload/UploadWizardPage.tsx'
import { watchInstall } from '#services/device/install.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { violationsInJsdom } from '#tests/support/axe-jsdom.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { checkedCard } from '#tests/support/card-response.ts'

const TITLE = 'Install the portal on this device'

const server = withStubServer()
beforeAll(watchInstall)
beforeEach(() => {
  setDisplayMode('browser')
  readFilesWithoutWorker(sheetsWorker)
  server.respondWith((response, { method, params }) => {
    const elements = (params['batchElements'] ?? []) as object[]
    json(response, {
      resultCode: '0',
      ...(method === 'verifyBatchFile' && {
        batchElements: elements.map((row) => ({ ...row, batchFeeAmount: '0.00', source: checkedCard, findings: [] })),
        fingerprint: 'f'.repeat(64),
        earlierBatches: [],
      }),
      ...(method === 'batchLoadUpload' && { batchLoadFileID: '12' }),
      ...(method === 'myBatches' && { batchLoads: [] }),
    })
  })
  signInTestUser({ Batch: ['load'] })
})
afterEach(() => {
  act(() => void dispatchEvent(new Event('appinstalled')))
})

/** Sets the display mode that the browser reports. */
function setDisplayMode(mode: 'browser' | 'standalone'): void {
  const matches = (query: string) => query.includes(`(display-mode: ${mode})`)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** Simulates the browser's event that the portal can be installed. Some browsers never send it (Safari on iOS). */
function offerInstallation(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn().mockResolvedValue({ outcome })
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })))
  return prompt
}

function show(page: React.ReactElement): void {
  cleanup()
  showPage(page)
}

async function submitBatch(reference: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Load reference'), { target: { value: reference } })
  const file = new File([`${cardNumber(1)},5.00`], 'march.csv')
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  const next = await screen.findByRole('button', { name: 'Continue' })
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull())
  expect(screen.queryByText(TITLE)).toBeNull()
  fireEvent.click(next)
  fireEvent.click(await screen.findByRole('button', { name: /^Submit 1 load,/ }))
  await screen.findByRole('heading', { name: /awaiting approval/ })
}

it('the install offer appears after the first batch, not before, and not again once declined', async () => {
  offerInstallation()
  const Wizard = createUploadPage('load')
  show(<Wizard />)
  await submitBatch('March')
  expect(screen.getByText(TITLE)).toBeTruthy()
  expect(screen.getByText(/takes files that you open with it/)).toBeTruthy()
  const violations = await violationsInJsdom(document.body)
  // Only the frame around the page, which is missing here, meets these rules.
  expect(
    violations.filter((id) => !['region', 'landmark-one-main', 'document-title', 'html-has-lang'].includes(id)),
  ).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => screen.queryByText(TITLE)).toBeNull()
  offerInstallation()
  fireEvent.click(screen.getByRole('button', { name: /another/i }))
  await submitBatch('April')
  expect(screen.queryByText(TITLE)).toBeNull()
})

it('the install offer can be accepted once, and disappears when the portal is installed', async () => {
  show(<InstallOffer />)
  expect(screen.queryByText(TITLE)).toBeNull()
  const prompt = offerInstallation()
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  expect(prompt).toHaveBeenCalledTimes(1)
  offerInstallation()
  await screen.findByText(TITLE)
  act(() => void dispatchEvent(new Event('appinstalled')))
  await expect.poll(() => screen.queryByText(TITLE)).toBeNull()
})

it('a user who declines in the browser’s own dialog is not asked again either', async () => {
  show(<InstallOffer />)
  offerInstallation('dismissed')
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  await waitFor(() => expect(localStorage.getItem('portal.install-offer')).toBe('declined'))
  offerInstallation()
  await expect.poll(() => screen.queryByText(TITLE)).toBeNull()
})

it('without an offer by the browser nothing is shown; My Settings explains why, or that the portal is installed', async () => {
  show(<InstallOffer />)
  expect(screen.queryByText(TITLE)).toBeNull()
  show(<ThisDevice />)
  const button = screen.getByRole('button', { name: 'Install the portal' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/^This browser does not offer it here/)).toBeTruthy()
  const prompt = offerInstallation()
  fireEvent.click(button)
  await expect.poll(() => prompt).toHaveBeenCalledTimes(1)
  setDisplayMode('standalone')
  show(<ThisDevice />)
  await expect.poll(() => screen.queryByRole('button', { name: 'Install the portal' })).toBeNull()
  await screen.findByText(/^The portal is installed here/)
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
it.each([
  ['Safari on a Mac', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15`, 0, /Add to Dock/],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Safari/604.1',
    5,
    /Add to Home Screen/,
  ],
  ['an iPad, which calls itself a Mac', `${MAC} Version/17.4 Safari/605.1.15`, 5, /Add to Home Screen/],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 5, /choose Install/],
  ['Chrome on a Mac', `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, 0, undefined],
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0', 0, undefined],
])('My Settings says how to install the portal in %s', (_, userAgent, maxTouchPoints, text) => {
  for (const [name, value] of Object.entries({ userAgent, maxTouchPoints }))
    Object.defineProperty(navigator, name, { value, configurable: true })
  show(<ThisDevice />)
  const button = screen.queryByRole('button', { name: 'Install the portal' })
  if (text) expect([screen.getByText(text).textContent.length > 0, button]).toEqual([true, null])
  else expect(button?.getAttribute('aria-disabled')).toBe('true')
  for (const name of ['userAgent', 'maxTouchPoints']) Reflect.deleteProperty(navigator, name)
})
