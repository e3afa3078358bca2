// A panel with a question takes the focus when it appears, so that keyboard and screen reader continue there. It does
// not take the focus from a user who is typing.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Panel } from '#ui/Panel.tsx'

const page = (hasQuestion: boolean) => (
  <>
    <input aria-label="Reference" />
    <button type="button">Choose a file</button>
    {hasQuestion && (
      <Panel title="Choose the columns" takesFocus>
        …
      </Panel>
    )}
  </>
)

test.each([
  ['the page', undefined],
  ['a button', 'Choose a file'],
])('a panel with a question takes the focus from %s', (_, name) => {
  const { rerender } = render(page(false))
  if (name !== undefined) screen.getByRole('button', { name }).focus()
  rerender(page(true))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Choose the columns' }))
})

test('a panel with a question leaves the focus in a field in which the user types', () => {
  const { rerender } = render(page(false))
  screen.getByRole('textbox').focus()
  rerender(page(true))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
