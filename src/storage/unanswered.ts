// Changes that were sent and not answered yet, each by its requestId.
import { place } from './cipher.ts'
import { createSealedRows, type KeptRecord } from './sealed-rows.ts'

export type KeptChange = KeptRecord

const records = createSealedRows({
  name: 'unanswered',
  tableOf: (db) => db.unanswered,
  toRow: (row, sealed) => ({ ...row, change: sealed }),
  sealedOf: ({ change }) => change,
})

export const keepUnanswered = records.keep
export const readUnanswered = records.read
export const dropUnanswered = (id: string): Promise<void> => records.drop([id])
export const watchUnanswered = records.watch

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
