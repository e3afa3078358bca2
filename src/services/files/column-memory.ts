// Remembers how a user mapped the columns of a file, for the next file with the same headings: on this device, per user
// and row type. Stores only positions under a digest, never a heading or a value of a file.
import { type ColumnMap, type FileColumns, NO_COLUMN, plainHeading, type MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { sortedColumns } from '#domain/rows/shared-columns.ts'
import { readText, writePreference } from '../device/preference.ts'

export interface ColumnMemory {
  /** The last mapping of files with these headings, in any order; undefined if there is none. */
  recall(columns: FileColumns): Promise<MappedColumns | undefined>
  /** Stores a mapping. Without headings it could not be matched to the next file, so it is not stored. */
  remember(columns: FileColumns, mapping: MappedColumns): Promise<void>
}

interface MemoryEntry {
  readonly key: string
  /** For each field, the position of its heading among all headings, sorted, or `NO_COLUMN`. */
  readonly places: ColumnMap
}

const PREFERENCE = 'columns'
/** Maximum number of mappings; the oldest are dropped. */
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
      const order = sortedColumns(columns.headings)
      const map = entry.places.map((index) => order[index] ?? NO_COLUMN)
      return { map, width: columns.headings.length, hasHeadings: true }
    },
    async remember(columns, { map, hasHeadings }) {
      if (!hasHeadings) return
      const key = await keyOf(columns)
      const order = sortedColumns(columns.headings)
      const places = map.map((column) => order.indexOf(column))
      const otherEntries = readStoredEntries().filter((stored) => stored.key !== key)
      writePreference(PREFERENCE, JSON.stringify([{ key, places }, ...otherEntries].slice(0, MAX_MAPPINGS)))
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
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
