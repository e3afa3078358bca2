// The search of Find User and the position in its list, encrypted on this device. Back and a reload return to the same
// position, and no name appears in the address. The initial search finds all users.
import type { Params } from '#contract/operations.ts'
import { createPersistedState } from '#flows/persisted-state.ts'
import { isTableView } from '#services/lists/address.ts'
import type { ListState } from '#services/lists/list-state.ts'
import type { TableView } from '#domain/lists.ts'

interface Search {
  readonly keyword: string
}

interface FindUserState extends Search {
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

export function useFindUserState(): ListState<Search> & { readonly ready: boolean } {
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

// Another version of the portal may have stored a different shape.
function parseState(value: unknown): FindUserState | undefined {
  if (typeof value !== 'object' || value === null || !('query' in value) || !('keyword' in value)) return undefined
  const { keyword, query } = value
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= MAX_KEYWORD
  if (!isText(keyword) || typeof query !== 'object' || query === null || !('keyword' in query)) return undefined
  if (!isText(query.keyword)) return undefined
  const view = 'view' in value && isTableView(value.view) ? value.view : FIRST_PAGE
  return { keyword, query: { keyword: query.keyword }, view }
}
