// PINs at rest. So few digits are guessed in no time by whoever holds a plain hash, however slow: what protects them is the key,
// which is kept apart from the database (threats T19).
import type { Secrets } from './secrets.ts'

/** One-way, keyed, and different for the same PIN on two cards. */
export const pinToHash = (secrets: Secrets, cardId: number, pin: string): Buffer =>
  secrets.oneWay(`pin:${cardId}:${pin}`)
