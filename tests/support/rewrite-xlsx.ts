// Rewrites a workbook the way other programs would: each form changes the parts of the file but no cell.
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

/**
 * A workbook with some parts changed or added, uncompressed. Parts are identified by the end of their names, in lower
 * case.
 */
export function withParts(
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
  changes: Readonly<Record<string, (xml: string) => string>>,
  added: Zippable = {},
): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => {
    const change = Object.entries(changes).find(([end]) => name.toLowerCase().endsWith(end))?.[1]
    return [name, change ? strToU8(change(strFromU8(part))) : part] as const
  })
  return zipSync({ ...Object.fromEntries(parts), ...added }, { level: 0 })
}

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
  'with a byte order mark': (xml) => strToU8(`\ufeff${xml}`),
}

export const forms: readonly string[] = [...Object.keys(wholeXml), ...Object.keys(encodings), 'in capitals', 'deflated']

/** The workbook in one of these forms. */
export function inForm(bytes: Uint8Array<ArrayBuffer>, form: string): Uint8Array<ArrayBuffer> {
  const rewrite = wholeXml[form] ?? ((xml: string) => xml)
  const write = encodings[form] ?? ((xml: string) => strToU8(xml))
  const parts = Object.entries(unzipSync(bytes)).map(
    ([name, part]) =>
      [
        form === 'in capitals' ? name.toUpperCase() : name,
        /\.(?:xml|rels)$/.test(name) ? write(rewrite(strFromU8(part))) : part,
      ] as const,
  )
  return zipSync(Object.fromEntries(parts), { level: form === 'deflated' ? 6 : 0 })
}
