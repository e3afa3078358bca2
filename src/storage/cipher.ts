// AES-GCM for data stored in the browser. The location of a record (draft, chunk, user) is its additional data, so that a
// record that was moved to another location cannot be decrypted.

/** Ciphertext with its random 96-bit nonce. */
export interface Encrypted {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const IV_BYTES = 12
const encoder = new TextEncoder()

/** Encodes the location of a record as additional data (AAD). Different parts always give different texts. */
export const toLocation = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** Encrypts bytes with the key, bound to a location (see `toLocation`). */
export async function encryptBytes(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
  location: string,
): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(location) },
    key,
    bytes,
  )
  return { iv, data }
}

/** The decrypted bytes. Undefined if the key or the location is wrong, or if the bytes were changed. */
export async function decryptBytes(
  key: CryptoKey,
  encrypted: Encrypted,
  location: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const additionalData = encoder.encode(location)
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: encrypted.iv, additionalData }, key, encrypted.data),
    )
  } catch {
    return undefined
  }
}

/** Encrypts a value that JSON can represent. */
export const encryptJson = (key: CryptoKey, value: unknown, location: string): Promise<Encrypted> =>
  encryptBytes(key, encoder.encode(JSON.stringify(value)), location)

/** The decrypted value. Undefined if it cannot be decrypted. The caller must check its shape. */
export async function decryptJson(key: CryptoKey, encrypted: Encrypted, location: string): Promise<unknown> {
  const bytes = await decryptBytes(key, encrypted, location)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
}
