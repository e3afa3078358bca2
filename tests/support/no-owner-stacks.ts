// React's development build creates a stack and a task of the inspector for each element, for its own messages: a
// seventh of the time of screen tests. It stops after ten thousand elements, until the next second; here that limit
// counts as reached. If React renames its internals, the tests are still right, but slower.
import * as React from 'react'

const INSIDES = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

export function forgetWhereElementsAreMade(): void {
  const insides = (React as unknown as Readonly<Record<string, object | undefined>>)[INSIDES]
  if (insides) Object.defineProperty(insides, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}
