// Notices: how long they stay and how the keyboard reaches them. Notices shown while a dialog is open are part of the
// dialog; earlier ones wait. Their position on screen is tested in tests/e2e/long/gallery.spec.ts.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { NoticeRegion } from '#ui/overlays/NoticeRegion.tsx'
import { type ToastNotice, Toasts } from '#ui/overlays/Toasts.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let notices: readonly ToastNotice[] = []
let isOpen = false
let update = (): void => undefined

function renderPage(): void {
  notices = []
  isOpen = false
  const { rerender } = render(<></>)
  update = () =>
    act(() =>
      rerender(
        <>
          <button type="button">On the page</button>
          <NoticeRegion>
            <Toasts notices={notices} onClose={closeNotice} />
          </NoticeRegion>
          <Dialog open={isOpen} onClose={() => undefined} title="Approve batch 13?">
            3 loads
          </Dialog>
        </>,
      ),
    )
}

let noticeCount = 0
function showNotice(text: string, overrides: Partial<ToastNotice> = {}): void {
  notices = [
    ...notices,
    { id: String(++noticeCount), kind: 'success', text, duration: 'long', at: Date.now(), ...overrides },
  ]
  update()
}

function closeNotice(id: string): void {
  notices = notices.filter((notice) => notice.id !== id)
  update()
}

function setOpen(open: boolean): void {
  isOpen = open
  update()
}

const region = () => document.querySelector('section[aria-label=Notices]')
const toasts = () => [...(region()?.querySelectorAll('li') ?? [])].map((notice) => notice.textContent)
const closeButton = (text: string) =>
  within(screen.getByText(text).closest('li') as HTMLElement).getByRole('button', { name: 'Close notice' })
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

it('a notice shown while a dialog is open is part of the dialog; earlier notices wait until it closes', async () => {
  renderPage()
  showNotice('Batch 12 rejected')
  await screen.findByText('Batch 12 rejected')
  // The next dialog must open later than the notice.
  const later = Date.now() + 1
  await expect.poll(() => Date.now() > later).toBe(true)
  setOpen(true)
  const dialog = within(await screen.findByRole('dialog'))
  expect(toasts()).toEqual([])
  expect(dialog.queryByText('Batch 12 rejected')).toBeNull()

  showNotice('The report could not be made')
  expect(await dialog.findByText('The report could not be made')).toBeTruthy()
  expect(toasts()).toEqual([])
  showNotice('Second notice, closed here')
  await dialog.findByText('Second notice, closed here')
  fireEvent.click(closeButton('Second notice, closed here'))
  await expect.poll(() => dialog.queryByText('Second notice, closed here')).toBeNull()

  setOpen(false)
  await expect.poll(() => toasts()).toEqual(['The report could not be made', 'Batch 12 rejected'])
})

it('a notice in a dialog also disappears automatically', () => {
  vi.useFakeTimers()
  renderPage()
  setOpen(true)
  showNotice('Copied', { duration: 'short' })
  expect(screen.getByRole('dialog').textContent).toContain('Copied')
  pass(5000)
  expect(screen.getByRole('dialog').textContent).not.toContain('Copied')
})

it('Tab reaches only the newest notice until the user expands them all, which also stops their timers', () => {
  vi.useFakeTimers()
  renderPage()
  showNotice('Refused', { kind: 'error', duration: 'untilClosed' })
  showNotice('Saved', { duration: 'short' })
  showNotice('Approved', { about: 'Batch 12' })
  const tabIndexes = () => screen.getAllByRole('button', { name: 'Close notice' }).map(({ tabIndex }) => tabIndex)
  expect(tabIndexes()).toEqual([0, -1, -1])
  const expandButton = screen.getByRole('button', { name: '2 more notices, 1 error' })
  expect(expandButton.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(expandButton)
  expect(expandButton.getAttribute('aria-expanded')).toBe('true')
  expect(tabIndexes()).toEqual([0, 0, 0])
  pass(60_000)
  fireEvent.click(closeButton('Approved'))
  fireEvent.click(closeButton('Saved'))
  showNotice('Approved', { about: 'Batch 13' })
  expect(tabIndexes()).toEqual([0, -1])
})

it('notices disappear after 5 seconds, those about money after 10, errors only when closed', () => {
  vi.useFakeTimers()
  renderPage()
  showNotice('Saved', { duration: 'short' })
  showNotice('Approved')
  showNotice('Refused', { kind: 'error', duration: 'untilClosed' })
  pass(5000)
  expect(toasts()).toEqual(['Refused', 'Approved'])
  pass(5000)
  expect(toasts()).toEqual(['Refused'])
  pass(60_000)
  expect(screen.getByRole('alert').textContent).toBe('Refused')
})

it('notices stay while the pointer or focus is on them, or while the window is hidden', () => {
  vi.useFakeTimers()
  renderPage()
  showNotice('Approved')
  const list = region()?.querySelector('ul') as HTMLElement
  fireEvent.pointerMove(list)
  pass(60_000)
  expect(toasts()).toEqual(['Approved'])
  fireEvent.pointerLeave(list)
  pass(9000)
  act(() => closeButton('Approved').focus())
  pass(60_000)
  expect(toasts()).toEqual(['Approved'])
  act(() => screen.getByRole('button', { name: 'On the page' }).focus())
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  pass(60_000)
  expect(toasts()).toEqual(['Approved'])
  visibility.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  pass(10_000)
  expect(toasts()).toEqual([])
})

it('Alt+T focuses the notices, Esc closes them, and the focus returns to its previous element', () => {
  renderPage()
  showNotice('Batch 12 rejected')
  showNotice('Batch 13 rejected')
  const pageButton = screen.getByRole('button', { name: 'On the page' })
  pageButton.focus()
  fireEvent.keyDown(pageButton, { code: 'KeyT', key: 't', altKey: true })
  expect(document.activeElement).toBe(closeButton('Batch 13 rejected'))
  fireEvent.keyDown(closeButton('Batch 13 rejected'), { key: 'Escape' })
  expect(toasts()).toEqual(['Batch 12 rejected'])
  expect(document.activeElement).toBe(closeButton('Batch 12 rejected'))
  fireEvent.keyDown(closeButton('Batch 12 rejected'), { key: 'Escape' })
  expect(toasts()).toEqual([])
  expect(document.activeElement).toBe(pageButton)
})

it('a repeated error shows how often it occurred', () => {
  renderPage()
  showNotice('Cannot connect to server', { kind: 'error', duration: 'untilClosed', times: 2 })
  expect(screen.getByRole('alert').textContent).toContain('2 times')
})
