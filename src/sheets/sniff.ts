// Detects the type of a file from its bytes, regardless of its name.
import { encodingOfMark } from './decode-text.ts'

export type BytesKind = 'text' | 'zip' | 'ole' | 'html' | 'xml' | 'pdf' | 'image'

/** Detects the type from the first bytes. 'text' means that nothing else was recognised. See also `isBinary`. */
export function sniffBytes(bytes: Uint8Array): BytesKind {
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'ole'
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'pdf'
  const isPng = starts(0x89, 0x50, 0x4e, 0x47)
  const isJpeg = starts(0xff, 0xd8, 0xff)
  const isGif = starts(0x47, 0x49, 0x46, 0x38)
  if (isPng || isJpeg || isGif) return 'image'
  // The first characters, without byte order marks, the zero bytes of UTF-16, and comments.
  const head = String.fromCharCode(...bytes.subarray(0, 2048))
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '')
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .trimStart()
    .toLowerCase()
  if (HTML_TAG.test(head)) return 'html'
  // A web page with its pictures in one file (MHTML).
  if (/^(?:mime-version|from|date|subject|content-type):[^]*multipart\/related/.test(head)) return 'html'
  if (head.startsWith('<?xml')) return head.includes('<html') ? 'html' : 'xml'
  return 'text'
}

const HTML_TAG =
  /^<(?:!doctype html|html|head|body|table|meta|style|script|div|span|p|font|center|title|br|h[1-6]|tr|form)\b/

/**
 * True if the file has control characters that no text has. A UTF-16 text without a byte order mark contains zeros, so
 * it also counts as binary.
 */
export function isBinary(bytes: Uint8Array): boolean {
  if (encodingOfMark(bytes)) return false
  return CONTROL_CHARACTER.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64 * 1024)))
}

/** Allowed are white space (09 to 0D), and 1A, which ends old DOS files. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/
