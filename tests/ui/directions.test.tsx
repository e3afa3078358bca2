// Amounts, card numbers and times are read from left to right in every language.
import type UPlot from 'uplot'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chooseLanguage, getLocale } from '#words/runtime.js'
import { cents } from '#domain/money.ts'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { DateText, Instant } from '#ui/Instant.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Money } from '#ui/Money.tsx'
import { chartOptions } from '#ui/drawings/day-chart.ts'

test('amounts and card numbers keep their direction beside Arabic', () => {
  render(
    <p dir="rtl">
      الرصيد <Money cents={cents(-125_000)} currency="SGD" /> <CardNumber value="5204740000000017" />
    </p>,
  )
  expect(screen.getByText(/1,250\.00/).getAttribute('dir')).toBe('ltr')
  expect(screen.getByText(/^5204 74/).getAttribute('dir')).toBe('ltr')
})

const originalLanguage = getLocale()
afterEach(() => {
  chooseLanguage(() => originalLanguage)
  document.dir = ''
})

test('a time and its zone are read from left to right in an Arabic date, also where it may break', () => {
  chooseLanguage(() => 'ar')
  document.dir = 'rtl'
  render(
    <>
      <Instant value="2026-03-04T02:42:00Z" />
      <Instant value="2026-03-05T02:42:00Z" wraps />
    </>,
  )
  expect(screen.getByText(/4 مارس/).textContent).toBe('\u200f\u20684 مارس 2026\u2069، \u206610:42 SGT\u2069')
  expect(screen.getByText(/^.10:42/).textContent).toBe('\u206610:42 SGT\u2069')
})

test('the amounts beside a chart are read from left to right', () => {
  const colours = { line: '', fill: '', grid: '', text: '', font: '' }
  const chart = {
    shape: 'steps',
    days: [],
    currency: 'SGD',
    colours,
    paths: undefined,
    width: 300,
    height: 100,
  } as const
  const amountsOf = () => {
    const { values } = chartOptions({ ...chart, onHover: () => undefined }).axes?.[1] ?? {}
    return typeof values === 'function' ? values({} as UPlot, [-125_000, 0], 1, 0, 1) : values
  }
  expect(amountsOf()).toEqual(['-1,250', '0'])
  chooseLanguage(() => 'ar')
  expect(amountsOf()).toEqual(['\u2068-1,250\u2069', '\u20680\u2069'])
})

test('a date in English is one text without a direction', () => {
  render(
    <>
      <Instant value="2026-03-04T02:42:00Z" />
      <DateText value="2026-03-05" />
    </>,
  )
  expect(screen.getByText('04 Mar 2026, 10:42 SGT').hasAttribute('dir')).toBe(false)
  expect(screen.getByText('05 Mar 2026').hasAttribute('dir')).toBe(false)
})

test('a table in a right-to-left page keeps the direction of each value', () => {
  document.dir = 'rtl'
  render(
    <DataTable
      caption="Rows"
      columns={[
        { key: 'card', label: 'Card', format: 'pan' },
        { key: 'amount', label: 'Amount', format: 'amount' },
      ]}
      rows={[{ card: '9000010000003935', amount: '-138.69' }]}
      rowKey={({ card }) => card}
      empty="None"
    />,
  )
  expect(screen.getByText('9000 01•• •••• 3935').localName).toBe('bdi')
  expect(screen.getByText('-138.69').localName).toBe('bdi')
})

test('a menu has the direction of a right-to-left page', async () => {
  document.dir = 'rtl'
  render(<Menu trigger={<button type="button">Open</button>} items={[{ label: 'Download', onSelect: () => {} }]} />)
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open' }), { key: 'Enter' })
  expect((await screen.findByRole('menu')).getAttribute('dir')).toBe('rtl')
})

test('typed text has its own direction', () => {
  render(
    <>
      <TextField label="Phone" />
      <TextArea label="Reason" />
    </>,
  )
  for (const label of ['Phone', 'Reason']) expect(screen.getByLabelText(label).getAttribute('dir')).toBe('auto')
})
