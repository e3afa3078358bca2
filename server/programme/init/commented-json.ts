// Parses handwritten JSON with comments and trailing commas. Reports errors with line and column, and returns the line of
// each value, so that errors in the values can be reported with their lines.
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** The path of a value: names and positions, from the outermost to the innermost. */
export type Path = readonly (string | number)[]

export interface CommentedJson {
  readonly value: unknown
  /** The line, from 1, of the value at this path. If the value is missing, the line of the nearest value around it. */
  readonly lineOf: (path: Path) => number
}

/** Its message is one sentence with the line and column of the error. */
export class MalformedJson extends Error {}

/** The error messages, by the parser's names of the errors. */
const errorSentences: Readonly<Record<string, string>> = {
  CloseBraceExpected: 'a comma or } was expected',
  CloseBracketExpected: 'a comma or ] was expected',
  ColonExpected: 'a colon was expected',
  CommaExpected: 'a comma was expected',
  EndOfFileExpected: 'nothing more was expected after the end of the description',
  InvalidCharacter: 'a text contains a control character',
  InvalidEscapeCharacter: 'a text contains an escape that JSON does not have',
  InvalidNumberFormat: 'this is not a number',
  InvalidSymbol: 'this is not JSON: texts and names need double quotes',
  InvalidUnicode: 'a text contains an escape that JSON does not have',
  PropertyNameExpected: 'a name in double quotes was expected',
  UnexpectedEndOfComment: 'a comment that begins here does not end',
  UnexpectedEndOfNumber: 'this is not a number',
  UnexpectedEndOfString: 'a text that begins here does not end on its line',
  ValueExpected: 'a value was expected, and texts need double quotes',
}

/** Throws a MalformedJson for the first error. A byte order mark at the beginning is ignored. */
export function readCommentedJson(source: string): CommentedJson {
  const text = source.replace(/^\ufeff/, '')
  const linesUpTo = (offset: number) => text.slice(0, offset).split('\n')
  const errorAt = (sentence: string, offset: number): MalformedJson => {
    const lines = linesUpTo(offset)
    const column = (lines.at(-1)?.length ?? 0) + 1
    return new MalformedJson(`Line ${lines.length}, column ${column}: ${sentence}.`)
  }
  const { root, error } = parse(text)
  if (error) throw errorAt(errorSentences[printParseErrorCode(error.error)] ?? 'this is not JSON', error.offset)
  if (!root) throw errorAt('a value was expected', text.length)
  const repeatedName = findRepeatedName(root)
  if (repeatedName) throw errorAt(`'${String(repeatedName.value)}' occurs twice`, repeatedName.offset)
  return {
    value: getNodeValue(root) as unknown,
    lineOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node = findNodeAtLocation(root, path.slice(0, length))
        if (node) return linesUpTo(node.offset).length
      }
      return linesUpTo(root.offset).length
    },
  }
}

function parse(text: string): { root: Node | undefined; error: ParseError | undefined } {
  const errors: ParseError[] = []
  try {
    return { root: parseTree(text, errors, { allowTrailingComma: true }), error: errors[0] }
  } catch (error) {
    // The parser calls itself for each level of nesting. A RangeError means that the stack is full.
    if (error instanceof RangeError) throw new MalformedJson('Line 1, column 1: this is nested too deep.')
    throw error
  }
}

/** Finds a name that occurs twice in an object. The parser would silently use its last value. */
function findRepeatedName({ type, children = [] }: Node): Node | undefined {
  const names = new Set<unknown>()
  for (const child of children) {
    // The children of an object are its properties, and the first child of a property is its name.
    const name = type === 'object' ? child.children?.[0] : undefined
    if (name) {
      if (names.has(name.value)) return name
      names.add(name.value)
    }
    const nestedName = findRepeatedName(child)
    if (nestedName) return nestedName
  }
  return undefined
}
