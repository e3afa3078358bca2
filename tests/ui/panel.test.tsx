// A panel with a question takes the focus when it appears, so that keyboard and screen reader continue there. It does
// not take the focus from a user who is typing.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Panel } from '#ui/Panel.tsx'

const shown = (asks: boolean) => (
  <>
    <input aria-label="Reference" />
    <button type="button">Choose a file</button>
    {asks && (
      <Panel title="Choose the columns" takesFocus>
        …
      </Panel>
    )}
  </>
)

test.each([undefined, 'Choose a file'])('takes the focus from the page or a button (%s)', (name) => {
  const { rerender } = render(shown(false))
  if (name !== undefined) screen.getByRole('button', { name }).focus()
  rerender(shown(true))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Choose the columns' }))
})

test('leaves the focus in a field in which the user types', () => {
  const { rerender } = render(shown(false))
  screen.getByRole('textbox').focus()
  rerender(shown(true))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
