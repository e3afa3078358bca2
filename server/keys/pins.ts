// Hashes PINs for storage. A PIN is so short that any plain hash can be reversed by trying every PIN, so the hash uses a
// key that is stored apart from the database.
import type { Secrets } from './secrets.ts'

/** Includes the card id, so that two cards with the same PIN have different hashes. */
export const pinToHash = (secrets: Secrets, cardId: number, pin: string): Buffer =>
  secrets.oneWay(`pin:${cardId}:${pin}`)
