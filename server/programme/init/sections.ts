// Reads each section of a file independently, so that an error in one section does not hide errors in another.
import * as z from 'zod'
import type { Path } from './commented-json.ts'
import type { Faults } from './faults.ts'

/**
 * Returns functions that read the sections of the file. Each function adds the errors of its section to `faults`. A file
 * that is no object has only this error, and its sections are not read.
 */
export function createSectionReader(value: unknown, faults: Faults) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) faults.add([], 'must be a group of values, in curly brackets')
  const file = (isObject ? value : {}) as Record<string, unknown>
  const readKeys = new Set<string>()
  /** Returns the valid value. If it has errors, adds the errors to `faults` and returns undefined. */
  const read = <T>(path: Path, schema: z.ZodType<T>, input: unknown): T | undefined => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) faults.addIssues(path, parsed.error.issues, input)
    return parsed.data
  }
  /** Returns the valid value of a section. Undefined if the value has errors, or if the file is no object. */
  const readSection = <T>(key: string, schema: z.ZodType<T>): T | undefined => {
    readKeys.add(key)
    return isObject ? read([key], schema, file[key]) : undefined
  }
  return {
    value: readSection,
    /** A list: returns the valid values with their positions. */
    items: <T>(key: string, schema: z.ZodType<T>): readonly (readonly [number, T])[] => {
      const list = readSection(key, z.array(z.unknown())) ?? []
      const items: (readonly [number, T])[] = []
      for (const [index, input] of list.entries()) {
        const item = read([key, index], schema, input)
        if (item !== undefined) items.push([index, item])
      }
      return items
    },
    /**
     * An object whose names the file's author chooses: returns the valid values with their names. The schema of a value
     * can depend on the value.
     */
    entries: <T>(
      key: string,
      keySchema: z.ZodType<string>,
      schemaOf: (input: unknown) => z.ZodType<T>,
    ): readonly (readonly [string, T])[] => {
      const group = readSection(key, z.record(z.string(), z.unknown())) ?? {}
      const entries: (readonly [string, T])[] = []
      for (const [title, input] of Object.entries(group)) {
        const name = read([key, title], keySchema, title)
        const item = read([key, title], schemaOf(input), input)
        if (name !== undefined && item !== undefined) entries.push([name, item])
      }
      return entries
    },
    /** Reports the sections that were never read. Call it last. */
    reportUnknownSections: () => {
      for (const key of Object.keys(file)) if (!readKeys.has(key)) faults.add([key], 'is not known here')
    },
  }
}
