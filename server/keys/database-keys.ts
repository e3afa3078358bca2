// Checks that the keys on disk are the keys that the database was written with. The database stores a mark (a keyed
// hash) of each key and, after rotations, the earlier index keys, encrypted.
import { sql } from 'kysely'
import type { Db } from '../operations/context.ts'
import { lockMigrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { hasKeys, type IfMissing, readKeys } from './key-files.ts'
import { FIRST_GENERATION, KEY_BYTES, type KeyMarks, type KeySet, keysToSecrets, type Secrets } from './secrets.ts'
import { StartError } from '../config/settings.ts'

export interface StoredKeySet {
  readonly generation: number
  readonly state: 'current' | 'next' | 'previous'
  readonly data_mark: Buffer
  readonly index_mark: Buffer
  readonly draft_mark: Buffer
  readonly earlier_index_keys: Buffer
  readonly step: string | null
  /** The id of the last row that the step has converted. */
  readonly step_after: number | null
}

export interface OpenedKeys {
  readonly keys: KeySet
  readonly earlierIndexKeys: readonly Buffer[]
  readonly secrets: Secrets
}

interface KeyOptions {
  /** True if nothing may be written to the key folder. Missing keys are then created only in memory. */
  readonly isReadOnly?: boolean
  /** True for the command that rotates the keys. Everything else is refused during a rotation. */
  readonly isRotating?: boolean
}

export const ROTATION_RUNNING =
  'The keys are being rotated: stop all servers, and run npm run programme -- keys rotate until it is complete.'

/**
 * Reads the keys in `folder`. For a new database, creates missing keys and stores their marks. Throws a StartError if
 * the database was written with other keys, or if a rotation is running.
 */
export async function openKeys(
  db: Db,
  folder: string,
  { isReadOnly = false, isRotating = false }: KeyOptions = {},
): Promise<OpenedKeys> {
  return inTransaction(db, async (trx) => {
    // If two servers start on an empty database at the same time, the second waits and uses the keys of the first.
    await lockMigrations(trx)
    const { current, next } = await readKeySets(trx)
    if (next && !isRotating) throw new StartError(ROTATION_RUNNING)
    if (current) return openKeySet(folder, current, isReadOnly ? 'createTokenInMemory' : 'createToken')
    // A new database, in which nothing is encrypted yet.
    const keys = readKeys(folder, FIRST_GENERATION, isReadOnly ? 'createAllInMemory' : 'createAll')
    const secrets = keysToSecrets(keys)
    await insertKeySet(trx, { state: 'current', keys, secrets, earlierIndexKeys: [] })
    return { keys, secrets, earlierIndexKeys: [] }
  })
}

export interface KeySets {
  /** Undefined for a new database. */
  readonly current: StoredKeySet | undefined
  /** During a rotation with stopped servers: the generation to which values are converted. */
  readonly next: StoredKeySet | undefined
  /** During a rotation while servers run: the generation whose values are being encrypted again. */
  readonly previous: StoredKeySet | undefined
}

export async function readKeySets(db: Db): Promise<KeySets> {
  const { rows } = await sql<StoredKeySet>`
    SELECT generation, state, data_mark, index_mark, draft_mark, earlier_index_keys, step, step_after FROM key_set`.execute(
    db,
  )
  const findSet = (state: StoredKeySet['state']) => rows.find((keySet) => keySet.state === state)
  return { current: findSet('current'), next: findSet('next'), previous: findSet('previous') }
}

/** The keys of a generation, checked against the marks in the database. */
export function openKeySet(folder: string, storedKeys: StoredKeySet, ifMissing: IfMissing): OpenedKeys {
  const keys = readKeys(folder, storedKeys.generation, ifMissing)
  const wrongNames = findWrongKeys(keysToSecrets(keys).marks, storedKeys)
  if (wrongNames.length > 0) {
    const [noun, verb] = wrongNames.length === 1 ? ['key', 'is'] : ['keys', 'are']
    throw new StartError(
      `The ${wrongNames.join(', ')} ${noun} in ${folder} (generation ${storedKeys.generation}) ${verb} not what this database was written with: point SECRETS_DIR to the right keys, or restore them from the backup.`,
    )
  }
  // The earlier keys are stored one after another in one value.
  const packedKeys = keysToSecrets(keys).decrypt(storedKeys.earlier_index_keys)
  const keyCount = packedKeys.length / KEY_BYTES
  const earlierIndexKeys = Array.from({ length: keyCount }, (_, index) =>
    packedKeys.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES),
  )
  const findKeys = (generation: number) =>
    hasKeys(folder, generation) ? readKeys(folder, generation, 'createTokenInMemory') : undefined
  return { keys, earlierIndexKeys, secrets: keysToSecrets(keys, earlierIndexKeys, findKeys) }
}

const findWrongKeys = (marks: KeyMarks, storedKeys: StoredKeySet): string[] =>
  (['data', 'index', 'draft'] as const).filter((name) => !marks[name].equals(storedKeys[`${name}_mark`]))

interface NewKeySet {
  readonly state: 'current' | 'next'
  readonly keys: KeySet
  /** The secrets of `keys`. */
  readonly secrets: Pick<Secrets, 'marks' | 'encrypt'>
  readonly earlierIndexKeys: readonly Buffer[]
  /** The first step of a rotation to these keys. */
  readonly step?: string | undefined
}

export async function insertKeySet(
  db: Db,
  { state, keys, secrets: { marks, encrypt }, earlierIndexKeys, step }: NewKeySet,
): Promise<void> {
  // 0: no row of the step is converted yet.
  const stepAfter = step === undefined ? null : 0
  await sql`
    INSERT INTO key_set (generation, state, data_mark, index_mark, draft_mark, earlier_index_keys, step, step_after)
    VALUES (${keys.generation}, ${state}, ${marks.data}, ${marks.index}, ${marks.draft},
      ${encrypt(Buffer.concat(earlierIndexKeys))}, ${step ?? null}, ${stepAfter})`.execute(db)
}
