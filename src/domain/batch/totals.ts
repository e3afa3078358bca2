// The figures that stay in view above the rows: how many, how many to mend, how much, at what fee.
import { type Cents, cents } from '#domain/money.ts'
import { type FindingCode, type FindingSet, findingCodes, findingsBySeverity } from './findings.ts'

export interface BatchTotals {
  readonly rows: number
  readonly valid: number
  readonly toFix: number
  /** Sum of the valid rows' amounts. */
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/** Adds up rows one by one; those that are not valid count in `rows` and `toFix` alone. Amounts in minor units. */
export function createTotals() {
  let count = 0
  let valid = 0
  let amount = 0
  let fee = 0
  return {
    add(isValid: boolean, amountCents: number, feeCents: number): void {
      count += 1
      if (!isValid) return
      valid += 1
      amount += amountCents
      fee += feeCents
    },
    sum: (): BatchTotals => ({
      rows: count,
      valid,
      toFix: count - valid,
      amountCents: cents(amount),
      feeCents: cents(fee),
    }),
  }
}

/** How many rows carry each finding, errors first, without those that none carries. */
export function countFindings(sets: Iterable<FindingSet>): { code: FindingCode; rows: number }[] {
  const counts = new Uint32Array(findingCodes.length)
  for (const set of sets) {
    for (let rest = set, index = 0; rest !== 0; rest >>>= 1, index += 1) {
      if (rest & 1) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  return findingsBySeverity
    .map((code) => ({ code, rows: counts[findingCodes.indexOf(code)] ?? 0 }))
    .filter(({ rows }) => rows > 0)
}
