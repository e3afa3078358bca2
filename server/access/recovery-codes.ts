// Recovery codes: shown once, stored as keyed hashes, each valid for one login.
import { randomInt } from 'node:crypto'
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from '#server/keys/secrets.ts'

const CODE_COUNT = 10
/** Crockford's alphabet, without letters that look alike. Ten characters are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** Replaces all earlier codes with new codes, and returns the new codes for display. */
export async function replaceRecoveryCodes(db: Db, secrets: Secrets, userId: number): Promise<string[]> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(secrets, userId, code), used_at: null }))
  await db.insertInto('recovery_code').values(rows).execute()
  return codes
}

/** Redeems a code. Returns false if the user has no such code or has used it before. */
export async function redeemRecoveryCode(
  db: Db,
  secrets: Secrets,
  userId: number,
  code: string,
  now: number,
): Promise<boolean> {
  const redeemedRows = await db
    .updateTable('recovery_code')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(secrets, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .execute()
  return redeemedRows.length > 0
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

// Users type the codes by hand. So case, spaces and the dash do not matter, and O, I and L, which are not in the
// alphabet, are read as the digits that look like them.
const normaliseCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashCode = (secrets: Secrets, userId: number, code: string): Buffer =>
  secrets.oneWay(`recovery:${userId}:${normaliseCode(code)}`)
