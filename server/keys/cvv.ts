// The CVV of a card: encrypted, and deleted once the card has ended (server/programme/erase), which leaves no bytes.
import type { Secrets } from './secrets.ts'

export const isErased = (cipher: Uint8Array): boolean => cipher.length === 0

/** '' if it is deleted. */
export const decryptCvv = ({ decryptText }: Pick<Secrets, 'decryptText'>, cipher: Uint8Array): string =>
  isErased(cipher) ? '' : decryptText(cipher)
