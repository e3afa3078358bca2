// Runs the machine for updates to a new version of the portal. Other code uses this module to offer, delay or start an
// update. An update waits while something must not be interrupted, such as a submission that has no response yet.
import { useSyncExternalStore } from 'react'
import { createActor } from 'xstate'
import { type UpdateHold, updateMachine } from '#machines/update.ts'
import { inspectOptions } from '../inspect/inspect.ts'

/** Installs the version that was offered last, and reloads this tab. */
let activateVersion: () => void = () => undefined
const actor = createActor(
  updateMachine.provide({ actions: { takeOver: () => activateVersion() } }),
  inspectOptions,
).start()

/** Reports that a new version is ready. `activate` installs the new version and reloads this tab. */
export function offerUpdate(activate: () => void): void {
  activateVersion = activate
  actor.send({ type: 'version.found' })
}

/** For each delay that has begun, the function that ends it. */
const endDelays = new Set<() => void>()

/** Delays the update. Returns a function to end the delay. A user who requests the update is shown the `reason`. */
export function holdUpdates(reason: UpdateHold): () => void {
  actor.send({ type: 'hold', reason })
  const endDelay = () => {
    if (endDelays.delete(endDelay)) actor.send({ type: 'release', reason })
  }
  endDelays.add(endDelay)
  return endDelay
}

/** Ends all delays. For tests that close their server. Their calls get no response and would delay updates forever. */
export function forgetUpdateHolds(): void {
  for (const endDelay of endDelays) endDelay()
}

/** True while a new version is offered to the user. */
export const useIsUpdateOffered = (): boolean =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().matches('offered'))

/** The reason why a new version has to wait. Undefined if it can be installed now. */
export const useUpdateHold = (): UpdateHold | undefined =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().context.holds[0])

export const applyUpdate = (): void => actor.send({ type: 'apply' })
export const postponeUpdate = (): void => actor.send({ type: 'later' })

function subscribe(listener: () => void): () => void {
  const { unsubscribe } = actor.subscribe(listener)
  return unsubscribe
}
