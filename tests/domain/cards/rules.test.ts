// The card rules (docs/rules/cards.md) as tables of cases.
import { describe, expect, it } from 'vitest'
import { type CardAction, cardActions, pinRefusal, shownActions, shownErrors } from '#domain/cards/actions.ts'
import { searchTermRefusal, searchTypes, tagToSearchType } from '#domain/cards/search.ts'
import {
  defaultStatementRange,
  statementRangeRefusal,
  statementFileName,
  stripAmountInput,
} from '#domain/cards/statement.ts'
import { cardToBadges, cardToStatus } from '#domain/cards/status.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Cents } from '#domain/money.ts'

const day = (text: string) => text as CalendarDate

describe('search terms', () => {
  it.each(searchTypes.map((typeInfo) => [typeInfo.label, typeInfo] as const))(
    '%s enforces its minimum',
    (_, typeInfo) => {
      const short = '1'.repeat(typeInfo.minLength - 1)
      expect(searchTermRefusal(typeInfo, short)).toBe(`Search term should be at least ${typeInfo.minLength} characters`)
      expect(searchTermRefusal(typeInfo, `${short}1`)).toBeUndefined()
    },
  )

  it('have the fixed minimum lengths', () => {
    expect(searchTypes.map((typeInfo) => typeInfo.minLength)).toEqual([9, 3, 7, 5, 5, 19, 2])
  })

  it.each([
    ['bookingId', 'AB123, CD456', undefined],
    ['bookingId', 'AB123,CD45', 'Each tag value should have at least 5 characters'],
    ['bookingId', 'AB123,', undefined],
    ['team', 'a,b', undefined],
    ['team', ' , ', 'Each tag value should have at least 1 characters'],
  ])('tag %s with %j gives %s', (name, term, refusal) => {
    expect(searchTermRefusal(tagToSearchType({ id: '7', name }), term)).toBe(refusal)
  })
})

describe('status', () => {
  const card = { activated: true, expiry: day('2027-01-31'), retired: false, stopped: false }
  it.each([
    [{}, 'activated', ['A']],
    [{ activated: false }, 'notActivated', ['I']],
    [{ expiry: day('2026-11-20') }, 'expired', ['A', 'E']],
    [{ expiry: day('2026-11-21') }, 'activated', ['A']],
    [{ expiry: day('2026-11-20'), retired: true }, 'retired', ['A', 'E', 'R']],
    [{ retired: true, stopped: true, activated: false }, 'stopped', ['I', 'R', 'S']],
  ])('of %j is %s', (overrides, status, badges) => {
    const state = { ...card, ...overrides }
    expect(cardToStatus(state, day('2026-11-21'))).toBe(status)
    expect(cardToBadges({ ...state, expired: state.expiry < day('2026-11-21') })).toEqual(badges)
  })
})

describe('actions', () => {
  const card = {
    activated: true,
    expired: false,
    retired: false,
    stopped: false,
    balanceCents: 100 as Cents,
    heldCents: 0 as Cents,
    requiresPin: true,
  }
  it.each([
    ['devalue', { balanceCents: 0 as Cents }],
    ['devalue', { heldCents: 1 as Cents }],
    ['retire', { retired: true }],
    ['stop', { stopped: true }],
    ['stop', { retired: true }],
    ['unstop', {}],
    ['activate', {}],
    ['activate', { activated: false, expired: true }],
    ['changePin', { requiresPin: false }],
    ['magstripe', { retired: true }],
  ] as const)('%s is refused for %j', (action, overrides) => {
    expect(cardActions[action].refusal({ ...card, ...overrides })).toMatch(/\.$/)
  })

  it.each([
    ['devalue', {}],
    ['retire', { stopped: true }],
    ['stop', { activated: false }],
    ['unstop', { stopped: true }],
    ['activate', { activated: false }],
    ['changePin', {}],
  ] as const)('%s is allowed for %j', (action, overrides) => {
    expect(cardActions[action].refusal({ ...card, ...overrides })).toBeUndefined()
  })

  it('shows one error at a time: devalue, then stop, unstop, retire, change PIN; activation errors are separate', () => {
    const order: CardAction[] = ['devalue', 'stop', 'unstop', 'retire', 'changePin']
    for (let firstIndex = 0; firstIndex < order.length; firstIndex++) {
      const errors = Object.fromEntries(
        order
          .slice(firstIndex)
          .toReversed()
          .map((action) => [action, 'no']),
      )
      expect(shownErrors(errors)).toEqual([order[firstIndex]])
      expect(shownErrors({ ...errors, activate: 'no' })).toEqual([order[firstIndex], 'activate'])
    }
    expect(shownErrors({ activate: 'no' })).toEqual(['activate'])
    expect(shownErrors({})).toEqual([])
  })

  it('ranks the errors of all actions, without gaps or duplicates', () => {
    const all = Object.keys(cardActions) as CardAction[]
    for (const action of all) expect(shownErrors({ [action]: 'no' })).toEqual([action])
    const ranks = all.map((action) => cardActions[action].errorRank).filter((rank) => rank !== 'separate')
    expect(new Set(ranks).size).toBe(ranks.length)
  })

  it('never shows a button together with its counterpart', () => {
    const flags = {
      showStatementDevalue: true,
      showStatementRetire: true,
      showStatementStop: true,
      showStatementActivate: true,
      showChangePIN: true,
    }
    for (const stopped of [true, false]) {
      const actions = shownActions('bar', { ...card, stopped }, { flags, sending: undefined })
      const slots = actions.map((action) => cardActions[action].replaces ?? action)
      expect(new Set(slots).size).toBe(slots.length)
      expect(slots.every((slot) => slot in cardActions)).toBe(true)
    }
  })

  it('requires a PIN with exactly the right number of digits', () => {
    expect(pinRefusal('123456', 6)).toBeUndefined()
    expect(pinRefusal('12345', 6)).toBe('Please enter 6 digit new PIN')
    expect(pinRefusal('12345a', 6)).toBe('Please enter 6 digit new PIN')
  })
})

describe('statement', () => {
  it('starts three months before today, on the last day of a shorter month', () => {
    expect(defaultStatementRange(day('2026-05-31'))).toEqual({ start: '2026-02-28', end: '2026-05-31' })
  })

  it.each([
    ['1969-12-31', '2026-01-01', 'Start date or End date can not be less than 1970'],
    ['2026-01-02', '2026-01-01', 'Start date can not be greater than End date'],
    ['2026-01-01', '2026-01-01', undefined],
  ])('%s to %s: %s', (start, end, refusal) => {
    expect(statementRangeRefusal(day(start), day(end))).toBe(refusal)
  })

  it('names its files by tracking number and range', () => {
    expect(statementFileName('100000000000015', day('2026-08-21'), day('2026-11-21'))).toBe(
      'CardStatementTrackingNumber_100000000000015_from2026-08-21_to2026-11-21',
    )
  })

  it.each([
    ['S$ 0012.50', '12.50'],
    ['00.505', '0.50'],
    ['1,250', '1250'],
    ['0', '0'],
    ['abc', ''],
    ['1.2.3', '1.23'],
  ])('amount input %j becomes %j', (input, amount) => {
    expect(stripAmountInput(input)).toBe(amount)
  })
})
