// Stores the user's data in the browser at sign-in and deletes it at sign-out. The database is loaded when first
// needed, after the sign-in page.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { clearNotices, notify } from '#services/notices.ts'
import { clearRecentItems } from '#services/recent-items.ts'
import { clearResponses } from '#services/server/response-store.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'

/**
 * Stores the draft key before it is first needed. Without a key the session still opens, but nothing is stored on this
 * device.
 */
export async function storeUserData(session: Session, draftKey: string): Promise<void> {
  try {
    const { storeDraftKey, renewOfflineUnlock } = await loadStorage()
    renewOfflineUnlock(ownerUserOf(session))
    setUserDataMark()
    const isStored = await storeDraftKey(ownerUserOf(session), draftKey)
    if (!isStored) notify({ kind: 'normal', text: m.access_noStorage() })
  } catch {
    notify({ kind: 'normal', text: m.access_noStorage() })
  }
}

/**
 * Deletes the local data of the user who was signed in. Data in memory is deleted immediately, the database a moment
 * later. If the page closes before that, a mark in localStorage makes the portal delete the database at the next start.
 * A user who has signed in by then keeps their own data.
 */
export function deleteUserData(): void {
  clearResponses()
  clearNotices()
  clearRecentItems()
  void deleteStoredData().catch(() => undefined)
}

async function deleteStoredData(): Promise<void> {
  const { destroyDraftKeys, deleteStoredResponses } = await loadStorage()
  const session = sessionStore.get()
  const ownerUserToKeep = session && ownerUserOf(session)
  // The keys are deleted first. A response that is being stored right now then finds no key and is not stored.
  destroyDraftKeys(ownerUserToKeep)
  await deleteStoredResponses(ownerUserToKeep)
  if (!sessionStore.get()) localStorage.removeItem(USER_DATA_KEY)
}

/** Loads the module while there is a connection, so that a sign-out without a connection can use it. */
export function preloadStorage(): void {
  void loadStorage().catch(() => undefined)
}

let loading: ReturnType<typeof importStorage> | undefined

/** Loads the module at the first call. If that fails, the next call tries again. */
export function loadStorage(): ReturnType<typeof importStorage> {
  loading ??= importStorage().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const importStorage = async () => (await import('./device-storage.ts')).deviceStorage

const USER_DATA_KEY = `portal:${client.basePath}:kept`

function setUserDataMark(): void {
  try {
    localStorage.setItem(USER_DATA_KEY, '1')
  } catch {
    // A browser without localStorage has no database either, so there is nothing to delete later.
  }
}

/**
 * True if the database can still contain data of a user. Reads only the mark: opening the database would make the
 * sign-in page load its code.
 */
export function canHaveUserData(): boolean {
  try {
    return localStorage.getItem(USER_DATA_KEY) !== null
  } catch {
    return false
  }
}
