// What the operator searched for, and where in the results they were: kept in this page's memory alone, so that Back returns to
// it, and so that no card number is ever in an address or in the browser's storage (threats T20).
import { useSyncExternalStore } from 'react'
import type { Params } from '#contract/operations.ts'
import type { SearchType } from '#domain/cards/search.ts'
import { createCell } from '#services/cell.ts'
import { sessionStore } from '#services/session.ts'
import type { TableView } from '#ui/DataTable.tsx'

export interface FindState {
  readonly type: SearchType
  readonly term: string
  readonly showExpired: boolean
  /** What was asked for; undefined before the first search. */
  readonly asked: Params<'cardSearch'> | undefined
  readonly view: TableView
}

const initial: FindState = {
  type: '1',
  term: '',
  showExpired: false,
  asked: undefined,
  view: { page: 0, sort: undefined },
}

const state = createCell(initial)
// Nothing of one user is there for the next (threats T18).
sessionStore.subscribe(() => {
  if (!sessionStore.get()) state.set(initial)
})

export const useFindState = (): FindState => useSyncExternalStore(state.subscribe, state.get)

export const changeFindState = (change: Partial<FindState>): void => state.set({ ...state.get(), ...change })

/** A search from the form, or from elsewhere in the portal: its first page. */
export function searchFor(type: SearchType, term: string, showExpired: boolean): void {
  const { view } = state.get()
  const asked = { searchType: type, searchTerm: term, showExpired }
  changeFindState({ type, term, showExpired, asked, view: { ...view, page: 0 } })
}
