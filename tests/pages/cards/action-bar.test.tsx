// The actions offered for a card: by the client's flags and the card's state, or disabled with the reason.
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { client } from '#brand/current.ts'
import type { CardForRules, CardAction } from '#domain/cards/actions.ts'
import type { Cents } from '#domain/money.ts'
import { ActionBar } from '#pages/cards/details/ActionBar.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'

const defaultProperties: CardForRules = {
  activated: false,
  expired: false,
  retired: false,
  stopped: false,
  balanceCents: 100 as Cents,
  heldCents: 0 as Cents,
  requiresPin: true,
}
const signIn = (actions: string[]) => signInTestUser({ CardStatement: ['read'], Card: actions })
beforeEach(() => signIn(['write']))

function show(card: Partial<CardForRules> = {}, sendingAction?: CardAction) {
  cleanup()
  render(
    <ActionBar
      cardForRules={{ ...defaultProperties, ...card }}
      sendingAction={sendingAction}
      onAction={() => undefined}
    />,
  )
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)
const reasonOf = (name: string) => {
  const button = screen.getByRole('button', { name })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  return (button.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
}

it('offers all card actions in their order', () => {
  show()
  expect(buttons()).toEqual(['Stop', 'Activate', 'ChangePIN', 'Devalue', 'Retire'])
})

it.each([
  ['showStatementDevalue', 'Devalue'],
  ['showStatementRetire', 'Retire'],
  ['showStatementStop', 'Stop'],
  ['showStatementActivate', 'Activate'],
  ['showChangePIN', 'ChangePIN'],
] as const)('without the flag %s there is no %s', (flag, label) => {
  const flags = { ...client.flags, [flag]: false }
  vi.spyOn(client, 'flags', 'get').mockReturnValue(flags)
  show()
  expect(buttons()).toHaveLength(4)
  expect(buttons()).not.toContain(label)
})

it('hides Devalue at balance 0 and while it is submitted', () => {
  show({ balanceCents: 0 as Cents })
  expect(buttons()).not.toContain('Devalue')
  show({}, 'devalue')
  expect(buttons()).not.toContain('Devalue')
})

it('shows finished actions: Retired and Activated are disabled, Stop becomes Unstop', () => {
  show({ activated: true, stopped: true })
  expect(buttons()).toEqual(['Unstop', 'Activated', 'ChangePIN', 'Devalue', 'Retire'])
  expect(reasonOf('Activated')).toBe('The card is already activated.')
  show({ retired: true })
  expect(reasonOf('Retired')).toBe('The card is already retired.')
})

it('Stop becomes Unstop in place, and the button keeps the focus', () => {
  const bar = (stopped: boolean) => (
    <ActionBar cardForRules={{ ...defaultProperties, stopped }} sendingAction={undefined} onAction={() => undefined} />
  )
  const { rerender } = render(bar(false))
  screen.getByRole('button', { name: 'Stop' }).focus()
  rerender(bar(true))
  expect(document.activeElement?.textContent).toBe('Unstop')
})

it('enables ChangePIN only if the campaign uses a PIN, and once per session', () => {
  show({ requiresPin: false })
  expect(reasonOf('ChangePIN')).toBe("The card's campaign uses no PIN.")
  show({ pinChanged: true })
  expect(reasonOf('ChangePIN')).toBe('The PIN of this card was already changed in this session.')
})

it('disables all actions with the reason for a user who can only read', () => {
  signIn([])
  show()
  for (const name of ['Stop', 'Activate', 'ChangePIN', 'Devalue', 'Retire'])
    expect(reasonOf(name)).toBe('You are not authorized')
})
