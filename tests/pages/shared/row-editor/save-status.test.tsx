// 'Saved hh:mm' is always about the open draft, never about the previous one.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toRowType } from '#domain/row-types.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { createLocks } from '#tests/support/locks.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'

const setLocks = (locks: unknown) => Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

beforeEach(() => {
  vi.spyOn(sheetsWorker, 'stop').mockReturnValue()
  vi.spyOn(sheetsWorker, 'readRows').mockImplementation((file, { rules, ...otherParameters }) =>
    readRows(toRowType(rules), {
      ...otherParameters,
      fileName: file.name,
      file: new Blob(['9000010000000009,5.00\n']),
    }),
  )
})
afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

const drop = (name: string) =>
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File(['x'], name)] },
  })

test('a batch started after another one is not marked as saved before it is saved', async () => {
  const session = signInTestUser({ Batch: ['load'] })
  await cipherOfUser(ownerUserOf(session))
  setLocks(createLocks())
  showWizard('load')
  fireEvent.change(await screen.findByLabelText('Load reference'), { target: { value: 'First' } })
  drop('first.csv')
  await screen.findByText(/^Saved \d\d:\d\d$/)
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save for later' }))
  await screen.findByText('Drafts on this device')
  // The second draft cannot be written before its writer gets the lock.
  let grantLock = () => {}
  const locks = createLocks()
  const lockGranted = new Promise<void>((resolve) => (grantLock = resolve))
  setLocks({
    ...locks,
    request: (...args: Parameters<typeof locks.request>) => lockGranted.then(() => locks.request(...args)),
    query: () => Promise.resolve({ held: [] }),
  })
  fireEvent.change(screen.getByLabelText('Load reference'), { target: { value: 'Second' } })
  const statuses = new Set<string>()
  const observer = new MutationObserver(() => {
    const match = /Saved \d\d:\d\d|Saving…/.exec(document.body.textContent ?? '')
    if (match) statuses.add(match[0].slice(0, 5))
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  drop('second.csv')
  await screen.findByText('Saving…')
  await waitFor(() => expect(screen.getByText(/second\.csv/)).toBeTruthy())
  observer.disconnect()
  expect([...statuses]).toEqual(['Savin'])
  grantLock()
  await screen.findByText(/^Saved \d\d:\d\d$/)
})
