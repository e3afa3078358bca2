// The portal's database in the browser: its tables, its versions, and what happens if the browser cannot provide it. Each
// client's portal (its base path) has its own database. Every row names its owner and user (docs/rules/requests.md,
// "Local data"). Rows with card data are encrypted. A new list on the device needs a table here and a call of
// `createEncryptedRows`.
import Dexie, { type Table } from 'dexie'
import { client } from '#brand/current.ts'
import type { Encrypted } from './cipher.ts'

/** The last response of an operation, encrypted with the user's key. */
export interface StoredResponseRow {
  readonly id: string
  readonly ownerUser: string
  /** The time when the server sent it, epoch milliseconds. */
  readonly at: number
  readonly response: Encrypted
}

/**
 * An encrypted change that was sent and has no response yet. The row stays after the session, so that the user can still
 * find out the result and does not submit the change again.
 */
export interface PendingChangeRow {
  /** The requestId. */
  readonly id: string
  readonly ownerUser: string
  readonly change: Encrypted
}

/** A merchant that was signed up, encrypted. */
export interface MerchantRow {
  /** The requestId of its sign-up. */
  readonly id: string
  readonly ownerUser: string
  readonly merchant: Encrypted
}

/** A recently opened report, card, batch or order, encrypted. */
export interface RecentItemRow {
  readonly id: string
  readonly ownerUser: string
  readonly item: Encrypted
}

/** A wizard's draft: unencrypted fields, so that drafts can be listed, and the encrypted state. */
export interface DraftRow {
  readonly id: string
  readonly ownerUser: string
  readonly updatedAt: number
  /** Format of the encrypted head. A newer portal checks whether it can read an older draft. */
  readonly version: number
  /** The type of wizard, e.g. 'batch.load'. */
  readonly kind: string
  readonly head: Encrypted
  readonly chunkCount: number
}

export interface DraftChunkRow {
  readonly draftId: string
  /** From 0 for chunks of rows, -1 for the file that the rows were read from, -2 for the draft's name. */
  readonly index: number
  /** A few hundred rows, encrypted together. Or the encrypted file or name. */
  readonly rows: Encrypted
}

export class PortalDb extends Dexie {
  declare readonly responses: Table<StoredResponseRow, string>
  declare readonly pendingChanges: Table<PendingChangeRow, string>
  declare readonly merchants: Table<MerchantRow, string>
  declare readonly recentItems: Table<RecentItemRow, string>
  declare readonly drafts: Table<DraftRow, string>
  declare readonly draftChunks: Table<DraftChunkRow, [string, number]>

  constructor(name: string) {
    // No table is read often enough to need a cache, and a cache of encrypted bytes is useless.
    super(name, { cache: 'disabled' })
    // A released version never changes: to add a table or an index, add another `this.version(n)` after the last one.
    this.version(1).stores({
      responses: 'id, ownerUser',
      pendingChanges: 'id, ownerUser',
      merchants: 'id, ownerUser',
      recentItems: 'id, ownerUser',
      drafts: 'id, ownerUser, updatedAt',
      draftChunks: '[draftId+index], draftId',
    })
  }
}

/**
 * The reason why the browser's storage cannot be used. 'unavailable': the storage is missing or blocked. 'full': the
 * storage has no room. 'outdated': another tab runs a newer version of the portal, and this tab must be reloaded.
 */
export type StorageProblem = 'unavailable' | 'full' | 'outdated'
/** The result of work on the database. */
export type DbResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: StorageProblem }

/**
 * Runs work on the database. If the database cannot be used, the work is skipped, the watchers are called, and the
 * caller continues with its data in memory.
 */
export async function inDb<T>(work: (db: PortalDb) => Promise<T>): Promise<DbResult<T>> {
  try {
    return { ok: true, value: await work(await openDb()) }
  } catch (error) {
    const problem = isOutdated ? 'outdated' : errorToProblem(error)
    notifyWatchers(problem)
    return { ok: false, problem }
  }
}

