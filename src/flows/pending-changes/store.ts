// Stores the pending changes of a user: in this page's memory for the screens, and on this device for all tabs. A
// change is stored before it is sent. Repeating it, in any tab and after a reload, therefore never carries it out twice
// (docs/rules/requests.md, "Repeated requests").
import { useSyncExternalStore } from 'react'
import { findEarlierChange } from '#domain/request-outcomes.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import {
  removePendingChange,
  runInOrder,
  storePendingChange,
  type StoredChange,
  readPendingChanges,
  watchPendingChanges,
} from '#storage/pending-changes.ts'
import { listDrafts } from '#storage/drafts.ts'
import { hasDraftKey, isDraftKeyMissing } from '#storage/keys.ts'
import {
  type AnyChangeRequest,
  areaInfoOf,
  changeTypes,
  toChangeSubject,
  type SentRequest,
  type PendingChange,
} from './change-types.ts'

/** The user's pending changes, oldest first, the same in every tab. */
export const usePendingChanges = (ownerUser: string): readonly PendingChange[] => {
  const { get, subscribe } = pendingChangesOf(ownerUser)
  return useSyncExternalStore(subscribe, get)
}

/** The same change of the same subject, if it was sent before and is still pending. */
export const usePendingChange = (
  ownerUser: string,
  request: Pick<PendingChange, 'kind' | 'subject'>,
): PendingChange | undefined =>
  usePendingChanges(ownerUser).find(({ kind, subject }) => kind === request.kind && subject === request.subject)

/** The pending changes, for code outside React. */
export const pendingChangesOf = (ownerUser: string) => {
  const { observable, subscribe } = storeOfUser(ownerUser)
  return { get: observable.get, subscribe }
}

/** The current pending changes, whether they are being watched or not. */
export async function readAllPendingChanges(ownerUser: string): Promise<readonly PendingChange[]> {
  return merge(await readPendingChanges(ownerUser), storeOfUser(ownerUser).memory)
}

/** The pending change that blocks the requested change until its own outcome is known. */
export function useBlockingChange(
  ownerUser: string,
  request: Pick<PendingChange, 'kind' | 'subject'>,
): PendingChange | undefined {
  const match = findEarlier(usePendingChanges(ownerUser), request)
  return match?.isReplaced ? undefined : match?.earlier
}

/** The reason why this device does not send a change. */
export type Refusal = 'changesLocked' | 'listFull'

/** Returns the reason if the change must not be sent. */
export type RefusalCheck = (pendingChanges: readonly PendingChange[]) => Promise<Refusal | undefined>

type StoreResult =
  | { readonly change: PendingChange; readonly isNew: boolean; readonly refusal?: undefined }
  | { readonly change?: undefined; readonly isNew: false; readonly refusal: Refusal }

/**
 * Stores a change that is about to be sent. If an earlier change of the same subject is pending and cannot be replaced,
 * returns the earlier change instead, with `isNew: false`. The caller must then send nothing. If `refuse` returns a
 * reason, nothing is stored either.
 *
 * @param sentRequest the id and time of the request if this change was sent before; by default new ones
 * @param refuse receives the pending changes of all tabs
 */
export function storeChange(
  ownerUser: string,
  request: AnyChangeRequest,
  sentRequest: SentRequest = { requestId: newRequestId(), sentAt: new Date().toISOString() },
  refuse?: RefusalCheck,
): Promise<StoreResult> {
  const userStore = storeOfUser(ownerUser)
  return runInOrder(ownerUser, async () => {
    await deleteUploadsWithoutDraft(ownerUser)
    const all = await readAllPendingChanges(ownerUser)
    const match = findEarlier(all, request)
    // A request that is sent again finds itself. Only another request can block it.
    const other = match?.earlier.requestId === sentRequest.requestId ? undefined : match
    if (other && !other.isReplaced) {
      userStore.show(all)
      return { change: other.earlier, isNew: false }
    }
    // Without the key, earlier changes cannot be read, and one of them could be the same change. An upload may be sent
    // nevertheless, because each upload has its own draft.
    const areEarlierUnreadable = isDraftKeyMissing(ownerUser) && request.kind !== 'upload'
    const refusal = areEarlierUnreadable ? 'changesLocked' : await refuse?.(all)
    if (refusal !== undefined) return { isNew: false, refusal }
    const change: PendingChange = { ...request, ...sentRequest }
    const isStored = await storePendingChange(ownerUser, [{ id: change.requestId, value: change }])
    if (!isStored) userStore.memory.set(change.requestId, change)
    if (other) await removeChange(userStore, other.earlier)
    const replacedIds = [change.requestId, other?.earlier.requestId]
    userStore.show([...all.filter(({ requestId }) => !replacedIds.includes(requestId)), change])
    return { change, isNew: true }
  })
}

