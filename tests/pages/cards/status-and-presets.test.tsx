// A card explains its state, retiring warns of the remaining money, and common date ranges need one click.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { client } from '#brand/current.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { ActionDialog } from '#pages/cards/details/ActionDialog.tsx'
import { ProgrammePanel } from '#pages/cards/details/CardPanels.tsx'
import type { Card } from '#pages/cards/details/card.ts'
import { DatePresets } from '#pages/cards/statement/DatePresets.tsx'
import { cardResponse } from '#tests/support/card-response.ts'

const card = cardResponse({
  ISSTOPPED: 1,
  STOPREASON: 'Lost',
  STATUSUSERNAME: 'olive',
  STATUSDATE: '2026-11-22T02:00:00Z',
})

it.each([
  ['stopped', 'by olive on 22 Nov 2026: Lost'],
  ['activated', 'by olive on 22 Nov 2026'],
  ['expired', 'since 31 January 2030'],
] as const)('a card that is %s shows after its status: %s', (status, explanation) => {
  render(<ProgrammePanel card={card} status={status} factsWithButtons={[]} />)
  const value = screen.getByText('Card Status').parentElement?.querySelector('dd')?.textContent
  expect(value).toMatch(new RegExp(`^${status} ${explanation}$`, 'i'))
})

const openRetireDialog = (overrides: Partial<Card>) => {
  render(
    <ActionDialog
      ownerUser="3 olive"
      action="retire"
      card={{ ...card, ISSTOPPED: 0, ...overrides }}
      onSending={() => undefined}
      onDone={() => undefined}
      onRefused={() => undefined}
      onClose={() => undefined}
    />,
  )
  return screen.getByRole('dialog')
}

it('retiring warns of money still on the card', () => {
  expect(openRetireDialog({}).textContent).toMatch(/S\$ ?10\.00 is still on the card\. Devalue it first/)
})

it('retiring an empty card shows no such warning', () => {
  expect(openRetireDialog({ CARDBALANCE: '0.00' }).textContent).not.toContain('still on the card')
})

it('buttons select 30 days, this month or all, and the selected one is marked', () => {
  const today = instantToDate(Date.now(), client.timeZone)
  const onChange = vi.fn<(dates: { readonly start: string; readonly end: string }) => void>()
  render(<DatePresets label="Presets" dates={{ start: addDays(today, -29), end: today }} onChange={onChange} />)
  const buttons = within(screen.getByRole('group', { name: 'Presets' })).getAllByRole('button')
  expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
    ['30 days', 'true'],
    // On the 30th, the last 30 days are the days of this month.
    ['This month', `${today.endsWith('-30')}`],
    ['All', 'false'],
  ])
  for (const button of buttons) fireEvent.click(button)
  expect(onChange.mock.calls.map(([dates]) => dates)).toEqual([
    { start: addDays(today, -29), end: today },
    { start: `${today.slice(0, 7)}-01`, end: today },
    { start: '1970-01-01', end: today },
  ])
})

it('"All" starts with the first day of the card', () => {
  const today = instantToDate(Date.now(), client.timeZone)
  const onChange = vi.fn<(dates: { readonly start: string; readonly end: string }) => void>()
  const dates = { start: '2025-07-22', end: today }
  render(<DatePresets label="Presets" dates={dates} onChange={onChange} firstDay="2025-07-22" />)
  const allButton = screen.getByRole('button', { name: 'All' })
  expect(allButton.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(allButton)
  expect(onChange.mock.calls).toEqual([[dates]])
})
