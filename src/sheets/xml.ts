// Reads the XML of a workbook's parts as events, and escapes texts.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { BrokenFileError, TooLargeError } from './zip.ts'

export interface XmlHandlers {
  /** `name` and `parent` (the name of the enclosing element) have no prefix. They are '' for elements of other formats. */
  open?: (name: string, tag: XmlTag, parent: string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

export type XmlTag = Pick<SaxesTagNS, 'attributes'>

/** The value of an attribute without a prefix. */
export const attribute = (tag: XmlTag, name: string): string | undefined => tag.attributes[name]?.value

/** The value of `r:id`, with any prefix. */
export const relationId = (tag: XmlTag): string | undefined =>
  Object.values(tag.attributes).find(({ local, uri }) => local === 'id' && RELATIONS.has(uri))?.value

/**
 * Reads a part in chunks. Throws BrokenFileError if the part is not XML, or if it declares a document type, which is
 * forbidden (ECMA-376 part 2, 6.2.5).
 */
export async function parseXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    // Files written by hand use the usual prefix without declaring it.
    resolvePrefix: (prefix: string) => (prefix === 'r' ? OFFICE_RELATIONS : 'undeclared'),
  })
  const openElements: string[] = []
  const onText = (text: string) => handlers.text?.(text)
  parser.on('error', (error) => {
    throw new BrokenFileError(error.message)
  })
  parser.on('doctype', () => {
    throw new BrokenFileError('a document type')
  })
  parser.on('opentag', (tag) => {
    const name = WORKBOOK_NAMESPACES.has(tag.uri) ? tag.local : ''
    handlers.open?.(name, tag, openElements.at(-1) ?? '')
    openElements.push(name)
    if (openElements.length > MAX_DEPTH) throw new TooLargeError('too many nested elements')
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    const name = openElements.pop() ?? ''
    handlers.close?.(name)
  })
  let decoder: Decoder | undefined
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece)
    parser.write(decoder.decode(piece, { stream: true }))
  }
  parser.close()
}

/** The maximum nesting of elements. No part of a workbook is nested deeper, and each open element needs memory. */
const MAX_DEPTH = 64

/**
 * The namespaces of a workbook's elements, in both editions of ECMA-376, and of its relations. Elements without a
 * namespace ('') are also accepted.
 */
const WORKBOOK_NAMESPACES: ReadonlySet<string> = new Set([
  '',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
])
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS: ReadonlySet<string> = new Set([
  OFFICE_RELATIONS,
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

type Decoder = InstanceType<typeof TextDecoder>

/** The encoding that the first bytes indicate (XML 1.0, appendix F). */
function decoderFor(bytes: Uint8Array): Decoder {
  const [first, second] = bytes
  const beginsWith = (one: number, other: number) => first === one && second === other
  if (beginsWith(0xff, 0xfe) || beginsWith(0x3c, 0)) return new TextDecoder('utf-16le')
  if (beginsWith(0xfe, 0xff) || beginsWith(0, 0x3c)) return new TextDecoder('utf-16be')
  const head = String.fromCharCode(...bytes.subarray(0, 128))
  const encoding = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    // UTF-16 was detected above. If the declaration names it here, the declaration is wrong.
    const declaresUtf16 = /^utf-?16|^ucs/i.test(encoding)
    return new TextDecoder(declaresUtf16 ? 'utf-8' : encoding)
  } catch {
    throw new BrokenFileError('a part in an unknown encoding')
  }
}

/** Decodes Excel's `_xHHHH_` escapes of characters that XML cannot contain. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