/** Removes a change whose outcome is known, in every tab. */
export async function forgetChange(ownerUser: string, { requestId }: Pick<PendingChange, 'requestId'>): Promise<void> {
  const userStore = storeOfUser(ownerUser)
  await removeChange(userStore, { requestId })
  userStore.show(userStore.observable.get().filter((each) => each.requestId !== requestId))
}

interface UserStore {
  readonly observable: Observable<readonly PendingChange[]>
  readonly subscribe: (watcher: () => void) => () => void
  /** Changes that could not be stored on this device. */
  readonly memory: Map<string, PendingChange>
  readonly show: (all: readonly PendingChange[]) => void
}

const userStores = new Map<string, UserStore>()
// The next user must not see the previous user's changes. Only changes that exist nowhere else stay in memory.
sessionStore.subscribe(() => {
  const session = sessionStore.get()
  const currentUser = session && ownerUserOf(session)
  for (const [ownerUser, { show, memory }] of userStores) {
    if (ownerUser !== currentUser) show([...memory.values()])
  }
})

function storeOfUser(ownerUser: string): UserStore {
  const existing = userStores.get(ownerUser)
  if (existing) return existing
  const observable = createObservable<readonly PendingChange[]>([])
  const memory = new Map<string, PendingChange>()
  let watcherCount = 0
  let stopWatching: (() => void) | undefined
  const show = (all: readonly PendingChange[]) => {
    const sorted = all.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    const idsOf = (changes: readonly PendingChange[]) => changes.map(({ requestId }) => requestId).join()
    if (idsOf(sorted) !== idsOf(observable.get())) observable.set(sorted)
  }
  const update = (stored: readonly StoredChange[]) => {
    const current = merge(stored, memory)
    // Another tab has received the responses to these changes, so this tab shows outdated data.
    const currentIds = new Set(current.map(({ requestId }) => requestId))
    const settled = observable.get().filter(({ requestId }) => !currentIds.has(requestId))
    show(current)
    for (const change of settled) refreshQueries(...areaInfoOf(change).refreshes)
  }
  const subscribe = (watcher: () => void) => {
    const unsubscribe = observable.subscribe(watcher)
    watcherCount += 1
    if (watcherCount === 1 && ownerUser !== '') {
      stopWatching = watchPendingChanges(ownerUser, update)
      void runInOrder(ownerUser, () => deleteUploadsWithoutDraft(ownerUser))
    }
    return () => {
      unsubscribe()
      watcherCount -= 1
      if (watcherCount > 0) return
      stopWatching?.()
      stopWatching = undefined
    }
  }
  const userStore = { observable, subscribe, memory, show }
  userStores.set(ownerUser, userStore)
  return userStore
}

async function removeChange({ memory }: UserStore, { requestId }: Pick<PendingChange, 'requestId'>): Promise<void> {
  memory.delete(requestId)
  await removePendingChange(requestId)
}

/**
 * Removes pending changes of uploads whose draft no longer exists, because no wizard would ever remove them. Runs once
 * for each user of this page.
 */
async function deleteUploadsWithoutDraft(ownerUser: string): Promise<void> {
  if (checkedUsers.has(ownerUser)) return
  const uploads = (await readPendingChanges(ownerUser))
    .map(({ value }) => value as PendingChange)
    .filter(({ kind }) => kind === 'upload')
  const drafts = uploads.length === 0 ? [] : await listDrafts(ownerUser)
  // If a sign-out has deleted the key meanwhile, no draft was found although drafts may exist.
  if (!hasDraftKey(ownerUser)) return
  checkedUsers.add(ownerUser)
  for (const { subject, requestId } of uploads) {
    const hasDraft = drafts.some(({ id }) => id === subject)
    if (!hasDraft) await removePendingChange(requestId)
  }
}

const checkedUsers = new Set<string>()

// No validation: this module wrote the stored values, and a later format would use another table.
const merge = (
  stored: readonly StoredChange[],
  memory: ReadonlyMap<string, PendingChange>,
): readonly PendingChange[] => [
  ...stored.map(({ value }) => value as PendingChange).filter(({ kind }) => Object.hasOwn(changeTypes, kind)),
  ...memory.values(),
]

/** The pending change of the same subject, and whether the request replaces it. */
function findEarlier(
  changes: readonly PendingChange[],
  request: Pick<PendingChange, 'kind' | 'subject'>,
): { readonly earlier: PendingChange; readonly isReplaced: boolean } | undefined {
  const match = findEarlierChange(
    changes.map((change) => ({ ...toChangeSubject(change), change })),
    toChangeSubject(request),
    changeTypes[request.kind].replaceable,
  )
  return match && { earlier: match.earlier.change, isReplaced: match.isReplaced }
}
