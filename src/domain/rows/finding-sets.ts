// Numbers the distinct sets of findings in a file, so that each row stores only the index of its set. Index 0 is the
// empty set.
import { m } from '#words/messages.js'
import {
  addFinding,
  type Finding,
  type FindingSet,
  hasError,
  isSkipped,
  joinFindings,
  NO_FINDINGS,
  withoutFindings,
} from './findings.ts'

export interface FindingSetTable {
  /** All sets by their index. The list grows, and is never reordered. */
  readonly sets: readonly FindingSet[]
  /** The index of the set, which is added if new. */
  indexOf(set: FindingSet): number
  at(index: number): FindingSet
  /** True if the set at this index has an error, which prevents the submission of its rows. */
  isFaulty(index: number): boolean
  /** True if rows with the set at this index are left out of a submission, although they have no error. */
  isSkipped(index: number): boolean
  /** The index of the set at `index` with one more finding. */
  with(index: number, finding: Finding): number
  /** The index of the set at `index` without the findings with this code. */
  without(index: number, code: string): number
  /** The index of the set with the findings of both sets. */
  join(firstIndex: number, secondIndex: number): number
}

/** Creates a table that begins with the `initialSets` from the worker, whose indexes stay valid. */
export function createFindingSetTable(initialSets: readonly FindingSet[] = [NO_FINDINGS]): FindingSetTable {
  const sets = [...initialSets]
  const isFaultySet = sets.map(hasError)
  const indexes = new Map(sets.map((set, index) => [toKey(set), index]))
  const indexOf = (set: FindingSet): number => {
    if (set.length === 0) return 0
    const key = toKey(set)
    const found = indexes.get(key)
    if (found !== undefined) return found
    isFaultySet.push(hasError(set))
    indexes.set(key, sets.length)
    return sets.push(set) - 1
  }
  const at = (index: number): FindingSet => sets[index] ?? NO_FINDINGS
  const addCached = memoize(2 ** 26, (index, rank) =>
    indexOf(addFinding(at(index), byRank.get(rank) ?? unknownRank(rank))),
  )
  const joinCached = memoize(2 ** 26, (first, second) => indexOf(joinFindings(at(first), at(second))))
  const byRank = new Map<number, Finding>()
  return {
    sets,
    indexOf,
    at,
    isFaulty: (index) => isFaultySet[index] === true,
    isSkipped: (index) => index !== 0 && isSkipped(at(index)),
    with(index, finding) {
      byRank.set(finding.rank, finding)
      return addCached(index, finding.rank)
    },
    without: (index, code) => (index === 0 ? 0 : indexOf(withoutFindings(at(index), code))),
    join(first, second) {
      // Index 0 is the empty set.
      if (second === 0) return first
      return first === 0 ? second : joinCached(first, second)
    },
  }
}

const toKey = (set: FindingSet): string => set.map(({ rank }) => rank).join()

// Caches results, since the same few calls repeat for thousands of rows. `factor` is above every second argument, so
// that two different calls have different keys.
function memoize(factor: number, compute: (first: number, second: number) => number) {
  const results = new Map<number, number>()
  return (first: number, second: number): number => {
    const key = first * factor + second
    const found = results.get(key)
    if (found !== undefined) return found
    const result = compute(first, second)
    results.set(key, result)
    return result
  }
}

function unknownRank(rank: number): never {
  throw new RangeError(m.rows_noFindingHasRank({ rank }))
}
