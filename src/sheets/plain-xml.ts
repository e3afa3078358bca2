// Any way of writing a part's XML, turned into the one that nearly all programs use and the readers know: no prefixes on the
// format's own elements, attributes as ` name="value"`, no comments, sections or processing instructions.
import { endOfTag, escapeXml } from './xml.ts'
import { BrokenFileError, unfinished } from './zip.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Namespaces whose elements are named without a prefix: a workbook's (of both editions of ECMA-376) and its relations'. */
const OWN = new Set([
  MAIN,
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
])
/** Namespaces of `r:id`. */
const RELATIONS = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

/** The inside of a tag that needs no turning. */
const USUAL_TAG = /^[A-Za-z]+(?: [A-Za-z]+="[^">\t\r\n]*")*\/?$/

/** Whether a part's XML shows nothing that would have to be turned. */
export const looksPlain = (xml: string): boolean =>
  /^\ufeff?(?:<\?xml[^>]*\?>)?\s*<[A-Za-z]+[ >]/.test(xml) && !/<!|\s>|=\s*'|\s=|=\s+"/.test(xml)

/** The whole of a part's XML in plain form. Throws BrokenFileError for what is no XML. */
export const toPlainXml = (xml: string): string => (looksPlain(xml) ? xml : createPlainer().take(xml))

/** Turns a part piece by piece: what is not complete yet waits for the next piece. */
export function createPlainer() {
  let rest = ''
  /** What each prefix stands for; the elements that declare one take their declarations with them when they end. */
  let prefixes = new Map<string, string>()
  const outer: { readonly depth: number; readonly prefixes: Map<string, string> }[] = []
  let depth = 0
  /** Whether names without a prefix are the format's own. */
  let isOwnDefault = true
  const setPrefixes = (now: Map<string, string>) => {
    prefixes = now
    isOwnDefault = OWN.has(now.get('') ?? MAIN)
  }

  const nameOf = (name: string): string => {
    const colon = name.indexOf(':')
    const space = prefixes.get(colon < 0 ? '' : name.slice(0, colon))
    // Undeclared, as in a part that somebody wrote by hand: taken for what it says.
    if (space === undefined || OWN.has(space)) return space === undefined ? name : name.slice(colon + 1)
    return colon < 0 ? `_:${name}` : name
  }

  const tag = (inside: string): string => {
    if (isOwnDefault && USUAL_TAG.test(inside) && !inside.includes('xmlns')) {
      if (!inside.endsWith('/')) depth += 1
      return `<${inside}>`
    }
    if (inside.startsWith('/')) {
      const name = nameOf(inside.slice(1).trimEnd())
      depth -= 1
      const last = outer.at(-1)
      if (last?.depth === depth) {
        setPrefixes(last.prefixes)
        outer.pop()
      }
      return `</${name}>`
    }
    const isEmpty = inside.endsWith('/')
    const name = /^[^\s/]+/.exec(inside)?.[0]
    if (name === undefined) throw new BrokenFileError('a tag without a name')
    const attributes = attributesOf(inside.slice(name.length, isEmpty ? -1 : undefined))
    const before = prefixes
    const declared = attributes.filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'))
    if (declared.length > 0)
      setPrefixes(new Map([...before, ...declared.map(([key, value]) => [key.slice(6), value] as const)]))
    let text = `<${nameOf(name)}`
    for (const [key, value] of attributes) {
      const colon = key.indexOf(':')
      const isRelation = colon > 0 && RELATIONS.has(prefixes.get(key.slice(0, colon)) ?? '')
      text += ` ${isRelation ? `r${key.slice(colon)}` : key}="${value}"`
    }
    if (isEmpty) setPrefixes(before)
    else {
      if (prefixes !== before) outer.push({ depth, prefixes: before })
      depth += 1
    }
    return isEmpty ? `${text}/>` : `${text}>`
  }

  return {
    take(piece: string): string {
      const xml = rest + piece
      const parts: string[] = []
      let at = 0
      for (;;) {
        const open = xml.indexOf('<', at)
        parts.push(xml.slice(at, open < 0 ? undefined : open))
        if (open < 0) {
          rest = ''
          break
        }
        const [start, end] = xml.startsWith('<!', open) || xml.startsWith('<?', open) ? boundsOf(xml, open) : ['<', '>']
        const close = start === '<' ? endOfTag(xml, open) : xml.indexOf(end, open + start.length)
        if (start === '' || close < 0) {
          rest = unfinished(xml.slice(open))
          break
        }
        const inside = xml.slice(open + start.length, close)
        if (start === '<') parts.push(tag(inside))
        else if (start === '<![CDATA[') parts.push(escapeXml(inside).replaceAll('_x005F_', '_'))
        at = close + end.length
      }
      return parts.join('')
    },
  }
}

// How something that is no element begins and ends; a beginning of '' where too little of it is there to tell.
function boundsOf(xml: string, at: number): readonly [string, string] {
  if (xml.startsWith('<?', at)) return ['<?', '?>']
  if (xml.startsWith('<!--', at)) return ['<!--', '-->']
  if (xml.startsWith('<![CDATA[', at)) return ['<![CDATA[', ']]>']
  if (xml.length - at < '<![CDATA['.length) return ['', '']
  // A document type: a way to declare entities, which no workbook has (ECMA-376 part 2, 6.2.5).
  throw new BrokenFileError('a document type')
}

function attributesOf(text: string): [name: string, value: string][] {
  const attributes: [string, string][] = []
  for (const [, name = '', double, single = ''] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = double ?? single.replaceAll('"', '&quot;')
    // Nearly none has any of these.
    const isPlain = !/[>\t\r\n]/.test(value)
    attributes.push([name, isPlain ? value : value.replaceAll('>', '&gt;').replace(/[\t\r\n]/g, ' ')])
  }
  return attributes
}
