// JSON that a person writes: with comments (// and /* */) and a comma after the last value. Where something is wrong its line is
// named, and every value's line is known afterwards, for whoever finds fault with the value.

/** A place in the value: names and positions, from the outside in. */
export type Path = readonly (string | number)[]

export interface CommentedJson {
  readonly value: unknown
  /** The line, from 1, of what stands there, or of the nearest thing around it that does. */
  readonly lineOf: (path: Path) => number
}

/** One sentence with its line. */
export class MalformedJson extends Error {}

/** Deeper than any description is. */
const MAX_DEPTH = 20

/** Throws a MalformedJson for the first thing that is none. */
export function readCommentedJson(text: string): CommentedJson {
  const lines = new Map<string, number>()
  let at = text.startsWith('\ufeff') ? 1 : 0

  // Places are asked for from the front to the back, so that each line end is counted once.
  let counted = { place: 0, line: 1 }
  const lineAt = (place: number): number => {
    const from = place < counted.place ? { place: 0, line: 1 } : counted
    counted = { place, line: from.line + text.slice(from.place, place).split('\n').length - 1 }
    return counted.line
  }
  const fail = (what: string, place = at): never => {
    throw new MalformedJson(`Line ${lineAt(place)}: ${what}.`)
  }
  const found = (): string =>
    at >= text.length ? 'the end of the file' : `'${String.fromCodePoint(text.codePointAt(at) ?? 0)}'`
  /** What a sticky pattern finds here; '' where it finds nothing. */
  const look = (pattern: RegExp): string => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }

  const skip = () => {
    for (;;) {
      const space = look(/[ \t\r\n]+|\/\/[^\n]*/y)
      if (space) at += space.length
      else if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2)
        at = end === -1 ? fail('a comment that begins here does not end') : end + 2
      } else return
    }
  }

  const readValue = (path: Path): unknown => {
    skip()
    lines.set(keyOf(path), lineAt(at))
    if (path.length > MAX_DEPTH) return fail('this is nested too deep')
    const char = text[at]
    if (char === '{') return readObject(path)
    if (char === '[') return readArray(path)
    if (char === '"') return readText()
    const word = look(/[-+.0-9A-Za-z_]{1,40}/y)
    if (word === '') return fail(`a value was expected, and there is ${found()}`)
    if (!/^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/.test(word))
      return fail(`${word} is no value: texts stand in double quotes`)
    at += word.length
    return JSON.parse(word) as unknown
  }

  const readText = (): string => {
    const raw = look(/"(?:[^"\\\n\r]|\\[^\n\r])*"/y)
    if (raw === '') return fail('a text that begins here does not end on its line')
    try {
      const value = JSON.parse(raw) as string
      at += raw.length
      return value
    } catch {
      return fail(`the text ${raw} holds a character or an escape that JSON does not know`)
    }
  }

  /** What stands between the brackets, with a comma after each but the last, where it may. */
  const readItems = (close: string, readItem: () => void) => {
    at += 1
    for (;;) {
      skip()
      if (text[at] === close) break
      readItem()
      skip()
      if (text[at] === ',') at += 1
      else if (text[at] !== close) fail(`a comma or ${close} was expected, and there is ${found()}`)
    }
    at += 1
  }

  const readObject = (path: Path): Record<string, unknown> => {
    const entries = new Map<string, unknown>()
    readItems('}', () => {
      const start = at
      if (text[at] !== '"') fail(`a name in double quotes was expected, and there is ${found()}`)
      const name = readText()
      if (entries.has(name)) fail(`'${name}' is there twice`, start)
      skip()
      if (text[at] !== ':') fail(`a colon was expected after '${name}', and there is ${found()}`)
      at += 1
      entries.set(name, readValue([...path, name]))
    })
    return Object.fromEntries(entries)
  }

  const readArray = (path: Path): unknown[] => {
    const items: unknown[] = []
    readItems(']', () => void items.push(readValue([...path, items.length])))
    return items
  }

  const value = readValue([])
  skip()
  if (at < text.length) fail(`the description has ended, and there is still ${found()}`)
  return { value, lineOf: (path) => nearest(lines, path) }
}

function nearest(lines: ReadonlyMap<string, number>, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const line = lines.get(keyOf(path.slice(0, length)))
    if (line !== undefined) return line
  }
  return 1
}

const keyOf = (path: Path): string => JSON.stringify(path)
