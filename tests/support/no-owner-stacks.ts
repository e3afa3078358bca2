// React of a development build keeps a stack and a task of the inspector for each element, for messages of its own: a seventh of what
// tests of screens took. It stops by itself after ten thousand elements, until the next second; here it takes that as reached. Where
// React names its insides otherwise, the tests are as right as before, and slower.
import * as React from 'react'

const INSIDES = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

export function forgetWhereElementsAreMade(): void {
  const insides = (React as unknown as Readonly<Record<string, object | undefined>>)[INSIDES]
  if (insides) Object.defineProperty(insides, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}
