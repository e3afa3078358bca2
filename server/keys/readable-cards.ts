// Tests for `check`, for example after a restore, whether the current keys can decrypt the numbers of the newest cards.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from './secrets.ts'

const MAX_TESTED_CARDS = 1_000

/** The number of newest cards that were decrypted and match their hash. Undefined if any card fails. */
export async function countReadableCards(db: Db, secrets: Secrets): Promise<number | undefined> {
  const { rows } = await sql<{ pan_cipher: Buffer; pan_hash: Buffer }>`
    SELECT pan_cipher, pan_hash FROM card ORDER BY id DESC LIMIT ${MAX_TESTED_CARDS}`.execute(db)
  try {
    const isReadable = rows.every(({ pan_cipher, pan_hash }) =>
      secrets.panIndex(secrets.decryptText(pan_cipher)).equals(pan_hash),
    )
    return isReadable ? rows.length : undefined
  } catch {
    // Decryption throws if a value is not authentic.
    return undefined
  }
}
