// The PIN and the CVV of a card as they are stored. A PIN is so short that any plain hash can be reversed by trying every PIN, so
// its hash uses a key that is stored apart from the database. A CVV is encrypted, and deleted once the card has ended
// (server/programme/erase), which leaves no bytes.
import type { Secrets } from './secrets.ts'

/** Includes the card id, so that two cards with the same PIN have different hashes. */
export const pinToHash = (secrets: Secrets, cardId: number, pin: string): Buffer =>
  secrets.oneWay(`pin:${cardId}:${pin}`)

export const isErased = (cipher: Uint8Array): boolean => cipher.length === 0

/** '' if it is deleted. */
export const decryptCvv = ({ decryptText }: Pick<Secrets, 'decryptText'>, cipher: Uint8Array): string =>
  isErased(cipher) ? '' : decryptText(cipher)
