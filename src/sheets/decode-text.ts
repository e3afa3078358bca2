// Decodes a text file in its encoding, never with replacement characters. If the file has no byte order mark and is not
// valid UTF-8, the encoding is a guess that the user can change. There is no guess if the text is probably not Western.
import { WINDOWS_1252 } from '#domain/files/damaged-text.ts'
import { commonCharacters, type Encoding, encodings, readability, usualLetters } from '#domain/files/encodings.ts'
import type { EncodingSample } from '#domain/rows/reading.ts'

export interface DecodedText {
  readonly kind: 'text'
  readonly text: string
  readonly encoding: Encoding
  /** For a guess: the possible encodings, with values beyond ASCII. The first one was used. */
  readonly samples: readonly EncodingSample[]
}

/** 'encodingUnsure': the text is probably not Western, so the user must choose. */
export type UndecodedText =
  | { readonly kind: 'encodingUnsure'; readonly samples: readonly EncodingSample[] }
  | { readonly kind: 'unreadable' }

interface DecodeOptions {
  /** True if the bytes are only the file's beginning. */
  readonly isPart?: boolean
  /** The user's choice. */
  readonly chosen?: Encoding | undefined
}

/**
 * Decodes by the user's choice or the byte order mark, otherwise as UTF-8. A text that is not valid UTF-8 and looks
 * Western is decoded as windows-1252 (what Western spreadsheets save as "CSV"). `isPart` allows a last character that is
 * cut in two.
 */
export function decodeText(
  bytes: Uint8Array,
  { isPart = false, chosen }: DecodeOptions = {},
): DecodedText | UndecodedText {
  const markedEncoding = encodingOfMark(bytes)
  const knownEncoding = chosen ?? markedEncoding
  if (knownEncoding) {
    const text = decodeAs(knownEncoding, bytes, { isPart })
    if (text === undefined) return { kind: 'unreadable' }
    // The user can choose again, unless the file itself names its encoding.
    const isChoice = chosen !== undefined && markedEncoding === undefined
    return { kind: 'text', text, encoding: knownEncoding, samples: isChoice ? samplesOf(bytes, chosen) : [] }
  }
  const utf8 = isUnmarkedUtf16(bytes) ? undefined : decodeAs('utf-8', bytes, { isPart })
  if (utf8 !== undefined) return { kind: 'text', text: utf8, encoding: 'utf-8', samples: [] }
  const samples = samplesOf(bytes)
  const [best] = samples
  const isProbablyWestern = best?.encoding === WESTERN && best.isLikely
  const western = isProbablyWestern ? decodeAs(WESTERN, bytes, { isPart }) : undefined
  if (western !== undefined) return { kind: 'text', text: western, encoding: WESTERN, samples }
  return samples.length > 0 ? { kind: 'encodingUnsure', samples } : { kind: 'unreadable' }
}

const WESTERN = 'windows-1252'

/**
 * True for a UTF-16 text without a byte order mark. At its beginning, either the even or the odd bytes include more
 * than 40 % zeros, and the others none.
 */
export const isUnmarkedUtf16 = (bytes: Uint8Array): boolean => utf16Of(bytes) !== undefined

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 1024)
  if (head.length < 4) return undefined
  const countZeros = (parity: 0 | 1) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [evenZeros, oddZeros] = [countZeros(0), countZeros(1)]
  const manyZeros = (head.length / 2) * 0.4
  if (evenZeros === 0 && oddZeros > manyZeros) return 'utf-16le'
  return oddZeros === 0 && evenZeros > manyZeros ? 'utf-16be' : undefined
}

/** The encoding that a byte order mark of UTF-16 indicates. */
export function encodingOfMark(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function decodeAs(encoding: Encoding, bytes: Uint8Array, { isPart }: { readonly isPart: boolean }): string | undefined {
  try {
    const decoded = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart })
    // Node decodes windows-1252 as ISO 8859-1.
    const text =
      encoding === WESTERN
        ? decoded.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '')
        : decoded
    return UNREADABLE.test(text) ? undefined : text
  } catch {
    return undefined // not in this encoding
  }
}

// Control characters that are in no text in any of these encodings.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u0084\u0086-\u009f]/

/**
 * The possible encodings of the bytes, with some values beyond ASCII: `first`, if given, then the most likely
 * encodings.
 */
function samplesOf(bytes: Uint8Array, first?: Encoding): EncodingSample[] {
  const utf16 = utf16Of(bytes)
  const lines = utf16 ? bytes.subarray(0, 4096) : linesBeyondAscii(bytes)
  const isCut = utf16 !== undefined || lines.length === MAX_LINE_BYTES
  // Only programs of the classic Macintosh end lines with CR.
  const isMacintosh = bytes.includes(CR) && !bytes.includes(LF)
  // One strange byte is damage, not another encoding.
  const isDamaged = lines.filter(isHigh).length < 2 && decodeAs(WESTERN, lines, { isPart: isCut }) === undefined
  if (utf16 === undefined && !first && isDamaged) return []
  const scoreOfText = (encoding: Encoding, text: string): number => {
    if (encoding === first) return Infinity
    if (!usualLetters[encoding]) return scoreOf(encoding, lines, utf16)
    const bonus = encoding === 'macintosh' && isMacintosh ? 0.5 : 0
    return readability(encoding, text) + bonus
  }
  const isUtf16 = (encoding: Encoding) => encoding.startsWith('utf-16')
  const possibleEncodings = encodings.filter((encoding) => isUtf16(encoding) === (utf16 !== undefined))
  const candidates = possibleEncodings.flatMap((encoding) => {
    const text = decodeAs(encoding, lines, { isPart: isCut })
    return text === undefined ? [] : [{ encoding, sample: sampleOf(text), score: scoreOfText(encoding, text) }]
  })
  const [best, ...others] = candidates.toSorted((left, right) => right.score - left.score)
  if (!best) return []
  const toSample = ({ encoding, sample }: typeof best) => ({ encoding, sample })
  const bestSample = isLikely(best, others) ? { ...toSample(best), isLikely: true } : toSample(best)
  return [bestSample, ...others.map(toSample)]
}

interface ScoredEncoding {
  readonly encoding: Encoding
  readonly score: number
}

/** True for the user's choice, a text that reads well in one encoding only, and a Western one without strange signs. */
function isLikely({ encoding, score }: ScoredEncoding, others: readonly ScoredEncoding[]): boolean {
  if (encoding === WESTERN) return score >= 0
  // Texts rarely read well by chance in an encoding of double bytes.
  const isTied = others.some((other) => other.score >= score)
  const isDistinct = commonCharacters[encoding] !== undefined || !isTied
  return score > 0.5 && isDistinct
}

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80

const MAX_LINES = 40
const MAX_LINE_BYTES = 32_768
const LF = 10
const CR = 13

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
