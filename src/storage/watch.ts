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
  let startCount = 0
  const report = async (stored: Stored) => {
    lastVersion += 1
    const version = lastVersion
    const decrypted = await decrypt(stored)
    const isNewest = version === lastVersion
    if (isNewest && !isOver) listener(decrypted)
  }
  const start = async () => {
    startCount += 1
    const ownStart = startCount
    // Opens the database for the live query, and runs `find` once. If `find` fails here, `inDb` reports the problem and
    // `onUnavailable` is called. A live query that fails only ends.
    const result = await inDb(async (db) => {
      await find(db)
      return db
    })
    const wasRestarted = ownStart !== startCount
    if (isOver || wasRestarted) return
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
  const stops = [
    // The next use creates a new database in place of the deleted one.
    onDatabaseCleared(restart),
    // Records can be decrypted once the key has arrived.
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
