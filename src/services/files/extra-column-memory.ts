// Remembers which extra columns a user shows beside the rows: on this device, per user and row type. Stored under a
// digest of each heading, since a heading can contain any text.
import { plainHeading } from '#domain/rows/headings.ts'
import { readText, writePreference } from '../device/preference.ts'
import { digest } from './column-memory.ts'

const PREFERENCE = 'own-columns'
/** Maximum number of headings; the oldest are dropped. */
const MAX_HEADINGS = 200

type MemoryEntry = readonly [key: string, isShown: 0 | 1]

/**
 * @param user identifies the owner and the user (`ownerUserOf`)
 * @param type the name of the row type
 */
export function extraColumnMemory(user: string, type: string) {
  const keysOf = (headings: readonly string[]) =>
    Promise.all(headings.map((heading) => digest(JSON.stringify([user, type, plainHeading(heading)]))))
  return {
    /** For each heading, whether the user last showed or hid its column; undefined if the user has never chosen. */
    async recall(headings: readonly string[]): Promise<(boolean | undefined)[]> {
      const keys = await keysOf(headings)
      const stored = new Map(readStoredEntries())
      return keys.map((key) => (stored.has(key) ? stored.get(key) === 1 : undefined))
    },
    /** `shown`: the indexes of the headings whose columns are shown. */
    async remember(headings: readonly string[], shown: readonly number[]): Promise<void> {
      const keys = await keysOf(headings)
      const newEntries = keys.map((key, index): MemoryEntry => [key, shown.includes(index) ? 1 : 0])
      const otherEntries = readStoredEntries().filter(([key]) => !keys.includes(key))
      writePreference(PREFERENCE, JSON.stringify([...newEntries, ...otherEntries].slice(0, MAX_HEADINGS)))
    },
  }
}

function readStoredEntries(): readonly MemoryEntry[] {
  try {
    const stored: unknown = JSON.parse(readText(PREFERENCE) ?? '[]')
    return Array.isArray(stored) ? (stored as unknown[]).filter(isEntry) : []
  } catch {
    // The portal did not write this value, so it counts as empty.
    return []
  }
}

const isEntry = (value: unknown): value is MemoryEntry =>
  Array.isArray(value) && typeof value[0] === 'string' && (value[1] === 0 || value[1] === 1)
