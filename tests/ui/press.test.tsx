// Messages that appear when a field is left wait for the end of the press that moved the focus. With the keyboard they
// appear immediately.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { watchPresses } from '#ui/buttons/press.ts'
import { TextField } from '#ui/forms/TextField.tsx'
import { nextTask } from '#tests/support/pauses.ts'

beforeAll(watchPresses)

const error = () => screen.queryByText('Enter a name')
const field = () => screen.getByRole('textbox', { name: 'Name' })

function Form() {
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <>
      <TextField label="Name" error={wasLeft ? 'Enter a name' : undefined} onBlur={() => setWasLeft(true)} />
      <button type="button" onClick={() => setWasLeft(false)}>
        Clear
      </button>
    </>
  )
}

/** Presses the mouse button on an element, which takes the focus from the field. */
function press(target: Element): void {
  fireEvent.mouseDown(target)
  fireEvent.blur(field())
}

async function release(target: Element): Promise<void> {
  fireEvent.mouseUp(target)
  fireEvent.click(target)
  await settle()
}

/** The end of a press is detected one task after its last event. */
const settle = () => act(nextTask)

test('a message waits for the release of the pointer, and the click comes first', async () => {
  render(<Form />)
  press(document.body)
  await expect.poll(() => error()).toBeNull()
  await expect.poll(() => field().getAttribute('aria-invalid')).toBeNull()
  await release(document.body)
  expect(error()).not.toBeNull()
  expect(field().getAttribute('aria-invalid')).toBe('true')

  cleanup()
  render(<Form />)
  press(screen.getByRole('button', { name: 'Clear' }))
  await release(screen.getByRole('button', { name: 'Clear' }))
  expect(error()).toBeNull()
})

test('without a press the message appears immediately', () => {
  render(<Form />)
  fireEvent.blur(field())
  expect(error()).not.toBeNull()
})

test.each([
  ['a drag', () => fireEvent.dragEnd(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['a release that was not seen', () => fireEvent.mouseMove(document.body, { buttons: 0 })],
  ['another window', () => fireEvent.blur(window)],
])('%s also ends a press', async (_, end) => {
  render(<Form />)
  press(document.body)
  fireEvent.mouseMove(document.body, { buttons: 1 })
  await settle()
  expect(error()).toBeNull()
  end()
  await settle()
  expect(error()).not.toBeNull()
})

test('another mouse button does not count as a press', () => {
  render(<Form />)
  fireEvent.mouseDown(document.body, { button: 2 })
  fireEvent.blur(field())
  expect(error()).not.toBeNull()
})

function Dates() {
  const [range, setRange] = useState({ start: '2026-01-01', end: '2026-02-01' })
  return (
    <>
      <DateRangeField label="Dates" {...range} onChange={(change) => setRange({ ...range, ...change })} />
      <p data-testid="taken">{`${range.start}/${range.end}`}</p>
      <button type="button" onClick={() => setRange({ start: '2025-12-01', end: '2026-02-01' })}>
        Longer
      </button>
      <button type="button" onClick={() => setRange({ start: '2026-01-01', end: '2026-02-01' })}>
        The same
      </button>
    </>
  )
}

const from = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
const currentRange = () => screen.getByTestId('taken').textContent
const leaveBy = (target: Element) => {
  fireEvent.change(from(), { target: { value: '2026-1' } })
  fireEvent.mouseDown(target)
  fireEvent.blur(from())
}

test('an incomplete date counts as empty only after the click, so that the click hits its target', async () => {
  render(<Dates />)
  leaveBy(document.body)
  await expect.poll(() => currentRange()).toBe('2026-01-01/2026-02-01')
  await release(document.body)
  expect(currentRange()).toBe('/2026-02-01')
  expect(from().value).toBe('2026-1')
  // If the previous value is set again, it replaces the incomplete text.
  fireEvent.click(screen.getByRole('button', { name: 'The same' }))
  await expect.poll(() => from().value).toBe('2026-01-01')
})

test('dates that the click itself sets are kept', async () => {
  render(<Dates />)
  const button = screen.getByRole('button', { name: 'Longer' })
  leaveBy(button)
  await release(button)
  expect(currentRange()).toBe('2025-12-01/2026-02-01')
  expect(from().value).toBe('2025-12-01')
  expect(screen.queryByRole('alert')).toBeNull()
})
