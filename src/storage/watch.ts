// Reads the database again whenever this or another tab has changed it.
import { liveQuery, type Subscription } from 'dexie'
import { inDb, onDatabaseCleared, type PortalDb } from './db.ts'
import { watchDraftKeys } from './keys.ts'

interface DbWatch<Stored, Decrypted> {
  readonly find: (db: PortalDb) => Promise<Stored>
  readonly decrypt: (stored: Stored) => Promise<Decrypted>
  readonly listener: (decrypted: Decrypted) => void
  /** Called if no database can be opened. */
  readonly onUnavailable?: () => void
}

/**
 * Reports the result of `find`, decrypted by `decrypt`, now and after every change in any tab. A result that takes long
 * to decrypt never replaces a later result. Returns a function to stop it.
 */
export function watchDb<Stored, Decrypted>({
  find,
  decrypt,
  listener,
  onUnavailable,
}: DbWatch<Stored, Decrypted>): () => void {
  let isOver = false
  let liveWatch: Subscription | undefined
  let reportCount = 0
  let startCount = 0
  const report = async (stored: Stored) => {
    reportCount += 1
    const ownReport = reportCount
    const decrypted = await decrypt(stored)
    const isNewest = ownReport === reportCount
    if (isNewest && !isOver) listener(decrypted)
  }
  const start = async () => {
    startCount += 1
    const ownStart = startCount
    // Runs `find` once before the live query. If `find` fails here, `inDb` reports the problem and `onUnavailable` is
    // called. A live query that fails only ends, without a report.
    const result = await inDb(async (db) => {
      await find(db)
      return db
    })
    const wasRestarted = ownStart !== startCount
    if (isOver || wasRestarted) return
    if (!result.ok) {
      onUnavailable?.()
      return
    }
    const db = result.value
    // The query ends automatically if the database is closed for a newer version of the portal.
    liveWatch = liveQuery(() => find(db)).subscribe({ next: (stored) => void report(stored), error: () => undefined })
  }
  const restart = () => {
    liveWatch?.unsubscribe()
    void start()
  }
  const stops = [
    // The next use creates a new database in place of the deleted one.
    onDatabaseCleared(restart),
    // Records can be decrypted once the key has arrived.
    watchDraftKeys((hasMissingKeyArrived) => {
      if (hasMissingKeyArrived) restart()
    }),
  ]
  void start()
  return () => {
    isOver = true
    stops.forEach((stop) => stop())
    liveWatch?.unsubscribe()
  }
}
