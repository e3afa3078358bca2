// Sets of findings about a row, each a sorted list. The empty set is shared, so that 5,000 valid rows cost nothing.
import type { RowField, RowValues } from './fields.ts'

/**
 * 'error' prevents the submission of the row. 'skip' leaves the row out when the file is submitted, since there is
 * nothing to do and nothing to correct. 'warning' asks for attention.
 */
export type Severity = 'error' | 'skip' | 'warning'

/** The severities in the sort order of findings. */
export const severities: readonly Severity[] = ['error', 'skip', 'warning']

/** A finding about a field of a row. Created by a row type (`RowType.finding`), which sets its rank. */
export interface Finding {
  readonly code: string
  /** The name of the field; '' for the whole row. */
  readonly field: string
  readonly severity: Severity
  /**
   * The position in the sort order: by severity, then the order of the type's table and of its fields.
   * Unique within a row type.
   */
  readonly rank: number
}

/** The findings of a row, without duplicates. Ordered by rank, so that the most severe finding is the first. */
export type FindingSet = readonly Finding[]

export const NO_FINDINGS: FindingSet = []

/** The set with one more finding. */
export function addFinding(set: FindingSet, finding: Finding): FindingSet {
  if (set.length === 0) return [finding]
  const index = set.findIndex(({ rank }) => rank >= finding.rank)
  if (index === -1) return [...set, finding]
  const isInSet = set[index]?.rank === finding.rank
  return isInSet ? set : [...set.slice(0, index), finding, ...set.slice(index)]
}

export const joinFindings = (first: FindingSet, second: FindingSet): FindingSet =>
  first.length === 0 ? second : second.reduce(addFinding, first)

/** Findings in any order as a set. */
export const findingsToSet = (findings: readonly Finding[]): FindingSet => findings.reduce(addFinding, NO_FINDINGS)

export const withoutFindings = (set: FindingSet, ...codes: readonly string[]): FindingSet =>
  set.some(({ code }) => codes.includes(code)) ? set.filter(({ code }) => !codes.includes(code)) : set

export const hasFinding = (set: FindingSet, code: string): boolean => set.some((finding) => finding.code === code)

/** True if the row has an error, which prevents its submission until it is corrected. */
export const hasError = (set: FindingSet): boolean => set[0]?.severity === 'error'

/** True if the row is left out of a submission although it has no error. */
export const isSkipped = (set: FindingSet): boolean => set[0]?.severity === 'skip'

/** True if the server refuses the row: a client must correct it or leave it out. */
export const isRefused = (set: FindingSet): boolean => hasError(set) || isSkipped(set)

/** The findings for which the server refuses the row. */
export const refusedFindings = (set: FindingSet): FindingSet => set.filter(({ severity }) => severity !== 'warning')

/** One type of finding, with its severity and messages: a row in the table of a row type. */
export interface FindingType {
  readonly severity: Severity
  /** The field, if the finding is always about the same one. */
  readonly field?: string
  /** True if only the server can make this finding. An edit of the row removes the finding. */
  readonly fromServer?: boolean
  /** The figure above the table that includes the rows with this finding. */
  readonly figure?: 'repeated' | 'wholeBalances'
  /** The heading of the rows with this finding: "214 identifiers contain spaces". */
  readonly reason: (rows: number, field: RowField | undefined) => string
  /** The problem and its solution, shown at the row. */
  readonly message: (context: FindingContext) => string
}

/** The facts about a row that the message of a finding can depend on. */
export interface FindingContext {
  readonly field: RowField | undefined
  /** The value of the field; '' for a finding about the whole row. */
  readonly value: string
  readonly values: RowValues
  /** The number of fields in the line. */
  readonly fieldCount: number
  /** Other facts from the server, if known. Each row type has its own facts. */
  readonly server: ServerValues
}

/** The server's facts about a row in addition to its findings: plain values that can be stored. */
export type ServerValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** The number of rows with each finding, sorted by severity, then the most frequent first, then by rank. */
export function countFindings(sets: Iterable<FindingSet>): { readonly finding: Finding; readonly rows: number }[] {
  const counts = new Map<number, { finding: Finding; rows: number }>()
  for (const set of sets) {
    for (const finding of set) {
      const counted = counts.get(finding.rank)
      if (counted) counted.rows += 1
      else counts.set(finding.rank, { finding, rows: 1 })
    }
  }
  return [...counts.values()].sort((left, right) => {
    const bySeverity = severities.indexOf(left.finding.severity) - severities.indexOf(right.finding.severity)
    return bySeverity || right.rows - left.rows || left.finding.rank - right.finding.rank
  })
}
