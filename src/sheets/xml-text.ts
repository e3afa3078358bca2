// The bytes of a part as text, in the encoding that its first bytes name (XML 1.0, appendix F).
import { BrokenFileError } from './zip.ts'

/** Takes a part's bytes piece by piece and gives what is complete of their text. */
export function createXmlDecoder(): (bytes: Uint8Array) => string {
  let decoder: Decoder | undefined
  return (bytes) => {
    decoder ??= decoderFor(bytes)
    return decoder.decode(bytes, { stream: true })
  }
}

type Decoder = InstanceType<typeof TextDecoder>

function decoderFor(bytes: Uint8Array): Decoder {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder('utf-16be')
  const head = String.fromCharCode(...bytes.subarray(0, 128))
  const named = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    // Two bytes a character are ruled out by what was read of it.
    return new TextDecoder(/^utf-?16|^ucs/i.test(named) ? 'utf-8' : named)
  } catch {
    throw new BrokenFileError('a part in an unknown encoding')
  }
}
