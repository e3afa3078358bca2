// Amounts and card numbers are read from left to right in every language.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { CardNumber } from '#ui/CardNumber.tsx'
import { Money } from '#ui/Money.tsx'

test('amounts and card numbers keep their direction beside Arabic', () => {
  render(
    <p dir="rtl">
      الرصيد <Money cents={cents(-125_000)} currency="SGD" /> <CardNumber value="5204740000000017" />
    </p>,
  )
  expect(screen.getByText(/1,250\.00/).getAttribute('dir')).toBe('ltr')
  expect(screen.getByText(/^5204 74/).getAttribute('dir')).toBe('ltr')
})
