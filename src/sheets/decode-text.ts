// Decodes a text file in its encoding, never with replacement characters. The encoding is uncertain if the file has no
// byte order mark and is not valid UTF-8. If its text looks Western, the encoding is guessed, and the user can change the
// guess. For any other text, the user must choose the encoding.
import { WINDOWS_1252 } from '#domain/files/damaged-text.ts'
import { commonCharacters, type Encoding, encodings, readability, usualLetters } from '#domain/files/encodings.ts'
import type { EncodingSample } from '#domain/rows/reading.ts'

export interface DecodedText {
  readonly kind: 'text'
  readonly text: string
  readonly encoding: Encoding
  /** For a guess: the possible encodings, each with some values as it decodes them. The first encoding was used. */
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
 * Decodes by the user's choice or by the byte order mark. Without both, decodes as UTF-8. A text that is not valid
 * UTF-8 and looks Western is decoded as windows-1252, in which Western spreadsheets save a "CSV". With `isPart`, the
 * last character may be cut in two.
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

/** True for a UTF-16 text without a byte order mark. */
export const isUnmarkedUtf16 = (bytes: Uint8Array): boolean => unmarkedUtf16Of(bytes) !== undefined

/**
 * The form of a UTF-16 text without a byte order mark. Letters, digits and separators of ASCII have a zero as one of
 * their two bytes. Little-endian text has these zeros only at odd indexes, big-endian text only at even indexes.
 */
function unmarkedUtf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 1024)
  if (head.length < 4) return undefined
  const evenZeros = head.filter((byte, index) => byte === 0 && index % 2 === 0).length
  const oddZeros = head.filter((byte, index) => byte === 0 && index % 2 === 1).length
  // 40 % of the bytes with even or odd indexes.
  const manyZeros = (head.length / 2) * 0.4
  if (evenZeros === 0 && oddZeros > manyZeros) return 'utf-16le'
  if (oddZeros === 0 && evenZeros > manyZeros) return 'utf-16be'
  return undefined
}

/** The encoding that a byte order mark of UTF-16 indicates. */
export function encodingOfMark(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function decodeAs(encoding: Encoding, bytes: Uint8Array, { isPart }: { readonly isPart: boolean }): string | undefined {
  try {
    const decoded = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart })
    const text = encoding === WESTERN ? correctWestern(decoded) : decoded
    return UNREADABLE.test(text) ? undefined : text
  } catch {
    // The bytes are not in this encoding.
    return undefined
  }
}

/** Node decodes windows-1252 as ISO 8859-1, in which the bytes from 80 to 9F are control characters. */
const correctWestern = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '')

// Control characters that are in no text in any of these encodings.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u0084\u0086-\u009f]/

interface Candidate {
  readonly encoding: Encoding
  /** Some values beyond ASCII, decoded in this encoding. */
  readonly sample: string
  /** How well the text reads in this encoding. A higher score is better. */
  readonly score: number
}

/** The encodings in which the bytes can be decoded, with samples. The user's choice comes first, then the most likely. */
function samplesOf(bytes: Uint8Array, chosen?: Encoding): EncodingSample[] {
  const utf16 = unmarkedUtf16Of(bytes)
  const lines = utf16 ? bytes.subarray(0, 4096) : linesBeyondAscii(bytes)
  const isPart = utf16 !== undefined || lines.length === MAX_LINE_BYTES
  const isUtf16Text = utf16 !== undefined
  // One strange byte is damage, not another encoding.
  const hasOneStrangeByte = lines.filter(isBeyondAscii).length < 2
  const isDamaged = hasOneStrangeByte && decodeAs(WESTERN, lines, { isPart }) === undefined
  if (isDamaged && !isUtf16Text && !chosen) return []
  // Only programs of the classic Macintosh end lines with CR.
  const hasMacintoshLines = bytes.includes(CR) && !bytes.includes(LF)

  const scoreOf = (encoding: Encoding, text: string): number => {
    if (encoding === chosen) return Infinity
    if (encoding === utf16) return 1
    if (commonCharacters[encoding]) return shareOfCommonCharacters(encoding, lines)
    if (!usualLetters[encoding]) return 0
    const bonus = encoding === 'macintosh' && hasMacintoshLines ? 0.5 : 0
    return readability(encoding, text) + bonus
  }
  const candidates: Candidate[] = []
  for (const encoding of encodings) {
    const isUtf16Encoding = encoding.startsWith('utf-16')
    if (isUtf16Encoding !== isUtf16Text) continue
    const text = decodeAs(encoding, lines, { isPart })
    if (text !== undefined) candidates.push({ encoding, sample: sampleOf(text), score: scoreOf(encoding, text) })
  }
  const [best, ...others] = candidates.toSorted((left, right) => right.score - left.score)
  if (!best) return []
  const toSample = ({ encoding, sample }: Candidate): EncodingSample => ({ encoding, sample })
  const bestSample = isLikely(best, others) ? { ...toSample(best), isLikely: true } : toSample(best)
  return [bestSample, ...others.map(toSample)]
}

