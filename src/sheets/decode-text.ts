// Decodes a text file in its encoding, never with replacement characters. If the file has no byte order mark and is not
// valid UTF-8, the encoding is a guess that the user can change. There is no guess if the text is probably not Latin.
import { type Encoding, encodings, type EncodingSample } from '#domain/rows/reading.ts'

export type Decoded =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly encoding: Encoding
      /** For a guess: the possible encodings, with values beyond ASCII. The first one was used. */
      readonly samples: readonly EncodingSample[]
    }
  /** The text is probably not Latin, so the user must choose. */
  | { readonly kind: 'unsure'; readonly samples: readonly EncodingSample[] }
  | { readonly kind: 'unreadable' }

/**
 * Decodes by the user's choice or the byte order mark, otherwise as UTF-8. A text that is not valid UTF-8 and can be
 * Latin is decoded as windows-1252 (what Western spreadsheets save as "CSV"). `isPart` allows a last character that is
 * cut in two.
 */
export function decodeText(bytes: Uint8Array, isPart = false, chosen?: Encoding): Decoded {
  const markedEncoding = encodingOfMark(bytes)
  const encoding = chosen ?? markedEncoding ?? (isUnmarkedUtf16(bytes) ? undefined : 'utf-8')
  const text = encoding && decodeAs(encoding, bytes, isPart)
  if (encoding && text !== undefined)
    return { kind: 'text', text, encoding, samples: chosen && !markedEncoding ? samplesOf(bytes, chosen) : [] }
  if (chosen ?? markedEncoding) return { kind: 'unreadable' }
  const latinText = isLatin(bytes) ? decodeAs('windows-1252', bytes, isPart) : undefined
  if (latinText !== undefined)
    return { kind: 'text', text: latinText, encoding: 'windows-1252', samples: samplesOf(bytes, 'windows-1252') }
  const samples = samplesOf(bytes)
  const isPossible = samples.some(({ encoding }) => encoding in commonCharacters || encoding.startsWith('utf-16'))
  return isPossible ? { kind: 'unsure', samples } : { kind: 'unreadable' }
}

/**
 * True for a UTF-16 text without a byte order mark. At its beginning, either the even or the odd bytes include more
 * than 40 % zeros, and the others none.
 */
export const isUnmarkedUtf16 = (bytes: Uint8Array): boolean => utf16Of(bytes) !== undefined

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 1024)
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2]! += 1
  const half = head.length / 2
  if (half < 2) return undefined
  if (zeros[1]! > half * 0.4 && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > half * 0.4 && zeros[1] === 0 ? 'utf-16be' : undefined
}

function encodingOfMark(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function decodeAs(encoding: Encoding, bytes: Uint8Array, isPart: boolean): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart })
    return UNREADABLE.test(text) ? undefined : text
  } catch {
    return undefined // not in this encoding
  }
}

// Control characters that are in no text in any of these encodings.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u0084\u0086-\u009f]/

/**
 * False if the text is probably not Latin. Its letters beyond ASCII are then in groups of four, in groups of two
 * without an ASCII letter beside them, or beside signs that no word has. Words such as 'Größe' have few of them,
 * between other letters.
 */
function isLatin(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(bytes[at])) continue
    const start = at
    let letters = 0
    let signs = 0
    while (isHigh(bytes[at])) {
      if (isLatinLetter(bytes[at]!)) letters += 1
      else if (isSign(bytes[at]!)) signs += 1
      at += 1
    }
    const isInWord = isAsciiLetter(bytes[start - 1]) || isAsciiLetter(bytes[at])
    if (
      letters >= 4 ||
      (letters >= 2 && !isInWord) ||
      (signs > 0 && letters + signs > 1) ||
      hasUnassignedByte(bytes.subarray(start, at))
    )
      return false
  }
  return true
}

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80
const isAsciiLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
/** À to ÿ without × and ÷, and the letters of windows-1252 before them. */
const isLatinLetter = (byte: number): boolean =>
  (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)
/**
 * Signs of windows-1252 that are never next to letters: all except quotes, dashes, spaces, and the signs that begin
 * Spanish sentences.
 */
