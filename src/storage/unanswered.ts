// Changes that were sent and not answered yet: each a record of its own, sealed under its user's key, so that two tabs never
// write over each other's and each sees at once what the other does. They outlive the sign-out. What is inside is the
// caller's business; here it is JSON.
import { liveQuery } from 'dexie'
import { openJson, place, sealJson } from './cipher.ts'
import { inDb, type UnansweredRow } from './db.ts'
import { draftKeyOf } from './keys.ts'

export interface KeptChange {
  /** The requestId. */
  readonly id: string
  readonly value: unknown
}

/** Keeps changes, each in place of the one with its id. False where nothing can be kept. */
export async function keepUnanswered(ownerUser: string, changes: readonly KeptChange[]): Promise<boolean> {
  const key = await draftKeyOf(ownerUser)
  if (!key) return false
  const rows = await Promise.all(
    changes.map(async ({ id, value }) => ({
      id,
      ownerUser,
      change: await sealJson(key, value, placeOf(ownerUser, id)),
    })),
  )
  return (await inDb((db) => db.unanswered.bulkPut(rows))).ok
}

/** The user's unanswered changes; those that do not open are left out. */
export async function readUnanswered(ownerUser: string): Promise<readonly KeptChange[]> {
  const rows = await inDb((db) => db.unanswered.where({ ownerUser }).toArray())
  return rows.ok ? openAll(ownerUser, rows.value) : []
}

/** Needs no key: a sign-out may have taken it away before the answer came. */
export async function dropUnanswered(id: string): Promise<void> {
  await inDb((db) => db.unanswered.delete(id))
}

/** Tells the user's unanswered changes now and whenever this or another tab has changed them; returns the way to stop. */
export function watchUnanswered(ownerUser: string, tell: (changes: readonly KeptChange[]) => void): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  let last = 0
  const start = async () => {
    // Waited for here, since a live question has no patience with a database that cannot be opened.
    const opened = await inDb(async (db) => [await db.unanswered.count(), db] as const)
    if (!opened.ok || isOver) return
    const [, db] = opened.value
    const asked = liveQuery(() => db.unanswered.where({ ownerUser }).toArray())
    const open = async (rows: readonly UnansweredRow[]) => {
      const turn = ++last
      const changes = await openAll(ownerUser, rows)
      if (turn === last && !isOver) tell(changes)
    }
    // It ends by itself where the database is given up to a newer version.
    const watch = asked.subscribe({ next: (rows) => void open(rows), error: () => undefined })
    stop = () => {
      isOver = true
      watch.unsubscribe()
    }
  }
  void start()
  return () => stop()
}

/** What version 2 of the database kept of unanswered changes, by the name of its area; undefined where it does not open. */
export async function readEarlierForm(ownerUser: string): Promise<readonly KeptChange[]> {
  const key = await draftKeyOf(ownerUser)
  const rows = await inDb((db) => db.intents.where({ ownerUser }).toArray())
  if (!key || !rows.ok) return []
  return Promise.all(
    rows.value.map(async ({ id, at, answer }) => ({
      id,
      value: await openJson(key, answer, place('intents', id, at)),
    })),
  )
}

/** It has been brought over. */
export async function dropEarlierForm(ids: readonly string[]): Promise<void> {
  await inDb((db) => db.intents.bulkDelete([...ids]))
}

/**
 * Runs one piece of work after the other, in all tabs: whoever looks at what is unanswered and then adds to it is not
 * overtaken in between. Where the browser knows no locks, in this tab alone.
 */
export function inTurn<T>(ownerUser: string, work: () => Promise<T>): Promise<T> {
  // Types say that both are always there; on plain http there are no locks.
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  if (locks) return locks.request(place('unanswered', ownerUser), work)
  const next = turn.then(work)
  turn = next.catch(() => undefined)
  return next
}

let turn: Promise<unknown> = Promise.resolve()

async function openAll(ownerUser: string, rows: readonly UnansweredRow[]): Promise<readonly KeptChange[]> {
  const key = await draftKeyOf(ownerUser)
  if (!key) return []
  const opened = await Promise.all(
    rows.map(async ({ id, change }) => ({ id, value: await openJson(key, change, placeOf(ownerUser, id)) })),
  )
  return opened.filter(({ value }) => value !== undefined)
}

const placeOf = (ownerUser: string, id: string) => place('unanswered', ownerUser, id)
