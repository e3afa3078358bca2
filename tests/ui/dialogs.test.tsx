// Dialogs never lose typed text, return the focus even if their opener is gone, and confirm on Enter if allowed.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { nextTask } from '#tests/support/pauses.ts'

/** Renders a dialog and returns its `onClose`. */
function renderDialog(options: { transient?: boolean; size?: 'full' } = {}) {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog open onClose={onClose} title="Reject batch 12?" {...options}>
      <TextArea label="Reason" defaultValue="Was there" />
    </Dialog>,
  )
  return onClose
}
const type = (label: string, value: string) => {
  screen.getByLabelText(label).focus()
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
}
const pressEsc = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

/** Radix starts listening for outside clicks one task after opening. */
const clickBeside = async () => {
  await nextTask()
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
}

test('a click outside a dialog with a field does not close it', async () => {
  const onClose = renderDialog()
  await clickBeside()
  expect(onClose).not.toHaveBeenCalled()
})

test('a click outside a dialog without a field closes it', async () => {
  const onClose = vi.fn<() => void>()
  render(<Dialog open onClose={onClose} title="Batch 12" />)
  await clickBeside()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the first Esc warns that typed text would be lost, the second discards the text; typing resets the warning', () => {
  const onClose = renderDialog()
  type('Reason', 'Wrong month')
  pressEsc()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('Press Esc again')
  type('Reason', 'Wrong month, wrong cards')
  expect(screen.queryByText(/Press Esc again/)).toBeNull()
  pressEsc()
  expect(onClose).not.toHaveBeenCalled()
  pressEsc()
  expect(onClose).toHaveBeenCalledOnce()
})

test('Esc closes immediately if nothing would be lost: nothing typed, the original text restored, or a search', () => {
  const closeUntouched = renderDialog()
  screen.getByLabelText('Reason').focus()
  pressEsc()
  expect(closeUntouched).toHaveBeenCalledOnce()
  cleanup()
  const closeRestored = renderDialog()
  type('Reason', 'Other')
  type('Reason', 'Was there')
  pressEsc()
  expect(closeRestored).toHaveBeenCalledOnce()
  cleanup()
  const closeSearch = renderDialog({ transient: true })
  type('Reason', 'Something')
  pressEsc()
  expect(closeSearch).toHaveBeenCalledOnce()
})

function Actions({ after }: { readonly after: 'blocked' | 'gone' }) {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  return (
    <main>
      <h1 tabIndex={-1}>Card</h1>
      <div role="group">
        {!(isDone && after === 'gone') && (
          <Button onClick={() => setOpen(true)} disabledReason={isDone ? 'It is done already' : undefined}>
            Retire
          </Button>
        )}
        <Button>Stop</Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title="Retire the card?"
        effect="It cannot be undone."
        confirmLabel="Retire card"
        onCancel={() => setOpen(false)}
        onConfirm={() => {
          setDone(true)
          setOpen(false)
        }}
      />
    </main>
  )
}

test.each([
  ['blocked', 'Retire'],
  ['gone', 'Stop'],
] as const)('if the opener is %s afterwards, the focus moves to %s', async (after, name) => {
  render(<Actions after={after} />)
  screen.getByRole('button', { name: 'Retire' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Retire' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Retire card' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))
})

function renderConfirmDialog(props: { submitOnEnter?: boolean; disabledReason?: string }) {
  const onConfirm = vi.fn<() => void>()
  render(
    <ConfirmDialog open title="Set 3 rows" effect="" confirmLabel="Set" onCancel={vi.fn()} {...{ onConfirm, ...props }}>
      <TextField label="Amount" />
      <TextArea label="Comment" />
    </ConfirmDialog>,
  )
  const enter = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' })
  return { onConfirm, enter }
}

