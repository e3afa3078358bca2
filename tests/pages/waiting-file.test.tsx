// A file that arrives before the reference is filled in, dropped on the page or opened with the portal: it waits
// wherever its user goes, continues once the text is complete, and no other user gets it.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetWaiting, handOver } from '#services/files/opened-file.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesHere } from '#tests/support/read-here.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInSomebody } from '#tests/support/somebody.ts'
import { watchPresses } from '#ui/buttons/press.ts'

beforeEach(() => {
  readFilesHere(sheetsWorker)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  signInSomebody({ Batch: ['load', 'redeem'] })
})
afterEach(forgetWaiting)

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
const waits = (name: string) => screen.queryByText(name)?.closest('[role=status]')?.textContent

it('a dropped or opened file waits for the reference, also while the user is on another page', async () => {
  await open()
  drop('dropped.csv')
  expect(waits('dropped.csv')).toBe('dropped.csv is ready. Enter the load reference to continue.')
  // A later file replaces it.
  handOver(file('opened.csv'), 'load')
  await waitFor(() => expect(waits('opened.csv')).toBe('opened.csv is ready. Enter the load reference to continue.'))
  expect(waits('dropped.csv')).toBeUndefined()
  await open('devalue')
  expect(waits('opened.csv')).toBeUndefined()
  await open()
  expect(waits('opened.csv')).toBeTruthy()
  await type('March')
  expect(waits('opened.csv')).toBeTruthy()
  fireEvent.keyDown(await reference(), { key: 'Enter' })
  await screen.findByRole('button', { name: 'Check rows' })
})

it('a waiting file can be discarded', async () => {
  await open()
  drop('dropped.csv')
  fireEvent.click(screen.getByRole('button', { name: 'Remove file' }))
  expect(waits('dropped.csv')).toBeUndefined()
})

it('a waiting file is discarded even if the press on the button also leaves the text field, which would start reading it', async () => {
  watchPresses()
  await open()
  drop('dropped.csv')
  await type('March')
  const button = screen.getByRole('button', { name: 'Remove file' })
  fireEvent.mouseDown(button)
  fireEvent.blur(await reference(), { relatedTarget: button })
  fireEvent.mouseUp(button)
  fireEvent.click(button)
  // The press ends one task later.
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  expect(waits('dropped.csv')).toBeUndefined()
  expect(screen.queryByText('dropped.csv')).toBeNull()
})

it('an opened file is read immediately if the reference is filled in already', async () => {
  await open()
  await type('April')
  handOver(file('opened.csv'), 'load')
  expect(await screen.findByText(/opened\.csv/)).toBeTruthy()
  await screen.findByRole('button', { name: 'Check rows' })
})

it('a file opened over existing rows starts again from the first step', async () => {
  await open()
  await type('May')
  drop('first.csv')
  await screen.findByRole('button', { name: 'Check rows' })
  handOver(file('second.csv'), 'load')
  await waitFor(() => expect(waits('second.csv')).toBeTruthy())
  await type('June')
  fireEvent.keyDown(await reference(), { key: 'Enter' })
  expect(await screen.findByText(/second\.csv/)).toBeTruthy()
  await screen.findByRole('button', { name: 'Check rows' })
})

it('a waiting file is gone for the next user', async () => {
  await open()
  drop('private.csv')
  expect(waits('private.csv')).toBeTruthy()
  signInSomebody({ Batch: ['load'] }, 'amir')
  await open()
  expect(waits('private.csv')).toBeUndefined()
})
