// The stored form of a card's PIN and CVV. A PIN is so short that an unkeyed hash could be reversed by trying every
// PIN, so its hash uses a key that is stored outside the database. A CVV is encrypted, and deleted completely once the
// card has ended (server/programme/erase).
import type { Secrets } from './secrets.ts'

/** Includes the card id, so that two cards with the same PIN have different hashes. */
export const pinToHash = (secrets: Secrets, cardId: number, pin: string): Buffer =>
  secrets.oneWay(`pin:${cardId}:${pin}`)

export const isErased = (cipher: Uint8Array): boolean => cipher.length === 0

/** '' if the CVV was deleted. */
export const decryptCvv = ({ decryptText }: Pick<Secrets, 'decryptText'>, cipher: Uint8Array): string =>
  isErased(cipher) ? '' : decryptText(cipher)
