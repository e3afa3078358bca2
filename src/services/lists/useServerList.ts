// Turns a query into a list: the rows with their age, the pages and the order, the reason of a refusal, and failures.
// Every list and report calls this hook once, and shows the result with the components of ui/list.
import { m } from '#words/messages.js'
import { useCallback, useMemo, useState } from 'react'
import { codes } from '#contract/codes.ts'
import type { Method, ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import type { ShownList } from '#domain/lists.ts'
import type { QuerySpec } from '#domain/query-specs.ts'
import { notify } from '../notices.ts'
import { type Failure, request } from '../server/api.ts'
import { useConnection } from '../server/connection.ts'
import { useDensity } from '../device/density.ts'
import { useHiddenColumns, usePageSize } from '../device/preference.ts'
import { type QueryOptions, useServerQuery } from '../server/queries.ts'
import { type Cursors, chunkOf, chunkRows, START, updateCursors } from './pages.ts'
import type { ListState } from './list-state.ts'

export interface ListSpec<M extends ReadingMethod, Values, Row> {
  /** The key for the stored page size and columns. */
  readonly name: string
  readonly method: M
  readonly querySpec: Pick<QuerySpec<Values, Params<M>>, 'toParams'>
  readonly rows: (response: Result<M>) => readonly Row[]
  /** The default rows per page. */
  readonly pageSize: number
  /** Keys of the columns hidden by default. */
  readonly hidden?: readonly string[]
  /** True if the operation takes `cursor` and `limit` and returns `cursor` and `total`. */
  readonly isPaged?: boolean
}

/** A list whose rows can all be loaded, for a file. */
export interface WholeList<Row> extends ShownList<Row> {
  /** Loads every row of the list. If a request fails, tells the user and returns undefined. */
  readonly loadAll: () => Promise<readonly Row[] | undefined>
}

export interface ServerList<M extends Method, Row> extends WholeList<Row> {
  /** The complete response to the current query. */
  readonly response: Result<M> | undefined
  readonly resultText: string | undefined
  readonly failure: Failure | undefined
}

interface Paged {
  readonly cursor?: string | undefined
  readonly total?: number | undefined
}

export function useServerList<M extends ReadingMethod, Values, Row>(
  spec: ListSpec<M, Values, Row>,
  listState: Pick<ListState<Values>, 'query' | 'view' | 'setView'>,
  settings: Pick<QueryOptions<M>, 'pollMs' | 'noRefetch'> = {},
): ServerList<M, Row> {
  const { querySpec, isPaged = false } = spec
  const [pageSize, setPageSize] = usePageSize(spec.name, spec.pageSize)
  const [hidden, setHidden] = useHiddenColumns(spec.name, spec.hidden)
  const { online } = useConnection()
  const [density] = useDensity()
  const { view, setView } = listState
  const paramsOrRefusal = useMemo(
    () => (listState.query === undefined ? undefined : querySpec.toParams(listState.query)),
    [querySpec, listState.query],
  )

  const canRequest = paramsOrRefusal?.ok === true

  const [refreshCount, setRefreshCount] = useState(0)

  // The starts of the chunks are valid only for one query and one page size.
  const key = JSON.stringify([paramsOrRefusal, pageSize])
  const [chunks, setChunks] = useState<{ readonly key: string; readonly cursors: Cursors; readonly total?: number }>({
    key,
    cursors: START,
  })
  const { cursors, total: previousTotal } = chunks.key === key ? chunks : { cursors: START, total: undefined }
  // An old address can contain a page beyond the last page. The last page is then shown instead.
  const pageCount = previousTotal === undefined ? Infinity : Math.max(1, Math.ceil(previousTotal / pageSize))
  const page = Math.min(view.page, pageCount - 1)
  const chunk = isPaged ? chunkOf(page, pageSize, cursors) : 0
  const cursor = cursors[chunk]
  const pageParams = { limit: chunkRows(pageSize), ...(cursor !== undefined && { cursor }) }
  const params = {
    ...(paramsOrRefusal?.ok && paramsOrRefusal.params),
    ...(isPaged && pageParams),
  } as Params<M>
  const query = useServerQuery(spec.method, params, { ...settings, enabled: canRequest })
  const refreshQuery = query.refresh
  const refresh = useCallback(() => {
    setRefreshCount((count) => count + 1)
    refreshQuery()
  }, [refreshQuery])

  // The portal checks each query itself. The server can refuse only the dates of a query. The fields of the query show
  // the reason in both cases.
  const serverRefusal = canRequest && isAboutDates(query.failure) ? query.failure?.text : undefined
  const refusal = paramsOrRefusal?.ok === false ? paramsOrRefusal.refusal : serverRefusal
  const isAccepted = canRequest && serverRefusal === undefined
  const response = isAccepted ? query.data : undefined
  const pagedResponse = (isPaged ? response : undefined) as Paged | undefined
  const newCursors = response ? updateCursors(cursors, chunk, pagedResponse?.cursor) : cursors
  const total = pagedResponse?.total ?? previousTotal
  const haveChunksChanged = newCursors !== cursors || total !== previousTotal || chunks.key !== key
  // Set while rendering. React then renders again immediately.
  if (pagedResponse && haveChunksChanged) setChunks({ key, cursors: newCursors, ...(total !== undefined && { total }) })

  // The response to a chunk contains the start of the next chunk. The chunks before the page's chunk may therefore have
  // to be loaded first.
  const isPageLoaded = !isPaged || chunkOf(page, pageSize, newCursors) === chunk
  const rowsOf = spec.rows
  const rows = useMemo(
    () => (response && isPageLoaded ? rowsOf(response) : undefined),
    [rowsOf, response, isPageLoaded],
  )
  return {
    refusal,
    isIdle: paramsOrRefusal === undefined,
    response,
    resultText: query.resultText,
    rows,
    loadAll: async () =>
      isPaged && paramsOrRefusal?.ok ? fetchAllRows(spec.method, paramsOrRefusal.params, rowsOf) : rows,
    total: total ?? rows?.length,
    offset: chunk * chunkRows(pageSize),
    isPartial: newCursors.length > 1,
    receivedAt: response && query.at,
    isStale: query.isStored || !online,
    isOffline: !online,
    failure: isAccepted ? query.failure : undefined,
    isRefreshing: query.isRefreshing,
    refresh,
    requestKey: `${JSON.stringify(paramsOrRefusal)} ${refreshCount}`,
    view: page === view.page ? view : { ...view, page },
    setView,
    pageSize,
    setPageSize,
    hidden,
    setHidden,
    density,
  }
}

// The server refuses dates with one of two codes.
const isAboutDates = (failure: Failure | undefined): boolean =>
  failure?.kind === 'refused' && (failure.code === codes.spanTooLong || failure.code === codes.spanReversed)

/** A file gets at most 50,000 rows, because no one reads a longer list. */
const MAX_CHUNKS = 100
const CHUNK_ROWS = 500

/** Every row of a paged list, in order. If a chunk cannot be loaded, tells the user and returns undefined. */
async function fetchAllRows<M extends ReadingMethod, Row>(
  method: M,
  params: Params<M>,
  rowsOf: (response: Result<M>) => readonly Row[],
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const response = await request(method, { ...params, limit: CHUNK_ROWS, ...(cursor !== undefined && { cursor }) })
    if (!response.ok) {
      notify({ kind: 'error', text: m.device_exportFailed({ reason: response.text }) })
      return undefined
    }
    rows.push(...rowsOf(response.result))
    cursor = (response.result as Paged).cursor
    if (cursor === undefined) return rows
  }
  notify({ kind: 'error', text: m.device_listTooLong({ count: rows.length }) })
  return undefined
}
