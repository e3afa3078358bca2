// Sets of what was found about a row. A set may hold any number of findings, each about a field; it is a sorted list, and the
// one without members is shared, so that 5,000 sound rows cost nothing.
import type { RowField, RowValues } from './fields.ts'

/** 'error' keeps a row from being submitted; 'warning' asks for a look. */
export type Severity = 'error' | 'warning'

/** One thing found about one field of a row. Made by a row kind (`RowKind.finding`), which gives it its place among the others. */
export interface Finding {
  readonly code: string
  /** The name of the field it is about; '' for the row as a whole. */
  readonly field: string
  readonly severity: Severity
  /** Errors before warnings, then in the order of the kind's table and of its fields. No two findings of a kind share one. */
  readonly rank: number
}

/** What was found about one row, in the order of rank, each once. */
export type FindingSet = readonly Finding[]

export const NONE: FindingSet = []

/** The set with one finding more. */
export function addFinding(set: FindingSet, finding: Finding): FindingSet {
  if (set.length === 0) return [finding]
  const at = set.findIndex(({ rank }) => rank >= finding.rank)
  if (at === -1) return [...set, finding]
  return set[at]?.rank === finding.rank ? set : [...set.slice(0, at), finding, ...set.slice(at)]
}

export const joinFindings = (one: FindingSet, other: FindingSet): FindingSet =>
  one.length === 0 ? other : other.reduce(addFinding, one)

/** Findings in any order as a set. */
export const findingsToSet = (findings: readonly Finding[]): FindingSet => findings.reduce(addFinding, NONE)

export const withoutFindings = (set: FindingSet, ...codes: readonly string[]): FindingSet =>
  set.some(({ code }) => codes.includes(code)) ? set.filter(({ code }) => !codes.includes(code)) : set

export const hasFinding = (set: FindingSet, code: string): boolean => set.some((finding) => finding.code === code)

/** True where something keeps the row from being submitted. */
export const hasError = (set: FindingSet): boolean => set.length > 0 && set[0]?.severity === 'error'

/** The errors among the findings. */
export const errorsOf = (set: FindingSet): FindingSet => set.filter(({ severity }) => severity === 'error')

/** The words for a finding, as a row of its kind's table. */
export interface FindingKind {
  readonly severity: Severity
  /** The field it is about, where it is always the same one. */
  readonly field?: string
  /** True where only the host can know it; an edit of the row takes it away. */
  readonly fromHost?: boolean
  /** The heading of the group of rows: "214 identifiers contain spaces". */
  readonly reason: (rows: number, field: RowField | undefined) => string
  /** What is wrong and what to do, on the row itself. */
  readonly words: (about: FindingAbout) => string
}

/** What words may need to know. */
export interface FindingAbout {
  readonly field: RowField | undefined
  /** What stands in the field; '' for a finding about the row as a whole. */
  readonly value: string
  readonly values: RowValues
  /** How many fields the line had. */
  readonly fieldCount: number
  /** What the host said besides, as far as it is known; its form is the kind's. */
  readonly host: HostFacts
}

/** What an answer of the host says about one row besides its findings: plain values that can be stored. */
export type HostFacts = Readonly<Record<string, string | readonly string[] | undefined>>

/** How many rows carry each finding: errors before warnings, the most frequent first, and in the order of rank. */
export function countFindings(sets: Iterable<FindingSet>): { readonly finding: Finding; readonly rows: number }[] {
  const counts = new Map<number, { finding: Finding; rows: number }>()
  for (const set of sets) {
    for (const finding of set) {
      const counted = counts.get(finding.rank)
      if (counted) counted.rows += 1
      else counts.set(finding.rank, { finding, rows: 1 })
    }
  }
  return [...counts.values()].sort(
    ({ finding: one, rows: a }, { finding: other, rows: b }) =>
      Number(one.severity !== 'error') - Number(other.severity !== 'error') || b - a || one.rank - other.rank,
  )
}
