// Computes the hold of an authorisation from its events. The hold is always computed again from all events, so it does
// not depend on the order in which they arrive.

/** The events that create or change a hold. */
export const holdEventTypes = ['authorisation', 'increment', 'completion', 'release', 'clearing', 'expiry'] as const
export type HoldEventType = (typeof holdEventTypes)[number]

export interface HoldEvent {
  readonly eventId: string
  readonly kind: HoldEventType
  /** Milliseconds since 1970. */
  readonly at: number
  /** In minor units. Null for an expiry and for a full release. */
  readonly amountCents: number | null
  /** True for a clearing after which further clearings will follow. Any other clearing ends the hold. */
  readonly isPartial: boolean
}

/** A time during which the held amount stayed the same. */
export interface HoldSegment {
  readonly from: number
  /** Null while the amount is held. */
  readonly to: number | null
  readonly amountCents: number
}

export interface Hold {
  /** Undefined if the authorisation has not arrived yet. Nothing is held until then. */
  readonly authorisation: HoldEvent | undefined
  /** In order of time. Empty if the authorised amount is zero. */
  readonly segments: readonly HoldSegment[]
  /** Further authorisations with the same number, which contradict the first and are ignored. */
  readonly contradictions: readonly HoldEvent[]
}

/** Compares by time, then by the order of `holdEventTypes`, then by id. Events are applied in this order. */
function compareEvents(a: HoldEvent, b: HoldEvent): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.kind !== b.kind) return holdEventTypes.indexOf(a.kind) - holdEventTypes.indexOf(b.kind)
  return a.eventId < b.eventId ? -1 : 1
}

/** Computes the hold from all events with the number of one authorisation, given in any order. */
export function eventsToHold(events: readonly HoldEvent[]): Hold {
  const sortedEvents = events.toSorted(compareEvents)
  const [authorisation, ...contradictions] = sortedEvents.filter(({ kind }) => kind === 'authorisation')
  if (!authorisation) return { authorisation, segments: [], contradictions: [] }
  const changes = sortedEvents.filter(({ kind }) => kind !== 'authorisation')
  const segments: HoldSegment[] = []
  let from = authorisation.at
  let held = authorisation.amountCents ?? 0
  for (const event of changes) {
    const heldAfter = changeHold(held, event)
    if (heldAfter === held) continue
    // Clocks differ, so an event can be dated before its authorisation.
    const at = Math.max(event.at, from)
    const isEmptySegment = at === from
    // The first segment is recorded even if it is empty, since it shows the authorisation.
    const isRecorded = !isEmptySegment || segments.length === 0
    if (held > 0 && isRecorded) segments.push({ from, to: at, amountCents: held })
    from = at
    held = heldAfter
  }
  if (held > 0) segments.push({ from, to: null, amountCents: held })
  return { authorisation, segments, contradictions }
}

function changeHold(held: number, { kind, amountCents, isPartial }: HoldEvent): number {
  const amount = amountCents ?? 0
  switch (kind) {
    case 'increment':
      return held + amount
    case 'completion':
      return amount
    case 'release':
      return amountCents === null ? 0 : Math.max(0, held - amount)
    case 'clearing':
      return isPartial ? Math.max(0, held - amount) : 0
    case 'expiry':
      return 0
    // Never passed here: an authorisation creates a hold and does not change it.
    case 'authorisation':
      return held
  }
}
