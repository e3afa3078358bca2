// Whether card numbers can be read with the present keys: tried on the newest cards, after a restore and by `check`.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from './secrets.ts'

const TRIED_CARDS = 1_000

/** How many of the newest cards were decrypted and match their index; undefined if one does not. */
export async function countReadableCards(db: Db, secrets: Secrets): Promise<number | undefined> {
  const { rows } = await sql<{ pan_cipher: Buffer; pan_hash: Buffer }>`
    SELECT pan_cipher, pan_hash FROM card ORDER BY id DESC LIMIT ${TRIED_CARDS}`.execute(db)
  try {
    const isReadable = rows.every(({ pan_cipher, pan_hash }) =>
      secrets.panIndex(secrets.decryptText(pan_cipher)).equals(pan_hash),
    )
    return isReadable ? rows.length : undefined
  } catch {
    // Decryption verifies what it reads.
    return undefined
  }
}
