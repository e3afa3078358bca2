// The unsaved values of Add User and Edit User. This device stores them encrypted, for this tab only. Leaving the page
// loses nothing, so it needs no confirmation.
import { userFields, type UserValues } from '#domain/users/fields.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export const EMPTY_VALUES: UserValues = {
  username: '',
  firstname: '',
  lastname: '',
  email: '',
  groupId: '',
  campaignIds: '',
  lastDay: '',
}

export interface UnsavedUser {
  /** The user being edited. Empty for a new user. */
  readonly userId: string
  readonly values: UserValues
}

export const EMPTY_FORM: UnsavedUser = { userId: '', values: EMPTY_VALUES }

export const addForm = createPersistedState('add-user', EMPTY_FORM, parseUnsavedUser)
export const editForm = createPersistedState('edit-user', EMPTY_FORM, parseUnsavedUser)

/** Undefined if another version of the portal has stored a different shape. */
function parseUnsavedUser(stored: unknown): UnsavedUser | undefined {
  const { userId, values } = (stored ?? {}) as Partial<Record<keyof UnsavedUser, unknown>>
  if (typeof userId !== 'string' || typeof values !== 'object' || values === null) return undefined
  const valueRecord = values as Record<string, unknown>
  // A field can be missing, such as one that was added later.
  const areTexts = userFields.every((field) => typeof (valueRecord[field] ?? '') === 'string')
  // The cast is safe, since every field that exists was checked.
  return areTexts ? { userId, values: valueRecord as unknown as UserValues } : undefined
}

export const hasSameValues = (a: UserValues, b: UserValues): boolean =>
  userFields.every((field) => (a[field] ?? '') === (b[field] ?? ''))
