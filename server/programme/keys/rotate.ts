// Replaces all keys of a database: new ones beside the old, everything that hangs on them made anew portion by portion, the old
// ones removed at the end. What was done and where it goes on stands in the database, in the transaction of each portion, so that a
// rotation can be cut off anywhere and goes on. No host may run meanwhile: it would search and write by the old keys.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { otherGenerations, readKeys, removeKeys } from '#server/keys/key-files.ts'
import { insertKeySet, keptKeySets, type KeptKeySet, openKeys, openMarked } from '#server/keys/database-keys.ts'
import { Refused } from '../command.ts'
import type { Progress } from '../console.ts'
import { createRekeying, type Rekeying } from './rekeying.ts'
import { type Step, steps, Unreadable } from './steps.ts'

interface RotateOptions {
  readonly folder: string
  readonly now: () => number
  readonly progress: (what: string, total: number) => Progress
  /** In the last transaction. */
  readonly audit: (trx: Db) => Promise<void>
}

export type Rotated =
  /** `count` values were made anew for that generation. */
  | { readonly did: 'rotated'; readonly generation: number; readonly count: number }
  /** Of a rotation that had come to its end the old keys were still there. */
  | { readonly did: 'tidied'; readonly generation: number }

/** The most that the number of a generation can be, which is one byte. */
const LAST_GENERATION = 255

/** Rotates, or goes on where a rotation was cut off. Throws Refused where something cannot be read, before anything is changed. */
export async function rotateKeys(db: Db, options: RotateOptions): Promise<Rotated> {
  const { folder } = options
  const { keys } = await openKeys(db, folder, { toRotate: true })
  const [, underWay] = await keptKeySets(db)
  if (!underWay && removeEarlier(folder, keys.generation)) return { did: 'tidied', generation: keys.generation }
  if (!underWay) await begin(db, options)
  const count = await goOn(db, options)
  await finish(db, options)
  return { did: 'rotated', generation: keys.generation + 1, count }
}

/** What a rotation would go through; all of it is read. Throws Refused where that cannot be. */
export async function tryToRotate(
  db: Db,
  { folder, progress }: Pick<RotateOptions, 'folder' | 'progress'>,
): Promise<number> {
  const opened = await openKeys(db, folder, { keeps: false, toRotate: true })
  const [, underWay] = await keptKeySets(db)
  if (underWay)
    throw new Refused('A rotation was cut off and is half done: run it without --dry-run, so that it goes on.')
  const next = readKeys(folder, opened.keys.generation + 1, 'pretend')
  return readAll(db, createRekeying(opened, next), progress)
}

async function begin(db: Db, { folder, progress }: RotateOptions): Promise<void> {
  const opened = await openKeys(db, folder, { toRotate: true })
  const generation = opened.keys.generation + 1
  if (generation > LAST_GENERATION)
    throw new Refused(`There have been ${LAST_GENERATION} sets of keys, which are all there can be.`)
  // Keys that lie there from a rotation that was cut off before its first mark are as good as new ones.
  const next = readKeys(folder, generation, 'make')
  const rekeying = createRekeying(opened, next)
  await readAll(db, rekeying, progress)
  await insertKeySet(db, 'next', next, rekeying.after, [...opened.earlierIndexKeys, opened.keys.index], steps[0]?.name)
}

/** Nothing is changed before it is known that all of it can be. */
async function readAll(db: Db, rekeying: Rekeying, progress: RotateOptions['progress']): Promise<number> {
  const bar = progress('Reading', await countAll(db, steps))
  const unreadable: string[] = []
  let count = 0
  for (const step of steps) {
    let after = 0
    for (;;) {
      const portion = await step.next(db, after)
      if (!portion) break
      try {
        portion.rekey(rekeying)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        unreadable.push(error.message)
      }
      after = portion.last
      count += portion.count
      bar.add(portion.count)
    }
  }
  bar.end()
  if (unreadable.length > 0)
    throw new Refused(
      `The keys do not open everything, so nothing was changed. What cannot be read, in each portion the first: ${unreadable.join(', ')}.`,
    )
  return count
}

async function goOn(db: Db, { folder, progress }: RotateOptions): Promise<number> {
  const [current, next] = await keptKeySets(db)
  if (!current || !next) throw new Error('no rotation is under way')
  const rekeying = createRekeying(openMarked(folder, current, 'refuse'), openMarked(folder, next, 'refuse').keys)
  const from = steps.findIndex(({ name }) => name === next.step)
  if (from === -1)
    throw new Refused(`The rotation was begun by another version, at '${next.step}': finish it with that one.`)
  const left = steps.slice(from)
  const bar = progress('Making anew', await countAll(db, left))
  let count = 0
  for (const [at, step] of left.entries()) {
    let after: number | undefined = at === 0 ? (next.step_after ?? 0) : 0
    while (after !== undefined)
      after = await onePortion(db, step, rekeying, after, (done) => ((count += done), bar.add(done)))
  }
  bar.end()
  return count
}

/** With the mark of how far it has come, in one transaction: nothing is made anew twice. Gives where it goes on. */
async function onePortion(
  db: Db,
  step: Step,
  rekeying: Rekeying,
  after: number,
  tell: (count: number) => void,
): Promise<number | undefined> {
  const portion = await step.next(db, after)
  if (!portion) return undefined
  const write = portion.rekey(rekeying)
  await inTransaction(db, async (trx) => {
    await write(trx)
    await sql`UPDATE key_set SET step = ${step.name}, step_after = ${portion.last} WHERE state = 'next'`.execute(trx)
  })
  tell(portion.count)
  return portion.last
}

async function finish(db: Db, { folder, now, audit }: RotateOptions): Promise<void> {
  const generation = await inTransaction(db, async (trx) => {
    // The old keys go next: this must be on the disk by then, whatever the server's default.
    await sql`SET LOCAL synchronous_commit = on`.execute(trx)
    await sql`DELETE FROM key_set WHERE state = 'current'`.execute(trx)
    await sql`UPDATE key_set SET state = 'current', step = NULL, step_after = NULL WHERE state = 'next'`.execute(trx)
    // Their tokens are signed with the old key.
    await trx
      .updateTable('user_session')
      .set({ ended_at: new Date(now()) })
      .where('ended_at', 'is', null)
      .execute()
    await audit(trx)
    return (await currentKeySet(trx)).generation
  })
  removeEarlier(folder, generation)
}

async function currentKeySet(db: Db): Promise<KeptKeySet> {
  const [current] = await keptKeySets(db)
  if (!current) throw new Error('the database has no keys')
  return current
}

/** True where there were any. */
function removeEarlier(folder: string, generation: number): boolean {
  const earlier = otherGenerations(folder, generation).filter((one) => one < generation)
  for (const one of earlier) removeKeys(folder, one)
  return earlier.length > 0
}

async function countAll(db: Db, of: readonly Step[]): Promise<number> {
  let total = 0
  for (const step of of) total += await step.count(db)
  return total
}
