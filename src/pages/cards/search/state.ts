// What the operator searched for, and where in the results they were: sealed on this device, so that Back and a reload return to
// it, and so that no card number is ever in an address or readable in the browser's storage (threats T20).
import type { Params } from '#contract/operations.ts'
import { type CardSearch, MAX_SEARCH_TERM, type SearchType } from '#domain/cards/search.ts'
import { createKeptState } from '#flows/kept-state.ts'
import { isListView } from '#services/lists/address.ts'
import type { ListPlace } from '#services/lists/place.ts'
import type { TableView } from '#ui/DataTable.tsx'

interface FindState extends CardSearch {
  /** What was asked for; undefined before the first search. */
  readonly asked?: CardSearch | undefined
  readonly view: TableView
}

const FIRST_PAGE: TableView = { page: 0, sort: undefined }
const initial: FindState = { searchType: '1', searchTerm: '', showExpired: false, view: FIRST_PAGE }

const kept = createKeptState('find-card', initial, readState)

/** The place of Find Card's list. `ready` is false until what was kept is known. */
export function useFindPlace(): ListPlace<CardSearch> & { readonly ready: boolean } {
  const { state, ready } = kept.use()
  const { view, asked } = state
  return {
    ready,
    values: state,
    setValues: kept.change,
    asked,
    ask: (change = {}) => {
      const { searchType, searchTerm, showExpired } = { ...state, ...change }
      searchFor(searchType, searchTerm, showExpired)
    },
    view,
    setView: (next) => kept.change({ view: next }),
  }
}

/** A search from the form, or from elsewhere in the portal: its first page, in the order chosen before. */
export function searchFor(searchType: SearchType, searchTerm: string, showExpired: boolean): void {
  const search = { searchType, searchTerm, showExpired }
  kept.change({ ...search, asked: search, view: { ...kept.get().view, page: 0 } })
}

export const cardSearchQuestion = {
  ask: ({ searchType, searchTerm, showExpired }: CardSearch) => ({
    ok: true as const,
    params: { searchType, searchTerm, showExpired } satisfies Params<'cardSearch'>,
  }),
}

// Another version of the portal may have kept something else.
function readState(value: unknown): FindState | undefined {
  if (!isSearch(value)) return undefined
  const { searchType, searchTerm, showExpired } = value
  const { asked, view } = value as CardSearch & { readonly asked?: unknown; readonly view?: unknown }
  return {
    searchType,
    searchTerm,
    showExpired,
    view: isListView(view) ? view : FIRST_PAGE,
    ...(isSearch(asked) ? { asked } : {}),
  }
}

function isSearch(value: unknown): value is CardSearch {
  if (typeof value !== 'object' || value === null) return false
  const { searchType, searchTerm, showExpired } = value as Partial<Record<keyof CardSearch, unknown>>
  return (
    typeof searchType === 'string' &&
    /^([1-6]|tag:[1-9][0-9]*)$/.test(searchType) &&
    typeof searchTerm === 'string' &&
    searchTerm.length <= MAX_SEARCH_TERM &&
    typeof showExpired === 'boolean'
  )
}
