// The current states of a machine's snapshot, from XState's public `value`: for the lab, its tests and the live view.
import type { AnyMachineSnapshot, StateValue } from 'xstate'

/** The innermost current states, as paths: 'reviewing.unverified'. */
export const snapshotToStates = ({ value }: Pick<AnyMachineSnapshot, 'value'>): readonly string[] =>
  valueToPaths(value as StateValue).map((path) => path.join('.'))

export function valueToPaths(value: StateValue, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return [[...above, value]]
  const inner = Object.entries(value)
  return inner.length === 0 ? [above] : inner.flatMap(([key, each]) => valueToPaths(each ?? {}, [...above, key]))
}
