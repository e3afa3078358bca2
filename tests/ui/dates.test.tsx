// Dates while they are typed: an incomplete date counts as no date, and only this date is reported as an error.
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from '#ui/forms/DateField.tsx'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'

const FORMAT_ERROR = /^Enter a date as yyyy-mm-dd/
const box = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const reportedValue = () => screen.getByTestId('taken').textContent

function Range() {
  const [range, setRange] = useState({ start: '2025-01-01', end: '2024-01-01' })
  const isReversed = range.start > range.end
  return (
    <>
      <DateRangeField
        label="Dates"
        {...range}
        onChange={(change) => setRange({ ...range, ...change })}
        error={isReversed ? 'Turned round' : undefined}
      />
      <p data-testid="taken">{`${range.start}/${range.end}`}</p>
    </>
  )
}

test('a range keeps its dates while one is being typed, and has none if the user leaves one incomplete', () => {
  render(<Range />)
  expect(screen.getByText('Turned round')).toBeTruthy()
  type('From', '2026-11-')
  expect(reportedValue()).toBe('2025-01-01/2024-01-01')
  fireEvent.blur(box('From'))
  expect(reportedValue()).toBe('/2024-01-01')
  expect((box('From') as HTMLInputElement).value).toBe('2026-11-')
  // The message about the earlier dates is gone, and the other date is not marked as invalid.
  expect(screen.queryByText('Turned round')).toBeNull()
  expect(screen.getByRole('alert').textContent).toMatch(FORMAT_ERROR)
  expect([box('From'), box('To')].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
  type('From', '2023-11-30')
  expect(reportedValue()).toBe('2023-11-30/2024-01-01')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Enter in an incomplete date shows the error, as leaving the field does', () => {
  render(<Range />)
  type('From', '2026-11-')
  expect(screen.queryByText(FORMAT_ERROR)).toBeNull()
  fireEvent.keyDown(box('From'), { key: 'Enter' })
  expect(screen.getByRole('alert').textContent).toMatch(FORMAT_ERROR)
  expect(reportedValue()).toBe('/2024-01-01')
})

test('an incomplete date that is cleared counts as empty', () => {
  render(<Range />)
  type('To', '2026-1')
  fireEvent.blur(box('To'))
  type('To', '')
  expect(screen.queryByText(FORMAT_ERROR)).toBeNull()
  expect(reportedValue()).toBe('2025-01-01/')
})

function Single() {
  const [date, setDate] = useState('2026-03-04')
  return (
    <>
      <DateField label="Date" value={date} onChange={setDate} />
      <p data-testid="taken">{date}</p>
    </>
  )
}

test('a single date has no value while it is incomplete, and the error appears when the field is left', () => {
  render(<Single />)
  type('Date', '2026-03-0')
  expect(reportedValue()).toBe('')
  expect(screen.queryByText(FORMAT_ERROR)).toBeNull()
  fireEvent.blur(box('Date'))
  expect(screen.getByText(FORMAT_ERROR)).toBeTruthy()
  expect(box('Date').getAttribute('aria-invalid')).toBe('true')
})

test('a date typed in words is accepted letter by letter, and formatted afterwards', () => {
  render(<Range />)
  for (const text of ['2', '24', '24 ', '24 Nov', '24 Nov ', '24 Nov 202']) {
    type('To', text)
    expect((box('To') as HTMLInputElement).value).toBe(text)
    expect(reportedValue()).toBe('2025-01-01/2024-01-01')
  }
  type('To', '24 Nov 2026')
  expect(reportedValue()).toBe('2025-01-01/2026-11-24')
  expect((box('To') as HTMLInputElement).value).toBe('2026-11-24')
})
