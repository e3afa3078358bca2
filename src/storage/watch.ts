// Reads the database again whenever this or another tab has changed it.
import { liveQuery } from 'dexie'
import { inDb, onDatabaseCleared, type PortalDb } from './db.ts'
import { watchDraftKeys } from './keys.ts'

/**
 * Reports the result of `find`, decrypted by `decrypt`, now and after every change in any tab. A result that takes long
 * to decrypt never replaces a later one. Calls `onUnavailable` if no database can be opened. Returns a function to stop
 * it.
 */
export function watchDb<Stored, Decrypted>(
  find: (db: PortalDb) => Promise<Stored>,
  decrypt: (stored: Stored) => Promise<Decrypted>,
  listener: (decrypted: Decrypted) => void,
  onUnavailable: () => void = () => undefined,
): () => void {
  let isOver = false
  let unwatch = () => {}
  let lastVersion = 0
  const report = async (stored: Stored) => {
    const version = ++lastVersion
    const decrypted = await decrypt(stored)
    if (version === lastVersion && !isOver) listener(decrypted)
  }
  const start = async () => {
    // Wait for the database here, because a live query fails if it cannot be opened.
    const result = await inDb(async (db) => {
      await find(db)
      return db
    })
    if (isOver) return
    if (!result.ok) return onUnavailable()
    const db = result.value
    // The query ends automatically if the database is closed for a newer version of the portal.
    const watch = liveQuery(() => find(db)).subscribe({ next: (stored) => void report(stored), error: () => undefined })
    unwatch = () => watch.unsubscribe()
  }
  const restart = () => {
    unwatch()
    void start()
  }
  // A new database replaces a deleted one, and records can become readable once the key has arrived.
  const stops = [
    onDatabaseCleared(restart),
    watchDraftKeys((canDecrypt) => {
      if (canDecrypt) restart()
    }),
  ]
  void start()
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
    unwatch()
  }
}
