// The search of Find User and the position in its list. This device stores them encrypted, so that Back and a reload
// return to the same position. The address must not contain the name of a user. The initial search finds all users.
import type { Params } from '#contract/operations.ts'
import { createPersistedState } from '#flows/persisted-state.ts'
import { isTableView } from '#services/lists/address.ts'
import type { ListState } from '#services/lists/list-state.ts'
import type { TableView } from '#domain/lists.ts'

interface Search {
  readonly keyword: string
}

/** `keyword`: as typed. */
interface FindUserState extends Search {
  /** The search that the list shows. */
  readonly query: Search
  readonly view: TableView
}

/** Maximum length of the search text, from the contract. */
export const MAX_KEYWORD = 100

const FIRST_PAGE: TableView = { page: 0, sort: undefined }
const findState = createPersistedState<FindUserState>(
  'find-user',
  { keyword: '', query: { keyword: '' }, view: FIRST_PAGE },
  parseState,
)

interface FindUserListState extends ListState<Search> {
  /** True once the stored search has been read. */
  readonly ready: boolean
}

export function useFindUserState(): FindUserListState {
  const { state, ready } = findState.use()
  return {
    ready,
    values: state,
    setValues: findState.change,
    query: state.query,
    search: (change = {}) => {
      const keyword = change.keyword ?? state.keyword
      findState.change({ keyword, query: { keyword }, view: { ...state.view, page: 0 } })
    },
    view: state.view,
    setView: (change) => findState.change({ view: change(findState.get().view) }),
  }
}

export const findUserQuery = {
  toParams: ({ keyword }: Search) => ({
    ok: true as const,
    params: { keyword: keyword.trim() } satisfies Params<'searchUser'>,
  }),
}

/** Undefined if another version of the portal has stored a different shape. */
function parseState(stored: unknown): FindUserState | undefined {
  if (!isSearch(stored) || !('query' in stored) || !isSearch(stored.query)) return undefined
  const view = 'view' in stored && isTableView(stored.view) ? stored.view : FIRST_PAGE
  return { keyword: stored.keyword, query: { keyword: stored.query.keyword }, view }
}

function isSearch(value: unknown): value is Search {
  if (typeof value !== 'object' || value === null || !('keyword' in value)) return false
  return typeof value.keyword === 'string' && value.keyword.length <= MAX_KEYWORD
}