test('Enter in a single-line field confirms if allowed, and never in a text area', () => {
  const { onConfirm, enter } = renderConfirmDialog({ submitOnEnter: true })
  enter('Comment')
  expect(onConfirm).not.toHaveBeenCalled()
  enter('Amount')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('Enter does not confirm if this is not allowed or a required value is missing', () => {
  const plain = renderConfirmDialog({})
  plain.enter('Amount')
  expect(plain.onConfirm).not.toHaveBeenCalled()
  cleanup()
  const blocked = renderConfirmDialog({ submitOnEnter: true, disabledReason: 'Type 0008 to confirm' })
  blocked.enter('Amount')
  expect(blocked.onConfirm).not.toHaveBeenCalled()
})

test('the first field to fill in has the focus, or the safe button if there is none', () => {
  const openWith = (fields: ReactNode) => {
    render(
      <ConfirmDialog open title="Sure?" effect="" confirmLabel="Yes, do it" onCancel={vi.fn()} onConfirm={vi.fn()}>
        {fields}
      </ConfirmDialog>,
    )
    return document.activeElement
  }
  expect(openWith(<TextArea label="Reason" />)).toBe(screen.getByLabelText('Reason'))
  cleanup()
  expect(openWith(<Select label="Stop reason" options={[]} />)).toBe(screen.getByLabelText('Stop reason'))
  cleanup()
  // A choice with a value needs no input.
  const chosen = <RadioGroup label="When" choices={[{ value: 'now', label: 'Now' }]} value="now" onChange={vi.fn()} />
  expect(openWith(chosen)).toBe(screen.getByRole('button', { name: 'Cancel' }))
  cleanup()
  const unset = <RadioGroup label="Day" choices={[{ value: 'a', label: 'A' }]} value={undefined} onChange={vi.fn()} />
  expect(openWith(unset)).toBe(screen.getByRole('radio', { name: 'A' }))
  cleanup()
  expect(openWith(<TextField label="Name" readOnly />)).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('Esc closes a dialog that stores its typed text without a warning', () => {
  const onCancel = vi.fn<() => void>()
  render(
    <ConfirmDialog
      open
      title="Reject?"
      effect=""
      confirmLabel="Reject"
      keepsInput
      {...{ onCancel }}
      onConfirm={vi.fn()}
    >
      <TextArea label="Reason" />
    </ConfirmDialog>,
  )
  type('Reason', 'Wrong month')
  pressEsc()
  expect(onCancel).toHaveBeenCalledOnce()
})

test('text typed in a dialog that opens while another one closes is not lost', async () => {
  function Both() {
    const [open, setOpen] = useState('')
    return (
      <>
        <Button onClick={() => setOpen('user')}>Edit user</Button>
        <Dialog open={open === 'user'} onClose={() => setOpen('')} title="Edit user">
          <Button onClick={() => setOpen('search')}>Save</Button>
        </Dialog>
        <Dialog open={open === 'search'} onClose={() => setOpen('')} title="Search">
          <TextField label="Words" defaultValue="" />
        </Dialog>
      </>
    )
  }
  render(<Both />)
  screen.getByRole('button', { name: 'Edit user' }).focus()
  fireEvent.click(document.activeElement ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  type('Words', 'Spend')
  const field = screen.getByLabelText<HTMLInputElement>('Words')
  field.setSelectionRange(5, 5)
  // The closed dialog returns the focus one task later.
  await nextTask()
  await expect.poll(() => document.activeElement).toBe(field)
  // If the text were selected, the next letter would replace it.
  expect([field.value, field.selectionStart]).toEqual(['Spend', 5])
})

test('text typed in a dialog is not lost when the page below changes, and the page has the focus afterwards', async () => {
  const shell = (title: string, open: boolean) => (
    <main>
      <Page key={title} title={title}>
        <Button>Save</Button>
      </Page>
      <Dialog open={open} onClose={() => undefined} title="Search">
        <TextField label="Words" defaultValue="" />
      </Dialog>
    </main>
  )
  const { rerender } = render(shell('Edit User', false))
  // The pressed button is removed before the next page is rendered.
  document.querySelector<HTMLElement>('main h1')?.blur()
  rerender(shell('Edit User', true))
  type('Words', 'Spend')
  const field = screen.getByLabelText<HTMLInputElement>('Words')
  field.setSelectionRange(5, 5)
  rerender(shell('Find User', true))
  await expect.poll(() => document.activeElement).toBe(field)
  await expect.poll(() => [field.value, field.selectionStart]).toEqual(['Spend', 5])
  rerender(shell('Find User', false))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Find User'))
})

test('a page that replaces a pending page leaves the focus where the user moved it', () => {
  const shell = (title: string) => (
    <>
      <Button>Menu</Button>
      <main>
        <Page key={title} title={title}>
          <Button>Save</Button>
        </Page>
      </main>
    </>
  )
  const { rerender } = render(shell('Card Details'))
  rerender(shell('Card 9000'))
  expect(document.activeElement?.textContent, 'no user action').toBe('Card 9000')
  screen.getByRole('button', { name: 'Menu' }).focus()
  rerender(shell('Card 9001'))
  expect(document.activeElement?.textContent).toBe('Menu')
  const originalPath = location.pathname
  onTestFinished(() => history.replaceState(null, '', originalPath))
  history.replaceState(null, '', '/card/details/2')
  rerender(shell('Card Details'))
  expect(document.activeElement?.textContent, 'another address').toBe('Card Details')
})
