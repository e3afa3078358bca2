// The field for a code that is typed or found by name (APG combobox).
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type CodeChoice, filterChoices } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/Combobox.tsx'

const currencies: readonly CodeChoice[] = [
  { value: '036', label: 'Australian Dollar (AUD)' },
  { value: '702', label: 'Singapore Dollar (SGD)' },
  { value: '703', label: 'São Tomé Dobra' },
  { value: '978', label: 'Euro (EUR)' },
]

function Form({
  choices,
  onSubmit,
}: {
  readonly choices: readonly CodeChoice[] | undefined
  readonly onSubmit: () => void
}) {
  const [value, setValue] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Combobox label="Currency Code" value={value} onChange={setValue} choices={choices} />
      <button type="submit">Go on</button>
    </form>
  )
}

const onSubmit = vi.fn()
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency Code' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const activeText = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  onSubmit.mockReset()
})

it.each([
  ['70', ['702', '703']],
  ['doll', ['036', '702']],
  ['dollar SING', ['702']],
  ['sao tome', ['703']],
  ['x', []],
  ['', ['036', '702', '703', '978']],
])('the text %j offers the codes %j', (text, values) => {
  expect(filterChoices(currencies, text).map(({ value }) => value)).toEqual(values)
})

it('typing opens the list, arrows move through it, and Enter chooses the code without submitting the form', () => {
  render(<Form choices={currencies} onSubmit={onSubmit} />)
  expect(field().getAttribute('aria-expanded')).toBe('false')
  field().focus()
  type('dollar')
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(options()).toEqual(['036Australian Dollar (AUD)', '702Singapore Dollar (SGD)'])
  expect(screen.getByRole('status').textContent).toBe('2 entries')
  expect(activeText()).toBeUndefined()
  press('ArrowDown')
  press('ArrowDown')
  expect(activeText()).toBe('702Singapore Dollar (SGD)')
  expect(document.activeElement).toBe(field())
  // From the last option, the down arrow returns to the text. From the text, the up arrow moves to the last option.
  press('ArrowDown')
  expect(activeText()).toBeUndefined()
  press('ArrowUp')
  expect(activeText()).toBe('702Singapore Dollar (SGD)')
  expect(press('Enter')).toBe(false)
  expect(field().value).toBe('702')
  expect(options()).toEqual([])
})

it('typed text stays even if the list does not contain it, and Enter can submit the form', () => {
  render(<Form choices={currencies} onSubmit={onSubmit} />)
  type('999')
  expect(screen.getByRole('status').textContent).toBe('0 entries')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect(press('Enter')).toBe(true)
  fireEvent.blur(field())
  expect(field().value).toBe('999')
  expect(screen.getByRole('status').textContent).toBe('')
})

it('the arrow button opens the whole list at the current code, and a click chooses', () => {
  render(<Form choices={currencies} onSubmit={onSubmit} />)
  type('978')
  press('Enter')
  fireEvent.blur(field())
  fireEvent.click(screen.getByRole('button', { name: 'Show the list' }))
  expect(options()).toHaveLength(4)
  expect(activeText()).toBe('978Euro (EUR)')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('978Euro (EUR)')
  fireEvent.click(screen.getByRole('option', { name: /Singapore/ }))
  expect(field().value).toBe('702')
  expect(options()).toEqual([])
})

it('Escape closes the list and keeps the typed text', () => {
  render(<Form choices={currencies} onSubmit={onSubmit} />)
  type('doll')
  press('Escape')
  expect(options()).toEqual([])
  expect(field().value).toBe('doll')
})

it('the list closes automatically when a complete code is typed', () => {
  render(<Form choices={currencies} onSubmit={onSubmit} />)
  type('97')
  expect(options()).toHaveLength(1)
  type('978')
  expect(options()).toEqual([])
  // The arrow key opens the list again.
  press('ArrowDown')
  expect(options()).toHaveLength(4)
  expect(activeText()).toBe('978Euro (EUR)')
})

it('the list shows the first matches and the number of the others', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ value: String(100 + index), label: `Currency ${index}` }))
  render(<Form choices={many} onSubmit={onSubmit} />)
  type('currency')
  expect(options()).toHaveLength(50)
  expect(screen.getByText('10 more. Type a part of the name to find one.')).toBeTruthy()
})

it('the field accepts typed text while the list is unavailable, and the arrow button is disabled', () => {
  render(<Form choices={undefined} onSubmit={onSubmit} />)
  type('702')
  expect(field().value).toBe('702')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  const button = screen.getByRole('button', { name: 'Show the list' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
