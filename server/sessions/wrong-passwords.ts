// Counts wrong passwords for each name that was tried, even if there is no such user. The name is stored as a keyed
// hash, because people sometimes type their password into the wrong field.
import type { WrongPassword } from '#domain/access/lockout.ts'
import { FAILED_LOGIN_WINDOW_MS } from '#domain/access/lockout.ts'
import type { Db } from '../operations/context.ts'
import type { Secrets } from '../keys/secrets.ts'

export const nameToKey = (secrets: Secrets, ownerId: number, username: string): Buffer =>
  secrets.oneWay(`login:${ownerId}:${username.toLowerCase()}`)

export async function findWrongPasswords(db: Db, nameKey: Buffer, now: number): Promise<WrongPassword[]> {
  const rows = await db
    .selectFrom('wrong_password')
    .select(['address', 'at'])
    .where('name_key', '=', nameKey)
    .where('at', '>', new Date(now - FAILED_LOGIN_WINDOW_MS))
    .execute()
  return rows.map(({ address, at }) => ({ address, at: at.getTime() }))
}

/** `userId` is the user with this name. Undefined if there is no such user. */
export async function countWrongPassword(
  db: Db,
  { nameKey, address, userId, at }: { nameKey: Buffer; address: string; userId: number | undefined; at: number },
): Promise<void> {
  await db
    .insertInto('wrong_password')
    .values({ name_key: nameKey, address, user_id: userId ?? null, at: new Date(at) })
    .execute()
}

/** Called after a correct password from that address. */
export async function clearWrongPasswords(db: Db, nameKey: Buffer, address: string): Promise<void> {
  await db.deleteFrom('wrong_password').where('name_key', '=', nameKey).where('address', '=', address).execute()
}

/** Clears the user's wrong passwords from all addresses, because the user is unlocked. */
export async function clearWrongPasswordsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('wrong_password').where('user_id', '=', userId).execute()
}
