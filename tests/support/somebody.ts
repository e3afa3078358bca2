// Somebody who is signed in where a page is tested alone: another person each time, since drafts, answers and whatever is
// unanswered are kept by user, and the files of one worker share the device.
import type { PermissionMap } from '#domain/access/permissions.ts'
import { type Session, sessionStore } from '#services/session/session.ts'

const people = { olive: ['Olive', 'Tan'], amir: ['Amir', 'Lee'], ada: ['Ada', 'Lim'] } as const

let users = 1000

/** Signs a new person of that name in and gives the session; with an id where the test's lists name them. */
export function signInSomebody(
  permissions: PermissionMap,
  username: keyof typeof people = 'olive',
  userId = String(++users),
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
