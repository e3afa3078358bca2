// What the database holds, told again whenever this or another tab has changed it.
import { liveQuery } from 'dexie'
import { inDb, onDatabaseCleared, type PortalDb } from './db.ts'
import { onDraftKeys } from './keys.ts'

/**
 * Tells what `ask` finds, opened by `open`, now and after every change in any tab; returns the way to stop. A later finding is
 * never overtaken by an earlier one that takes longer to open. `otherwise`: called where there is no database to ask.
 */
export function watchDb<Found, Opened>(
  ask: (db: PortalDb) => Promise<Found>,
  open: (found: Found) => Promise<Opened>,
  tell: (opened: Opened) => void,
  otherwise: () => void = () => undefined,
): () => void {
  let isOver = false
  let unwatch = () => {}
  let last = 0
  const show = async (found: Found) => {
    const turn = ++last
    const opened = await open(found)
    if (turn === last && !isOver) tell(opened)
  }
  const start = async () => {
    // Waited for here, since a live question has no patience with a database that cannot be opened.
    const opened = await inDb(async (db) => {
      await ask(db)
      return db
    })
    if (isOver) return
    if (!opened.ok) return otherwise()
    const db = opened.value
    // It ends by itself where the database is given up to a newer version.
    const watch = liveQuery(() => ask(db)).subscribe({ next: (found) => void show(found), error: () => undefined })
    unwatch = () => watch.unsubscribe()
  }
  const again = () => {
    unwatch()
    void start()
  }
  // Another one takes the place of a database that was cleared; and what could not be opened can be when its key has come.
  const stops = [onDatabaseCleared(again), onDraftKeys((isOpenNow) => isOpenNow && again())]
  void start()
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
    unwatch()
  }
}
