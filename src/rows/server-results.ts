// The server's check result for each row: findings, fee and the time of the check. An edit deletes the result.
import type { ServerValues } from '#domain/rows/findings.ts'

export interface ServerResult {
  /** The index of the row's findings in the set table of the rows. */
  readonly findingsIndex: number
  readonly feeCents: number
  /** Epoch milliseconds. */
  readonly checkedAt: number
  /** '' if the server named none. */
  readonly currency: string
  readonly facts: ServerValues | undefined
  /** For a row without an amount: the amount that the check calculated, such as the whole balance of the card. */
  readonly calculatedCents?: number | undefined
  /** The cardholder's name, if the user can read it; not stored with the draft. */
  readonly holder?: string
}

export function createServerResults(initialCount: number) {
  /** For each row, the index of its findings in the set table. 0 is the empty set. */
  let findingsIndexes = new Uint32Array(initialCount)
  let fees = new Float64Array(initialCount)
  /** The times of the checks; 0 for a row that was not checked. */
  let times = new Float64Array(initialCount)
  let revisions = new Uint32Array(initialCount)
  const facts = new Map<number, ServerValues>()
  const calculatedAmounts = new Map<number, number>()
  const holders = new Map<number, string>()
  let hasHolders = false
  const currencies = new Set<string>()
  return {
    findingsIndex: (id: number): number => findingsIndexes[id] ?? 0,
    feeCents: (id: number): number => fees[id] ?? 0,
    checkedAt: (id: number): number | undefined => times[id] || undefined,
    /** Increases with each change of the row, so that a late result for earlier values is recognised. */
    revision: (id: number): number => revisions[id] ?? 0,
    facts: (id: number) => facts.get(id),
    calculatedCents: (id: number) => calculatedAmounts.get(id),
    holder: (id: number): string => holders.get(id) ?? '',
    /** True once any row had a cardholder's name. Stays true, so that edits do not make the column disappear. */
    hasHolders: (): boolean => hasHolders,
    /** The currency of the cards, if all checked rows have the same. */
    currency: (): string | undefined => (currencies.size === 1 ? [...currencies][0] : undefined),
    set(id: number, result: ServerResult): void {
      findingsIndexes[id] = result.findingsIndex
      fees[id] = result.feeCents
      times[id] = result.checkedAt
      if (result.facts) facts.set(id, result.facts)
      else facts.delete(id)
      if (result.calculatedCents === undefined) calculatedAmounts.delete(id)
      else calculatedAmounts.set(id, result.calculatedCents)
      if (result.holder) {
        holders.set(id, result.holder)
        hasHolders = true
      } else {
        holders.delete(id)
      }
      if (result.currency !== '') currencies.add(result.currency)
    },
    forget(id: number): void {
      findingsIndexes[id] = 0
      fees[id] = 0
      times[id] = 0
      facts.delete(id)
      calculatedAmounts.delete(id)
      holders.delete(id)
      revisions[id] = (revisions[id] ?? 0) + 1
    },
    forgetCurrencies: (): void => currencies.clear(),
    /** Moves the findings to another set table. */
    renumber(toNewIndex: (index: number) => number): void {
      findingsIndexes = findingsIndexes.map(toNewIndex)
    },
    growTo(count: number): void {
      findingsIndexes = grow(Uint32Array, findingsIndexes, count)
      fees = grow(Float64Array, fees, count)
      times = grow(Float64Array, times, count)
      revisions = grow(Uint32Array, revisions, count)
    },
  }
}

/** Returns a longer copy of a typed array. */
export function grow<A extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  arrayType: new (length: number) => A,
  before: A,
  length: number,
): A {
  const after = new arrayType(length)
  after.set(before)
  return after
}
