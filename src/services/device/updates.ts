// The update to a new version of the portal, for code that offers it, delays it or asks for it: runs the update
// machine. It waits while something must not be interrupted, such as a submit without its answer.
import { useSyncExternalStore } from 'react'
import { createActor } from 'xstate'
import { updateMachine } from '#machines/update.ts'
import { inspecting } from '../inspect/inspect.ts'

let takeOver: () => void = () => undefined
const actor = createActor(updateMachine.provide({ actions: { takeOver: () => takeOver() } }), inspecting).start()

/** A new version waits; `takesOver` installs it and reloads this tab. */
export function offerUpdate(takesOver: () => void): void {
  takeOver = takesOver
  actor.send({ type: 'version.found' })
}

/** Delays the update; returns the function to release it. `reason` is shown to a user who asks for the update. */
export function holdUpdates(reason: string): () => void {
  actor.send({ type: 'hold', reason })
  let isHeld = true
  return () => {
    if (isHeld) actor.send({ type: 'release', reason })
    isHeld = false
  }
}

/** Whether a new version is offered to the user. */
export const useIsUpdateOffered = (): boolean =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().matches('offered'))

/** Why a new version has to wait, or undefined. */
export const useUpdateHold = (): string | undefined =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().context.holds[0])

export const applyUpdate = (): void => actor.send({ type: 'apply' })
export const postponeUpdate = (): void => actor.send({ type: 'later' })

function subscribe(listener: () => void): () => void {
  const { unsubscribe } = actor.subscribe(listener)
  return unsubscribe
}
