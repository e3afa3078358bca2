// Remembers how a user mapped the columns of a file, for the next file with the same headings. The memory is on this
// device, separate for each user and row type. It contains only positions of columns, found by a digest of the
// headings. It never contains a heading or a value of a file.
import { type ColumnMap, type FileColumns, NO_COLUMN, plainHeading, type MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { sortedColumns } from '#domain/rows/shared-columns.ts'
import { readText, writePreference } from '../device/preference.ts'

export interface ColumnMemory {
  /** The last mapping for a file with these headings, in any order. Undefined if there is none. */
  recall(columns: FileColumns): Promise<MappedColumns | undefined>
  /** Stores a mapping. Does nothing for a file without headings, because no later file could be matched to it. */
  remember(columns: FileColumns, mapping: MappedColumns): Promise<void>
}

interface MemoryEntry {
  readonly key: string
  /** For each field, the position of its heading in the sorted list of all headings, or `NO_COLUMN`. */
  readonly places: ColumnMap
}

const PREFERENCE = 'columns'
/** Only this number of mappings is kept. The oldest are dropped. */
const MAX_MAPPINGS = 50

/** @param user identifies the owner and the user of the mappings (`ownerUserOf`) */
export function columnMemory(user: string, rowType: RowType): ColumnMemory {
  const fields = rowType.fields.map(({ name }) => name)
  const keyOf = ({ headings }: FileColumns) =>
    digest(JSON.stringify([user, rowType.name, fields, headings.map(plainHeading).sort()]))
  return {
    async recall(columns) {
      const key = await keyOf(columns)
      const entry = readStoredEntries().find((stored) => stored.key === key)
      if (entry?.places.length !== fields.length) return undefined
      const sorted = sortedColumns(columns.headings)
      const map = entry.places.map((place) => sorted[place] ?? NO_COLUMN)
      return { map, width: columns.headings.length, hasHeadings: true }
    },
    async remember(columns, { map, hasHeadings }) {
      if (!hasHeadings) return
      const key = await keyOf(columns)
      const sorted = sortedColumns(columns.headings)
      // For a field without a column, `indexOf` returns -1, which is `NO_COLUMN`.
      const places = map.map((column) => sorted.indexOf(column))
      const otherEntries = readStoredEntries().filter((stored) => stored.key !== key)
      const newestEntries = [{ key, places }, ...otherEntries].slice(0, MAX_MAPPINGS)
      writePreference(PREFERENCE, JSON.stringify(newestEntries))
    },
  }
}

function readStoredEntries(): readonly MemoryEntry[] {
  try {
    const stored: unknown = JSON.parse(readText(PREFERENCE) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    // The portal did not write this value, so it counts as empty.
    return []
  }
}

function isEntry(value: unknown): value is MemoryEntry {
  if (typeof value !== 'object' || value === null) return false
  const { key, places } = value as Partial<MemoryEntry>
  return typeof key === 'string' && Array.isArray(places) && places.every((index) => Number.isInteger(index))
}

/** The first 16 bytes of the SHA-256 of a text, in hex. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const firstBytes = [...new Uint8Array(hash).subarray(0, 16)]
  return firstBytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
