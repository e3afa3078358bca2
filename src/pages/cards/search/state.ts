// The search and the position in its results, encrypted on this device. Back and a reload return to the same position.
// No card number is in an address or readable in the browser's storage.
import { useMemo } from 'react'
import type { Params } from '#contract/operations.ts'
import {
  type CardSearch,
  guessSearchType,
  MAX_SEARCH_TERM,
  searchTypeIds,
  type SearchType,
} from '#domain/cards/search.ts'
import { createPersistedState } from '#flows/persisted-state.ts'
import { isTableView } from '#services/lists/address.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import type { ListState } from '#services/lists/list-state.ts'
import type { TableView } from '#domain/lists.ts'

interface FindState extends CardSearch {
  /** True if the user chose the type, false if it was guessed from the text. */
  readonly isTypeChosen: boolean
  /** The last search; undefined before the first one. */
  readonly query?: CardSearch | undefined
  readonly view: TableView
  /** Ids of the results, in the order on screen at the moment when the user opened a result. */
  readonly resultIds: readonly string[]
}

const FIRST_PAGE: TableView = { page: 0, sort: undefined }
const INITIAL_STATE: FindState = {
  searchType: searchTypeIds.cardNumber,
  searchTerm: '',
  showExpired: false,
  isTypeChosen: false,
  view: FIRST_PAGE,
  resultIds: [],
}

const findState = createPersistedState('find-card', INITIAL_STATE, parseState)

export interface FindListState extends ListState<CardSearch> {
  /** False until the stored state is loaded. */
  readonly ready: boolean
  /**
   * Called when the text changes. Guesses the type until the user chooses one, and again after the user empties the
   * field.
   */
  readonly onTermChange: (term: string) => void
  readonly onTypeChange: (type: SearchType) => void
}

/** The state of Find Card's list. */
export function useFindState(): FindListState {
  const { state, ready } = findState.use()
  const cardPrefixes = useCardPrefixes()
  const { view, query } = state
  return {
    ready,
    values: state,
    setValues: findState.change,
    onTermChange: (searchTerm) => {
      // Emptying the field makes the form guess the type again.
      const isEmptied = searchTerm === '' && state.searchTerm !== ''
      const isTypeChosen = state.isTypeChosen && !isEmptied
      const guessesType = !isTypeChosen && searchTerm.trim() !== ''
      const searchType = guessesType ? guessSearchType(searchTerm, cardPrefixes) : state.searchType
      findState.change({ searchTerm, searchType, isTypeChosen })
    },
    onTypeChange: (searchType) => findState.change({ searchType, isTypeChosen: true }),
    query,
    search: (change = {}) => {
      const { searchType, searchTerm, showExpired } = { ...state, ...change }
      const isTypeChosen = state.isTypeChosen || change.searchType !== undefined
      startSearch({ searchType, searchTerm, showExpired, isTypeChosen })
    },
    view,
    setView: (change) => findState.change({ view: change(findState.get().view) }),
  }
}

/** Starts a search from elsewhere in the portal. */
export function searchFor(searchType: SearchType, searchTerm: string): void {
  const isGuess = searchType === guessSearchType(searchTerm)
  // A guessed type does not count as chosen, so that the form guesses again when the user changes the text. A type that
  // the user chose before stays chosen until the user empties the field, as in the form.
  const isTypeChosen = findState.get().isTypeChosen || !isGuess
  startSearch({ searchType, searchTerm, showExpired: false, isTypeChosen })
}

/** Shows the first page of the results, in the previous sort order. */
function startSearch({ isTypeChosen, ...search }: CardSearch & Pick<FindState, 'isTypeChosen'>): void {
  const view = { ...findState.get().view, page: 0 }
  findState.change({ ...search, isTypeChosen, query: search, view })
}

/** The prefixes of the programme's card numbers; undefined if the prefix of any campaign is unknown. */
function useCardPrefixes(): readonly string[] | undefined {
  const campaigns = useServerQuery('getCampaigns', NO_PARAMS).data?.campaigns
  return useMemo(() => {
    const prefixes = (campaigns ?? []).map(({ CARDPREFIX }) => CARDPREFIX)
    const knownPrefixes = prefixes.filter((prefix) => typeof prefix === 'string')
    const areAllKnown = prefixes.length > 0 && knownPrefixes.length === prefixes.length
    return areAllKnown ? knownPrefixes : undefined
  }, [campaigns])
}

/** Stores the ids of the results when the user opens a result, for Next and Previous. */
export const storeResultIds = (ids: readonly string[]): void => findState.change({ resultIds: ids })

/**
 * The results before and after a card, its position and the number of results; undefined if the card was not opened
 * from the results.
 */
export function useNeighbours(voucherID: string) {
  const { resultIds } = findState.use().state
  const index = resultIds.indexOf(voucherID)
  if (index === -1) return undefined
  return { previous: resultIds[index - 1], next: resultIds[index + 1], position: index + 1, total: resultIds.length }
}

export const cardSearchQuery = {
  toParams: ({ searchType, searchTerm, showExpired }: CardSearch) => ({
    ok: true as const,
    params: { searchType, searchTerm, showExpired } satisfies Params<'cardSearch'>,
  }),
}

/** The state that is stored with the search, in any shape. */
type StoredExtras = Partial<Record<Exclude<keyof FindState, keyof CardSearch>, unknown>>

// Another version of the portal may have stored a different shape.
function parseState(value: unknown): FindState | undefined {
  if (!isSearch(value)) return undefined
  const { searchType, searchTerm, showExpired } = value
  const { query, view, isTypeChosen, resultIds } = value as CardSearch & StoredExtras
  return {
    searchType,
    searchTerm,
    showExpired,
    isTypeChosen: isTypeChosen === true,
    view: isTableView(view) ? view : FIRST_PAGE,
    resultIds: Array.isArray(resultIds) ? resultIds.filter((id) => typeof id === 'string') : [],
    query: isSearch(query) ? query : undefined,
  }
}

/** An id of `searchTypeIds`, or a tag: 'tag:12'. */
const SEARCH_TYPE = /^([1-7]|tag:[1-9][0-9]*)$/

function isSearch(value: unknown): value is CardSearch {
  if (typeof value !== 'object' || value === null) return false
  const { searchType, searchTerm, showExpired } = value as Partial<Record<keyof CardSearch, unknown>>
  const isType = typeof searchType === 'string' && SEARCH_TYPE.test(searchType)
  const isTerm = typeof searchTerm === 'string' && searchTerm.length <= MAX_SEARCH_TERM
  return isType && isTerm && typeof showExpired === 'boolean'
}
