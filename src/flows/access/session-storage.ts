// What is kept in the browser for a user who signs in, and taken away when they sign out. The database is loaded when it is
// needed first, after the sign-in page.
import { client } from '#brand/current.ts'
import { forgetNotices, notify } from '#services/notices.ts'
import { forgetRecentThings } from '#services/recent-things.ts'
import { forgetAnswers } from '#services/server/stored-answers.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import * as say from '#words/flows/access.ts'

/** The key is there before anything can ask for it. Without a key the session opens all the same, and nothing is kept. */
export async function putDown(session: Session, draftKey: string): Promise<void> {
  try {
    const { storeDraftKey } = await storage()
    mark(true)
    if (!(await storeDraftKey(ownerUserOf(session), draftKey))) notify({ kind: 'normal', text: say.noStorage })
  } catch {
    notify({ kind: 'normal', text: say.noStorage })
  }
}

/**
 * Takes away what is local to the user who was signed in: immediately what is in memory. The database may take a moment; if the page closes before that, the mark has it done when the portal is opened next. A user who has signed in by then keeps
 * theirs.
 */
export function takeAway(): void {
  forgetAnswers()
  forgetNotices()
  forgetRecentThings()
  void storage()
    .then(async ({ destroyDraftKeys, forgetKeptAnswers }) => {
      const session = sessionStore.get()
      const stays = session && ownerUserOf(session)
      // Before the answers: one that is just being kept looks for its key.
      destroyDraftKeys(stays)
      await forgetKeptAnswers(stays)
      if (!sessionStore.get()) mark(false)
    })
    .catch(() => undefined)
}

// Loaded while there is a connection, so that a sign-out without one finds it.
export const warmUp = (): void => void storage().catch(() => undefined)

let loading: ReturnType<typeof loadStorage> | undefined
export const storage = () => {
  loading ??= loadStorage().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const loadStorage = async () => (await import('./device-storage.ts')).deviceStorage

const MARK = `portal:${client.basePath}:kept`

function mark(present: boolean): void {
  try {
    if (present) localStorage.setItem(MARK, '1')
    else localStorage.removeItem(MARK)
  } catch {
    // No storage: nothing is in the database either.
  }
}

/** Whether something of a user may be left in the database. Asked without opening it: the sign-in page must be light. */
export function isSomethingLeft(): boolean {
  try {
    return localStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}
