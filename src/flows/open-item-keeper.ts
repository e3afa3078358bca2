// Keeps one item open, such as a wizard or a file. Before another item is opened, the previous item is closed, so that
// its draft is saved and released. Leaving the page also closes the item, unless its work still runs or its rows exist
// only in memory.
import { isAnotherUser, ownerUserOf, sessionStore } from '#services/session/session.ts'

/** How to handle the open item. `Opened` is what a page gets: the item, or the reason why it cannot be opened. */
interface ItemEffects<Item, Opened> {
  /** True while work is running, for example a submission. The work continues when the user leaves the page. */
  readonly isBusy: (item: Item) => boolean
  /** Resolves when the running work ends. Rejects, or never settles, if the item is closed before that. */
  readonly waitForEnd: (item: Item) => Promise<unknown>
  /** True if the item's rows could not be stored on this device: closing it would lose them. */
  readonly isOnlyInMemory: (item: Item) => boolean
  readonly close: (item: Item) => Promise<void>
  /** Notifies the user, who is on another page by now, of the result. */
  readonly notify: (item: Item) => void
  readonly toOpened: (item: Item) => Opened
  /** Undefined if the opened item cannot be kept open. */
  readonly toItem: (opened: Opened) => Item | undefined
}

interface OpenRequest<Item, Opened> {
  readonly ownerUser: string
  /** True if `item`, which was left open, is the item that is requested now. */
  readonly isRequested: (item: Item) => boolean
  /** Opens the requested item. */
  readonly openNew: () => Promise<Opened>
}

export function createOpenItemKeeper<Item extends { readonly ownerUser: string }, Opened>({
  isBusy,
  waitForEnd,
  isOnlyInMemory,
  close,
  notify,
  toOpened,
  toItem,
}: ItemEffects<Item, Opened>) {
  let current: Item | undefined
  /** The current item while no page shows it. */
  let unshownItem: Item | undefined
  let queue: Promise<unknown> = Promise.resolve()
  sessionStore.subscribe(() => {
    if (unshownItem && isAnotherUser(unshownItem.ownerUser) && !isBusy(unshownItem)) leave(unshownItem)
  })

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  /**
   * Called when the page is left, and again when the work of an unshown item ends or another user signs in. What
   * happens to the item:
   *
   * - Its page has opened another item meanwhile: it is closed.
   * - Its work is running: it stays open. When the work ends, its result is reported and it is left again.
   * - It could not be stored on this device: it stays in memory for its user's return, until another user signs in.
   * - Otherwise: it is closed.
   */
  function leave(item: Item): void {
    const wasBusy = isBusy(item)
    void enqueue(() => leaveNow(item, { wasBusy })).catch(() => undefined)
  }

  /** `wasBusy` is true if work was running when the page was left. */
  async function leaveNow(item: Item, { wasBusy }: { readonly wasBusy: boolean }): Promise<void> {
    // Another item was opened meanwhile.
    if (current !== item) return close(item)
    if (isBusy(item)) {
      unshownItem = item
      void finishUnshown(item)
      return undefined
    }
    // The work ended after the page was left, but before this call was run from the queue.
    if (wasBusy) notifyOwner(item)
    const mustKeepForReturn = isOnlyInMemory(item) && !isAnotherUser(item.ownerUser)
    if (mustKeepForReturn) {
      unshownItem = item
      return undefined
    }
    current = undefined
    unshownItem = undefined
    return close(item)
  }

  /** Waits for the end of the running work, then reports its result and leaves the item again. */
  async function finishUnshown(item: Item): Promise<void> {
    try {
      await waitForEnd(item)
    } catch {
      // The item was closed before its work ended.
      return
    }
    if (unshownItem !== item) return
    notifyOwner(item)
    leave(item)
  }

  function notifyOwner(item: Item): void {
    const session = sessionStore.get()
    if (session && ownerUserOf(session) === item.ownerUser) notify(item)
  }

  /** Returns the item that was left open if it is the requested item. Otherwise opens the requested item. */
  const open = ({ ownerUser, isRequested, openNew }: OpenRequest<Item, Opened>): Promise<Opened> =>
    enqueue(async () => {
      const existing = current
      const wasLeftOpenByUser = existing !== undefined && existing === unshownItem && existing.ownerUser === ownerUser
      if (wasLeftOpenByUser && isRequested(existing)) {
        unshownItem = undefined
        return toOpened(existing)
      }
      if (existing) await close(existing)
      current = undefined
      unshownItem = undefined
      const opened = await openNew()
      current = toItem(opened)
      return opened
    })

  return { open, leave }
}
