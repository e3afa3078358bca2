// The strings that an xlsx's cells point to, read only as far as somebody asks for them.
import { UnusualError, unescapeXml, withoutElements } from './xml.ts'
import { type Budget, type ZipEntry, inflatePieces, unfinished } from './zip.ts'

export interface SharedStrings {
  /** Reads on until that many strings are known, or the part ends. */
  readTo(count: number): Promise<void>
  at(index: number): string | undefined
  close(): Promise<void>
}

export function openStrings(entry: ZipEntry | undefined, budget: Budget): SharedStrings {
  const strings: string[] = []
  const pieces = entry && inflatePieces(entry, budget)
  const decoder = new TextDecoder()
  let rest = ''
  return {
    async readTo(count) {
      while (strings.length < count) {
        const next = await pieces?.next()
        if (!next || next.done) return
        const known = rest.length
        rest += decoder.decode(next.value, { stream: true })
        if (rest.includes('<!', known - 1)) throw new UnusualError('a comment or a section')
        rest = unfinished(takeStrings(rest, strings, known))
      }
    },
    at: (index) => strings[index],
    async close() {
      await pieces?.return()
    },
  }
}

// Takes whole <si> elements and gives back what is left. None ends in the first `known` characters, looked at before.
function takeStrings(xml: string, strings: string[], known: number): string {
  let at = 0
  for (;;) {
    const start = xml.indexOf('<si', at)
    if (start < 0) return xml.slice(Math.max(at, xml.length - 3))
    if (xml.startsWith('<si/>', start)) {
      strings.push('')
      at = start + 5
      continue
    }
    const end = xml.indexOf('</si>', Math.max(start, known - 4))
    if (end < 0) return xml.slice(start)
    strings.push(textOfString(xml.slice(start, end)))
    at = end + 5
  }
}

/** The text of the inside of a string item: all its <t>, without those that tell how it is pronounced. */
export function textOfString(inside: string): string {
  const item = withoutElements(inside, 'rPh')
  let text = ''
  let at = item.indexOf('<t')
  while (at >= 0) {
    const next = item.charAt(at + 2)
    let from = at + 2
    if (next === '>' || next === ' ') {
      const close = item.indexOf('>', at)
      if (close < 0) break
      const isEmpty = item.charAt(close - 1) === '/'
      const stop = isEmpty ? close : item.indexOf('</t>', close)
      if (stop < 0) break
      if (!isEmpty) text += item.slice(close + 1, stop)
      from = stop
    }
    at = item.indexOf('<t', from)
  }
  return unescapeXml(text)
}
