// What the browser stores for a user at sign-in and deletes at sign-out. The database is loaded when it is first
// needed, after the sign-in page.
import { client } from '#brand/current.ts'
import { forgetNotices, notify } from '#services/notices.ts'
import { forgetRecentThings } from '#services/recent-things.ts'
import { forgetAnswers } from '#services/server/stored-answers.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import * as say from '#words/flows/access.ts'

/**
 * Stores the key before anything asks for it. Without a key the session opens anyway, but nothing is stored on this
 * device.
 */
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
 * Deletes the local data of the user who was signed in; what is in memory goes immediately. The database can take a
 * moment: if the page closes before that, the mark makes the portal do it when it is opened next. A user who has signed
 * in by then keeps their own data.
 */
export function takeAway(): void {
  forgetAnswers()
  forgetNotices()
  forgetRecentThings()
  void storage()
    .then(async ({ destroyDraftKeys, forgetKeptAnswers }) => {
      const session = sessionStore.get()
      const stays = session && ownerUserOf(session)
      // The keys go first: an answer that is being stored right now looks for its key, and is not stored without one.
      destroyDraftKeys(stays)
      await forgetKeptAnswers(stays)
      if (!sessionStore.get()) mark(false)
    })
    .catch(() => undefined)
}

// Loaded while there is a connection, so that it is available for a sign-out without one.
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
    // No storage, so the database is empty too.
  }
}

/**
 * Whether the database can still contain data of a user. Checked without opening it, to keep the sign-in page light.
 */
export function isSomethingLeft(): boolean {
  try {
    return localStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}
