// Rows that cannot be saved on this device: they stay in memory for their user, also after a logout, and closing the
// window asks first. No other user gets them, and they are gone once another user logs in.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionStore } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const server = withStubServer()
beforeEach(() => {
  server.respondWith((response) => json(response, { resultCode: '0' }))
  readFilesWithoutWorker(sheetsWorker)
})

const signIn = (username: 'olive' | 'amir', userId?: string) =>
  signInTestUser({ Batch: ['redeem'], Card: ['write'] }, username, userId)
const logOut = () => {
  cleanup()
  sessionStore.clear('logout')
}
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const dropHere = /^Drop the .* file here$/
const figures = 'Figures of the batch'
const show = () => showWizard('activate')

describe('a batch', () => {
  const drop = async () => {
    await screen.findByText(dropHere)
    fireEvent.change(document.querySelector('input[type=file]') as Element, {
      target: { files: [new File([cardNumber(1)], 'rows.csv')] },
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
