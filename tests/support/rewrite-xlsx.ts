// The same workbook written in other ways, as programs in use write it: each form is a change of its parts that changes no cell.
import { type Part, packDeflated, packStored } from '#sheets/pack-zip.ts'
import { inflateWhole, readZipDirectory } from '#sheets/zip.ts'

export async function partsOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Part[]> {
  const parts: Part[] = []
  for (const entry of readZipDirectory(new Uint8Array(bytes)).values())
    parts.push({ name: entry.name, bytes: await inflateWhole(entry, { left: 1e9 }) })
  return parts
}

/** A workbook with the XML of some parts changed. Parts are known by the end of their names, in small letters. */
export async function withParts(
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
  changes: Readonly<Record<string, (xml: string) => string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await partsOf(bytes)
  return packStored(
    parts.map((part) => {
      const change = Object.entries(changes).find(([name]) => part.name.endsWith(name))?.[1]
      return change ? { ...part, bytes: encode(change(decode(part.bytes))) } : part
    }),
  )
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const encode = (xml: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(xml)

const wholeXml: Readonly<Record<string, (xml: string) => string>> = {
  plain: (xml) => xml,
  prefixed: (xml) => xml.replace(/<(\/?)(?=[A-Za-z])/g, '<$1x:').replace(/ xmlns=/g, ' xmlns:x='),
  'with comments': (xml) => xml.replace(/(?<=[^?])></g, '><!-- <row r="9"><c><v>1</v></c></row> --><'),
  'with single quotes': (xml) => xml.replace(/="([^"']*)"(?=[^<]*>)/g, "='$1'"),
  'with spaces in tags': (xml) => xml.replace(/(?<=<[^<?]*[^?/])>/g, ' >').replace(/="(?=[^<]*>)/g, ' = "'),
  'with line breaks in tags': (xml) => xml.replace(/(?<=<[^<?>]*) (?=\w+=)/g, '\n\t'),
  'with line breaks between tags': (xml) =>
    xml.replace(/>(?=<(?:row|c|sheet|si|xf|numFmt|Relationship)[ >/])/g, '>\r\n  '),
  'with empty tags closed by hand': (xml) => xml.replace(/<(?!\?)([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>'),
  'with empty tags in short': (xml) => xml.replace(/<([\w:]+)([^<>]*)><\/\1>/g, '<$1$2 />'),
  'with sections': (xml) => xml.replace(/(?<=<(?:t|v)(?: [^<>]*)?>)[^<&]+(?=<)/g, '<![CDATA[$&]]>'),
}
const encodings: Readonly<Record<string, (xml: string) => Uint8Array<ArrayBuffer>>> = {
  'in UTF-16': (xml) => Uint8Array.from(Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')),
  'with a byte order mark': (xml) => encode(`\ufeff${xml}`),
}

export const forms: readonly string[] = [...Object.keys(wholeXml), ...Object.keys(encodings), 'in capitals', 'deflated']

/** The workbook in one of these forms. */
export async function inForm(bytes: Uint8Array<ArrayBuffer>, form: string): Promise<Uint8Array<ArrayBuffer>> {
  const rewrite = wholeXml[form] ?? ((xml: string) => xml)
  const write = encodings[form] ?? encode
  const parts = (await partsOf(bytes)).map((part) => ({
    name: form === 'in capitals' ? part.name.toUpperCase() : part.name,
    bytes: /\.(?:xml|rels)$/.test(part.name) ? write(rewrite(decode(part.bytes))) : part.bytes,
  }))
  return form === 'deflated' ? packDeflated(parts) : packStored(parts)
}
