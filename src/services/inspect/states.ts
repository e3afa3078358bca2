// The current states of a machine as paths, for the lab, its tests and its live view.
import type { AnyMachineSnapshot, StateValue } from 'xstate'

/** The innermost current states, as paths: 'reviewing.unverified'. */
export const snapshotToStates = ({ value }: Pick<AnyMachineSnapshot, 'value'>): readonly string[] =>
  valueToPaths(value as StateValue).map((path) => path.join('.'))

/**
 * XState writes the state 'unverified' inside the state 'reviewing' as `{ reviewing: 'unverified' }`. Its path is
 * ['reviewing', 'unverified']. Parallel states are several entries of one object, so each has its own path.
 *
 * @param parentPath the path of the state that contains `value`
 */
export function valueToPaths(value: StateValue, parentPath: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return [[...parentPath, value]]
  const substates = Object.entries(value)
  if (substates.length === 0) return [parentPath]
  return substates.flatMap(([name, inner]) => valueToPaths(inner ?? {}, [...parentPath, name]))
}
