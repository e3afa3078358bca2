// The strings that an xlsx's cells point to, read only as far as somebody asks for them.
import { UnusualError, unescapeXml } from './xml.ts'
import { type Budget, type ZipEntry, inflatePieces } from './zip.ts'

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
        rest += decoder.decode(next.value, { stream: true })
        if (rest.includes('<!')) throw new UnusualError('a comment or a section')
        rest = takeStrings(rest, strings)
      }
    },
    at: (index) => strings[index],
    async close() {
      await pieces?.return()
    },
  }
}

// Takes whole <si> elements and gives back what is left.
function takeStrings(xml: string, strings: string[]): string {
  let at = 0
  for (;;) {
    const start = xml.indexOf('<si', at)
    if (start < 0) return xml.slice(Math.max(at, xml.length - 3))
    if (xml.startsWith('<si/>', start)) {
      strings.push('')
      at = start + 5
      continue
    }
    const end = xml.indexOf('</si>', start)
    if (end < 0) return xml.slice(start)
    strings.push(textOfString(xml, start, end))
    at = end + 5
  }
}

/** The text between two places of a string item: all its <t>, without those that tell how it is pronounced. */
export function textOfString(xml: string, start: number, end: number): string {
  let item = xml.slice(start, end)
  if (item.includes('<rPh')) item = item.replace(/<rPh[\s>][\s\S]*?<\/rPh>/g, '')
  let text = ''
  let at = item.indexOf('<t')
  while (at >= 0) {
    const close = item.indexOf('>', at)
    const next = item.charAt(at + 2)
    if ((next === '>' || next === ' ') && item.charAt(close - 1) !== '/') {
      const stop = item.indexOf('</t>', close)
      if (stop < 0) break
      text += item.slice(close + 1, stop)
      at = stop
    }
    at = item.indexOf('<t', at + 2)
  }
  return unescapeXml(text)
}
