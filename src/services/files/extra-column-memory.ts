// Remembers which extra columns a user shows beside the rows. The memory is on this device, separate for each user and
// row type. It contains a digest of each heading instead of the heading, because a heading can contain any text.
import { plainHeading } from '#domain/rows/headings.ts'
import { readText, writePreference } from '../device/preference.ts'
import { digest } from './column-memory.ts'

const PREFERENCE = 'own-columns'
/** Only this number of headings is kept. The oldest are dropped. */
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
    /**
     * For each heading, true if the user last showed its column, false if the user hid it, undefined without a choice.
     */
    async recall(headings: readonly string[]): Promise<(boolean | undefined)[]> {
      const keys = await keysOf(headings)
      const isShownByKey = new Map(readStoredEntries())
      return keys.map((key) => {
        const isShown = isShownByKey.get(key)
        return isShown === undefined ? undefined : isShown === 1
      })
    },
    /** `shown`: the indexes of the headings whose columns are shown. */
    async remember(headings: readonly string[], shown: readonly number[]): Promise<void> {
      const keys = await keysOf(headings)
      const newEntries = keys.map((key, index): MemoryEntry => [key, shown.includes(index) ? 1 : 0])
      const otherEntries = readStoredEntries().filter(([key]) => !keys.includes(key))
      const newestEntries = [...newEntries, ...otherEntries].slice(0, MAX_HEADINGS)
      writePreference(PREFERENCE, JSON.stringify(newestEntries))
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

function isEntry(value: unknown): value is MemoryEntry {
  if (!Array.isArray(value)) return false
  const [key, isShown] = value as readonly unknown[]
  return typeof key === 'string' && (isShown === 0 || isShown === 1)
}
