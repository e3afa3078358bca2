// Logs in a test user for tests of single pages. Each call creates a new user, since drafts, responses and pending
// changes are stored by user, and the test files of one worker share the device.
import type { PermissionMap } from '#domain/access/permissions.ts'
import { type Session, sessionStore } from '#services/session/session.ts'

const people = { olive: ['Olive', 'Tan'], amir: ['Amir', 'Lee'], ada: ['Ada', 'Lim'] } as const

let lastUserId = 1000

/** Logs in a new user with this name and returns the session. Pass an id if the test's data refer to the user. */
export function signInTestUser(
  permissions: PermissionMap,
  username: keyof typeof people = 'olive',
  userId = String(++lastUserId),
): Session {
  const [firstname, lastname] = people[username]
  const session: Session = {
    token: 't',
    user: { userId, username, firstname, lastname, email: `${username}@example.test` },
    permissions,
  }
  sessionStore.set(session)
  return session
}
