// What a page holds open for its user, one at a time: the one before is closed first, so that its draft is saved and free. A page that
// is left closes it, unless something would be lost by that.
import { isSomebodyElse, ownerUserOf, sessionStore } from '#services/session/session.ts'

/** What is asked of a thing that is held open. */
interface Holding<Thing> {
  /** Work that goes on until its end, wherever the operator is. */
  readonly isBusy: (thing: Thing) => boolean
  /** The end of that work. One that was closed meanwhile may never come to it. */
  readonly ended: (thing: Thing) => Promise<unknown>
  /** True where its rows could not be kept on this device: closed, they would be gone. */
  readonly isOnlyHere: (thing: Thing) => boolean
  readonly close: (thing: Thing) => Promise<void>
  /** Says how the work ended, to its user, who is elsewhere by now. */
  readonly tell: (thing: Thing) => void
}

interface Wanted<Thing, Opened> {
  readonly ownerUser: string
  /** Whether the one that was left open is what is asked for. */
  readonly isIt: (left: Thing) => boolean
  readonly open: () => Promise<Opened>
}

export function createHeldOpen<Thing extends { readonly ownerUser: string }, Opened>(
  { isBusy, ended, isOnlyHere, close, tell }: Holding<Thing>,
  toOpened: (thing: Thing) => Opened,
  /** Undefined where nothing was opened that could be held. */
  toThing: (opened: Opened) => Thing | undefined,
) {
  let current: Thing | undefined
  /** The current one while no page shows it. */
  let left: Thing | undefined
  let queue: Promise<unknown> = Promise.resolve()
  sessionStore.subscribe(() => {
    if (left && isSomebodyElse(left.ownerUser) && !isBusy(left)) leave(left)
  })

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  /**
   * The page is left. What is under way goes on and is told; what could not be kept on this device waits in memory for its user's
   * return, until somebody else signs in.
   */
  function leave(thing: Thing): void {
    const wasBusy = isBusy(thing)
    void inTurn(() => leaveNow(thing, wasBusy)).catch(() => undefined)
  }

  async function leaveNow(thing: Thing, wasBusy: boolean): Promise<void> {
    if (current !== thing) return close(thing)
    // It ended after the page was gone, and before its turn came.
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

  /** The one that was left open, where it is what is wanted; else what is opened now. */
  const open = ({ ownerUser, isIt, open: openNext }: Wanted<Thing, Opened>): Promise<Opened> =>
    inTurn(async () => {
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
