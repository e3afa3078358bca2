// Holds of authorisations: the same for every order of arrival, never below zero, without overlapping times.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventsToHold, type HoldEvent, type HoldEventType, holdEventTypes } from '#domain/feed/holds.ts'
import { isLong } from '#tests/support/long-run.ts'

const event = (kind: HoldEventType, at: number, amountCents: number | null, isPartial = false): HoldEvent => ({
  eventId: `${kind} ${at}`,
  kind,
  at,
  amountCents,
  isPartial,
})

describe('the hold of an authorisation', () => {
  it('has a segment for each amount, and ends with the last clearing', () => {
    const { segments } = eventsToHold([
      event('authorisation', 10, 10_000),
      event('increment', 20, 5_000),
      event('clearing', 30, 4_000, true),
      event('clearing', 40, 9_000),
    ])
    expect(segments).toEqual([
      { from: 10, to: 20, amountCents: 10_000 },
      { from: 20, to: 30, amountCents: 15_000 },
      { from: 30, to: 40, amountCents: 11_000 },
    ])
  })

  it('is open while nothing ends it, and nothing is held before the authorisation arrives', () => {
    expect(eventsToHold([event('increment', 5, 100)]).segments).toEqual([])
    expect(eventsToHold([event('increment', 5, 100), event('authorisation', 10, 50)]).segments).toEqual([
      { from: 10, to: 10, amountCents: 50 },
      { from: 10, to: null, amountCents: 150 },
    ])
  })

  it('counts the first of two authorisations and reports the other', () => {
    const [first, second] = [event('authorisation', 10, 100), event('authorisation', 11, 900)]
    const hold = eventsToHold([second, first])
    expect(hold.authorisation).toBe(first)
    expect(hold.contradictions).toEqual([second])
    expect(hold.segments).toEqual([{ from: 10, to: null, amountCents: 100 }])
  })

  const events = fc.uniqueArray(
    fc.record({
      eventId: fc.string({ minLength: 1, maxLength: 6 }),
      kind: fc.constantFrom(...holdEventTypes),
      at: fc.integer({ min: 0, max: 12 }),
      amountCents: fc.option(fc.integer({ min: 0, max: 500 })),
      isPartial: fc.boolean(),
    }),
    { selector: ({ eventId }) => eventId, maxLength: 9 },
  )
  const shuffled = events.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  const numRuns = isLong ? 200_000 : 10_000

  it('does not depend on the order in which events arrive', () => {
    fc.assert(
      fc.property(shuffled, ([inOrder, otherOrder]) => {
        expect(eventsToHold(otherOrder)).toEqual(eventsToHold(inOrder))
      }),
      { numRuns },
    )
  })

  it('is never negative, and its segments never overlap', () => {
    fc.assert(
      fc.property(events, (list) => {
        const { segments } = eventsToHold(list)
        segments.forEach(({ from, to, amountCents }, index) => {
          expect(amountCents).toBeGreaterThan(0)
          expect(to === null || to >= from).toBe(true)
          const next = segments[index + 1]
          expect(next === undefined || (to !== null && next.from >= to)).toBe(true)
        })
      }),
      { numRuns },
    )
  })
})
