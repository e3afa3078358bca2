// Numbers the distinct sets of findings in a file, so that each row stores only the index of its set. Index 0 is the
// empty set.
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

export type FindingSetTable = ReturnType<typeof createFindingSetTable>

/** Creates a table that begins with the `initialSets` from the worker, whose indexes stay valid. */
export function createFindingSetTable(initialSets: readonly FindingSet[] = [NO_FINDINGS]) {
  const sets = [...initialSets]
  const indexes = new Map(sets.map((set, index) => [toKey(set), index]))
  /** The index of the set. A new set is added. */
  const indexOf = (set: FindingSet): number => {
    if (set.length === 0) return 0
    const key = toKey(set)
    const found = indexes.get(key)
    if (found !== undefined) return found
    const index = sets.length
    sets.push(set)
    indexes.set(key, index)
    return index
  }
  const at = (index: number): FindingSet => sets[index] ?? NO_FINDINGS
  const addedSets = createPairCache()
  const joinedSets = createPairCache()
  return {
    /** All sets by their index. The list grows, and is never reordered. */
    sets: sets as readonly FindingSet[],
    indexOf,
    at,
    /** True if the set at this index has an error, which prevents the submission of its rows. */
    isFaulty: (index: number): boolean => hasError(at(index)),
    /** True if rows with the set at this index are left out of a submission, although they have no error. */
    isSkipped: (index: number): boolean => index !== 0 && isSkipped(at(index)),
    /** The index of the set at `index` with one more finding. */
    with: (index: number, finding: Finding): number =>
      addedSets.getOrCompute(index, finding.rank, () => indexOf(addFinding(at(index), finding))),
    /** The index of the set at `index` without the findings with this code. */
    without: (index: number, code: string): number => (index === 0 ? 0 : indexOf(withoutFindings(at(index), code))),
    /** The index of the set with the findings of both sets. Index 0 is the empty set. */
    join(first: number, second: number): number {
      if (second === 0) return first
      if (first === 0) return second
      return joinedSets.getOrCompute(first, second, () => indexOf(joinFindings(at(first), at(second))))
    },
  }
}

/** Equal for equal sets, since a rank is unique within a row type. */
const toKey = (set: FindingSet): string => set.map(({ rank }) => rank).join()

/** Caches one result for each pair of numbers, since the same few pairs repeat for thousands of rows. */
function createPairCache() {
  const results = new Map<number, number>()
  return {
    getOrCompute(first: number, second: number, compute: () => number): number {
      const key = first * MAX_NUMBER + second
      const result = results.get(key) ?? compute()
      results.set(key, result)
      return result
    },
  }
}

/** Above every rank and every index, so that two different pairs have different keys. */
const MAX_NUMBER = 2 ** 26
