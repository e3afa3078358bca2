// Replaces all keys of a database: creates new keys, converts all data that depends on keys chunk by chunk, and finally
// removes the old keys. The transaction of each chunk also stores the progress, so that an interrupted rotation can
// continue. No server can run during a rotation, because a server would search and write with the old keys.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { otherGenerations, readKeys, removeKeys } from '#server/keys/key-files.ts'
import { insertKeySet, readKeySets, type StoredKeySet, openKeys, openKeySet } from '#server/keys/database-keys.ts'
import { CommandError } from '../command.ts'
import type { Progress } from '../progress.ts'
import { createRekeying, type Rekeying } from './rekeying.ts'
import { type Chunk, type Step, steps, UnreadableValue } from './steps.ts'

interface RotateOptions {
  readonly folder: string
  readonly now: () => number
  readonly progress: (what: string, total: number) => Progress
  /** Called in the last transaction. */
  readonly audit: (trx: Db) => Promise<void>
}

export type RotationResult =
  /** The keys were replaced, and `count` values were converted to the new `generation`. */
  | { readonly outcome: 'rotated'; readonly generation: number; readonly count: number }
  /** An earlier rotation was complete, but its old keys still existed. They were removed, and nothing else was done. */
  | { readonly outcome: 'tidied'; readonly generation: number }

/** The highest generation, which is stored in one byte. */
const LAST_GENERATION = 255
/** All ids are greater. */
const BEFORE_FIRST_ID = 0

/**
 * Rotates the keys, or continues an interrupted rotation. Throws a CommandError if a value cannot be read, before
 * anything is changed.
 */
export async function rotateKeys(db: Db, options: RotateOptions): Promise<RotationResult> {
  const { folder } = options
  const { next, previous } = await readKeySets(db)
  if (previous)
    throw new CommandError('A rotation while servers run was interrupted: complete it with keys rotate --online.')
  const { keys } = await openKeys(db, folder, { isRotating: true })
  const wasInterrupted = next !== undefined
  if (!wasInterrupted) {
    const hadEarlierKeys = removeEarlierKeys(folder, keys.generation)
    if (hadEarlierKeys) return { outcome: 'tidied', generation: keys.generation }
    await createNextKeys(db, options)
  }
  const count = await convertAllValues(db, options)
  await switchToNextKeys(db, options)
  return { outcome: 'rotated', generation: keys.generation + 1, count }
}

/** The dry run: reads all values and returns their number. Throws a CommandError if a value cannot be read. */
export async function verifyRotation(
  db: Db,
  { folder, progress }: Pick<RotateOptions, 'folder' | 'progress'>,
): Promise<number> {
  const opened = await openKeys(db, folder, { isReadOnly: true, isRotating: true })
  const { next } = await readKeySets(db)
  if (next) throw new CommandError('A rotation was interrupted: run the command without --dry-run to complete it.')
  const newKeys = readKeys(folder, opened.keys.generation + 1, 'createAllInMemory')
  return readAllValues(db, createRekeying(opened, newKeys), progress)
}

/** Stores the next keys, after checking that all values can be read. Throws a CommandError if a value cannot be read. */
async function createNextKeys(db: Db, { folder, progress }: RotateOptions): Promise<void> {
  const opened = await openKeys(db, folder, { isRotating: true })
  const generation = opened.keys.generation + 1
  if (generation > LAST_GENERATION)
    throw new CommandError(`There have been ${LAST_GENERATION} sets of keys, which is the maximum.`)
  // Reuses the key files of a rotation that was interrupted before anything was converted.
  const next = readKeys(folder, generation, 'createAll')
  const rekeying = createRekeying(opened, next)
  await readAllValues(db, rekeying, progress)
  const earlierIndexKeys = [...opened.earlierIndexKeys, opened.keys.index]
  const firstStep = steps[0]?.name
  await insertKeySet(db, { state: 'next', keys: next, secrets: rekeying.newSecrets, earlierIndexKeys, step: firstStep })
}

