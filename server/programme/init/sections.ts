// Reads each section of a file independently, so that an error in one section does not hide errors in another.
import * as z from 'zod'
import type { Path } from './commented-json.ts'
import type { Faults } from './faults.ts'

/** Each read adds the errors of its section to `faults`. */
export function createSectionReader(value: unknown, faults: Faults) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) faults.add([], 'must be a group of values, in curly brackets')
  const file = (isObject ? value : {}) as Record<string, unknown>
  const requestedKeys = new Set<string>()
  const read = <T>(path: Path, schema: z.ZodType<T>, input: unknown): T | undefined => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) faults.addIssues(path, parsed.error.issues, input)
    return parsed.data
  }
  const section = (key: string): unknown => {
    requestedKeys.add(key)
    return file[key]
  }
  return {
    value: <T>(key: string, schema: z.ZodType<T>): T | undefined => {
      const input = section(key)
      return isObject ? read([key], schema, input) : undefined
    },
    /** A list: returns the valid values with their positions. */
    items: <T>(key: string, schema: z.ZodType<T>): readonly (readonly [number, T])[] => {
      const list = isObject ? read([key], z.array(z.unknown()), section(key)) : undefined
      return (list ?? []).flatMap((input, index) => {
        const item = read([key, index], schema, input)
        return item === undefined ? [] : [[index, item] as const]
      })
    },
    /** An object whose names the file's author chooses. The schema of a value can depend on the value. */
    entries: <T>(
      key: string,
      keySchema: z.ZodType<string>,
      schemaOf: (input: unknown) => z.ZodType<T>,
    ): readonly (readonly [string, T])[] => {
      const group = isObject ? read([key], z.record(z.string(), z.unknown()), section(key)) : undefined
      return Object.entries(group ?? {}).flatMap(([title, input]) => {
        const name = read([key, title], keySchema, title)
        const item = read([key, title], schemaOf(input), input)
        return name === undefined || item === undefined ? [] : [[name, item] as const]
      })
    },
    /** Reports sections that were never read. */
    end: () => {
      for (const key of Object.keys(file)) if (!requestedKeys.has(key)) faults.add([key], 'is not known here')
    },
  }
}
