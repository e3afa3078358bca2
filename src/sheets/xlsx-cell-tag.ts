// The tag of a cell as nearly all programs write it, in one pass over its characters: a sheet has thousands of them.

/** What a cell's tag says of it. One object is filled again and again. */
export interface CellTag {
  /** From 0; -1 where the tag does not say. */
  column: number
  style: number
  type: CellType
  isEmpty: boolean
  /** Place of its '>'. */
  end: number
}

type CellType = 'n' | 's' | 'inlineStr' | 'str'
const TYPES: readonly CellType[] = ['s', 'n', 'inlineStr', 'str']

/**
 * Fills a tag in from what stands after its '<c'; false where it has anything but a reference, a style and one of the usual
 * types, each as ` name="value"`.
 */
export function readCellTag(xml: string, from: number, tag: CellTag): boolean {
  tag.column = -1
  tag.style = 0
  tag.type = 'n'
  let at = from
  for (;;) {
    const character = xml.charCodeAt(at)
    if (character === END || (character === SLASH && xml.charCodeAt(at + 1) === END)) {
      tag.isEmpty = character === SLASH
      tag.end = tag.isEmpty ? at + 1 : at
      return true
    }
    if (character !== SPACE || xml.charCodeAt(at + 2) !== EQUALS || xml.charCodeAt(at + 3) !== QUOTE) return false
    const name = xml.charCodeAt(at + 1)
    at += 4
    if (name === R) at = afterReference(xml, at, tag)
    else if (name === S) at = afterStyle(xml, at, tag)
    else if (name === T) at = afterType(xml, at, tag)
    else return false
    if (xml.charCodeAt(at) !== QUOTE) return false
    at += 1
  }
}

// Letters, which name the column, and digits, which repeat the row.
function afterReference(xml: string, from: number, tag: CellTag): number {
  let at = from
  let column = 0
  for (
    let letter = xml.charCodeAt(at) - A;
    letter >= 0 && letter < 26 && at - from < 4;
    letter = xml.charCodeAt(at) - A
  ) {
    column = column * 26 + letter + 1
    at += 1
  }
  if (column === 0) return NOWHERE
  tag.column = column - 1
  while (isDigit(xml.charCodeAt(at))) at += 1
  return at
}

function afterStyle(xml: string, from: number, tag: CellTag): number {
  let at = from
  for (; isDigit(xml.charCodeAt(at)) && at - from < 6; at++) tag.style = tag.style * 10 + xml.charCodeAt(at) - ZERO
  return at === from ? NOWHERE : at
}

function afterType(xml: string, from: number, tag: CellTag): number {
  for (const type of TYPES) {
    const end = from + type.length
    if (xml.charCodeAt(end) !== QUOTE || !xml.startsWith(type, from)) continue
    tag.type = type
    return end
  }
  return NOWHERE
}

const isDigit = (character: number): boolean => character >= ZERO && character <= ZERO + 9

/** A place with nothing at it. */
const NOWHERE = -1
const SPACE = 32
const QUOTE = 34
const SLASH = 47
const ZERO = 48
const EQUALS = 61
const END = 62
const A = 65
const R = 114
const S = 115
const T = 116
