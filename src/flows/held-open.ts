// What a page keeps open for its user, one thing at a time: the previous one is closed first, so that its draft is
// saved and released. Leaving the page closes it, unless something would be lost.
import { isSomebodyElse, ownerUserOf, sessionStore } from '#services/session/session.ts'

/** What must be known about the open thing. */
interface Holding<Thing> {
  /** Work that continues to its end, whichever page the user is on. */
  readonly isBusy: (thing: Thing) => boolean
  /** Resolves when that work ends; may never resolve if the thing was closed meanwhile. */
  readonly ended: (thing: Thing) => Promise<unknown>
  /** True if its rows could not be stored on this device: closing it would lose them. */
  readonly isOnlyHere: (thing: Thing) => boolean
  readonly close: (thing: Thing) => Promise<void>
  /** Reports to the user, who is on another page by now, how the work ended. */
  readonly tell: (thing: Thing) => void
}

interface OpenRequest<Thing, Opened> {
  readonly ownerUser: string
  /** Whether the thing that was left open is the one requested. */
  readonly isIt: (left: Thing) => boolean
  readonly open: () => Promise<Opened>
}

export function createHeldOpen<Thing extends { readonly ownerUser: string }, Opened>(
  { isBusy, ended, isOnlyHere, close, tell }: Holding<Thing>,
  toOpened: (thing: Thing) => Opened,
  /** Undefined if nothing was opened that can be kept open. */
  toThing: (opened: Opened) => Thing | undefined,
) {
  let current: Thing | undefined
  /** The current thing while no page shows it. */
  let left: Thing | undefined
  let queue: Promise<unknown> = Promise.resolve()
  sessionStore.subscribe(() => {
    if (left && isSomebodyElse(left.ownerUser) && !isBusy(left)) leave(left)
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
  function leave(thing: Thing): void {
    const wasBusy = isBusy(thing)
    void inOrder(() => leaveNow(thing, wasBusy)).catch(() => undefined)
  }

  async function leaveNow(thing: Thing, wasBusy: boolean): Promise<void> {
    if (current !== thing) return close(thing)
    // The work ended after the page was left, but before this queue slot.
    if (wasBusy && !isBusy(thing)) tellItsUser(thing)
    const isWaitedFor = isOnlyHere(thing) && !isSomebodyElse(thing.ownerUser)
    if (!isBusy(thing) && !isWaitedFor) {
      current = undefined
      left = undefined
      return close(thing)
    }
    left = thing
    if (isBusy(thing))
      void ended(thing).then(
        () => finish(thing),
        () => undefined,
      )
    return undefined
  }

  function finish(thing: Thing): void {
    if (left !== thing) return
    tellItsUser(thing)
    leave(thing)
  }

  function tellItsUser(thing: Thing): void {
    const session = sessionStore.get()
    if (session && ownerUserOf(session) === thing.ownerUser) tell(thing)
  }

  /** Returns the thing that was left open if it is the one requested; otherwise opens the requested one. */
  const open = ({ ownerUser, isIt, open: openNext }: OpenRequest<Thing, Opened>): Promise<Opened> =>
    inOrder(async () => {
      const there = current
      if (there && there === left && there.ownerUser === ownerUser && isIt(there)) {
        left = undefined
        return toOpened(there)
      }
      if (there) await close(there)
      current = undefined
      left = undefined
      const opened = await openNext()
      current = toThing(opened)
      return opened
    })

  return { open, leave }
}
