// Collects the errors of a file. Each becomes a sentence with its line and the path of its value.
import type * as z from 'zod'
import type { CommentedJson, Path } from './commented-json.ts'

/** Collects errors by path. */
export interface Faults {
  /** `what` completes a sentence about the value at the path: 'is missing'. */
  readonly add: (path: Path, what: string) => void
  /** Adds the errors that zod has found in `input`, the value at the path. */
  readonly addIssues: (path: Path, issues: readonly z.core.$ZodIssue[], input: unknown) => void
  /**
   * Adds an error for each item of the section whose key occurred before. If `field` is given, the error's path ends
   * with it.
   */
  readonly addDuplicates: <T>(
    section: string,
    items: readonly (readonly [position: number, item: T])[],
    keyOf: (item: T) => string,
    field?: string,
  ) => void
  readonly hasAny: () => boolean
  /** All errors, in the order of their lines. */
  readonly sentences: () => readonly string[]
}

export function createFaults({ lineOf }: CommentedJson): Faults {
  const faults: { readonly line: number; readonly sentence: string }[] = []
  const add = (path: Path, what: string) => {
    const line = lineOf(path)
    faults.push({ line, sentence: `Line ${line}, ${pathToText(path)}: ${what}.` })
  }
  return {
    add,
    addIssues: (path, issues, input) => {
      for (const issue of issues) {
        const valuePath = [...path, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
        if (issue.code === 'unrecognized_keys') {
          for (const key of issue.keys) add([...valuePath, key], 'is not known here')
        } else {
          add(valuePath, issueToWords(issue, valueAt(input, issue.path)))
        }
      }
    },
    addDuplicates: (section, items, keyOf, field) => {
      const seen = new Set<string>()
      for (const [position, item] of items) {
        const key = keyOf(item)
        const path = field === undefined ? [section, position] : [section, position, field]
        if (seen.has(key)) add(path, `'${key}' occurs twice`)
        seen.add(key)
      }
    },
    hasAny: () => faults.length > 0,
    sentences: () => faults.toSorted((a, b) => a.line - b.line).map(({ sentence }) => sentence),
  }
}

/** 'campaigns[1].fees.14', counted from 1. The path of the whole file is 'the file'. */
function pathToText(path: Path): string {
  if (path.length === 0) return 'the file'
  const parts = path.map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${part}`))
  return parts.join('').replace(/^\./, '')
}

/** The value at a path inside `value`; undefined if there is none. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value
  for (const part of path) current = (current as Record<PropertyKey, unknown> | undefined)?.[part]
  return current
}

/** By zod's names of types. */
const typeWords: Readonly<Record<string, string>> = {
  string: 'must be a text in double quotes',
  int: 'must be a whole number',
  number: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list, in square brackets',
  object: 'must be a group of values, in curly brackets',
  record: 'must be a group of values, in curly brackets',
}

/** The end of the sentence about an error, as in `Faults.add`. For other errors, this is the message of the schema. */
function issueToWords(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return typeWords[issue.expected] ?? issue.message
  if (issue.code === 'invalid_value') {
    const allowedValues = issue.values.map((allowed) => `'${String(allowed)}'`)
    return `is ${JSON.stringify(value)}, but it must be one of ${allowedValues.join(', ')}`
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return 'must not be empty'
  if (issue.code === 'too_small' && issue.origin !== 'string') return `must be ${String(issue.minimum)} or more`
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be ${String(issue.maximum)} or less`
  return issue.message
}
