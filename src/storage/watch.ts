// Reads the database again whenever this or another tab has changed it.
import { liveQuery } from 'dexie'
import { inDb, onDatabaseCleared, type PortalDb } from './db.ts'
import { onDraftKeys } from './keys.ts'

/**
 * Reports the result of `find`, decrypted by `open`, now and after every change in any tab; returns a function to stop it. A
 * later result is never overtaken by an earlier one that takes longer to decrypt. `otherwise`: called if there is no
 * database.
 */
export function watchDb<Found, Opened>(
  find: (db: PortalDb) => Promise<Found>,
  open: (found: Found) => Promise<Opened>,
  listener: (opened: Opened) => void,
  otherwise: () => void = () => undefined,
): () => void {
  let isOver = false
  let unwatch = () => {}
  let last = 0
  const show = async (found: Found) => {
    const turn = ++last
    const opened = await open(found)
    if (turn === last && !isOver) listener(opened)
  }
  const start = async () => {
    // Wait for the database here, because a live query fails if it cannot be opened.
    const opened = await inDb(async (db) => {
      await find(db)
      return db
    })
    if (isOver) return
    if (!opened.ok) return otherwise()
    const db = opened.value
    // The query ends automatically if the database is handed over to a newer version.
    const watch = liveQuery(() => find(db)).subscribe({ next: (found) => void show(found), error: () => undefined })
    unwatch = () => watch.unsubscribe()
  }
  const again = () => {
    unwatch()
    void start()
  }
  // A deleted database is replaced by a new one; and records that could not be decrypted can be once the key has come.
  const stops = [onDatabaseCleared(again), onDraftKeys((isOpenNow) => isOpenNow && again())]
  void start()
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
    unwatch()
  }
}
