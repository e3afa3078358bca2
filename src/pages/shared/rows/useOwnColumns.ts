// Which of the file's own columns are shown beside the rows. The choice survives a reload and holds for the next file
// with the same headings; headings can name anything, so it is not in the address.
import { createPersistedState } from '#flows/persisted-state.ts'
import type { AnyRows } from '#rows/rows.ts'
import { isWide } from './row-layout.ts'

interface Choice {
  /** The headings of the file that it was made for. */
  readonly headings: readonly string[]
  readonly shown: readonly number[]
}

const kept = createPersistedState<Choice>('own-columns', { headings: [], shown: [] }, (value) => {
  const { headings, shown } = (value ?? {}) as Partial<Record<keyof Choice, unknown>>
  return Array.isArray(headings) && Array.isArray(shown) ? (value as Choice) : undefined
})

/** Shown until the user chooses: enough for a name and a number. Rows with many fields have names themselves. */
const SHOWN_AT_FIRST = 2

export interface OwnColumnsShown {
  /** Positions among the own columns, from the left. */
  readonly shown: readonly number[]
  readonly setShown: (shown: readonly number[]) => void
}

export function useOwnColumns(rows: AnyRows): OwnColumnsShown {
  const { state } = kept.use()
  const { ownColumns: headings } = rows
  const all = headings.map((_, index) => index)
  const isChosen = state.headings.length > 0 && state.headings.join('\n') === headings.join('\n')
  const atFirst = isWide(rows.kind()) ? [] : all.slice(0, SHOWN_AT_FIRST)
  return {
    shown: isChosen ? all.filter((index) => state.shown.includes(index)) : atFirst,
    setShown: (shown) => kept.change({ headings, shown }),
  }
}
