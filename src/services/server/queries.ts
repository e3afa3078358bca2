// Reads from the server, with one cache for all pages. For operations that the contract marks for offline reading, the
// last response is stored on this device. A user without a connection sees this response and its age. The store on the
// device is passed in (response-store.ts).
import {
  focusManager,
  QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { methodInfo, type Method, type PolledMethod, type ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import { request, type Failure } from './api.ts'
import { isBusy, retryDelayMs } from './busy.ts'
import { connectionState } from './connection.ts'
import { onReconnect } from './reconnect.ts'
import { responseStore, setClearResponses } from './response-store.ts'
import { ownerUserOf, sessionStore, useOwnerUser, useSession } from '../session/session.ts'

/** The state of a page's query. */
export interface ServerQuery<M extends Method> {
  /** The newest available response. */
  readonly data: Result<M> | undefined
  /** The server's message with the response, e.g. why a list is empty. */
  readonly resultText: string | undefined
  /** The time of the response, epoch milliseconds. */
  readonly at: number | undefined
  /** True if `data` is an earlier response, because the server cannot be reached now. */
  readonly isStored: boolean
  /** Why the last request failed. */
  readonly failure: Failure | undefined
  /** True while there is nothing to show yet. */
  readonly isLoading: boolean
  /** True while something is shown and a newer response is loading. */
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

/** Milliseconds. A function returns the interval after a response, or undefined to stop polling. */
type PollInterval<M extends Method> = number | ((response: Result<M>) => number | undefined)

export interface QueryOptions<M extends Method> {
  readonly enabled?: boolean
  /** True to load again whenever the component mounts, however recent the cached response is. */
  readonly refetchesOnMount?: boolean
  /** True to load only once. After that, only `refresh` loads a new response, even if the user leaves and returns. */
  readonly noRefetch?: boolean
  /** The polling interval while the page is visible. Only for operations that the contract marks as polled. */
  readonly pollMs?: M extends PolledMethod ? PollInterval<M> : never
  /** True to poll also while the page is hidden. Only if `pollMs` is a number. */
  readonly pollsWhenHidden?: boolean
}

interface CachedResponse {
  readonly data: unknown
  readonly resultText?: string | undefined
  readonly at: number
  readonly isStored: boolean
}

/** Wraps a failure for the query cache, which expects a thrown error. It never leaves this file. */
class RequestFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.text)
    this.failure = failure
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      refetchOnReconnect: false,
      // Only a busy server is asked again, while the page is visible. After a lost connection, the probe triggers the
      // refresh (`refreshOnReconnect`).
      retry: (_retries, error) => error instanceof RequestFailed && isBusy(error.failure),
      retryDelay: (retries, error) =>
        error instanceof RequestFailed ? retryDelayMs(error.failure, retries, Math.random()) : 0,
    },
  },
})

/** For queries without parameters. A constant, so that the parameters are the same object at each render. */
export const NO_PARAMS = {}

