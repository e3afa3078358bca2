// The search of Find User and the position in its list: encrypted on this device, so that Back and a reload return to
// it and no name is in an address. Initially it shows all users.
import type { Params } from '#contract/operations.ts'
import { createKeptState } from '#flows/kept-state.ts'
import { isTableView } from '#services/lists/address.ts'
import type { ListPlace } from '#services/lists/place.ts'
import type { TableView } from '#domain/lists.ts'

interface Search {
  readonly keyword: string
}

interface FindUserState extends Search {
  readonly asked: Search
  readonly view: TableView
}

/** Maximum length of the search text, as in the contract. */
export const MAX_KEYWORD = 100

const FIRST_PAGE: TableView = { page: 0, sort: undefined }
const kept = createKeptState<FindUserState>(
  'find-user',
  { keyword: '', asked: { keyword: '' }, view: FIRST_PAGE },
  readState,
)

export function useFindUserPlace(): ListPlace<Search> & { readonly ready: boolean } {
  const { state, ready } = kept.use()
  return {
    ready,
    values: state,
    setValues: kept.change,
    asked: state.asked,
    ask: (change = {}) => {
      const keyword = change.keyword ?? state.keyword
      kept.change({ keyword, asked: { keyword }, view: { ...state.view, page: 0 } })
    },
    view: state.view,
    setView: (view) => kept.change({ view }),
  }
}

export const findUserQuestion = {
  ask: ({ keyword }: Search) => ({
    ok: true as const,
    params: { keyword: keyword.trim() } satisfies Params<'searchUser'>,
  }),
}

// Another version of the portal may have stored another shape.
function readState(value: unknown): FindUserState | undefined {
  if (typeof value !== 'object' || value === null || !('asked' in value) || !('keyword' in value)) return undefined
  const { keyword, asked } = value
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= MAX_KEYWORD
  if (!isText(keyword) || typeof asked !== 'object' || asked === null || !('keyword' in asked)) return undefined
  if (!isText(asked.keyword)) return undefined
  const view = 'view' in value && isTableView(value.view) ? value.view : FIRST_PAGE
  return { keyword, asked: { keyword: asked.keyword }, view }
}