/** True if the best candidate is probably right. */
function isLikely({ encoding, score }: Candidate, others: readonly Candidate[]): boolean {
  // Western texts are so common that only strange characters make them unlikely.
  if (encoding === WESTERN) return score >= 0
  const readsWell = score > 0.5
  // Few texts read well by chance in an encoding of double bytes, so other candidates with a good score do not matter.
  if (commonCharacters[encoding]) return readsWell
  const readsBest = others.every((other) => other.score < score)
  return readsWell && readsBest
}

const isBeyondAscii = (byte: number): boolean => byte >= 0x80

const MAX_LINES = 40
const MAX_LINE_BYTES = 32_768
const LF = 10
const CR = 13

/** The first lines with a byte beyond ASCII. They are cut at `MAX_LINE_BYTES`, possibly within a character. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const lineBytes: number[] = []
  let lineCount = 0
  let lineStart = 0
  while (lineStart < bytes.length && lineCount < MAX_LINES) {
    const lineFeed = bytes.indexOf(LF, lineStart)
    const lineEnd = lineFeed === -1 ? bytes.length : lineFeed + 1
    const line = bytes.subarray(lineStart, lineEnd)
    if (line.some(isBeyondAscii)) {
      lineBytes.push(...line.subarray(0, MAX_LINE_BYTES - lineBytes.length))
      lineCount += 1
    }
    lineStart = lineEnd
  }
  return Uint8Array.from(lineBytes)
}

/** The first values with a character beyond ASCII. If there are none, the first values of any kind. */
function sampleOf(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const valuesBeyondAscii = text.match(/[^\n\r,;|\t"]*[^\u0000-\u007f][^\n\r,;|\t"]*/g)
  const values = valuesBeyondAscii ?? text.match(/[^\n\r,;|\t"]+/g) ?? []
  const shortValues = new Set(values.map((value) => value.trim().slice(0, 40)))
  return [...shortValues].slice(0, 4).join(', ')
}

/** Of the characters with two bytes, the share that is common in an encoding of double bytes, from 0 to 1. */
function shareOfCommonCharacters(encoding: Encoding, bytes: Uint8Array): number {
  const ranges = commonCharacters[encoding] ?? []
  const isCommon = (first: number, second: number) =>
    ranges.some(
      ([firstFrom, firstTo, secondFrom, secondTo]) =>
        first >= firstFrom && first <= firstTo && second >= secondFrom && second <= secondTo,
    )
  let characterCount = 0
  let commonCount = 0
  let at = 0
  while (at < bytes.length) {
    const first = bytes[at]!
    if (first < FIRST_OF_DOUBLE_BYTE) {
      at += 1
      continue
    }
    characterCount += 1
    if (isCommon(first, bytes[at + 1] ?? 0)) commonCount += 1
    at += 2
  }
  return characterCount === 0 ? 0 : commonCount / characterCount
}

/** A byte from here on begins a character of two bytes. */
const FIRST_OF_DOUBLE_BYTE = 0x81
