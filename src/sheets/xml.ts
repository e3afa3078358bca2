// The little of XML that the parts of a workbook use. No entities but the five and numbers, no network, no documents
// within documents (threats T30).

/** Something that may be legal, but is not written the usual way. */
export class UnusualError extends Error {}

/** The value of an attribute in the inside of a tag; undefined where it has none. */
export function attribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`)
  if (at < 0) {
    if (/[\t\r\n]/.test(tag)) throw new UnusualError('attributes are not written as usual')
    return undefined
  }
  const start = at + name.length + 3
  const end = tag.indexOf('"', start)
  return end < 0 ? undefined : unescapeXml(tag.slice(start, end))
}

/** The place of the '>' that ends a tag, from a place within it; -1 where it does not end. The value of an attribute may have a '>'. */
export function endOfTag(xml: string, from: number): number {
  let at = from
  for (;;) {
    const close = xml.indexOf('>', at)
    if (close < 0) return -1
    const quote = openQuote(xml, at, close)
    if (quote === '') return close
    const end = xml.indexOf(quote, close)
    if (end < 0) return -1
    at = end + 1
  }
}

// The quote that is open at `to`, if none was open at `from`.
function openQuote(xml: string, from: number, to: number): '' | '"' | "'" {
  let quote = 0
  for (let i = from; i < to; i++) {
    const character = xml.charCodeAt(i)
    if (quote === 0 ? character === DOUBLE || character === SINGLE : character === quote)
      quote = quote === 0 ? character : 0
  }
  return quote === 0 ? '' : quote === DOUBLE ? '"' : "'"
}

const DOUBLE = 34
const SINGLE = 39

/** The insides of all tags of a name: `<sheet name="a"/>` gives ` name="a"/`. */
export function tagsOf(xml: string, name: string): string[] {
  const tags: string[] = []
  for (let at = xml.indexOf(`<${name}`); at >= 0;) {
    const from = at + name.length + 1
    const end = endOfTag(xml, from)
    // Nothing after it ends either: looked for once, not once for each that is left open.
    if (end < 0) break
    if (endsName(xml, from)) tags.push(xml.slice(from, end))
    at = xml.indexOf(`<${name}`, endsName(xml, from) ? end : from)
  }
  return tags
}

/** The text without the elements of a name; one that does not end stays. */
export function withoutElements(xml: string, name: string): string {
  const close = `</${name}>`
  let kept = ''
  let from = 0
  for (let at = xml.indexOf(`<${name}`); at >= 0;) {
    const inside = at + name.length + 1
    if (!endsName(xml, inside)) {
      at = xml.indexOf(`<${name}`, inside)
      continue
    }
    const end = xml.indexOf(close, inside)
    if (end < 0) break
    kept += xml.slice(from, at)
    from = end + close.length
    at = xml.indexOf(`<${name}`, from)
  }
  return kept + xml.slice(from)
}

/** Whether a tag's name ends before that place; true at the end of the text, where nobody knows yet. */
export const endsName = (xml: string, at: number): boolean => ' >/\t\r\n'.includes(xml.charAt(at))

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Throws UnusualError where a piece of XML may hold something that scanning would stumble over. */
export function checkUsual(xml: string, from = 0, to?: number): void {
  const piece = from === 0 && to === undefined ? xml : xml.slice(from, to)
  if (UNUSUAL.test(piece)) throw new UnusualError('written in another way')
}

// Comments and sections, spaces before the end of a tag, spaces around the sign of an attribute, single quotes, and prefixes on
// what is looked for. Text may hold the same, which costs time and nothing else.
const UNUSUAL = /[ \t\r\n][>=]|=[ \t\r\n']|<!|:(?:si|row|c[ >]|v>|is>|t>)/

/** Text of an element or attribute, with Excel's own `_x000D_` for characters that XML cannot hold. */
export function unescapeXml(text: string): string {
  const plain = text.includes('&')
    ? text.replace(
        /&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
        (all, decimal: string | undefined, hex: string | undefined, name: string | undefined) =>
          name === undefined
            ? codePointToText(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
            : (named[name.toLowerCase()] ?? all),
      )
    : text
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain
}

export const escapeXml = (text: string): string => (NEEDS_ESCAPE.test(text) ? escapeEach(text) : text)

// Most texts: one look instead of six.
// oxlint-disable-next-line no-control-regex
const NEEDS_ESCAPE = /[&<>"_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/

const escapeEach = (text: string): string =>
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

const codePointToText = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '')