/** Reads all values and returns their number. Throws a CommandError if a value cannot be read. Changes nothing. */
async function readAllValues(db: Db, rekeying: Rekeying, progress: RotateOptions['progress']): Promise<number> {
  const progressBar = progress('Reading', await countRows(db, steps))
  const unreadableValues: string[] = []
  let count = 0
  for (const step of steps) {
    let chunk = await step.readNextChunk(db, BEFORE_FIRST_ID)
    while (chunk) {
      try {
        chunk.toNewValues(rekeying)
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error
        unreadableValues.push(error.message)
      }
      count += chunk.count
      progressBar.add(chunk.count)
      chunk = await step.readNextChunk(db, chunk.lastId)
    }
  }
  progressBar.end()
  if (unreadableValues.length > 0)
    throw new CommandError(
      `The keys cannot decrypt everything, so nothing was changed. The first unreadable value of each chunk: ${unreadableValues.join(', ')}.`,
    )
  return count
}

/** Converts all values that are not converted yet, and returns their number. */
async function convertAllValues(db: Db, { folder, progress }: RotateOptions): Promise<number> {
  const { current, next } = await readKeySets(db)
  if (!current || !next) throw new Error('no rotation is running')
  const opened = openKeySet(folder, current, 'createToken')
  const rekeying = createRekeying(opened, openKeySet(folder, next, 'createToken').keys)
  const startIndex = steps.findIndex(({ name }) => name === next.step)
  if (startIndex === -1)
    throw new CommandError(`The rotation was started by another version, at '${next.step}': finish it with that one.`)
  const remainingSteps = steps.slice(startIndex)
  const progressBar = progress('Converting', await countRows(db, remainingSteps))
  let count = 0
  // The first of these steps may have been interrupted after some rows.
  let convertedUpToId = next.step_after ?? BEFORE_FIRST_ID
  for (const step of remainingSteps) {
    let chunk = await convertChunk(db, step, rekeying, convertedUpToId)
    while (chunk) {
      count += chunk.count
      progressBar.add(chunk.count)
      chunk = await convertChunk(db, step, rekeying, chunk.lastId)
    }
    convertedUpToId = BEFORE_FIRST_ID
  }
  progressBar.end()
  return count
}

/**
 * Converts the chunk after the id `after`, and returns it. Undefined if the step is complete. Stores the progress in the
 * same transaction, so that nothing is converted twice.
 */
async function convertChunk(db: Db, step: Step, rekeying: Rekeying, after: number): Promise<Chunk | undefined> {
  const chunk = await step.readNextChunk(db, after)
  if (!chunk) return undefined
  const newValues = chunk.toNewValues(rekeying)
  await inTransaction(db, async (trx) => {
    await chunk.write(trx, newValues)
    await sql`UPDATE key_set SET step = ${step.name}, step_after = ${chunk.lastId} WHERE state = 'next'`.execute(trx)
  })
  return chunk
}

/** Makes the next keys the current ones, ends all sessions, and removes the old keys. */
async function switchToNextKeys(db: Db, { folder, now, audit }: RotateOptions): Promise<void> {
  const generation = await inTransaction(db, async (trx) => {
    // The old keys are deleted after this commit, so the commit must be on disk first. A database can be configured to
    // commit asynchronously.
    await sql`SET LOCAL synchronous_commit = on`.execute(trx)
    await sql`DELETE FROM key_set WHERE state = 'current'`.execute(trx)
    await sql`UPDATE key_set SET state = 'current', step = NULL, step_after = NULL WHERE state = 'next'`.execute(trx)
    // Session tokens are signed with the old key.
    await trx
      .updateTable('user_session')
      .set({ ended_at: new Date(now()) })
      .where('ended_at', 'is', null)
      .execute()
    // Browsers accept push messages only from the key with which they subscribed.
    await trx.deleteFrom('notice_channel').execute()
    await audit(trx)
    return (await currentKeySet(trx)).generation
  })
  removeEarlierKeys(folder, generation)
}

async function currentKeySet(db: Db): Promise<StoredKeySet> {
  const { current } = await readKeySets(db)
  if (!current) throw new Error('the database has no keys')
  return current
}

/** Removes the keys of earlier generations. Returns true if there were any. */
function removeEarlierKeys(folder: string, generation: number): boolean {
  const earlierGenerations = otherGenerations(folder, generation).filter((other) => other < generation)
  for (const earlier of earlierGenerations) removeKeys(folder, earlier)
  return earlierGenerations.length > 0
}

async function countRows(db: Db, stepsToCount: readonly Step[]): Promise<number> {
  let total = 0
  for (const step of stepsToCount) total += await step.count(db)
  return total
}
