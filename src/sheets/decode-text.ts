// Decodes a text file in its encoding, never with replacement characters.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Decodes by the byte order mark, otherwise as UTF-8, otherwise as windows-1252 (what Western spreadsheets save as "CSV").
 * Undefined if the bytes are none of these. `isPart` allows a last character that is cut in two.
 */
export function decodeText(bytes: Uint8Array, isPart = false): { text: string; encoding: Encoding } | undefined {
  for (const encoding of candidatesFor(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart })
      if (UNREADABLE.test(text)) return undefined
      return { text, encoding }
    } catch {
      // not in this encoding
    }
  }
  return undefined
}

function candidatesFor(bytes: Uint8Array): readonly Encoding[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  return ['utf-8', 'windows-1252']
}

// Control characters, which no text has in any of these encodings.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u0084\u0086-\u009f]/
