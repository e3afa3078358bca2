// Makes React's development build skip the stack and console task that it creates for each element, which took a
// seventh of the time of screen tests. React pauses this after ten thousand elements per second; here that limit counts
// as reached. If React renames its internals, the tests are slower but still correct.
import * as React from 'react'

const INSIDES = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

export function forgetWhereElementsAreMade(): void {
  const insides = (React as unknown as Readonly<Record<string, object | undefined>>)[INSIDES]
  if (insides) Object.defineProperty(insides, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}
