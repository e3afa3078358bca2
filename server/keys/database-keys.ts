// Which keys a database was written with: it stores marks of them, so that no server reads or writes it with other
// keys, and after rotations the earlier index keys, encrypted.
import { sql } from 'kysely'
import type { Db } from '../operations/context.ts'
import { lockMigrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Missing, readKeys } from './key-files.ts'
import { KEY_BYTES, type KeyMarks, type KeySet, keysToSecrets, type Secrets } from './secrets.ts'
import { StartError } from '../config/settings.ts'

export interface KeptKeySet {
  readonly generation: number
  readonly state: 'current' | 'next'
  readonly data_mark: Buffer
  readonly index_mark: Buffer
  readonly draft_mark: Buffer
  readonly earlier_index_keys: Buffer
  readonly step: string | null
  readonly step_after: number | null
}

export interface OpenedKeys {
  readonly keys: KeySet
  readonly earlierIndexKeys: readonly Buffer[]
  readonly secrets: Secrets
}

interface KeyOptions {
  /** False if nothing may be written: missing keys are in memory only. */
  readonly keeps?: boolean
  /** True for the process that continues a rotation, which keeps all others out. */
  readonly toRotate?: boolean
}

export const BEING_ROTATED =
  'The keys are being rotated: let npm run programme -- keys rotate come to its end, with all servers stopped.'

/**
 * The keys in `folder` that this database was written with. For a database without data, missing keys are created and
 * marked. Throws a StartError with one sentence for other keys, and during a rotation.
 */
export async function openKeys(
  db: Db,
  folder: string,
  { keeps = true, toRotate = false }: KeyOptions = {},
): Promise<OpenedKeys> {
  return inTransaction(db, async (trx) => {
    // If two servers start on an empty database at the same time, the second finds the keys of the first.
    await lockMigrations(trx)
    const [current, next] = await keptKeySets(trx)
    if (next && !toRotate) throw new StartError(BEING_ROTATED)
    if (current) return openMarked(folder, current, keeps ? 'refuse' : 'look')
    const isNew = await isWithoutData(trx)
    const keys = readKeys(folder, 1, isNew ? (keeps ? 'make' : 'pretend') : keeps ? 'refuse' : 'look')
    const secrets = keysToSecrets(keys)
    if (!isNew) await tryOnData(trx, folder, secrets)
    await insertKeySet(trx, 'current', keys, secrets, [])
    return { keys, secrets, earlierIndexKeys: [] }
  })
}

/** The current generation, and the next during a rotation. */
export async function keptKeySets(db: Db): Promise<readonly [KeptKeySet | undefined, KeptKeySet | undefined]> {
  const { rows } = await sql<KeptKeySet>`
    SELECT generation, state, data_mark, index_mark, draft_mark, earlier_index_keys, step, step_after FROM key_set`.execute(
    db,
  )
  return [rows.find(({ state }) => state === 'current'), rows.find(({ state }) => state === 'next')]
}

/** The keys of a generation, checked against the marks in the database. */
export function openMarked(folder: string, kept: KeptKeySet, missing: Missing): OpenedKeys {
  const keys = readKeys(folder, kept.generation, missing)
  const wrong = wrongKeys(keysToSecrets(keys).marks, kept)
  if (wrong.length > 0)
    throw new StartError(
      `The ${wrong.join(', ')} ${wrong.length === 1 ? 'key' : 'keys'} in ${folder} (generation ${kept.generation}) ${wrong.length === 1 ? 'is' : 'are'} not what this database was written with: point SECRETS_DIR to the right ones, or put their backup back.`,
    )
  const packed = keysToSecrets(keys).decrypt(kept.earlier_index_keys)
  const earlierIndexKeys = Array.from({ length: packed.length / KEY_BYTES }, (_, at) =>
    packed.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  )
  return { keys, earlierIndexKeys, secrets: keysToSecrets(keys, earlierIndexKeys) }
}

const wrongKeys = (marks: KeyMarks, kept: KeptKeySet): string[] =>
  (['data', 'index', 'draft'] as const).filter((name) => !marks[name].equals(kept[`${name}_mark`]))

export async function insertKeySet(
  db: Db,
  state: 'current' | 'next',
  keys: KeySet,
  { marks, encrypt }: Pick<Secrets, 'marks' | 'encrypt'>,
  earlierIndexKeys: readonly Buffer[],
  step: string | null = null,
): Promise<void> {
  await sql`
    INSERT INTO key_set (generation, state, data_mark, index_mark, draft_mark, earlier_index_keys, step, step_after)
    VALUES (${keys.generation}, ${state}, ${marks.data}, ${marks.index}, ${marks.draft},
      ${encrypt(Buffer.concat(earlierIndexKeys))}, ${step}, ${step === null ? null : 0})`.execute(db)
}

/** Without users nothing was ever encrypted. */
async function isWithoutData(db: Db): Promise<boolean> {
  return (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) === undefined
}

/** A database without marks: its newest user and card tell whether the keys are right. */
async function tryOnData(db: Db, folder: string, secrets: Secrets): Promise<void> {
  const user = await db.selectFrom('user_account').select('draft_key').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const card = await db
    .selectFrom('card')
    .select(['pan_cipher', 'pan_hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  try {
    if (user) secrets.unwrapDraftKey(user.draft_key)
    if (card && !secrets.panIndex(secrets.decryptText(card.pan_cipher)).equals(card.pan_hash)) throw new Error('index')
  } catch {
    throw new StartError(
      `The keys in ${folder} are not what this database was written with: point SECRETS_DIR to the right ones, or put their backup back.`,
    )
  }
}
