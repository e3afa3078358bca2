// Reading from the host: one cache for all pages. Operations that the contract marks for offline reading keep their last answer
// on this device, so that an operator whose line is down sees it with its age; who keeps them is handed in (kept-answers.ts).
import { focusManager, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { factsOf, type Method, type PolledMethod, type ReadingMethod } from '#contract/facts.ts'
import type { Params, Result } from '#contract/operations.ts'
import { ask, type Failure } from './api.ts'
import { isBusy, pauseMs } from './busy.ts'
import { connectionState, subscribeConnection } from './connection.ts'
import { answerKeeper, forgetAnswersWith } from './stored-answers.ts'
import { ownerUserOf, sessionStore, useSession } from '../session/session.ts'

/** What a page knows about a question it asked. */
export interface Asked<M extends Method> {
  /** The newest answer there is. */
  readonly data: Result<M> | undefined
  /** What the host says beside it, e.g. why a list is empty. */
  readonly resultText: string | undefined
  /** When the host gave it, epoch milliseconds. */
  readonly at: number | undefined
  /** True: the answer is from an earlier time, because the host could not be reached now. */
  readonly kept: boolean
  /** Why the last attempt brought nothing new. */
  readonly failure: Failure | undefined
  /** Nothing to show yet. */
  readonly loading: boolean
  /** Something is shown, and newer is under way. */
  readonly refreshing: boolean
  readonly refresh: () => void
}

type Every<M extends Method> = number | ((known: Result<M>) => number | undefined)

export interface AskSettings<M extends Method> {
  readonly enabled?: boolean
  /** Asks anew whenever it comes on screen, however young the answer is that is known. */
  readonly fresh?: boolean
  /** Asked once: what is shown stays until it is asked for again, however often the page is left and looked at. */
  readonly stays?: boolean
  /**
   * Ask again after this time, while the page is looked at; only for operations that the contract says are polled. What is
   * known may decide, undefined for not at all.
   */
  readonly everyMs?: M extends PolledMethod ? Every<M> : never
  /** Also while nobody looks at the page, where `everyMs` is a time. */
  readonly unseenToo?: boolean
}

interface Known {
  readonly data: unknown
  readonly resultText?: string | undefined
  readonly at: number
  readonly kept: boolean
}

/** A failure as the query cache wants it: thrown. It never leaves this file. */
class AskFailed extends Error {
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
      // As long as the page is looked at; a line that is down is waited for by the probe (`refreshWhenBack`).
      retry: (_count, error) => error instanceof AskFailed && isBusy(error.failure),
      retryDelay: (count, error) => (error instanceof AskFailed ? pauseMs(error.failure, count, Math.random()) : 0),
    },
  },
})

/** For what is asked without any: the same with each drawing. */
export const NO_PARAMS = {}

/** Asks the host and shows what it says, old answers first. */
export function useAsk<M extends ReadingMethod>(method: M, params: Params<M>, settings: AskSettings<M> = {}): Asked<M> {
  const { enabled = true, fresh = false, stays = false, unseenToo = false } = settings
  const everyMs = settings.everyMs as Every<M> | undefined
  const session = useSession()
  const ownerUser = session ? ownerUserOf(session) : ''
  const queries = useQueryClient()
  const query = useQuery<Known, AskFailed>({
    queryKey: [ownerUser, method, params],
    queryFn: async ({ signal, queryKey }) => {
      const isFirst = queries.getQueryData(queryKey) === undefined
      return askOrRecall(ownerUser, method, params, signal, (kept) => isFirst && queries.setQueryData(queryKey, kept))
    },
    enabled: enabled && session !== undefined,
    ...(fresh ? { refetchOnMount: 'always' } : {}),
    ...(stays ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: ({ state }) => intervalOf(everyMs, state.data) }),
  })
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: [ownerUser, method, params] }),
    [queries, ownerUser, method, params],
  )
  // Asked anew, not only again: what the host has put off waits until somebody looks.
  const unseenMs = unseenToo && typeof everyMs === 'number' ? everyMs : undefined
  useEffect(() => {
    if (unseenMs === undefined) return
    const timer = setInterval(() => focusManager.isFocused() || refresh(), unseenMs)
    return () => clearInterval(timer)
  }, [unseenMs, refresh])
  return {
    data: query.data?.data as Result<M> | undefined,
    resultText: query.data?.resultText,
    at: query.data?.at,
    kept: query.data?.kept ?? false,
    failure: query.error?.failure,
    loading: query.isPending && query.fetchStatus !== 'idle',
    refreshing: query.isFetching && !query.isPending,
    refresh,
  }
}

function intervalOf<M extends Method>(everyMs: Every<M>, known: Known | undefined) {
  if (typeof everyMs === 'number') return everyMs
  return (known && everyMs(known.data as Result<M>)) ?? false
}

/** After a change: the answers to these questions are old; those on screen are asked again. */
export function refreshAnswers(...methods: readonly ReadingMethod[]): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => methods.some((method) => method === queryKey[1]) })
}

/** What a change is known to have done, shown until the host is asked again. */
export function amendAnswers<M extends ReadingMethod>(
  method: M,
  params: Params<M>,
  amend: (data: Result<M>) => Result<M>,
): void {
  const session = sessionStore.get()
  if (!session) return
  queryClient.setQueryData<Known>([ownerUserOf(session), method, params], (known) =>
    known ? { ...known, data: amend(known.data as Result<M>) } : undefined,
  )
}

forgetAnswersWith(() => queryClient.clear())

/** True while the host has put off something that is shown, which is asked again by itself. */
export const useWaitsForHost = (): boolean =>
  useSyncExternalStore(
    (changed) => queryClient.getQueryCache().subscribe(changed),
    () =>
      queryClient
        .getQueryCache()
        .findAll({ type: 'active', fetchStatus: 'fetching' })
        .some(({ state }) => state.fetchFailureReason !== null),
  )

/** When the line is back, what is on screen is asked again. Returns the way to stop; called once by the frame. */
export function refreshWhenBack(): () => void {
  let online = connectionState().online
  return subscribeConnection(() => {
    const now = connectionState().online
    if (now && !online) void queryClient.invalidateQueries()
    online = now
  })
}

async function askOrRecall<M extends ReadingMethod>(
  ownerUser: string,
  method: M,
  params: Params<M>,
  signal: AbortSignal,
  showMeanwhile: (kept: Known) => void,
): Promise<Known> {
  const key = `${method} ${JSON.stringify(params)}`
  const mayKeep = factsOf(method).offline === 'kept'
  // Known to be offline: what is kept is shown at once, and the probe says when to ask.
  if (mayKeep && !connectionState().online) {
    const kept = await answerKeeper()?.read(ownerUser, key)
    if (kept) return { data: kept.answer, at: kept.at, kept: true }
  }
  const answer = await ask(method, params, { signal })
  if (answer.ok) {
    const at = Date.now()
    const session = sessionStore.get()
    const isSameUser = session !== undefined && ownerUserOf(session) === ownerUser
    if (mayKeep && isSameUser) void answerKeeper()?.keep(ownerUser, key, answer.result, at)
    return { data: answer.result, resultText: answer.resultText, at, kept: false }
  }
  const isWaiting = isBusy(answer)
  const mayRecall = mayKeep && (answer.kind === 'unreachable' || isWaiting)
  const kept = mayRecall ? await answerKeeper()?.read(ownerUser, key) : undefined
  const recalled: Known | undefined = kept && { data: kept.answer, at: kept.at, kept: true }
  if (recalled && !isWaiting) return recalled
  if (recalled) showMeanwhile(recalled)
  throw new AskFailed(answer)
}
