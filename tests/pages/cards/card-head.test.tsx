// The head of a card explains its state, retiring warns of the money that would be lost sight of, and the most common
// dates are one click away.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { client } from '#brand/current.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { ActionDialog } from '#pages/cards/details/ActionDialog.tsx'
import { CardHead } from '#pages/cards/details/CardHead.tsx'
import type { Card } from '#pages/cards/details/facts.ts'
import { DatePresets } from '#pages/cards/statement/DatePresets.tsx'
import { cardAnswer } from '#tests/support/card-answer.ts'

const card = cardAnswer({
  ISSTOPPED: 1,
  STOPREASON: 'Lost',
  STATUSUSERNAME: 'olive',
  STATUSDATE: '2026-11-22T02:00:00Z',
})

it('a stopped card shows why, by whom and since when, other states by whom and when, an expired card since when', () => {
  const meaning = (status: Parameters<typeof CardHead>[0]['status']) => {
    const { container, unmount } = render(<CardHead card={card} status={status} />)
    const text = container.textContent
    unmount()
    return text
  }
  expect(meaning('stopped')).toMatch(/S\$ ?10\.00.*Stopped.*Lost, olive, 22 Nov 2026$/)
  expect(meaning('activated')).toMatch(/Activated.*olive, 22 Nov 2026$/)
  expect(meaning('expired')).toMatch(/Expired.*31 January 2030/)
})

const open = (more: Partial<Card>) => {
  render(
    <ActionDialog
      ownerUser="3 olive"
      action="retire"
      card={{ ...card, ISSTOPPED: 0, ...more }}
      onSending={() => undefined}
      onDone={() => undefined}
      onRefused={() => undefined}
      onClose={() => undefined}
    />,
  )
  return screen.getByRole('dialog')
}

it('retiring warns of the money still on the card', () => {
  expect(open({}).textContent).toMatch(/S\$ ?10\.00 is still on the card\. Devalue it first/)
})

it('retiring an empty card shows no such warning', () => {
  expect(open({ CARDBALANCE: '0.00' }).textContent).not.toContain('still on the card')
})

it('buttons select 30 days, this month or all, and the selected one is marked', () => {
  const today = instantToDate(Date.now(), client.timeZone)
  const change = vi.fn<(dates: { readonly start: string; readonly end: string }) => void>()
  render(<DatePresets label="Presets" dates={{ start: addDays(today, -29), end: today }} onChange={change} />)
  const buttons = within(screen.getByRole('group', { name: 'Presets' })).getAllByRole('button')
  expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
    ['30 days', 'true'],
    ['This month', `${today.endsWith('-30')}`],
    ['All', 'false'],
  ])
  for (const button of buttons) fireEvent.click(button)
  expect(change.mock.calls.map(([dates]) => dates)).toEqual([
    { start: addDays(today, -29), end: today },
    { start: `${today.slice(0, 7)}-01`, end: today },
    { start: '1970-01-01', end: today },
  ])
})
