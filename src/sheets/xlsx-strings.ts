// The strings that an xlsx's cells point to, read only as far as somebody asks for them.
import { mayNeedTidying, tidyText } from './tidy-text.ts'
import { checkUsual, endsName, unescapeXml, withoutElements } from './xml.ts'
import { unfinished } from './zip.ts'

export interface SharedStrings {
  /** Reads on until that many strings are known, or the part ends. */
  readTo(count: number): Promise<void>
  at(index: number): string | undefined
  /** Reads to the part's end, so that its checksum is known to be right. */
  finish(): Promise<void>
  close(): Promise<void>
}

/**
 * @param pieces the part's XML; undefined where the workbook has no such part
 * @param isUsual throws UnusualError for what is not written as usual; otherwise it was turned into that
 */
export function openStrings(pieces: AsyncGenerator<string, void> | undefined, isUsual: boolean): SharedStrings {
  const strings: string[] = []
  let rest = ''
  return {
    async readTo(count) {
      while (strings.length < count) {
        const next = await pieces?.next()
        if (!next || next.done) return
        const known = rest.length
        rest += next.value
        if (isUsual) checkUsual(rest, known)
        rest = unfinished(takeStrings(rest, strings, known))
      }
    },
    at: (index) => strings[index],
    async finish() {
      while (pieces && !(await pieces.next()).done);
    },
    async close() {
      await pieces?.return()
    },
  }
}

// Takes whole <si> elements and gives back what is left. None ends in the first `known` characters, looked at before.
function takeStrings(xml: string, strings: string[], known: number): string {
  const isOdd = mayNeedTidying(xml)
  let at = 0
  for (;;) {
    const start = xml.indexOf('<si', at)
    if (start < 0) return xml.slice(Math.max(at, xml.length - 3))
    if (!endsName(xml, start + 3)) {
      at = start + 3
      continue
    }
    const open = xml.indexOf('>', start)
    if (open < 0) return xml.slice(start)
    if (xml.charAt(open - 1) === '/') {
      strings.push('')
      at = open + 1
      continue
    }
    const end = xml.indexOf('</si>', Math.max(open, known - 4))
    if (end < 0) return xml.slice(start)
    const text = textOfString(xml.slice(open + 1, end))
    strings.push(isOdd ? tidyText(text) : text)
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