const isSign = (byte: number): boolean =>
  byte > 0xa1 && byte < 0xc0 && ![0xaa, 0xab, 0xb7, 0xba, 0xbb, 0xbf].includes(byte)
/** True if a byte has no character in windows-1252. */
const hasUnassignedByte = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))

/**
 * The possible encodings of the bytes, with some values beyond ASCII: `first`, if given, then the most likely
 * encodings.
 */
function samplesOf(bytes: Uint8Array, first?: Encoding): EncodingSample[] {
  const utf16 = utf16Of(bytes)
  const lines = utf16 ? bytes.subarray(0, 4096) : linesBeyondAscii(bytes)
  const isCut = utf16 !== undefined || lines.length === MAX_LINE_BYTES
  const candidates = encodings.flatMap((encoding) => {
    if (encoding.startsWith('utf-16') !== (utf16 !== undefined)) return []
    const text = decodeAs(encoding, lines, isCut)
    return text === undefined ? [] : [{ encoding, sample: sampleOf(text), score: scoreOf(encoding, lines, utf16) }]
  })
  return candidates
    .toSorted(
      (left, right) => Number(right.encoding === first) - Number(left.encoding === first) || right.score - left.score,
    )
    .map(({ encoding, sample }) => ({ encoding, sample }))
}

const MAX_LINES = 40
const MAX_LINE_BYTES = 32_768
const LF = 10

/** The first lines with a byte beyond ASCII, cut at `MAX_LINE_BYTES`, perhaps within a character. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const lineBytes: number[] = []
  let start = 0
  let lines = 0
  for (let at = 0; at < bytes.length && lines < MAX_LINES; at++) {
    if (bytes[at] === LF) start = at + 1
    if (!isHigh(bytes[at])) continue
    const lineEnd = bytes.indexOf(LF, at)
    const end = lineEnd === -1 ? bytes.length : lineEnd + 1
    for (let byte = start; byte < end && lineBytes.length < MAX_LINE_BYTES; byte++) lineBytes.push(bytes[byte]!)
    lines += 1
    start = end
    at = end - 1
  }
  return Uint8Array.from(lineBytes)
}

/** The first values with a character beyond ASCII. The first values of any kind if no value has one. */
function sampleOf(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const values = text.match(/[^\n\r,;|\t"]*[^\u0000-\u007f][^\n\r,;|\t"]*/g) ?? text.match(/[^\n\r,;|\t"]+/g) ?? []
  return [...new Set(values.map((value) => value.trim().slice(0, 40)))].slice(0, 4).join(', ')
}

/** Byte ranges of the most common characters: lead byte from and to, trail byte from and to. */
const commonCharacters: Readonly<Partial<Record<Encoding, readonly (readonly [number, number, number, number])[]>>> = {
  // Level 1 of GB 2312.
  gb18030: [[0xb0, 0xd7, 0xa1, 0xfe]],
  big5: [
    [0xa4, 0xc6, 0x40, 0x7e],
    [0xa4, 0xc6, 0xa1, 0xfe],
  ],
  // Hiragana, katakana, and level 1 of JIS.
  shift_jis: [
    [0x82, 0x83, 0x40, 0xf1],
    [0x88, 0x97, 0x40, 0xfc],
  ],
  'euc-kr': [[0xb0, 0xc8, 0xa1, 0xfe]],
}

/**
 * The share of double bytes that are common characters of an encoding, from 0 to 1; 0 for single-byte encodings, 1 for
 * the detected form of UTF-16.
 */
function scoreOf(encoding: Encoding, bytes: Uint8Array, utf16: Encoding | undefined): number {
  if (encoding === utf16) return 1
  const common = commonCharacters[encoding]
  if (!common) return 0
  let pairs = 0
  let commonPairs = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!
    if (lead < 0x81) continue
    const trail = bytes[at + 1] ?? 0
    pairs += 1
    at += 1
    if (common.some(([from, to, low, high]) => lead >= from && lead <= to && trail >= low && trail <= high))
      commonPairs += 1
  }
  return pairs === 0 ? 0 : commonPairs / pairs
}
