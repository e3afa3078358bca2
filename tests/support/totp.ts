// Codes of an authenticator app by RFC 6238, computed only with node:crypto, independently of the server's library.
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a base32 secret at an instant, with six digits by default. */
export function totp(secret: string, nowMs: number, digits = 6): string {
  return hotp(fromBase32(secret), Math.floor(nowMs / 30_000), digits)
}

export function hotp(key: Buffer, counter: number, digits: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(message).digest()
  // RFC 4226: the last four bits are the offset of four bytes, of which the sign bit is ignored.
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replaceAll('=', '')) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)))
}
