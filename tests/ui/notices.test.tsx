// Notices and dialogs: what is said while one is open stands in it, what was said before waits, and nothing lies over it.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Dialog } from '#ui/Dialog.tsx'
import { type ToastNotice, Toasts } from '#ui/Toasts.tsx'

let notices: readonly ToastNotice[] = []
let isOpen = false
let update = (): void => undefined

function begin(): void {
  const { rerender } = render(<></>)
  update = () =>
    act(() =>
      rerender(
        <>
          <Toasts notices={notices} onClose={forget} />
          <Dialog open={isOpen} onClose={() => undefined} title="Approve batch 13?">
            3 loads
          </Dialog>
        </>,
      ),
    )
}

function say(text: string): void {
  notices = [...notices, { id: String(notices.length), kind: 'success', text, stays: true, at: Date.now() }]
  update()
}

function forget(id: string): void {
  notices = notices.filter((notice) => notice.id !== id)
  update()
}

function setOpen(open: boolean): void {
  isOpen = open
  update()
}

const toasts = () => [...document.querySelectorAll('[data-sonner-toaster] [role=status] p')].map((p) => p.textContent)
const isCovered = () => document.querySelector('[data-sonner-toaster]:not(.hidden)') !== null

it('stand in the dialog when said while it is open, and wait when said before', async () => {
  begin()
  say('Batch 12 rejected')
  await screen.findByText('Batch 12 rejected')
  // The clock has moved on by the time the next dialog opens.
  const later = Date.now() + 1
  await expect.poll(() => Date.now() > later).toBe(true)
  setOpen(true)
  const dialog = within(await screen.findByRole('dialog'))
  expect(isCovered()).toBe(false)
  expect(dialog.queryByText('Batch 12 rejected')).toBeNull()

  say('The report could not be made')
  expect(await dialog.findByText('The report could not be made')).toBeTruthy()
  expect(isCovered()).toBe(false)
  say('Said too, and closed here')
  const last = within((await dialog.findByText('Said too, and closed here')).closest('[role=status]') as HTMLElement)
  fireEvent.click(last.getByRole('button', { name: 'Close notice' }))
  expect(dialog.queryByText('Said too, and closed here')).toBeNull()

  setOpen(false)
  await expect.poll(() => toasts().toSorted()).toEqual(['Batch 12 rejected', 'The report could not be made'])
  expect(isCovered()).toBe(true)
})
