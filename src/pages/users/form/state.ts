// The unsaved values of Add User and Edit User: encrypted on this device, only for this tab. Leaving the page loses
// nothing, so it needs no confirmation.
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
  /** The user being edited; '' for a new user. */
  readonly userId: string
  readonly values: UserValues
}

export const EMPTY_FORM: UnsavedUser = { userId: '', values: EMPTY_VALUES }

export const addForm = createPersistedState('add-user', EMPTY_FORM, parseUnsavedUser)
export const editForm = createPersistedState('edit-user', EMPTY_FORM, parseUnsavedUser)

// Another version of the portal may have stored a different shape.
function parseUnsavedUser(stored: unknown): UnsavedUser | undefined {
  if (typeof stored !== 'object' || stored === null || !('userId' in stored) || !('values' in stored)) return undefined
  const { userId, values } = stored
  if (typeof userId !== 'string' || typeof values !== 'object' || values === null) return undefined
  const valueRecord = values as Record<string, unknown>
  return userFields.every((field) => typeof (valueRecord[field] ?? '') === 'string')
    ? { userId, values: valueRecord as unknown as UserValues }
    : undefined
}

export const hasSameValues = (a: UserValues, b: UserValues): boolean =>
  userFields.every((field) => (a[field] ?? '') === (b[field] ?? ''))
