// Reads the database again whenever this or another tab has changed it.
import { liveQuery } from 'dexie'
import { inDb, onDatabaseCleared, type PortalDb } from './db.ts'
import { watchDraftKeys } from './keys.ts'

/**
 * Reports the result of `find`, decrypted by `open`, now and after every change in any tab. A result that takes long to
 * decrypt never replaces a later one. Calls `onUnavailable` if no database can be opened. Returns a function to stop it.
 */
export function watchDb<Found, Opened>(
  find: (db: PortalDb) => Promise<Found>,
  open: (found: Found) => Promise<Opened>,
  listener: (opened: Opened) => void,
  onUnavailable: () => void = () => undefined,
): () => void {
  let isOver = false
  let unwatch = () => {}
  let lastVersion = 0
  const show = async (found: Found) => {
    const version = ++lastVersion
    const opened = await open(found)
    if (version === lastVersion && !isOver) listener(opened)
  }
  const start = async () => {
    // Wait for the database here, because a live query fails if it cannot be opened.
    const opened = await inDb(async (db) => {
      await find(db)
      return db
    })
    if (isOver) return
    if (!opened.ok) return onUnavailable()
    const db = opened.value
    // The query ends automatically if the database is handed over to a newer version.
    const watch = liveQuery(() => find(db)).subscribe({ next: (found) => void show(found), error: () => undefined })
    unwatch = () => watch.unsubscribe()
  }
  const restart = () => {
    unwatch()
    void start()
  }
  // A new database replaces a deleted one, and records can become readable once the key has arrived.
  const stops = [onDatabaseCleared(restart), watchDraftKeys((isOpenNow) => isOpenNow && restart())]
  void start()
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
    unwatch()
  }
}
