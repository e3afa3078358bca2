// The strings that an xlsx's cells point to, read only as far as somebody asks for them.
import { mayNeedTidying, tidyText } from './tidy-text.ts'
import { checkUsual, endOfTag, endsName, unescapeXml, withoutElements } from './xml.ts'
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
        rest = unfinished(takeStrings(rest, strings, known, isUsual))
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

const PLAIN_START = '<si><t>'
const PLAIN_END = '</t></si>'

// Takes whole <si> elements and gives back what is left. None ends in the first `known` characters, looked at before.
function takeStrings(xml: string, strings: string[], known: number, isUsual: boolean): string {
  const isOdd = mayNeedTidying(xml)
  const push = (text: string) => strings.push(isOdd ? tidyText(text) : text)
  const check = (from: number, to?: number) => {
    if (isUsual) checkUsual(xml, Math.max(from, known - LONGEST_SIGN), to)
  }
  let at = 0
  for (;;) {
    // Nearly all have one text and nothing else: where every character is where it should be, nothing can hide.
    while (xml.startsWith(PLAIN_START, at)) {
      const from = at + PLAIN_START.length
      const end = xml.indexOf('<', from)
      if (!xml.startsWith(PLAIN_END, end)) break
      push(unescapeXml(xml.slice(from, end)))
      at = end + PLAIN_END.length
    }
    const start = xml.indexOf('<si', at)
    if (start !== at) check(at, start < 0 ? undefined : start)
    if (start < 0) return xml.slice(Math.max(at, xml.length - LONGEST_SIGN))
    if (!endsName(xml, start + 3)) {
      at = start + 3
      continue
    }
    const open = endOfTag(xml, start)
    const isEmpty = xml.charAt(open - 1) === '/'
    const end = open < 0 || isEmpty ? open : xml.indexOf('</si>', Math.max(open, known - 4))
    check(start, end < 0 ? undefined : end + 1)
    if (end < 0) return xml.slice(start)
    push(isEmpty ? '' : textOfString(xml.slice(open + 1, end)))
    at = isEmpty ? end + 1 : end + 5
  }
}

/** Characters of a sign that `checkUsual` looks for, less one: it may stand across two pieces. */
const LONGEST_SIGN = 4

/** The text of the inside of a string item: all its <t>, without those that tell how it is pronounced. */
export function textOfString(inside: string): string {
  const item = withoutElements(inside, 'rPh')
  let text = ''
  let at = item.indexOf('<t')
  while (at >= 0) {
    const next = item.charAt(at + 2)
    let from = at + 2
    if (next === '>' || next === ' ') {
      const close = endOfTag(item, at)
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
