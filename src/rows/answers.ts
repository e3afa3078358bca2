// What the host has said about each row: its findings, the fee, and when. An edit takes all of it away.
import type { HostFacts } from '#domain/rows/findings.ts'

export interface HostAnswer {
  /** The place of its findings in the rows' table of sets. */
  readonly findings: number
  readonly feeCents: number
  /** In ms since the epoch. */
  readonly checkedAt: number
  /** '' where the host named none. */
  readonly currency: string
  readonly facts: HostFacts | undefined
  /** Where the row named no amount: all that the card held when the host looked (batches §5 "amount 0"). */
  readonly wholeCents?: number
}

export function createAnswers(initialCount: number) {
  let findings = new Uint32Array(initialCount)
  let fees = new Float64Array(initialCount)
  let times = new Float64Array(initialCount)
  let revisions = new Uint32Array(initialCount)
  const facts = new Map<number, HostFacts>()
  const wholes = new Map<number, number>()
  const currencies = new Set<string>()
  return {
    findings: (id: number): number => findings[id] ?? 0,
    feeCents: (id: number): number => fees[id] ?? 0,
    checkedAt: (id: number): number | undefined => times[id] || undefined,
    /** Rises with each change of the row, so that a late answer about what it was is told apart. */
    revision: (id: number): number => revisions[id] ?? 0,
    facts: (id: number) => facts.get(id),
    wholeCents: (id: number) => wholes.get(id),
    /** The cards' currency, where all checked rows have the same. */
    currency: (): string | undefined => (currencies.size === 1 ? [...currencies][0] : undefined),
    set(id: number, answer: HostAnswer): void {
      findings[id] = answer.findings
      fees[id] = answer.feeCents
      times[id] = answer.checkedAt
      if (answer.facts) facts.set(id, answer.facts)
      else facts.delete(id)
      if (answer.wholeCents === undefined) wholes.delete(id)
      else wholes.set(id, answer.wholeCents)
      if (answer.currency !== '') currencies.add(answer.currency)
    },
    forget(id: number): void {
      findings[id] = 0
      fees[id] = 0
      times[id] = 0
      facts.delete(id)
      wholes.delete(id)
      revisions[id] = (revisions[id] ?? 0) + 1
    },
    forgetCurrencies: (): void => currencies.clear(),
    /** The findings by another table of sets. */
    renumber(placeOf: (place: number) => number): void {
      findings = findings.map(placeOf)
    },
    growTo(count: number): void {
      findings = grow(Uint32Array, findings, count)
      fees = grow(Float64Array, fees, count)
      times = grow(Float64Array, times, count)
      revisions = grow(Uint32Array, revisions, count)
    },
  }
}

/** A typed array that becomes longer. */
export function grow<A extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  kind: new (length: number) => A,
  before: A,
  length: number,
): A {
  const after = new kind(length)
  after.set(before)
  return after
}