/** Calls the watcher at every problem, and immediately with the last problem. Returns a function to stop it. */
export function onStorageProblem(watcher: (problem: StorageProblem) => void): () => void {
  watchers.add(watcher)
  if (lastProblem) watcher(lastProblem)
  return () => void watchers.delete(watcher)
}

/** Registers `save` to be called before the database is closed for a newer version in another tab. */
export function beforeDatabaseCloses(save: () => Promise<void>): () => void {
  savers.add(save)
  return () => void savers.delete(save)
}

/** Calls the watcher when the browser has deleted the database of an open page. Returns a function to stop it. */
export function onDatabaseCleared(watcher: () => void): () => void {
  clearWatchers.add(watcher)
  return () => void clearWatchers.delete(watcher)
}

/** Closes the database, so that the next use opens it again. */
export function closeDb(): void {
  void opening?.then((db) => db.close()).catch(() => undefined)
  opening = undefined
  openedDb = undefined
  clearTimeout(clearingTimer)
  isOutdated = false
  lastProblem = undefined
}

const OPEN_TIMEOUT_MS = 5_000
/** A browser that deletes the database is still busy for a moment after it has closed the database. */
const CLEARING_MS = 1_000
const watchers = new Set<(problem: StorageProblem) => void>()
const savers = new Set<() => Promise<void>>()
const clearWatchers = new Set<() => void>()
let opening: Promise<PortalDb> | undefined
/** The database that was opened last, unless it was closed here. */
let openedDb: PortalDb | undefined
/** The timer between the closing of a database by the browser and `forgetClearedDb`. */
let clearingTimer: ReturnType<typeof setTimeout> | undefined
let isOutdated = false
let lastProblem: StorageProblem | undefined

function openDb(): Promise<PortalDb> {
  if (isOutdated) return Promise.reject(new Error('a newer version of the portal uses the database'))
  // After a failure, the next call tries to open the database again.
  opening ??= openNewDb().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function openNewDb(): Promise<PortalDb> {
  const db = new PortalDb(`portal${client.basePath}`)
  let isTooLate = false
  db.on('versionchange', () => {
    // This page does not use a database that was opened after the timeout. Nothing has to be saved.
    if (isTooLate) return db.close()
    void closeForNewerVersion(db)
    // Stops Dexie from closing the database immediately, so that open work can be saved first.
    return false
  })
  db.on('close', () => {
    const wasClosedHere = isOutdated || openedDb !== db
    if (wasClosedHere) return
    clearTimeout(clearingTimer)
    clearingTimer = setTimeout(() => forgetClearedDb(db), CLEARING_MS)
  })
  // A tab with an older version of the portal saves its work and closes the database on request. Opening then continues
  // automatically. If the old tab does not close the database, this tab works in memory instead of waiting forever.
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not open in time')), OPEN_TIMEOUT_MS)
  })
  try {
    await Promise.race([db.open(), timeout])
    openedDb = db
    return db
  } catch (error) {
    isTooLate = true
    db.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function forgetClearedDb(db: PortalDb): void {
  if (openedDb !== db) return
  openedDb = undefined
  opening = undefined
  db.close()
  for (const watcher of clearWatchers) watcher()
}

async function closeForNewerVersion(db: PortalDb): Promise<void> {
  await Promise.allSettled([...savers].map((save) => save()))
  isOutdated = true
  db.close()
  notifyWatchers('outdated')
}

function notifyWatchers(problem: StorageProblem): void {
  lastProblem = problem
  for (const watcher of watchers) watcher(problem)
}

function errorToProblem(error: unknown): StorageProblem {
  // Dexie wraps the browser's error.
  const innerError = (error as { inner?: unknown } | null)?.inner
  const isQuotaExceeded = [error, innerError].some(
    (candidate) => candidate instanceof Error && candidate.name === 'QuotaExceededError',
  )
  return isQuotaExceeded ? 'full' : 'unavailable'
}
