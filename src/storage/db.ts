// The portal's database in the browser: its tables, its versions, and what happens when it cannot be used. One database per
// client path. Every row names its owner and user (threats T18); whatever holds card data is sealed (contract "Local data").
import Dexie, { type Table } from 'dexie'
import type { Sealed } from './cipher.ts'

/** The last answer to a question, sealed under the user's key. */
export interface KeptRow {
  readonly id: string
  readonly ownerUser: string
  /** When the host gave it, epoch milliseconds. */
  readonly at: number
  readonly answer: Sealed
}

/** A change that was sent and not answered yet, sealed: it outlives the session, or it might be made twice. */
export interface UnansweredRow {
  /** The requestId. */
  readonly id: string
  readonly ownerUser: string
  readonly change: Sealed
}

/** A merchant that was signed up, sealed. */
export interface MerchantRow {
  /** The requestId of its sign-up. */
  readonly id: string
  readonly ownerUser: string
  readonly merchant: Sealed
}

/** A report that was asked for lately, sealed. */
export interface RecentReportRow {
  readonly id: string
  readonly ownerUser: string
  readonly opened: Sealed
}

/** A wizard's draft: what can be listed in the open, and its state sealed. */
export interface DraftRow {
  readonly id: string
  readonly ownerUser: string
  readonly updatedAt: number
  /** Form of the sealed head; a newer portal reads or refuses an older one by it (threats T51). */
  readonly version: number
  /** What kind of wizard, e.g. 'batch.load'. */
  readonly kind: string
  readonly head: Sealed
  readonly chunkCount: number
}

/** Some hundred rows of a draft, sealed together; with the index -1 the file that they were read from, with -2 its name. */
export interface DraftChunkRow {
  readonly draftId: string
  readonly index: number
  readonly rows: Sealed
}

export class PortalDb extends Dexie {
  declare readonly kept: Table<KeptRow, string>
  declare readonly unanswered: Table<UnansweredRow, string>
  declare readonly merchants: Table<MerchantRow, string>
  declare readonly recentReports: Table<RecentReportRow, string>
  declare readonly drafts: Table<DraftRow, string>
  declare readonly draftChunks: Table<DraftChunkRow, [string, number]>

  constructor(name: string) {
    // Nothing here is asked so often that copies in memory would pay, and sealed bytes are worth none.
    super(name, { cache: 'disabled' })
    // A released version never changes: a new table or index is a new version below the last.
    this.version(1).stores({
      kept: 'id, ownerUser',
      unanswered: 'id, ownerUser',
      merchants: 'id, ownerUser',
      recentReports: 'id, ownerUser',
      drafts: 'id, ownerUser, updatedAt',
      draftChunks: '[draftId+index], draftId',
    })
  }
}

/**
 * Why the browser's storage cannot be used: there is none here (or it is barred), it is full, or another tab runs a newer
 * version of the portal and this one must be reloaded.
 */
export type StorageTrouble = 'unavailable' | 'full' | 'outdated'
export type Stored<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: StorageTrouble }

/**
 * Runs work on the database. Where it cannot be used the work is not done, the watchers are told, and the caller goes on
 * with what it has in memory (threats T53).
 */
export async function inDb<T>(work: (db: PortalDb) => Promise<T>): Promise<Stored<T>> {
  try {
    return { ok: true, value: await work(await openDb()) }
  } catch (error) {
    const trouble = outdated ? 'outdated' : troubleOf(error)
    tell(trouble)
    return { ok: false, trouble }
  }
}

/** Told at every trouble, the last one at once; returns the way to stop. */
export function onStorageTrouble(watcher: (trouble: StorageTrouble) => void): () => void {
  watchers.add(watcher)
  if (lastTrouble) watcher(lastTrouble)
  return () => void watchers.delete(watcher)
}

/** Asked before the database is given up to a newer version in another tab: the place to save (threats T52). */
export function beforeDatabaseCloses(save: () => Promise<void>): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

/** Told when the browser has cleared the database under an open page; returns the way to stop. */
export function onDatabaseCleared(watcher: () => void): () => void {
  clearWatchers.add(watcher)
  return () => void clearWatchers.delete(watcher)
}

/** Closes the database, so that the next use opens it anew. */
export function closeDb(): void {
  void opening?.then((db) => db.close()).catch(() => undefined)
  opening = undefined
  inUse = undefined
  clearTimeout(clearing)
  outdated = false
  lastTrouble = undefined
}

const OPEN_TIMEOUT_MS = 5_000
/** A browser that clears the database goes on doing so for a moment after it has closed it. */
const CLEARING_MS = 1_000
const watchers = new Set<(trouble: StorageTrouble) => void>()
const savers = new Set<() => Promise<void>>()
const clearWatchers = new Set<() => void>()
let opening: Promise<PortalDb> | undefined
/** The one that was opened last and not closed here. */
let inUse: PortalDb | undefined
let clearing: ReturnType<typeof setTimeout> | undefined
let outdated = false
let lastTrouble: StorageTrouble | undefined

function openDb(): Promise<PortalDb> {
  if (outdated) return Promise.reject(new Error('a newer version of the portal has the database'))
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function open(): Promise<PortalDb> {
  const db = new PortalDb(`portal${import.meta.env.BASE_URL}`)
  let isTooLate = false
  // `false` keeps Dexie from closing at once: what is open is saved first.
  db.on('versionchange', () => {
    // Opened when nobody waited for it any more, it is nobody's to save for.
    if (isTooLate) return db.close()
    void giveWay(db)
    return false
  })
  db.on('close', () => {
    // What was closed here is not in use any more.
    if (outdated || inUse !== db) return
    clearTimeout(clearing)
    clearing = setTimeout(() => openAnew(db), CLEARING_MS)
  })
  // An old tab holds the database: it saves and closes when told, and this one goes on by itself then. Where it does not,
  // this tab works in memory instead of waiting for ever.
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not open in time')), OPEN_TIMEOUT_MS)
  })
  try {
    await Promise.race([db.open(), tooLong])
    inUse = db
    return db
  } catch (error) {
    isTooLate = true
    db.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function openAnew(db: PortalDb): void {
  if (inUse !== db) return
  inUse = undefined
  opening = undefined
  db.close()
  for (const watcher of clearWatchers) watcher()
}

async function giveWay(db: PortalDb): Promise<void> {
  await Promise.allSettled([...savers].map((save) => save()))
  outdated = true
  db.close()
  tell('outdated')
}

function tell(trouble: StorageTrouble): void {
  lastTrouble = trouble
  for (const watcher of watchers) watcher(trouble)
}

function troubleOf(error: unknown): StorageTrouble {
  const names = [error, (error as { inner?: unknown } | null)?.inner].map((each) =>
    each instanceof Error ? each.name : '',
  )
  return names.includes('QuotaExceededError') ? 'full' : 'unavailable'
}
