// Stores changes that were sent and have no response yet, by requestId.
import { createEncryptedRows, type StoredRecord } from './encrypted-rows.ts'

export type StoredChange = StoredRecord

const storedChanges = createEncryptedRows({
  name: 'pendingChanges',
  tableOf: (db) => db.pendingChanges,
  toRow: (row, encrypted) => ({ ...row, change: encrypted }),
  encryptedOf: ({ change }) => change,
})

export const storePendingChange = storedChanges.store
export const readPendingChanges = storedChanges.read
export const removePendingChange = (id: string): Promise<void> => storedChanges.remove([id])
export const watchPendingChanges = storedChanges.watch

/**
 * Runs a task after the earlier tasks of all tabs. A task can then read the pending changes and add its own change, and
 * no other tab adds a change in between. In a browser without locks, only the tasks of this tab wait for each other.
 */
export function runInOrder<T>(ownerUser: string, task: () => Promise<T>): Promise<T> {
  // The types claim that `navigator` and its locks always exist, but plain http pages have no locks.
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  if (locks) return locks.request(JSON.stringify(['pendingChanges', ownerUser]), task)
  const result = lastTask.then(task)
  // The caller handles a failure. The next task runs nevertheless.
  lastTask = result.catch(() => undefined)
  return result
}

let lastTask: Promise<unknown> = Promise.resolve()