/** Sends a query and returns its response. Older responses are shown meanwhile. */
export function useServerQuery<M extends ReadingMethod>(
  method: M,
  params: Params<M>,
  settings: QueryOptions<M> = {},
): ServerQuery<M> {
  const { enabled = true, refetchesOnMount = false, noRefetch = false, pollsWhenHidden = false } = settings
  // The type of the option depends on M, which TypeScript does not resolve here.
  const pollMs = settings.pollMs as PollInterval<M> | undefined
  const session = useSession()
  const ownerUser = useOwnerUser()
  const cache = useQueryClient()
  const query = useQuery<CachedResponse, RequestFailed>({
    queryKey: [ownerUser, method, params],
    queryFn: ({ signal }) => fetchAndShow(cache, ownerUser, method, params, signal),
    enabled: enabled && session !== undefined,
    ...(refetchesOnMount ? { refetchOnMount: 'always' } : {}),
    ...(noRefetch ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(pollMs === undefined ? {} : { refetchInterval: ({ state }) => intervalOf(pollMs, state.data) }),
  })
  const refresh = useCallback(
    () => void cache.invalidateQueries({ queryKey: [ownerUser, method, params] }),
    [cache, ownerUser, method, params],
  )
  // On a hidden page, the query's own interval would not repeat a query that a busy server has postponed.
  const hiddenPollMs = pollsWhenHidden && typeof pollMs === 'number' ? pollMs : undefined
  useEffect(() => {
    if (hiddenPollMs === undefined) return
    const timer = setInterval(() => {
      if (!focusManager.isFocused()) refresh()
    }, hiddenPollMs)
    return () => clearInterval(timer)
  }, [hiddenPollMs, refresh])
  return { ...toServerQuery<M>(query), refresh }
}

/** The newest responses about several items, requested again whenever they appear on screen. */
export function useFreshQueries<M extends ReadingMethod>(
  method: M,
  paramsOfItems: readonly Params<M>[],
  { enabled }: { readonly enabled: boolean },
): readonly ServerQuery<M>[] {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const cache = useQueryClient()
  const results = useQueries({
    queries: paramsOfItems.map((params) => ({
      queryKey: [ownerUser, method, params],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchAndShow(cache, ownerUser, method, params, signal),
      enabled: enabled && session !== undefined,
      refetchOnMount: 'always' as const,
    })),
  })
  return results.map((query, index) => ({
    ...toServerQuery<M>(query as UseQueryResult<CachedResponse, RequestFailed>),
    refresh: () => void cache.invalidateQueries({ queryKey: [ownerUser, method, paramsOfItems[index]] }),
  }))
}

const toServerQuery = <M extends Method>(
  query: UseQueryResult<CachedResponse, RequestFailed>,
): Omit<ServerQuery<M>, 'refresh'> => ({
  data: query.data?.data as Result<M> | undefined,
  resultText: query.data?.resultText,
  at: query.data?.at,
  isStored: query.data?.isStored ?? false,
  failure: query.error?.failure,
  isLoading: query.isPending && query.fetchStatus !== 'idle',
  isRefreshing: query.isFetching && !query.isPending,
})

/** Sends the query. While the server is busy, shows the response that is stored on this device. */
function fetchAndShow<M extends ReadingMethod>(
  cache: QueryClient,
  ownerUser: string,
  method: M,
  params: Params<M>,
  signal: AbortSignal,
): Promise<CachedResponse> {
  const queryKey = [ownerUser, method, params]
  const isFirst = cache.getQueryData(queryKey) === undefined
  return requestOrReadStored({ ownerUser, method, params, signal }, (stored) => {
    if (isFirst) cache.setQueryData(queryKey, stored)
  })
}

/** The milliseconds until the next poll. False to stop polling. */
function intervalOf<M extends Method>(pollMs: PollInterval<M>, cached: CachedResponse | undefined): number | false {
  if (typeof pollMs === 'number') return pollMs
  if (!cached) return false
  return pollMs(cached.data as Result<M>) ?? false
}

/**
 * For code outside pages. Returns the newest response if it arrives within `ms`. Otherwise returns the response that is
 * stored on this device, or undefined if none is stored.
 */
export async function fetchWithin<M extends ReadingMethod>(
  ms: number,
  method: M,
  params: Params<M>,
): Promise<Result<M> | undefined> {
  const session = sessionStore.get()
  if (!session) return undefined
  const ownerUser = ownerUserOf(session)
  const response = queryClient.fetchQuery<CachedResponse>({
    queryKey: [ownerUser, method, params],
    queryFn: ({ signal }) => fetchAndShow(queryClient, ownerUser, method, params, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const responseOrFailure = response.catch(() => undefined)
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  const responseInTime = await Promise.race([responseOrFailure, timeout])
  if (responseInTime) return responseInTime.data as Result<M>
  const stored = await responseStore()?.read(ownerUser, storedKey(method, params))
  return stored?.response as Result<M> | undefined
}

/** Called after a change. Marks the responses to these queries as outdated, and loads the queries on screen again. */
export function refreshQueries(...methods: readonly ReadingMethod[]): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => methods.some((method) => method === queryKey[1]) })
}

/** Applies the known result of a change to the cached response, so that it is shown before the next request. */
export function updateQueryData<M extends ReadingMethod>(
  method: M,
  params: Params<M>,
  amend: (data: Result<M>) => Result<M>,
): void {
  const session = sessionStore.get()
  if (!session) return
  queryClient.setQueryData<CachedResponse>([ownerUserOf(session), method, params], (cached) =>
    cached ? { ...cached, data: amend(cached.data as Result<M>) } : undefined,
  )
}

setClearResponses(() => queryClient.clear())

/** True while a query on screen waits for a busy server. It is repeated automatically. */
export const useWaitsForServer = (): boolean =>
  useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () =>
      queryClient
        .getQueryCache()
        .findAll({ type: 'active', fetchStatus: 'fetching' })
        .some(({ state }) => state.fetchFailureReason !== null),
  )

/**
 * Called once by the frame. Loads everything on screen again when the connection is back. Returns a function to stop.
 */
export const refreshOnReconnect = (): (() => void) => onReconnect(() => void queryClient.invalidateQueries())

const storedKey = (method: Method, params: object): string => `${method} ${JSON.stringify(params)}`

interface UserQuery<M extends ReadingMethod> {
  readonly ownerUser: string
  readonly method: M
  readonly params: Params<M>
  readonly signal: AbortSignal
}

/**
 * Requests the response, or reads the stored response. If the server is busy, calls `showStored` with the stored
 * response and fails, so that the stored response is shown and the query is repeated.
 */
async function requestOrReadStored<M extends ReadingMethod>(
  { ownerUser, method, params, signal }: UserQuery<M>,
  showStored: (stored: CachedResponse) => void,
): Promise<CachedResponse> {
  const key = storedKey(method, params)
  const canStore = methodInfo(method).offline === 'stored'
  const readStored = async (): Promise<CachedResponse | undefined> => {
    const stored = await responseStore()?.read(ownerUser, key)
    return stored && { data: stored.response, at: stored.at, isStored: true }
  }
  // While the portal is offline, a stored response is shown immediately. The probe triggers the next request.
  const isOffline = !connectionState().online
  if (canStore && isOffline) {
    const stored = await readStored()
    if (stored) return stored
  }
  const response = await request(method, params, { signal })
  if (response.ok) {
    const at = Date.now()
    const session = sessionStore.get()
    const isSameUser = session !== undefined && ownerUserOf(session) === ownerUser
    if (canStore && isSameUser) void responseStore()?.store(ownerUser, key, response.result, at)
    return { data: response.result, resultText: response.resultText, at, isStored: false }
  }
  const isServerBusy = isBusy(response)
  const isTemporary = response.kind === 'unreachable' || isServerBusy
  const stored = canStore && isTemporary ? await readStored() : undefined
  if (stored && !isServerBusy) return stored
  if (stored) showStored(stored)
  throw new RequestFailed(response)
}
