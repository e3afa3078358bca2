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
  return merge(await readPendingChanges(ownerUser), storeOfUser(ownerUser).unstored)
}

/** The pending change that blocks the requested change until its own outcome is known. */
export function useBlockingChange(
  ownerUser: string,
  request: Pick<PendingChange, 'kind' | 'subject'>,
): PendingChange | undefined {
  const match = findEarlier(usePendingChanges(ownerUser), request)
  if (!match || match.isReplaced) return undefined
  return match.earlier
}

/** The reason why this device does not send a change. */
export type Refusal = 'changesLocked' | 'listFull'

/** Returns the reason if the change must not be sent. */
export type RefusalCheck = (pendingChanges: readonly PendingChange[]) => Promise<Refusal | undefined>

/** 'blocked': by an earlier change of the same subject that is pending and cannot be replaced. */
type StoreResult =
  | { readonly kind: 'stored'; readonly change: PendingChange }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

interface StoreOptions {
  /** The id and time of the request if this change was sent before. By default a new id and the current time. */
  readonly sentRequest?: SentRequest
  /** Receives the pending changes of all tabs. */
  readonly refuse?: RefusalCheck | undefined
}

/** Stores a change that is about to be sent. Unless the result is 'stored', the caller must send nothing. */
export function storeChange(
  ownerUser: string,
  request: AnyChangeRequest,
  { sentRequest = { requestId: newRequestId(), sentAt: new Date().toISOString() }, refuse }: StoreOptions = {},
): Promise<StoreResult> {
  const userStore = storeOfUser(ownerUser)
  return runInOrder(ownerUser, async () => {
    await deleteUploadsWithoutDraft(ownerUser)
    const all = await readAllPendingChanges(ownerUser)
    // A repeated request is among the pending changes itself. Only another request can block it.
    const others = all.filter(({ requestId }) => requestId !== sentRequest.requestId)
    const match = findEarlier(others, request)
    if (match && !match.isReplaced) {
      userStore.show(all)
      return { kind: 'blocked' }
    }
    // Without the key, earlier changes cannot be read, and one of them could be the same change. An upload is sent
    // nevertheless, because each upload has its own draft.
    const areEarlierUnreadable = isDraftKeyMissing(ownerUser) && request.kind !== 'upload'
    const refusal = areEarlierUnreadable ? 'changesLocked' : await refuse?.(all)
    if (refusal !== undefined) return { kind: 'refused', refusal }
    const change: PendingChange = { ...request, ...sentRequest }
    const isStored = await storePendingChange(ownerUser, [{ id: change.requestId, value: change }])
    if (!isStored) userStore.unstored.set(change.requestId, change)
    const replaced = match?.earlier
    if (replaced) await removeChange(userStore, replaced)
    userStore.show([...others.filter((each) => each !== replaced), change])
    return { kind: 'stored', change }
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
  readonly unstored: Map<string, PendingChange>
  readonly show: (all: readonly PendingChange[]) => void
}

const userStores = new Map<string, UserStore>()
// The next user must not see the previous user's changes. Only changes that exist nowhere else stay in memory.
sessionStore.subscribe(() => {
  const session = sessionStore.get()
  const currentUser = session && ownerUserOf(session)
  for (const [ownerUser, { show, unstored }] of userStores) {
    if (ownerUser !== currentUser) show([...unstored.values()])
  }
})

function storeOfUser(ownerUser: string): UserStore {
  const existing = userStores.get(ownerUser)
  if (existing) return existing
  const observable = createObservable<readonly PendingChange[]>([])
  const unstored = new Map<string, PendingChange>()
  let watcherCount = 0
  let stopWatching: (() => void) | undefined
  const show = (all: readonly PendingChange[]) => {
    const sorted = all.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    const idsOf = (changes: readonly PendingChange[]) => changes.map(({ requestId }) => requestId).join()
    if (idsOf(sorted) !== idsOf(observable.get())) observable.set(sorted)
  }
  const showStored = (stored: readonly StoredChange[]) => {
    const current = merge(stored, unstored)
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
      stopWatching = watchPendingChanges(ownerUser, showStored)
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
  const userStore = { observable, subscribe, unstored, show }
  userStores.set(ownerUser, userStore)
  return userStore
}

async function removeChange({ unstored }: UserStore, { requestId }: Pick<PendingChange, 'requestId'>): Promise<void> {
  unstored.delete(requestId)
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
  unstored: ReadonlyMap<string, PendingChange>,
): readonly PendingChange[] => [
  ...stored.map(({ value }) => value as PendingChange).filter(({ kind }) => Object.hasOwn(changeTypes, kind)),
  ...unstored.values(),
]

/** The pending change of the same subject, and whether the request replaces it. */
function findEarlier(
  changes: readonly PendingChange[],
  request: Pick<PendingChange, 'kind' | 'subject'>,
): { readonly earlier: PendingChange; readonly isReplaced: boolean } | undefined {
  // Each subject also contains its change, which is taken out of the match below.
  const subjects = changes.map((change) => ({ ...toChangeSubject(change), change }))
  const match = findEarlierChange(subjects, toChangeSubject(request), changeTypes[request.kind].replaceable)
  return match && { earlier: match.earlier.change, isReplaced: match.isReplaced }
}
