// A file that arrives before the reference is filled in, dropped on the page or opened with the portal: its name
// becomes the reference. If the name is unusable, the file waits, also on other pages, until the text is complete. No
// other user gets it.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearWaitingFile, passToPage } from '#services/files/opened-file.ts'
import { reportUnreachable } from '#services/server/connection.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { watchPresses } from '#ui/buttons/press.ts'
import { nextTask } from '#tests/support/pauses.ts'

beforeEach(() => {
  // Without a connection, no server check is running when a test presses Back.
  reportUnreachable('no connection')
  readFilesWithoutWorker(sheetsWorker)
  signInTestUser({ Batch: ['load', 'redeem'] })
})
afterEach(clearWaitingFile)

const file = (name: string) => new File([`${cardNumber(1)},5.00`], name)
const drop = (name: string) =>
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file(name)] } })
const reference = () => screen.findByLabelText<HTMLInputElement>('Load reference')
const type = async (text: string) => fireEvent.change(await reference(), { target: { value: text } })
const open = async (kind: 'load' | 'devalue' = 'load') => {
  cleanup()
  showWizard(kind)
  await screen.findByText(/^Drop the .* file here$/)
}
const waitingText = (name: string) => screen.queryByText(name)?.closest('[role=status]')?.textContent

/** File names without a character that a reference can contain. */
const [DROPPED_NAME, OPENED_NAME] = ["'.csv", '".csv'] as const

it('the name of a file becomes the reference, unless one was typed', async () => {
  await open()
  drop('Payroll `week 48`.csv')
  await screen.findByRole('region', { name: 'Figures of the batch' })
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect((await reference()).value).toBe('Payroll week 48')
  await type('Week 48')
  drop('Payroll.csv')
  await screen.findByRole('region', { name: 'Figures of the batch' })
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect((await reference()).value).toBe('Week 48')
})

it('a dropped or opened file waits for the reference, also while the user is on another page', async () => {
  await open()
  drop(DROPPED_NAME)
  await expect
    .poll(() => waitingText(DROPPED_NAME))
    .toBe(`${DROPPED_NAME} is ready. Enter the load reference to continue.`)
  // A later file replaces the first one.
  passToPage(file(OPENED_NAME), 'load')
  await waitFor(() =>
    expect(waitingText(OPENED_NAME)).toBe(`${OPENED_NAME} is ready. Enter the load reference to continue.`),
  )
  expect(waitingText(DROPPED_NAME)).toBeUndefined()
  await open('devalue')
  expect(waitingText(OPENED_NAME)).toBeUndefined()
  await open()
  expect(waitingText(OPENED_NAME)).toBeTruthy()
  await type('March')
  expect(waitingText(OPENED_NAME)).toBeTruthy()
  fireEvent.keyDown(await reference(), { key: 'Enter' })
  await screen.findByRole('region', { name: 'Figures of the batch' })
})

it('a waiting file can be discarded', async () => {
  await open()
  drop(DROPPED_NAME)
  fireEvent.click(screen.getByRole('button', { name: 'Remove file' }))
  await expect.poll(() => waitingText(DROPPED_NAME)).toBeUndefined()
})

it('a waiting file is discarded even if the click also leaves the text field, which would start reading the file', async () => {
  watchPresses()
  await open()
  drop(DROPPED_NAME)
  await type('March')
  const button = screen.getByRole('button', { name: 'Remove file' })
  fireEvent.mouseDown(button)
  fireEvent.blur(await reference(), { relatedTarget: button })
  fireEvent.mouseUp(button)
  fireEvent.click(button)
  // The press ends one task later.
  await act(nextTask)
  expect(waitingText(DROPPED_NAME)).toBeUndefined()
  expect(screen.queryByText(DROPPED_NAME)).toBeNull()
})

it('an opened file is read immediately if the reference is already filled in', async () => {
  await open()
  await type('April')
  passToPage(file('opened.csv'), 'load')
  expect(await screen.findByText(/opened\.csv/)).toBeTruthy()
  await screen.findByRole('region', { name: 'Figures of the batch' })
})

it('the name of a file opened with the portal becomes the reference, like that of a dropped file', async () => {
  await open()
  passToPage(file('Payroll week 49.csv'), 'load')
  await screen.findByRole('region', { name: 'Figures of the batch' })
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect((await reference()).value).toBe('Payroll week 49')
  // A devalue accepts no file before its description is typed.
  await open('devalue')
  passToPage(file('Leavers.csv'), 'devalue')
  await waitFor(() => expect(waitingText('Leavers.csv')).toContain('is ready. Enter the batch description'))
})

it('a file opened over existing rows starts again at the first step', async () => {
  await open()
  await type('May')
  drop('first.csv')
  await screen.findByRole('region', { name: 'Figures of the batch' })
  passToPage(file(OPENED_NAME), 'load')
  await waitFor(() => expect(waitingText(OPENED_NAME)).toBeTruthy())
  await type('June')
  fireEvent.keyDown(await reference(), { key: 'Enter' })
  expect(await screen.findByText(OPENED_NAME)).toBeTruthy()
  await screen.findByRole('region', { name: 'Figures of the batch' })
})

it('a waiting file is gone for the next user', async () => {
  await open()
  drop(DROPPED_NAME)
  await expect.poll(() => waitingText(DROPPED_NAME)).toBeTruthy()
  signInTestUser({ Batch: ['load'] }, 'amir')
  await open()
  expect(waitingText(DROPPED_NAME)).toBeUndefined()
})
