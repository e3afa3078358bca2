// Keeps something open for the user of a page, one item at a time: the previous one is closed first, so that its draft is
// saved and released. Leaving the page closes it, unless something would be lost.
import { isAnotherUser, ownerUserOf, sessionStore } from '#services/session/session.ts'

/** How to handle the open item. */
interface Holding<Item> {
  /** Work that continues to its end, whichever page the user is on. */
  readonly isBusy: (item: Item) => boolean
  /** Resolves when that work ends; may never resolve if the thing was closed meanwhile. */
  readonly ended: (item: Item) => Promise<unknown>
  /** True if its rows could not be stored on this device: closing it would lose them. */
  readonly isOnlyHere: (item: Item) => boolean
  readonly close: (item: Item) => Promise<void>
  /** Reports to the user, who is on another page by now, how the work ended. */
  readonly notify: (item: Item) => void
}

interface OpenRequest<Item, Opened> {
  readonly ownerUser: string
  /** Whether the thing that was left open is the one requested. */
  readonly isIt: (left: Item) => boolean
  readonly open: () => Promise<Opened>
}

export function createHeldOpen<Item extends { readonly ownerUser: string }, Opened>(
  { isBusy, ended, isOnlyHere, close, notify }: Holding<Item>,
  toOpened: (item: Item) => Opened,
  /** Undefined if nothing was opened that can be kept open. */
  toThing: (opened: Opened) => Item | undefined,
) {
  let current: Item | undefined
  /** The current thing while no page shows it. */
  let left: Item | undefined
  let queue: Promise<unknown> = Promise.resolve()
  sessionStore.subscribe(() => {
    if (left && isAnotherUser(left.ownerUser) && !isBusy(left)) leave(left)
  })

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  /**
   * The page is left. Work under way continues and its end is reported; what could not be stored on this device waits
   * in memory for its user's return, until another user signs in.
   */
  function leave(item: Item): void {
    const wasBusy = isBusy(item)
    void inOrder(() => leaveNow(item, wasBusy)).catch(() => undefined)
  }

  async function leaveNow(item: Item, wasBusy: boolean): Promise<void> {
    if (current !== item) return close(item)
    // The work ended after the page was left, but before this queue slot.
    if (wasBusy && !isBusy(item)) tellItsUser(item)
    const isWaitedFor = isOnlyHere(item) && !isAnotherUser(item.ownerUser)
    if (!isBusy(item) && !isWaitedFor) {
      current = undefined
      left = undefined
      return close(item)
    }
    left = item
    if (isBusy(item))
      void ended(item).then(
        () => finish(item),
        () => undefined,
      )
    return undefined
  }

  function finish(item: Item): void {
    if (left !== item) return
    tellItsUser(item)
    leave(item)
  }

  function tellItsUser(item: Item): void {
    const session = sessionStore.get()
    if (session && ownerUserOf(session) === item.ownerUser) notify(item)
  }

  /** Returns the thing that was left open if it is the one requested; otherwise opens the requested one. */
  const open = ({ ownerUser, isIt, open: openNext }: OpenRequest<Item, Opened>): Promise<Opened> =>
    inOrder(async () => {
      const existing = current
      if (existing && existing === left && existing.ownerUser === ownerUser && isIt(existing)) {
        left = undefined
        return toOpened(existing)
      }
      if (existing) await close(existing)
      current = undefined
      left = undefined
      const opened = await openNext()
      current = toThing(opened)
      return opened
    })

  return { open, leave }
}
