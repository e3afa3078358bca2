// PINs at rest. With so few digits any plain hash can be reversed by trying all of them, however slow it is: what
// protects them is the key, which is kept apart from the database.
import type { Secrets } from './secrets.ts'

/** One-way, keyed, and different for the same PIN on two cards. */
export const pinToHash = (secrets: Secrets, cardId: number, pin: string): Buffer =>
  secrets.oneWay(`pin:${cardId}:${pin}`)
