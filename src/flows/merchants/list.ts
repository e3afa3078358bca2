// The merchants that a user has signed up: in this page's memory for the screens, and on this device for all tabs.
import { useSyncExternalStore } from 'react'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { storedMerchants } from '#storage/device-lists.ts'

/** The merchants in the order of their sign-up, the same in every tab. Undefined until they have been read. */
export function useMerchants(ownerUser: string): readonly SignedUpMerchant[] | undefined {
  const { observable, subscribe } = listOf(ownerUser)
  return useSyncExternalStore(subscribe, observable.get)
}

/** Reads the current list, whether a screen shows it or not. */
export async function readMerchants(ownerUser: string): Promise<readonly SignedUpMerchant[]> {
  return merge(await storedMerchants.read(ownerUser), listOf(ownerUser).unstored)
}

/** Adds a merchant to the list. Adding it again has no effect. */
export async function addMerchant(ownerUser: string, merchant: SignedUpMerchant): Promise<void> {
  const list = listOf(ownerUser)
  const isStored = await storedMerchants.store(ownerUser, [{ id: merchant.id, value: merchant }])
  if (!isStored) list.unstored.set(merchant.id, merchant)
  list.show(await readMerchants(ownerUser))
}

export async function removeMerchants(ownerUser: string, ids: readonly string[]): Promise<void> {
  const list = listOf(ownerUser)
  for (const id of ids) list.unstored.delete(id)
  await storedMerchants.remove(ids)
  list.show(await readMerchants(ownerUser))
}

interface MerchantList {
  readonly observable: Observable<readonly SignedUpMerchant[] | undefined>
  /** Merchants that could not be stored on this device. */
  readonly unstored: Map<string, SignedUpMerchant>
  readonly show: (merchants: readonly SignedUpMerchant[]) => void
  readonly subscribe: (watcher: () => void) => () => void
}

const lists = new Map<string, MerchantList>()

function listOf(ownerUser: string): MerchantList {
  const existing = lists.get(ownerUser)
  if (existing) return existing
  const observable = createObservable<readonly SignedUpMerchant[] | undefined>(undefined)
  const unstored = new Map<string, SignedUpMerchant>()
  let watcherCount = 0
  let stopWatching: (() => void) | undefined
  const show = (merchants: readonly SignedUpMerchant[]) => observable.set(merchants)
  const subscribe = (watcher: () => void) => {
    const unsubscribe = observable.subscribe(watcher)
    watcherCount += 1
    if (watcherCount === 1) {
      stopWatching = storedMerchants.watch(ownerUser, (records) => show(merge(records, unstored)))
      // A browser without storage never calls the watcher, so the list is also read once.
      void readMerchants(ownerUser).then((merchants) => {
        const wasWatcherFaster = observable.get() !== undefined
        if (!wasWatcherFaster) show(merchants)
      })
    }
    return () => {
      unsubscribe()
      watcherCount -= 1
      if (watcherCount > 0) return
      stopWatching?.()
      stopWatching = undefined
      // The next user must not see the previous user's list. The next watcher reads the list again.
      observable.set(undefined)
    }
  }
  const list = { observable, unstored, show, subscribe }
  lists.set(ownerUser, list)
  return list
}

// No validation: this module wrote the stored values, and a later format would use another table.
const merge = (
  records: readonly { readonly value: unknown }[],
  unstored: ReadonlyMap<string, SignedUpMerchant>,
): readonly SignedUpMerchant[] =>
  [...records.map(({ value }) => value as SignedUpMerchant), ...unstored.values()].toSorted(
    (a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id),
  )
