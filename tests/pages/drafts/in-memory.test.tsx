// Rows that cannot be saved on this device: they stay in memory for their user, also after a logout, and closing the
// window asks first. No other user gets them, and they are gone once another user logs in.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import MerchantSignUpPage from '#pages/merchants/MerchantSignUpPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  server.respondWith((response) => json(response, { resultCode: '0', maxMerchantSignUp: 10 }))
  readFilesWithoutWorker(sheetsWorker)
})

const MERCHANT = '10000001,Shop,Singapore,5945,702,SGP'
const HEADER = 'Merchant Number,Merchant Name,Merchant City,Merchant Category Code,Currency Code,Country Code'
const showMerchants = () => showPage(<MerchantSignUpPage />, '/merchant/signup?by=file')

const cases = [
  {
    name: 'a batch',
    show: () => showWizard('activate'),
    dropHere: /^Drop the .* file here$/,
    line: `${cardNumber(1)}`,
    figures: 'Figures of the batch',
  },
  {
    name: 'a file of merchants',
    show: showMerchants,
    dropHere: 'Drop the file of merchants here',
    line: `${HEADER}\n${MERCHANT}`,
    figures: 'Figures of the file',
  },
] as const

const signIn = (username: 'olive' | 'amir', userId?: string) =>
  signInTestUser({ Batch: ['redeem'], Card: ['write'], MerchantSignUp: ['read', 'write'] }, username, userId)
const logOut = () => {
  cleanup()
  sessionStore.clear('logout')
}
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe.each(cases)('$name', ({ show, dropHere, line, figures }) => {
  const drop = async () => {
    await screen.findByText(dropHere)
    fireEvent.change(document.querySelector('input[type=file]') as Element, {
      target: { files: [new File([line], 'rows.csv')] },
    })
    await screen.findByRole('region', { name: figures })
    expect(asksBeforeClosing()).toBe(true)
  }

  it('stays until its user returns', async () => {
    const { userId } = signIn('olive').user
    show()
    await drop()
    logOut()
    expect(asksBeforeClosing()).toBe(true)
    signIn('olive', userId)
    show()
    expect((await screen.findByRole('region', { name: figures })).textContent).toMatch(/^Rows1/)
  })

  it('is gone once another user logs in', async () => {
    const { userId } = signIn('olive').user
    show()
    await drop()
    logOut()
    signIn('amir')
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
    logOut()
    signIn('olive', userId)
    show()
    await screen.findByText(dropHere)
    expect(screen.queryByRole('region', { name: figures })).toBeNull()
  })
})
